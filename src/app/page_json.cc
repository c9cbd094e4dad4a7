#include "app/page_json.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/json_lines.h"
#include "base/hash.h"
#include "html/links/link.h"

namespace meguri::app {
namespace {

Answer OrNull(std::string_view text) { return text.empty() ? Answer(nullptr) : Answer(text); }

Answer LinkJson(const html::Link& link) {
  Answer json;
  json["url"] = link.url;
  json["kind"] = html::LinkKindName(link.kind);
  json["page"] = html::IsPageLink(link.kind);
  json["requisite"] = html::IsRequisiteLink(link.kind);
  json["nofollow"] = link.nofollow;
  if (!link.text.empty()) json["text"] = link.text;
  if (!link.rel.empty()) json["rel"] = link.rel;
  if (!link.hreflang.empty()) json["hreflang"] = link.hreflang;
  return json;
}

}  // namespace

std::string_view LanguageSourceName(html::LanguageSource source) {
  switch (source) {
    case html::LanguageSource::kDeclared:
      return "declared";
    case html::LanguageSource::kHeader:
      return "header";
    case html::LanguageSource::kDetected:
      return "detected";
    case html::LanguageSource::kNone:
      break;
  }
  return "none";
}

Answer PageJson(const html::PageReader& page, std::string_view url) {
  Answer json;
  json["url"] = url;
  json["type"] = html::PageKindName(page.kind());
  json["encoding"] = encoding::EncodingName(page.charset().encoding);
  json["encoding_source"] = html::CharsetSourceName(page.charset().source);
  json["base"] = page.base().href();
  json["canonical"] = OrNull(page.canonical());
  json["title"] = OrNull(page.text().title());
  json["description"] = OrNull(page.text().description());
  json["language"] = OrNull(page.language().code);
  json["language_source"] = LanguageSourceName(page.language().source);
  json["robots"] = {{"noindex", page.robots().noindex},
                    {"nofollow", page.robots().nofollow},
                    {"noarchive", page.robots().noarchive}};
  json["links"] = Answer::array();
  for (std::size_t i = 0; i < page.links().size(); ++i) {
    json["links"].push_back(LinkJson(page.links().at(i)));
  }
  json["links_dropped"] = page.links().dropped();
  json["headings"] = Answer::array();
  for (const html::Heading& heading : page.text().headings()) {
    json["headings"].push_back({{"level", heading.level}, {"text", heading.text}});
  }
  json["text"] = page.text().text();
  json["main_text"] = page.text().main_text();
  json["words"] = page.fingerprint().word_count;
  json["simhash"] = ToHex(page.fingerprint().simhash);
  json["minhash"] = Answer::array();
  for (const auto slot : page.fingerprint().minhash) {
    json["minhash"].push_back(slot);
  }
  return json;
}

}  // namespace meguri::app
