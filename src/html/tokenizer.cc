#include "html/tokenizer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ascii.h"
#include "html/byte_search.h"
#include "html/script_data.h"

namespace meguri::html {
namespace {

std::string_view Between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

// What a character ends, as bits.
constexpr std::uint8_t kSpace = 1;
constexpr std::uint8_t kEndsName = 2;  // of a tag
constexpr std::uint8_t kEndsAttributeName = 4;
constexpr std::uint8_t kEndsValue = 8;  // without quotes

constexpr std::array<std::uint8_t, 256> kClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (const unsigned char c : {' ', '\t', '\n', '\f', '\r'}) {
    classes[c] = kSpace | kEndsName | kEndsAttributeName | kEndsValue;
  }
  classes['/'] = kEndsName | kEndsAttributeName;
  classes['>'] = kEndsName | kEndsAttributeName | kEndsValue;
  classes['='] = kEndsAttributeName;
  return classes;
}();

bool Is(char c, std::uint8_t wanted) {
  return (kClasses[static_cast<unsigned char>(c)] & wanted) != 0;
}

const char* SkipUntil(const char* at, const char* end, std::uint8_t wanted) {
  while (at != end && !Is(*at, wanted)) {
    ++at;
  }
  return at;
}

// Where the name of a tag ends, or of an attribute. NameLength() stops at control characters,
// too, which the loop then passes over.
const char* SkipTagName(const char* at, const char* end) {
  return SkipUntil(at + NameLength(at, end, '>'), end, kEndsName);
}
const char* SkipAttributeName(const char* at, const char* end) {
  return SkipUntil(at + NameLength(at, end, '='), end, kEndsAttributeName);
}

const char* SkipSpace(const char* at, const char* end) {
  while (at != end && Is(*at, kSpace)) {
    ++at;
  }
  return at;
}

}  // namespace

void Tokenizer::Reset(std::string_view page, TokenizerState state,
                      std::string_view last_start_tag) {
  at_ = page.data();
  end_ = page.data() + page.size();
  state_ = state;
  cdata_allowed_ = false;
  last_start_tag_ = last_start_tag;
}

const Token& Tokenizer::Next() {
  if (state_ == TokenizerState::kData) {
    NextInData();
  } else {
    NextInRawText();
  }
  return token_;
}

void Tokenizer::NextInData() {
  const char* search = at_;
  for (;;) {
    const char* open = FindByte(search, end_, '<');
    if (open == nullptr) {
      if (at_ == end_) {
        EndPage();
      } else {
        TakeText(end_, TextMode::kData);
      }
      return;
    }
    search = open + 1;
    if (search == end_) continue;
    const char next = *search;
    const bool markup =
        IsAsciiAlpha(next) || next == '!' || next == '?' || (next == '/' && search + 1 != end_);
    if (!markup) continue;  // a '<' that is text
    if (open != at_) return TakeText(open, TextMode::kData);
    if (TakeMarkup()) return;
    search = at_;  // "</>": nothing at all
  }
}

void Tokenizer::TakeText(const char* end, TextMode mode) {
  token_.kind = TokenKind::kText;
  token_.text_mode = mode;
  token_.raw = Between(at_, end);
  at_ = end;
}

bool Tokenizer::EndPage() {
  at_ = end_;
  token_.kind = TokenKind::kEnd;
  token_.raw = {};
  return true;
}

// at_ is at a '<' that begins something; false if it begins nothing that gives a token.
bool Tokenizer::TakeMarkup() {
  const char* name = at_ + 1;
  switch (*name) {
    case '!':
      return TakeDeclaration();
    case '?':
      return TakeBogusComment(name);
    case '/':
      break;
    default:
      at_ = name;
      return TakeTag(TokenKind::kStartTag);
  }
  ++name;
  if (IsAsciiAlpha(*name)) {
    at_ = name;
    return TakeTag(TokenKind::kEndTag);
  }
  if (*name != '>') return TakeBogusComment(name);
  at_ = name + 1;
  return false;
}

bool Tokenizer::TakeTag(TokenKind kind) {
  const char* const name_end = SkipTagName(at_, end_);
  token_.kind = kind;
  token_.raw = Between(at_, name_end);
  token_.self_closing = false;
  token_.attributes.clear();
  at_ = name_end;
  if (!TakeAttributes()) return EndPage();  // the page ended within the tag: there is no tag
  token_.tag = FindTagIn(token_.raw, end_);
  if (kind == TokenKind::kStartTag) {
    last_start_tag_ = token_.raw;
  } else {
    token_.attributes.clear();
  }
  return true;
}

// Up to and with the '>'; false if there is none.
bool Tokenizer::TakeAttributes() {
  const char* at = at_;
  while (at != end_) {
    const char c = *at;
    if (c == '>') {
      at_ = at + 1;
      return true;
    }
    if (Is(c, kSpace)) {
      ++at;
    } else if (c == '/') {
      ++at;
      if (at != end_ && *at == '>') token_.self_closing = true;
    } else {
      at = TakeAttribute(at);
    }
  }
  return false;
}

void Tokenizer::Keep(const Attribute& attribute) {
  if (token_.attributes.size() < Token::kMaxAttributes) token_.attributes.push_back(attribute);
}

