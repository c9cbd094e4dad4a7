#include "html/links/css_urls.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/utf8.h"

namespace meguri::html {
namespace {

bool IsNewline(char c) { return c == '\n' || c == '\r' || c == '\f'; }

bool IsNameChar(char c) {
  return IsAsciiAlphanumeric(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// The escape after a '\\' at text[0]; its length without the '\\'.
std::size_t AppendEscape(std::string_view text, std::string& out) {
  constexpr std::size_t kMostDigits = 6;
  std::size_t at = 0;
  char32_t code_point = 0;
  while (at < text.size() && at < kMostDigits && IsAsciiHexDigit(text[at])) {
    code_point = code_point * 16 + static_cast<char32_t>(HexDigitValue(text[at]));
    ++at;
  }
  if (at == 0) {  // any other character stands for itself; a newline for nothing
    if (text.starts_with("\r\n")) return 2;
    if (!IsNewline(text.front())) out += text.front();
    return 1;
  }
  AppendUtf8(code_point == 0 ? kReplacementCharacter : code_point, out);
  if (text.substr(at).starts_with("\r\n")) return at + 2;
  return at < text.size() && IsAsciiSpace(text[at]) ? at + 1 : at;
}

}  // namespace

bool CssUrlReader::Next(std::string_view& url) {
  is_import_ = false;
  while (!rest_.empty()) {
    const char c = rest_.front();
    if (c == '/' && rest_.starts_with("/*")) {
      SkipComment();
    } else if (c == '"' || c == '\'') {
      std::string_view ignored;
      rest_.remove_prefix(1);
      TakeString(c, ignored);
    } else if (c == '@') {
      if (TakeAtRule(url)) return true;
    } else if (IsNameChar(c)) {
      if (TakeWord(url)) return true;
    } else {
      rest_.remove_prefix(c == '\\' && rest_.size() > 1 ? 2 : 1);
    }
  }
  return false;
}

void CssUrlReader::SkipComment() {
  const std::size_t end = rest_.find("*/", 2);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 2);
}

void CssUrlReader::SkipSpaceAndComments() {
  for (;;) {
    if (rest_.starts_with("/*")) {
      SkipComment();
    } else if (!rest_.empty() && IsAsciiSpace(rest_.front())) {
      rest_.remove_prefix(1);
    } else {
      return;
    }
  }
}

// The string after its opening quote; false if a newline breaks it off, as CSS has it. The
// style sheet's end closes it.
bool CssUrlReader::TakeString(char quote, std::string_view& value) {
  std::size_t at = 0;
  while (at < rest_.size() && rest_[at] != quote) {
    if (IsNewline(rest_[at])) {
      rest_.remove_prefix(at);
      return false;
    }
    at += rest_[at] == '\\' && at + 1 < rest_.size() ? 2 : 1;
  }
  value = rest_.substr(0, at);
  rest_.remove_prefix(at < rest_.size() ? at + 1 : at);
  return true;
}

// After "url(".
bool CssUrlReader::TakeUrlFunction(std::string_view& url) {
  while (!rest_.empty() && IsAsciiSpace(rest_.front())) {
    rest_.remove_prefix(1);
  }
  if (rest_.empty()) return false;
  const char quote = rest_.front();
  if (quote == '"' || quote == '\'') {
    rest_.remove_prefix(1);
    std::string_view raw;
    if (!TakeString(quote, raw)) return false;
    url = Unescaped(raw);
    return !url.empty();
  }
  std::size_t at = 0;
  while (at < rest_.size() && rest_[at] != ')') {
    at += rest_[at] == '\\' && at + 1 < rest_.size() ? 2 : 1;
  }
  const std::string_view raw = TrimAsciiSpace(rest_.substr(0, at));
  rest_.remove_prefix(at < rest_.size() ? at + 1 : at);
  // White space, quotes and parentheses inside make a "bad url", which is none.
  if (raw.find_first_of(" \t\n\r\f\"'(") != std::string_view::npos &&
      raw.find('\\') == std::string_view::npos) {
    return false;
  }
  url = Unescaped(raw);
  return !url.empty();
}

// At '@': takes the string of "@import 'x'"; what of it is url(x) is found as any url().
bool CssUrlReader::TakeAtRule(std::string_view& url) {
  constexpr std::string_view kImport = "@import";
  const bool import = EqualsIgnoringAsciiCase(rest_.substr(0, kImport.size()), kImport) &&
                      (rest_.size() == kImport.size() || !IsNameChar(rest_[kImport.size()]));
  rest_.remove_prefix(import ? kImport.size() : 1);
  if (!import) return false;
  SkipSpaceAndComments();
  if (rest_.empty()) return false;
  const char c = rest_.front();
  is_import_ = true;
  if (c == '"' || c == '\'') {
    rest_.remove_prefix(1);
    std::string_view raw;
    if (TakeString(c, raw)) {
      url = Unescaped(raw);
      if (!url.empty()) return true;
    }
  } else if (IsNameChar(c) && TakeWord(url)) {
    return true;
  }
  is_import_ = false;
  return false;
}

// A name; true if it was "url(" or "src(" with a URL.
bool CssUrlReader::TakeWord(std::string_view& url) {
  std::size_t size = 0;
  while (size < rest_.size() && IsNameChar(rest_[size])) {
    ++size;
  }
  const std::string_view word = rest_.substr(0, size);
  rest_.remove_prefix(size);
  if (rest_.empty() || rest_.front() != '(') return false;
  if (!EqualsIgnoringAsciiCase(word, "url") && !EqualsIgnoringAsciiCase(word, "src")) return false;
  rest_.remove_prefix(1);
  return TakeUrlFunction(url);
}

std::string_view CssUrlReader::Unescaped(std::string_view raw) {
  if (raw.find('\\') == std::string_view::npos) return raw;
  scratch_.clear();
  for (std::size_t at = 0; at < raw.size();) {
    if (raw[at] == '\\' && at + 1 < raw.size()) {
      at += 1 + AppendEscape(raw.substr(at + 1), scratch_);
    } else {
      scratch_ += raw[at++];
    }
  }
  return scratch_;
}

}  // namespace meguri::html
