// ASCII letters, digits and spaces, whatever the locale; <cctype> depends on it and is
// undefined for negative chars.
//
// Bytes of 0x80 and above belong to no class and are never changed, so that all of this is
// safe on UTF-8. Everything is constexpr and without state: any thread may call it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace meguri {

constexpr bool IsAsciiDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool IsAsciiUpper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool IsAsciiLower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool IsAsciiAlpha(char c) { return IsAsciiUpper(c) || IsAsciiLower(c); }
constexpr bool IsAsciiAlphanumeric(char c) { return IsAsciiAlpha(c) || IsAsciiDigit(c); }
constexpr bool IsAsciiHexDigit(char c) {
  return IsAsciiDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
// The Infra Standard's "ASCII whitespace": no vertical tab.
constexpr bool IsAsciiSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}
// 0x00 to 0x1F, and DEL.
constexpr bool IsAsciiControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

constexpr char AsciiToLower(char c) {
  return IsAsciiUpper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
}
constexpr char AsciiToUpper(char c) {
  return IsAsciiLower(c) ? static_cast<char>(c - ('a' - 'A')) : c;
}

inline void AsciiLowerInPlace(std::string& text) {
  std::ranges::transform(text, text.begin(), [](char c) { return AsciiToLower(c); });
}
inline std::string AsciiLowered(std::string_view text) {
  std::string result(text);
  AsciiLowerInPlace(result);
  return result;
}

// "Content-Type" equals "content-type".
constexpr bool EqualsIgnoringAsciiCase(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (AsciiToLower(a[i]) != AsciiToLower(b[i])) return false;
  }
  return true;
}

// Equal for what EqualsIgnoringAsciiCase() calls equal (FNV-1a). Only to tell most names apart
// before they are compared: whoever wants collisions finds them.
constexpr std::uint32_t HashIgnoringAsciiCase(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(AsciiToLower(c))) * 16777619U;
  }
  return hash;
}

// Without the ASCII whitespace at both ends; a view into `text`.
constexpr std::string_view TrimAsciiSpace(std::string_view text) {
  while (!text.empty() && IsAsciiSpace(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && IsAsciiSpace(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

// 0 to 15, or -1 if `c` is no hex digit of either case.
constexpr int HexDigitValue(char c) {
  if (IsAsciiDigit(c)) return c - '0';
  const char lower = AsciiToLower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}
inline constexpr std::string_view kHexDigitsLower = "0123456789abcdef";
inline constexpr std::string_view kHexDigitsUpper = "0123456789ABCDEF";  // percent-encoding

// How many bytes at the start of `text` are below 0x80. Eight at a time at run time.
constexpr std::size_t AsciiPrefixLength(std::string_view text) {
  std::size_t at = 0;
  if (!std::is_constant_evaluated()) {
    constexpr std::uint64_t kHighBits = 0x8080808080808080;
    for (; text.size() - at >= sizeof(std::uint64_t); at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data() + at, sizeof word);
      if ((word & kHighBits) != 0) break;  // the loop below finds which
    }
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) {
    ++at;
  }
  return at;
}
constexpr bool IsAscii(std::string_view text) { return AsciiPrefixLength(text) == text.size(); }

}  // namespace meguri
