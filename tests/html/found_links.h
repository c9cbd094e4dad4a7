// A page's links as text, for tests: "a http://h/x 'text' rel=next".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "html/content_model.h"
#include "html/links/link_extractor.h"
#include "html/tokenizer.h"
#include "url/url.h"

namespace meguri::html {

inline const url::Url& TestDocument() {
  static const url::Url url = url::Url::Parse("http://h/dir/page.html").value();
  return url;
}

inline void Extract(std::string_view page, LinkExtractor& extractor) {
  Tokenizer tokenizer;
  tokenizer.Reset(page);
  ContentModel model;
  extractor.Reset(TestDocument(), nullptr, "meguri");
  Tokenize(tokenizer, model, extractor);
}

inline std::vector<std::string> LinksAsText(const LinkExtractor& extractor) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < extractor.links().size(); ++i) {
    const Link link = extractor.links().at(i);
    std::string line(LinkKindName(link.kind));
    line.append(" ").append(link.url);
    if (!link.text.empty()) line.append(" '").append(link.text).append("'");
    if (!link.rel.empty()) line.append(" rel=").append(link.rel);
    if (!link.hreflang.empty()) line.append(" lang=").append(link.hreflang);
    if (link.nofollow) line.append(" nofollow");
    result.push_back(line);
  }
  return result;
}

inline std::vector<std::string> FoundLinks(std::string_view page) {
  LinkExtractor extractor;
  Extract(page, extractor);
  return LinksAsText(extractor);
}

}  // namespace meguri::html
