#include "app/archive/export/export_html.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "encoding/encoding.h"
#include "html/content_model.h"
#include "html/links/css_urls.h"
#include "html/links/link.h"
#include "html/links/meta_refresh.h"
#include "html/links/srcset.h"
#include "html/token.h"
#include "html/tokenizer.h"
#include "url/query_encoder.h"

namespace meguri::app {
namespace {

using encoding::Encoding;
using html::Attribute;
using html::Tag;
using html::Token;
using html::TokenKind;

// What the value of an attribute holds.
enum class Holds : std::uint8_t { kNothing, kUrl, kOnlineUrl, kBase, kSrcset, kStyle, kRefresh };

bool IsOneOf(const Attribute& attribute, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (attribute.Is(name)) return true;
  }
  return false;
}

// A <link> that is rel=canonical, a <meta> that is a refresh. Looks through all attributes: once a
// tag.
bool IsMarked(const Token& token) {
  if (token.tag == Tag::kLink) {
    const Attribute* rel = token.Find("rel");
    return rel != nullptr && html::ParseRel(rel->raw_value).canonical;
  }
  if (token.tag != Tag::kMeta) return false;
  const Attribute* http_equiv = token.Find("http-equiv");
  return http_equiv != nullptr && EqualsIgnoringAsciiCase(http_equiv->raw_value, "refresh");
}

// Not by element where an attribute has one meaning: those that read data-src are scripts, and
// what a browser doesn't look at does no harm.
// `marked`: IsMarked(token).
Holds WhatHolds(const Token& token, bool marked, const Attribute& attribute) {
  if (attribute.Is("style")) return Holds::kStyle;
  if (attribute.Is("href")) {
    if (token.tag == Tag::kBase && !token.foreign) return Holds::kBase;
    return token.tag == Tag::kLink && marked ? Holds::kOnlineUrl : Holds::kUrl;
  }
  if (IsOneOf(attribute, {"src", "poster", "background", "data-src", "xlink:href"})) {
    return Holds::kUrl;
  }
  if (IsOneOf(attribute, {"srcset", "imagesrcset", "data-srcset"})) return Holds::kSrcset;
  if (IsOneOf(attribute, {"action", "formaction"})) return Holds::kOnlineUrl;
  if (token.tag == Tag::kObject && attribute.Is("data")) return Holds::kUrl;
  if (token.tag == Tag::kMeta && marked && attribute.Is("content")) return Holds::kRefresh;
  return Holds::kNothing;
}

// Links beyond so many bytes of resolved URLs are left as they are: a few bytes each, in a page of
// millions with a long <base>, would become terabytes.
constexpr std::size_t kMaxResolvedBytes = std::size_t{128} << 20;

// Structure is told by bytes below 0x40, which in these are never a part of another character.
bool HasAsciiStructure(Encoding encoding) {
  return encoding != Encoding::kUtf16Be && encoding != Encoding::kUtf16Le &&
         encoding != Encoding::kIso2022Jp;
}

// `value` for an attribute, with quotes of either kind or none: ASCII alone.
void AppendAttributeText(std::string_view value, std::string& out) {
  constexpr std::string_view kEscaped = "&\"'<>";
  for (std::size_t at = 0; at < value.size();) {
    const char c = value[at];
    if (static_cast<unsigned char>(c) < 0x80 && kEscaped.find(c) == std::string_view::npos) {
      out += c;
      ++at;
      continue;
    }
    const Utf8Step character = DecodeUtf8(value, at);
    fmt::format_to(std::back_inserter(out), "&#{};",
                   static_cast<std::uint32_t>(character.code_point));
    at += character.length;
  }
}

// A URL for url(…), with quotes of either kind or none.
std::string CssSafe(std::string_view url) {
  std::string safe;
  for (const char c : url) {
    if (std::string_view("'\"()\\").find(c) == std::string_view::npos) {
      safe += c;
    } else {
      fmt::format_to(std::back_inserter(safe), "%{:02X}", static_cast<unsigned>(c));
    }
  }
  return safe;
}

// A text of which some parts are replaced, in order.
class Splice {
 public:
  explicit Splice(std::string_view text) : text_(text) {}

