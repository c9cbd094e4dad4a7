// Everything we want to know of one page, in one pass over it.
//
//   bytes ─▶ charset ─▶ UTF-8 ─▶ tokens ─┬─▶ links, robots directives
//                                        └─▶ title, text, main text ─▶ language, fingerprint
//
// A reader is reused from page to page and keeps its buffers: in the steady state the heap is
// asked a few times per page (headers, CLD2), never per token, attribute or link.
// Total and linear: any bytes give a page. Not thread-safe; one per thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/lifetime.h"
#include "html/charset.h"
#include "html/content_model.h"
#include "html/links/link_extractor.h"
#include "html/links/robots_directives.h"
#include "html/text/language.h"
#include "html/text/text_extractor.h"
#include "html/text/text_fingerprint.h"
#include "html/tokenizer.h"
#include "http/mime_type.h"
#include "url/query_encoder.h"
#include "url/url.h"

namespace meguri::html {

// What the bytes are taken for.
enum class PageKind : std::uint8_t {
  kHtml,
  kXhtml,  // by its Content-Type: "<script/>" has no inside
  kCss,
  kText,   // no links, but text
  kOther,  // nothing is looked for
};

std::string_view PageKindName(PageKind kind);

// By its Content-Type; without one, by how its text begins (UTF-8, without a byte order mark).
PageKind PageKindOf(const std::optional<http::MimeType>& type, std::string_view text);

// A page as it was fetched, its content codings undone. Header values as sent, "" if there was
// none; several of one name joined by commas.
struct PageSource {
  std::string_view bytes;
  const url::Url* url = nullptr;
  std::string_view content_type;
  std::string_view content_language;
  std::string_view link;                           // the Link header
  std::string_view refresh;                        // the Refresh header
  std::span<const std::string_view> x_robots_tag;  // not joined: a name holds within one
};

struct PageReaderOptions {
  std::string agent = "meguri";  // the product token that <meta name=…> may address
  std::uint64_t seed = 0;        // of the fingerprints
  bool want_text = true;         // false: links alone, at a third of the cost
};

class PageReader {
 public:
  explicit PageReader(PageReaderOptions options = {});
  PageReader(const PageReader&) = delete;  // views point into decoded_ and options_
  PageReader& operator=(const PageReader&) = delete;

  // What is below speaks of `source` from now on; its bytes and URL must outlive that.
  void Read(const PageSource& source);

  PageKind kind() const { return kind_; }
  const Charset& charset() const MEGURI_LIFETIME_BOUND { return charset_; }
  // "" if the Content-Type says that it is kOther; charset() has only looked at that, then.
  std::string_view utf8() const MEGURI_LIFETIME_BOUND { return utf8_; }
  const PageLinks& links() const MEGURI_LIFETIME_BOUND { return links_.links(); }
  const url::Url& base() const MEGURI_LIFETIME_BOUND { return links_.base(); }
  std::optional<std::uint32_t> refresh_delay_s() const { return links_.refresh_delay_s(); }
  std::string_view canonical() const MEGURI_LIFETIME_BOUND { return links_.canonical(); }
  // Of the page and its headers.
  const RobotsDirectives& robots() const MEGURI_LIFETIME_BOUND { return robots_; }

  // Empty unless want_text.
  const TextExtractor& text() const MEGURI_LIFETIME_BOUND { return text_; }
  const PageLanguage& language() const MEGURI_LIFETIME_BOUND { return language_; }
  const TextFingerprint& fingerprint() const MEGURI_LIFETIME_BOUND { return fingerprint_; }

 private:
  void ReadHeaders(const PageSource& source);
  void ReadTokens();
  void ReadPlainText();

  PageReaderOptions options_;
  PageKind kind_ = PageKind::kOther;
  Charset charset_;
  std::string decoded_;
  std::string_view utf8_;
  std::optional<url::QueryEncoder> encoder_;
  Tokenizer tokenizer_;
  ContentModel model_;
  LinkExtractor links_;
  RobotsDirectives robots_;
  TextExtractor text_;
  PageLanguage language_;
  TextFingerprinter fingerprinter_;
  TextFingerprint fingerprint_;
};

}  // namespace meguri::html
