// Finds the links of a page in its tokens, and what the page says about being crawled.
//
//   LinkExtractor extractor;
//   extractor.Reset(document_url, encoder, "meguri");
//   Tokenize(tokenizer, model, extractor);
//   for (i < extractor.links().size()) … extractor.links().at(i)
//
// Which attributes count and what they mean: docs/design/links.md. No heap in the steady state.
// Not thread-safe; one per thread, reused.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/lifetime.h"
#include "html/links/anchor_text.h"
#include "html/links/link.h"
#include "html/links/page_links.h"
#include "html/links/robots_directives.h"
#include "html/token.h"
#include "url/query_encoder.h"
#include "url/url.h"

namespace meguri::html {

class LinkExtractor {
 public:
  // `document`: the page's own URL. `encoder`: see PageLinks::Resolve(); both must outlive the
  // page. `agent`: our product token, lower or upper case, for <meta name=agent>.
  void Reset(const url::Url& document, const url::QueryEncoder* encoder, std::string_view agent);

  // Every token of the page, in order; kEnd resolves the links.
  void OnToken(const Token& token);

  // Of a Refresh or Link header: as if it stood at the page's beginning. Before the first token.
  void AddHeaderLink(LinkKind kind, std::string_view value, std::string_view rel,
                     std::string_view hreflang);
  // A style sheet that is a file of its own: all its links, resolved. No tokens then.
  void ReadStyleSheet(std::string_view css);

  // After kEnd:
  const PageLinks& links() const MEGURI_LIFETIME_BOUND { return links_; }
  // The base of its links: the document's URL or what <base> made of it.
  const url::Url& base() const MEGURI_LIFETIME_BOUND { return base_; }
  // Of the first refresh that leads elsewhere, be it a <meta> or the header; nullopt if there is
  // none.
  std::optional<std::uint32_t> refresh_delay_s() const { return refresh_delay_s_; }
  void SetRefreshDelay(std::uint32_t seconds) {
    if (!refresh_delay_s_) refresh_delay_s_ = seconds;
  }
  // Where <link rel=canonical> leads, "" if nowhere: the first one that is an http(s) URL.
  std::string_view canonical() const MEGURI_LIFETIME_BOUND;
  // By <meta> alone; headers are added by the caller.
  const RobotsDirectives& robots() const MEGURI_LIFETIME_BOUND { return robots_; }

 private:
  void OnStartTag(const Token& token);
  void OnForeign(const Token& token);
  void OnAnchor(const Token& token);
  void OnArea(const Token& token);
  void OnLinkElement(const Token& token);
  void OnMeta(const Token& token);
  void OnImage(const Token& token);
  void OnForm(const Token& token);
  void OnBase(const Token& token);
  void OnInput(const Token& token);
  void OnStyleText(const Token& token);
  void EndAnchor();
  void Finish();

  PageLinks::Index AddAttribute(LinkKind kind, const Attribute* attribute);
  void AddUrl(LinkKind kind, const Token& token, std::string_view attribute_name);
  void AddSrcset(const Attribute* attribute);
  void AddCss(std::string_view css, bool in_page);
  void AddStyleAttributes(const Token& token);

  const url::Url* document_ = nullptr;
  const url::QueryEncoder* encoder_ = nullptr;
  std::string_view agent_;
  PageLinks links_;
  RobotsDirectives robots_;
  url::Url base_;
  std::size_t templates_ = 0;  // open ones
  bool has_base_ = false;
  std::optional<std::uint32_t> refresh_delay_s_;
  bool in_style_ = false;
  PageLinks::Index anchor_ = PageLinks::kDropped;
  bool in_anchor_ = false;
  AnchorText anchor_text_;
  AnchorText area_text_;
  std::string value_;    // a decoded attribute
  std::string value2_;   // another one at the same time
  std::string css_url_;  // with its escapes undone
};

}  // namespace meguri::html