  bool Contains(std::string_view part) const {
    const std::less_equal<const char*> not_behind;
    return not_behind(text_.data(), part.data()) &&
           not_behind(part.data() + part.size(), text_.data() + text_.size());
  }
  // REQUIRES: `part` is within the text, behind those before.
  void Replace(std::string_view part, std::string_view by) {
    const auto begin = static_cast<std::size_t>(part.data() - text_.data());
    out_ += text_.substr(copied_, begin - copied_);
    out_ += by;
    copied_ = begin + part.size();
    changed_ = true;
  }
  bool changed() const { return changed_; }
  std::string Finish() && {
    out_ += text_.substr(copied_);
    return std::move(out_);
  }

 private:
  std::string_view text_;
  std::size_t copied_ = 0;
  bool changed_ = false;
  std::string out_;
};

class Rewriter {
 public:
  // `text`: the page's bytes in `encoding`. `origin`: the encoding that the page came in, by which
  // its queries go.
  Rewriter(const OnlinePage& page, std::string_view text, Encoding encoding, Encoding origin,
           const OfflineLink& find)
      : page_(page),
        encoding_(encoding),
        encoder_(url::QueryEncoder::ForEncoding(origin)),
        find_(find),
        base_is_page_(page.base->without_fragment() == page.url->without_fragment()),
        text_(text),
        splice_(text) {}

  std::string RewritePage() && {
    html::Tokenizer tokenizer;
    html::ContentModel model;
    tokenizer.Reset(text_);
    model.Reset(page_.kind == html::PageKind::kXhtml);
    tokenizer.set_cdata_allowed(model.cdata_allowed());
    html::Tokenize(tokenizer, model, *this);
    return std::move(splice_).Finish();
  }

  std::string RewriteStyleSheet() && {
    RewriteCss(text_, encoding_, splice_);
    return std::move(splice_).Finish();
  }

  void OnToken(const Token& token) {
    if (token.kind == TokenKind::kText) {
      // In SVG the text of a <style> may have character references: then it is left.
      const bool plain =
          token.text_mode == html::TextMode::kRaw || token.raw.find('&') == std::string_view::npos;
      if (in_style_ && plain) RewriteCss(token.raw, encoding_, splice_);
      return;
    }
    in_style_ = token.kind == TokenKind::kStartTag && token.tag == Tag::kStyle;
    if (token.kind != TokenKind::kStartTag) return;
    const bool marked = IsMarked(token);
    for (const Attribute& attribute : token.attributes) {
      const Holds holds = WhatHolds(token, marked, attribute);
      if (holds != Holds::kNothing && !attribute.raw_value.empty()) OnAttribute(attribute, holds);
    }
  }

 private:
  void OnAttribute(const Attribute& attribute, Holds holds) {
    const Attribute in_utf8{attribute.raw_name,
                            encoding::DecodedView(encoding_, attribute.raw_value, value_utf8_)};
    const std::optional<std::string> value = NewValue(in_utf8.Value(value_), holds);
    if (!value) return;
    // The byte before a value that has no quotes is '=' or white space.
    const char before =
        text_[static_cast<std::size_t>(attribute.raw_value.data() - text_.data()) - 1];
    const std::string_view quote = before == '"' || before == '\'' ? "" : "\"";
    escaped_ = quote;
    AppendAttributeText(*value, escaped_);
    escaped_ += quote;
    splice_.Replace(attribute.raw_value, escaped_);
  }