// The attribute whose name begins at `at`; returns where it ends, `end_` if it has no end.
const char* Tokenizer::TakeAttribute(const char* at) {
  const char* const name = at;
  at = SkipAttributeName(at + 1, end_);  // even a '=' can begin a name
  Attribute attribute{.raw_name = Between(name, at), .raw_value = {}};
  const char* const equals = SkipSpace(at, end_);
  if (equals == end_ || *equals != '=') {
    Keep(attribute);
    return equals;
  }
  at = SkipSpace(equals + 1, end_);
  if (at == end_) return end_;
  if (*at == '"' || *at == '\'') {
    const char* const close = FindByte(at + 1, end_, *at);
    if (close == nullptr) return end_;
    attribute.raw_value = Between(at + 1, close);
    at = close + 1;
  } else {
    const char* const value = at;
    at = SkipUntil(at, end_, kEndsValue);
    attribute.raw_value = Between(value, at);
  }
  Keep(attribute);
  return at;
}

// at_ is at "<!".
bool Tokenizer::TakeDeclaration() {
  constexpr std::string_view kDoctype = "doctype";
  constexpr std::string_view kCdata = "[CDATA[";
  const char* const begin = at_ + 2;
  const std::string_view rest = After(begin);
  if (rest.starts_with("--")) return TakeComment(begin + 2);
  if (EqualsIgnoringAsciiCase(rest.substr(0, kDoctype.size()), kDoctype)) {
    return TakeDoctype(begin + kDoctype.size());
  }
  if (cdata_allowed_ && rest.starts_with(kCdata)) {
    at_ = begin + kCdata.size();
    state_ = TokenizerState::kCdataSection;
    NextInRawText();
    return true;
  }
  return TakeBogusComment(begin);
}

// `begin` is after "<!--". A comment ends with "-->" or "--!>", or with a '>' (or "->") right
// at its beginning. All other of the standard's comment states only report errors.
bool Tokenizer::TakeComment(const char* begin) {
  token_.kind = TokenKind::kComment;
  const char* close = begin;
  while ((close = FindByte(close, end_, '>')) != nullptr) {
    std::string_view data = Between(begin, close);
    at_ = ++close;
    token_.raw = {};
    if (data.empty() || data == "-") return true;
    if (data.ends_with("--!")) data.remove_suffix(1);
    if (data.ends_with("--")) {
      data.remove_suffix(2);
      token_.raw = data;
      return true;
    }
  }
  // The page ended within it: dashes that could have begun the end are not data.
  at_ = end_;
  std::string_view data = Between(begin, end_);
  if (data.ends_with("--!")) {
    data.remove_suffix(3);
  } else if (data.ends_with("--")) {
    data.remove_suffix(2);
  } else if (data.ends_with('-')) {
    data.remove_suffix(1);
  }
  token_.raw = data;
  return true;
}

bool Tokenizer::TakeBogusComment(const char* begin) {
  const char* close = FindByte(begin, end_, '>');
  token_.kind = TokenKind::kComment;
  token_.raw = Between(begin, close == nullptr ? end_ : close);
  at_ = close == nullptr ? end_ : close + 1;
  return true;
}

// Any '>' ends a doctype, in quotes too.
bool Tokenizer::TakeDoctype(const char* begin) {
  TakeBogusComment(begin);
  token_.kind = TokenKind::kDoctype;
  token_.cut = token_.raw.end() == end_;
  return true;
}

// All states but kData: text up to an end that depends on the state, then that end.
void Tokenizer::NextInRawText() {
  if (state_ == TokenizerState::kPlaintext) {
    if (at_ == end_) {
      EndPage();
    } else {
      TakeText(end_, TextMode::kRaw);
    }
    return;
  }
  if (state_ == TokenizerState::kCdataSection) {
    constexpr std::string_view kClose = "]]>";
    const std::string_view rest = After(at_);
    const std::size_t size = rest.find(kClose);
    state_ = TokenizerState::kData;
    const bool closed = size != std::string_view::npos;
    if (closed ? size == 0 : rest.empty()) {
      at_ += closed ? kClose.size() : 0;
      return NextInData();
    }
    TakeText(closed ? at_ + size : end_, TextMode::kCdata);
    at_ += closed ? kClose.size() : 0;
    return;
  }
  const char* close = FindRawTextEnd();
  if (close != at_) {
    return TakeText(close, state_ == TokenizerState::kRcdata ? TextMode::kRcdata : TextMode::kRaw);
  }
  state_ = TokenizerState::kData;
  if (close == end_) {
    EndPage();
    return;
  }
  at_ += 2;
  TakeTag(TokenKind::kEndTag);
}

// Where the end tag of the last start tag begins.
const char* Tokenizer::FindRawTextEnd() const {
  if (state_ == TokenizerState::kScriptData) {
    return at_ + ScriptDataLength(After(at_), last_start_tag_);
  }
  for (const char* search = at_;;) {
    const char* const open = FindByte(search, end_, '<');
    if (open == nullptr) return end_;
    if (StartsWithEndTag(After(open), last_start_tag_)) return open;
    search = open + 1;
  }
}

}  // namespace meguri::html
