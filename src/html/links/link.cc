#include "html/links/link.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "base/ascii.h"

namespace meguri::html {
namespace {

struct KindRow {
  std::string_view name;
  bool page;
  bool requisite;
};

constexpr std::array<KindRow, static_cast<std::size_t>(LinkKind::kCss) + 1> kKinds = {{
    {"a", true, false},          {"area", true, false},      {"frame", true, true},
    {"iframe", true, true},      {"form", true, false},      {"refresh", true, false},
    {"canonical", true, false},  {"alternate", true, false}, {"related", true, false},
    {"stylesheet", false, true}, {"icon", false, true},      {"preload", false, true},
    {"service", false, false},   {"image", false, true},     {"srcset", false, true},
    {"script", false, true},     {"media", false, true},     {"object", false, true},
    {"css", false, true},
}};

const KindRow& RowOf(LinkKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

struct RelWord {
  std::string_view word;
  bool LinkRel::*flag;
};

constexpr std::array kRelWords = {
    RelWord{"nofollow", &LinkRel::nofollow},
    RelWord{"ugc", &LinkRel::nofollow},
    RelWord{"sponsored", &LinkRel::nofollow},
    RelWord{"stylesheet", &LinkRel::stylesheet},
    RelWord{"alternate", &LinkRel::alternate},
    RelWord{"canonical", &LinkRel::canonical},
    RelWord{"icon", &LinkRel::icon},
    RelWord{"apple-touch-icon", &LinkRel::icon},
    RelWord{"apple-touch-icon-precomposed", &LinkRel::icon},
    RelWord{"apple-touch-startup-image", &LinkRel::icon},
    RelWord{"mask-icon", &LinkRel::icon},
    RelWord{"fluid-icon", &LinkRel::icon},
    RelWord{"image_src", &LinkRel::icon},
    RelWord{"preload", &LinkRel::preload},
    RelWord{"modulepreload", &LinkRel::preload},
    RelWord{"manifest", &LinkRel::preload},
    RelWord{"next", &LinkRel::related},
    RelWord{"prev", &LinkRel::related},
    RelWord{"previous", &LinkRel::related},
    RelWord{"first", &LinkRel::related},
    RelWord{"start", &LinkRel::related},
    RelWord{"last", &LinkRel::related},
    RelWord{"up", &LinkRel::related},
    RelWord{"top", &LinkRel::related},
    RelWord{"home", &LinkRel::related},
    RelWord{"contents", &LinkRel::related},
    RelWord{"toc", &LinkRel::related},
    RelWord{"index", &LinkRel::related},
    RelWord{"chapter", &LinkRel::related},
    RelWord{"section", &LinkRel::related},
    RelWord{"subsection", &LinkRel::related},
    RelWord{"appendix", &LinkRel::related},
    RelWord{"glossary", &LinkRel::related},
    RelWord{"copyright", &LinkRel::related},
    RelWord{"license", &LinkRel::related},
    RelWord{"author", &LinkRel::related},
    RelWord{"me", &LinkRel::related},
    RelWord{"help", &LinkRel::related},
    RelWord{"bookmark", &LinkRel::related},
    RelWord{"privacy-policy", &LinkRel::related},
    RelWord{"terms-of-service", &LinkRel::related},
    RelWord{"amphtml", &LinkRel::related},
    RelWord{"shortlink", &LinkRel::related},
    RelWord{"archives", &LinkRel::related},
};

}  // namespace

std::string_view LinkKindName(LinkKind kind) { return RowOf(kind).name; }
bool IsPageLink(LinkKind kind) { return RowOf(kind).page; }
bool IsRequisiteLink(LinkKind kind) { return RowOf(kind).requisite; }

LinkRel ParseRel(std::string_view rel) {
  LinkRel result;
  while (!(rel = TrimAsciiSpace(rel)).empty()) {
    const auto* end = std::ranges::find_if(rel, IsAsciiSpace);
    const std::string_view word = rel.substr(0, static_cast<std::size_t>(end - rel.begin()));
    rel.remove_prefix(word.size());
    for (const RelWord& known : kRelWords) {
      if (EqualsIgnoringAsciiCase(word, known.word)) result.*known.flag = true;
    }
  }
  return result;
}

LinkKind KindOfRel(const LinkRel& rel) {
  if (rel.stylesheet) return LinkKind::kStylesheet;
  if (rel.canonical) return LinkKind::kCanonical;
  if (rel.icon) return LinkKind::kIcon;
  if (rel.preload) return LinkKind::kPreload;
  if (rel.alternate) return LinkKind::kAlternate;
  if (rel.related) return LinkKind::kRelated;
  return LinkKind::kService;
}

}  // namespace meguri::html
