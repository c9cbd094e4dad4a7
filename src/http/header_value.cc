#include "http/header_value.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "base/ascii.h"

namespace meguri::http {

bool IsTokenChar(char c) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return IsAsciiAlphanumeric(c) || kMarks.find(c) != std::string_view::npos;
}

bool IsToken(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, IsTokenChar);
}

std::string_view TrimBlanks(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && blank(text.back()))
    text.remove_suffix(1);
  return text;
}

void SkipQuotedString(std::string_view text, std::size_t& at) {
  ++at;
  while (at < text.size()) {
    const char c = text[at++];
    if (c == '"') return;
    if (c == '\\' && at < text.size()) ++at;
  }
}

std::string TakeQuotedString(std::string_view text, std::size_t& at) {
  std::string contents;
  ++at;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find_first_of("\"\\", at), text.size());
    contents += text.substr(at, end - at);
    at = end;
    if (at == text.size()) break;
    if (text[at++] == '"') break;
    contents += at < text.size() ? text[at++] : '\\';  // nothing is escaped: the backslash stays
  }
  return contents;
}

std::optional<std::string_view> ValueSplitter::Next() {
  if (at_end_) return std::nullopt;
  std::size_t at = 0;
  while (at < rest_.size() && rest_[at] != ',') {
    if (rest_[at] == '"') {
      SkipQuotedString(rest_, at);
    } else {
      ++at;
    }
  }
  const std::string_view element = TrimBlanks(rest_.substr(0, at));
  at_end_ = at == rest_.size();
  rest_.remove_prefix(at_end_ ? at : at + 1);
  return element;
}

std::optional<std::uint64_t> ParseDigits(std::string_view text) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  if (text.empty()) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    if (!IsAsciiDigit(c)) return std::nullopt;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    value = value > (kMax - digit) / 10 ? kMax : value * 10 + digit;
  }
  return value;
}

CacheControl ParseCacheControl(std::string_view value) {
  constexpr std::uint64_t kMaxSeconds = std::uint64_t{1} << 31U;
  CacheControl result;
  ValueSplitter splitter(value);
  while (const auto element = splitter.Next()) {
    const std::size_t equals = element->find('=');
    const std::string_view name = TrimBlanks(element->substr(0, equals));
    if (EqualsIgnoringAsciiCase(name, "no-store")) result.no_store = true;
    if (EqualsIgnoringAsciiCase(name, "no-cache")) result.no_cache = true;
    if (EqualsIgnoringAsciiCase(name, "must-revalidate")) result.must_revalidate = true;
    if (equals == std::string_view::npos || result.max_age) continue;
    if (!EqualsIgnoringAsciiCase(name, "max-age")) continue;
    std::string_view number = TrimBlanks(element->substr(equals + 1));
    if (number.size() >= 2 && number.starts_with('"') && number.ends_with('"')) {
      number = number.substr(1, number.size() - 2);
    }
    if (const auto seconds = ParseDigits(number)) {
      result.max_age = std::chrono::seconds(std::min(*seconds, kMaxSeconds));
    }
  }
  return result;
}

}  // namespace meguri::http
