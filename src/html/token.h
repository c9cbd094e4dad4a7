// What the tokenizer hands out: views of the page, not yet decoded, since most of a page is
// never asked for. Views live as long as the page's text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "base/lifetime.h"
#include "html/tag.h"

namespace meguri::html {

// Where text stands decides what becomes of its characters.
enum class TextMode : std::uint8_t {
  kData,    // character references count; NUL stays
  kRcdata,  // <title>, <textarea>: references count; NUL becomes U+FFFD
  kRaw,     // <style>, <script>, <xmp>, …: no references; NUL becomes U+FFFD
  kCdata,   // <![CDATA[…]]> in SVG and MathML: no references; NUL stays
};

struct Attribute {
  std::string_view raw_name;   // case as written
  std::string_view raw_value;  // without the quotes; references not decoded

  // True if the name is `lower`, which is lower-case ASCII.
  bool Is(std::string_view lower) const {
    return raw_name.size() == lower.size() &&
           (raw_name == lower || EqualsIgnoringAsciiCase(raw_name, lower));
  }
  // The value with references decoded: a view of the page where there is nothing to decode,
  // else of `scratch`, whose old contents are lost.
  std::string_view Value(std::string& scratch MEGURI_LIFETIME_BOUND) const;

  void AppendName(std::string& out) const;   // in lower case
  void AppendValue(std::string& out) const;  // decoded
};

enum class TokenKind : std::uint8_t { kText, kStartTag, kEndTag, kComment, kDoctype, kEnd };

struct Token {
  // Further attributes of a tag are passed over: a page could make us remember millions.
  static constexpr std::size_t kMaxAttributes = 10'000;

  TokenKind kind = TokenKind::kEnd;
  Tag tag = Tag::kOther;                 // of start and end tags
  TextMode text_mode = TextMode::kData;  // of text
  bool self_closing = false;             // of start tags: "<br/>"
  bool foreign = false;                  // of start tags: SVG's or MathML's, as ContentModel found
  bool cut = false;                      // of doctypes: the page ended within it
  // Text and comments: their characters. Tags: the name. Doctypes: all after "<!doctype".
  std::string_view raw;
  // Of start tags, in order, doubles included: of these the first counts. End tags have none;
  // other tokens keep those of the tag before, so look at `kind` first.
  std::vector<Attribute> attributes;

  // The first attribute of that (lower-case) name, or null.
  const Attribute* Find(std::string_view lower) const MEGURI_LIFETIME_BOUND;
  // The text, decoded: a view of the page where there is nothing to decode, else of `scratch`,
  // whose old contents are lost. REQUIRES: kind == TokenKind::kText.
  std::string_view Text(std::string& scratch MEGURI_LIFETIME_BOUND) const;
  // Appends text with references decoded and newlines normalised, a comment's data, or a
  // tag's name in lower case.
  void AppendText(std::string& out) const;
};

struct Doctype {
  std::optional<std::string> name;
  std::optional<std::string> public_id;
  std::optional<std::string> system_id;
  bool force_quirks = false;
};

// REQUIRES: token.kind == TokenKind::kDoctype.
Doctype ParseDoctype(const Token& token);

}  // namespace meguri::html