  // nullopt: as it was.
  std::optional<std::string> NewValue(std::string_view value, Holds holds) {
    switch (holds) {
      case Holds::kUrl:
        return NewUrl(value, true);
      case Holds::kOnlineUrl:
        return NewUrl(value, false);
      case Holds::kBase:
        return "";
      case Holds::kSrcset:
      case Holds::kStyle:
      case Holds::kRefresh:
        break;
      case Holds::kNothing:
        return std::nullopt;
    }
    Splice splice(value);
    const auto replace = [&](std::string_view url) {
      if (const auto by = NewUrl(url, true)) splice.Replace(url, *by);
    };
    if (holds == Holds::kSrcset) {
      html::ForEachSrcsetUrl(value, replace);
    } else if (holds == Holds::kStyle) {
      RewriteCss(value, Encoding::kUtf8, splice);
    } else if (const auto refresh = html::ParseMetaRefresh(value); refresh && refresh->url) {
      replace(*refresh->url);
    }
    if (!splice.changed()) return std::nullopt;
    return std::move(splice).Finish();
  }

  // `written`: UTF-8. nullopt: as it was, since it leads to where it should, or to no page.
  std::optional<std::string> NewUrl(std::string_view written, bool offline) {
    written = TrimAsciiSpace(written);
    if (written.empty() || (written.front() == '#' && base_is_page_)) return std::nullopt;
    if (resolved_bytes_ > kMaxResolvedBytes) return std::nullopt;
    if (!url_.Assign(written, page_.base, encoder_ ? &*encoder_ : nullptr) || !url_.is_http()) {
      return std::nullopt;
    }
    resolved_bytes_ += url_.href().size();
    const std::optional<std::string> link =
        offline ? find_(url_.without_fragment()) : std::optional<std::string>();
    if (link) {
      resolved_bytes_ += link->size();
      return *link + std::string(url_.href().substr(url_.without_fragment().size()));
    }
    if (absolute_.Assign(written, nullptr, encoder_ ? &*encoder_ : nullptr) && absolute_ == url_) {
      return std::nullopt;
    }
    return std::string(url_.href());
  }

  // `css`, in `encoding`, is the splice's text or a part of it.
  void RewriteCss(std::string_view css, Encoding encoding, Splice& splice) {
    html::CssUrlReader reader(css, css_escapes_);
    std::string_view url;
    while (reader.Next(url)) {
      if (!splice.Contains(url)) continue;  // it had escapes
      const auto by = NewUrl(encoding::DecodedView(encoding, url, css_utf8_), true);
      if (by) splice.Replace(url, CssSafe(*by));
    }
  }

  const OnlinePage& page_;
  const Encoding encoding_;
  const std::optional<url::QueryEncoder> encoder_;
  const OfflineLink& find_;
  const bool base_is_page_;
  const std::string_view text_;
  Splice splice_;
  bool in_style_ = false;
  std::size_t resolved_bytes_ = 0;
  url::Url url_;
  url::Url absolute_;
  std::string value_utf8_;
  std::string value_;
  std::string escaped_;
  std::string css_escapes_;
  std::string css_utf8_;
};

std::string Rewritten(const OnlinePage& page, std::string_view text, Encoding encoding,
                      const OfflineLink& find) {
  Rewriter rewriter(page, text, encoding, page.charset.encoding, find);
  return page.kind == html::PageKind::kCss ? std::move(rewriter).RewriteStyleSheet()
                                           : std::move(rewriter).RewritePage();
}

}  // namespace

std::string RewriteLinks(const OnlinePage& page, const OfflineLink& find) {
  const bool has_links = page.kind == html::PageKind::kHtml ||
                         page.kind == html::PageKind::kXhtml || page.kind == html::PageKind::kCss;
  // Of what is replaced by one U+FFFD, for safety, nothing is to be found.
  if (!has_links || page.charset.encoding == Encoding::kReplacement) return std::string(page.bytes);
  if (HasAsciiStructure(page.charset.encoding)) {
    return Rewritten(page, page.bytes, page.charset.encoding, find);
  }
  constexpr std::string_view kUtf8Bom = "\xEF\xBB\xBF";
  std::string scratch;
  const std::string_view text = html::PageText(page.charset, page.bytes, scratch);
  return std::string(kUtf8Bom) + Rewritten(page, text, Encoding::kUtf8, find);
}

}  // namespace meguri::app
