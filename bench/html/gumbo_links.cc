#include "bench/html/gumbo_links.h"

#include <fmt/format.h>
#include <gumbo.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "url/url.h"

namespace meguri::bench {
namespace {

std::string Lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::optional<std::string> Attribute(const GumboNode* node, const char* name) {
  const GumboAttribute* found = gumbo_get_attribute(&node->v.element.attributes, name);
  if (found == nullptr) return std::nullopt;
  return found->value;
}

const GumboVector& Children(const GumboNode* node) {
  return node->type == GUMBO_NODE_DOCUMENT ? node->v.document.children : node->v.element.children;
}

bool IsElement(const GumboNode* node) {
  return node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE;
}

bool IsInline(GumboTag tag) {
  constexpr std::array kInline = {
      GUMBO_TAG_A,    GUMBO_TAG_ABBR,   GUMBO_TAG_B,      GUMBO_TAG_BIG,     GUMBO_TAG_CODE,
      GUMBO_TAG_DEL,  GUMBO_TAG_EM,     GUMBO_TAG_FONT,   GUMBO_TAG_I,       GUMBO_TAG_INS,
      GUMBO_TAG_NOBR, GUMBO_TAG_Q,      GUMBO_TAG_RUBY,   GUMBO_TAG_S,       GUMBO_TAG_SMALL,
      GUMBO_TAG_SPAN, GUMBO_TAG_STRIKE, GUMBO_TAG_STRONG, GUMBO_TAG_SUB,     GUMBO_TAG_SUP,
      GUMBO_TAG_TIME, GUMBO_TAG_TT,     GUMBO_TAG_U,      GUMBO_TAG_VAR,     GUMBO_TAG_WBR,
      GUMBO_TAG_KBD,  GUMBO_TAG_SAMP,   GUMBO_TAG_CITE,   GUMBO_TAG_UNKNOWN, GUMBO_TAG_DFN};
  return std::ranges::find(kInline, tag) != kInline.end();
}

void CollectText(const GumboNode* node, std::string& text) {
  switch (node->type) {
    case GUMBO_NODE_TEXT:
    case GUMBO_NODE_CDATA:
    case GUMBO_NODE_WHITESPACE:
      text += node->v.text.text;
      return;
    case GUMBO_NODE_COMMENT:
      return;
    default:
      break;
  }
  const GumboTag tag = node->v.element.tag;
  if (tag == GUMBO_TAG_SCRIPT || tag == GUMBO_TAG_STYLE) return;
  if (!IsInline(tag)) text += ' ';
  if (tag == GUMBO_TAG_IMG) text += Attribute(node, "alt").value_or("");
  const GumboVector& children = Children(node);
  for (unsigned i = 0; i < children.length; ++i) {
    CollectText(static_cast<const GumboNode*>(children.data[i]), text);
  }
  if (!IsInline(tag)) text += ' ';
}

std::size_t SpaceLength(std::string_view text) {
  for (const std::string_view space : {" ", "\t", "\n", "\f", "\r", "\xC2\xA0", "\xE3\x80\x80"}) {
    if (text.starts_with(space)) return space.size();
  }
  return 0;
}

std::string Collapsed(std::string_view text) {
  std::string result;
  bool pending = false;
  while (!text.empty()) {
    const std::size_t space = SpaceLength(text);
    if (space > 0) {
      pending = true;
      text.remove_prefix(space);
      continue;
    }
    if (pending && !result.empty()) result += ' ';
    pending = false;
    result += text.front();
    text.remove_prefix(1);
  }
  return result;
}

class Walker {
 public:
  explicit Walker(const url::Url& document) : base_(document) {}

  void FindBase(const GumboNode* node) {
    if (!IsElement(node) && node->type != GUMBO_NODE_DOCUMENT) return;
    if (node->type == GUMBO_NODE_ELEMENT && node->v.element.tag == GUMBO_TAG_BASE && !found_base_) {
      if (const auto href = Attribute(node, "href")) {
        found_base_ = true;
        if (const auto base = url::Url::Parse(*href, &base_)) base_ = *base;
      }
    }
    const GumboVector& children = Children(node);
    for (unsigned i = 0; i < children.length; ++i) {
      FindBase(static_cast<const GumboNode*>(children.data[i]));
    }
  }

  void Walk(const GumboNode* node) {
    if (IsElement(node)) Element(node);
    if (!IsElement(node) && node->type != GUMBO_NODE_DOCUMENT) return;
    const GumboVector& children = Children(node);
    for (unsigned i = 0; i < children.length; ++i) {
      Walk(static_cast<const GumboNode*>(children.data[i]));
    }
  }

  std::vector<std::string> links;

 private:
  void Element(const GumboNode* node) {
    switch (node->v.element.tag) {
      case GUMBO_TAG_A: {
        std::string text;
        CollectText(node, text);
        return Add("a", Attribute(node, "href"), Collapsed(text));
      }
      case GUMBO_TAG_AREA:
        return Add("area", Attribute(node, "href"), Collapsed(Attribute(node, "alt").value_or("")));
      case GUMBO_TAG_LINK:
        return AddIfAny("link", Attribute(node, "href"));
      case GUMBO_TAG_IMG:
        return AddIfAny("image", Attribute(node, "src"));
      case GUMBO_TAG_SCRIPT:
        return AddIfAny("script", Attribute(node, "src"));
      case GUMBO_TAG_FRAME:
        return AddIfAny("frame", Attribute(node, "src"));
      case GUMBO_TAG_IFRAME:
        return AddIfAny("iframe", Attribute(node, "src"));
      case GUMBO_TAG_FORM:
        if (Lower(Attribute(node, "method").value_or("get")) == "get") {
          AddIfAny("form", Attribute(node, "action"));
        }
        return;
      default:
        return;
    }
  }

  void AddIfAny(const char* kind, const std::optional<std::string>& value) {
    if (value && !Collapsed(*value).empty()) Add(kind, value, "");
  }

  void Add(const char* kind, const std::optional<std::string>& value, const std::string& text) {
    if (!value) return;
    const std::optional<url::Url> url = url::Url::Parse(*value, &base_);
    if (!url || !url->is_http()) return;
    links.push_back(fmt::format("{} {} {}", kind, url->without_fragment(), text));
  }

  url::Url base_;
  bool found_base_ = false;
};

}  // namespace

std::vector<std::string> GumboLinks(std::string_view page, const url::Url& document) {
  GumboOptions options = kGumboDefaultOptions;
  GumboOutput* output = gumbo_parse_with_options(&options, page.data(), page.size());
  Walker walker(document);
  walker.FindBase(output->document);
  walker.Walk(output->document);
  gumbo_destroy_output(&options, output);
  return std::move(walker.links);
}

}  // namespace meguri::bench
