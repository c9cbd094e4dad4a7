#include "html/page_reader.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "html/links/meta_refresh.h"
#include "http/link_header.h"
#include "http/mime_type.h"
#include "url/query_encoder.h"

namespace meguri::html {
namespace {

// One token to both.
struct LinksAndText {
  LinkExtractor& links;
  TextExtractor& text;

  void OnToken(const Token& token) {
    links.OnToken(token);
    text.OnToken(token);
  }
};

// A page without a Content-Type is HTML if it begins with markup.
PageKind KindOfText(std::string_view text) {
  constexpr std::size_t kLooked = 1024;
  const std::string_view start = TrimAsciiSpace(text.substr(0, kLooked));
  if (start.starts_with("<?xml")) {
    return start.find("<html") == std::string_view::npos ? PageKind::kOther : PageKind::kHtml;
  }
  if (start.starts_with('<')) return PageKind::kHtml;
  return start.find('\0') == std::string_view::npos ? PageKind::kText : PageKind::kOther;
}

}  // namespace

std::string_view PageKindName(PageKind kind) {
  constexpr std::array<std::string_view, 5> kNames = {"html", "xhtml", "css", "text", "other"};
  return kNames[static_cast<std::size_t>(kind)];
}

PageKind PageKindOf(const std::optional<http::MimeType>& type, std::string_view text) {
  if (!type) return KindOfText(text);
  const std::string_view essence = type->essence();
  if (essence == "text/html") return PageKind::kHtml;
  if (essence == "application/xhtml+xml") return PageKind::kXhtml;
  if (essence == "text/css") return PageKind::kCss;
  if (essence == "text/plain") return PageKind::kText;
  return PageKind::kOther;
}

PageReader::PageReader(PageReaderOptions options)
    : options_(std::move(options)), fingerprinter_(options_.seed) {}

void PageReader::Read(const PageSource& source) {
  const std::optional<http::MimeType> type = http::MimeType::Parse(source.content_type);
  const std::optional<std::string_view> label = type ? type->Find("charset") : std::nullopt;
  // To guess the encoding of a picture would take longer than all the rest.
  const bool is_text = !type || PageKindOf(type, {}) != PageKind::kOther;
  const std::string_view bytes = is_text ? source.bytes : std::string_view();
  charset_ = FindCharset(bytes, {.http_charset = label.value_or("")});
  utf8_ = PageText(charset_, bytes, decoded_);
  kind_ = PageKindOf(type, utf8_);
  encoder_ = url::QueryEncoder::ForEncoding(charset_.encoding);
  links_.Reset(*source.url, encoder_ ? &*encoder_ : nullptr, options_.agent);
  robots_ = {};
  text_.Reset();
  language_ = {};
  fingerprint_ = {};
  ReadHeaders(source);
  switch (kind_) {
    case PageKind::kHtml:
    case PageKind::kXhtml:
      ReadTokens();
      break;
    case PageKind::kCss:
      links_.ReadStyleSheet(utf8_);
      break;
    case PageKind::kText:
      ReadPlainText();
      break;
    case PageKind::kOther:
      links_.ReadStyleSheet({});  // the headers' links alone
      break;
  }
  robots_.noindex = robots_.noindex || links_.robots().noindex;
  robots_.nofollow = robots_.nofollow || links_.robots().nofollow;
  robots_.noarchive = robots_.noarchive || links_.robots().noarchive;
  if (!options_.want_text || kind_ == PageKind::kCss || kind_ == PageKind::kOther) return;
  text_.Finish();
  language_ = DecideLanguage(text_.declared_language(), source.content_language, text_.main_text());
  fingerprint_ = fingerprinter_.Of(text_.main_text());
}

void PageReader::ReadHeaders(const PageSource& source) {
  for (const std::string_view value : source.x_robots_tag) {
    AddXRobotsTag(value, options_.agent, robots_);
  }
  if (!source.refresh.empty()) {
    const std::optional<MetaRefresh> refresh = ParseMetaRefresh(source.refresh);
    if (refresh && refresh->url) {
      links_.AddHeaderLink(LinkKind::kRefresh, *refresh->url, "", "");
      links_.SetRefreshDelay(refresh->delay_s);
    }
  }
  if (source.link.empty()) return;
  for (const http::Link& link : http::ParseLinkHeader(source.link)) {
    if (link.has_anchor) continue;  // speaks of another page
    links_.AddHeaderLink(KindOfRel(ParseRel(link.rel)), link.target, link.rel, link.hreflang);
  }
}

void PageReader::ReadTokens() {
  tokenizer_.Reset(utf8_);
  model_.Reset(kind_ == PageKind::kXhtml);
  tokenizer_.set_cdata_allowed(model_.cdata_allowed());
  if (options_.want_text) {
    LinksAndText both{links_, text_};
    Tokenize(tokenizer_, model_, both);
  } else {
    Tokenize(tokenizer_, model_, links_);
  }
}

// As if it stood in <plaintext>.
void PageReader::ReadPlainText() {
  links_.ReadStyleSheet({});
  if (!options_.want_text) return;
  tokenizer_.Reset("<plaintext>");
  text_.OnToken(tokenizer_.Next());
  tokenizer_.Reset(utf8_, TokenizerState::kPlaintext);
  text_.OnToken(tokenizer_.Next());
}

}  // namespace meguri::html
