#include "base/lone_surrogates.h"

#include <cstddef>
#include <optional>

#include "base/ascii.h"

namespace meguri {
namespace {

// The value of "\uXXXX" at the front of `text`, or nullopt.
std::optional<unsigned> UnicodeEscapeAt(std::string_view text) {
  if (text.size() < 6 || text[0] != '\\' || text[1] != 'u') return std::nullopt;
  unsigned value = 0;
  for (const char c : text.substr(2, 4)) {
    const int digit = HexDigitValue(c);
    if (digit < 0) return std::nullopt;
    value = value * 16 + static_cast<unsigned>(digit);
  }
  return value;
}

}  // namespace

std::string ReplaceLoneSurrogates(std::string_view json) {
  std::string result;
  for (std::size_t at = 0; at < json.size();) {
    const std::string_view rest = json.substr(at);
    const std::optional<unsigned> unit = UnicodeEscapeAt(rest);
    std::size_t length = rest[0] == '\\' ? 2 : 1;  // an escaped backslash begins no escape
    if (unit) length = 6;
    const bool high = unit && *unit >= 0xD800 && *unit <= 0xDBFF;
    const std::optional<unsigned> next =
        high ? UnicodeEscapeAt(rest.substr(length)) : std::optional<unsigned>();
    const bool pair = next && *next >= 0xDC00 && *next <= 0xDFFF;
    const bool lone = unit && *unit >= 0xD800 && *unit <= 0xDFFF && !pair;
    if (pair) length = 12;
    result += lone ? std::string_view("\\ufffd") : rest.substr(0, length);
    at += length;
  }
  return result;
}

}  // namespace meguri
