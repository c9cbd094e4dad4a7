// UTF-8: decode, encode, check; one code point at a time, straight from the bytes.
//
// Broken input is read as the Encoding Standard's UTF-8 decoder reads it, so that we see the
// text a browser sees: every maximal subpart of an ill-formed sequence becomes one U+FFFD.
//
//   bytes       61  F0 9F 98  62  E0 80      ED A0 80             F0 9F 98 80
//   code points a   FFFD      b   FFFD FFFD  FFFD FFFD FFFD       U+1F600
//
// All functions are total (any bytes, any number), linear, and never read past the end.
// No state: any thread may call them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ascii.h"

namespace meguri {

inline constexpr char32_t kReplacementCharacter = 0xFFFD;
inline constexpr char32_t kMaxCodePoint = 0x10FFFF;

struct Utf8Step {
  char32_t code_point;  // kReplacementCharacter if not `valid`
  std::uint8_t length;  // bytes to go forward: 1 to 4
  bool valid;           // false: ill-formed bytes; an encoded U+FFFD is valid

  bool operator==(const Utf8Step&) const = default;
};

constexpr bool IsSurrogate(char32_t c) { return c >= 0xD800 && c <= 0xDFFF; }
constexpr bool IsUtf8Continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

namespace utf8_internal {

// What the first byte of a sequence says: how many bytes follow, its own payload, and the
// range of the second byte, which alone keeps out overlong forms, surrogates and everything
// above U+10FFFF (Unicode, table 3-7).
struct Lead {
  std::uint8_t following;  // 0: can't start a sequence
  std::uint8_t payload;
  std::uint8_t second_min;
  std::uint8_t second_max;
};

constexpr Lead LeadOf(unsigned char byte) {
  const auto low = [byte](unsigned mask) { return static_cast<std::uint8_t>(byte & mask); };
  if (byte < 0xC2 || byte > 0xF4) return {0, 0, 0, 0};
  if (byte < 0xE0) return {1, low(0x1F), 0x80, 0xBF};
  if (byte < 0xF0) {
    const std::uint8_t second_min = byte == 0xE0 ? 0xA0 : 0x80;
    const std::uint8_t second_max = byte == 0xED ? 0x9F : 0xBF;
    return {2, low(0x0F), second_min, second_max};
  }
  const std::uint8_t second_min = byte == 0xF0 ? 0x90 : 0x80;
  const std::uint8_t second_max = byte == 0xF4 ? 0x8F : 0xBF;
  return {3, low(0x07), second_min, second_max};
}

}  // namespace utf8_internal

// The code point that starts at `text[at]`. An ASCII byte costs one comparison.
// REQUIRES: at < text.size().
constexpr Utf8Step DecodeUtf8(std::string_view text, std::size_t at) {
  const auto byte_at = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte_at(at);
  if (first < 0x80) return {first, 1, true};

  const utf8_internal::Lead lead = utf8_internal::LeadOf(first);
  if (lead.following == 0) return {kReplacementCharacter, 1, false};
  char32_t code_point = lead.payload;
  std::uint8_t min = lead.second_min;
  std::uint8_t max = lead.second_max;
  for (std::uint8_t i = 1; i <= lead.following; ++i) {
    // The byte that doesn't fit is not consumed: it may start the next character.
    if (at + i >= text.size() || byte_at(at + i) < min || byte_at(at + i) > max) {
      return {kReplacementCharacter, i, false};
    }
    code_point = (code_point << 6) | (byte_at(at + i) & 0x3FU);
    min = 0x80;
    max = 0xBF;
  }
  return {code_point, static_cast<std::uint8_t>(lead.following + 1), true};
}

// Appends `code_point`; a surrogate or a number above kMaxCodePoint as U+FFFD.
constexpr void AppendUtf8(char32_t code_point, std::string& out) {
  if (IsSurrogate(code_point) || code_point > kMaxCodePoint) code_point = kReplacementCharacter;
  const auto continuation = [code_point](int shift) {
    return static_cast<char>(0x80 | ((code_point >> shift) & 0x3F));
  };
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += static_cast<char>(0xC0 | (code_point >> 6));
    out += continuation(0);
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xE0 | (code_point >> 12));
    out += continuation(6);
    out += continuation(0);
  } else {
    out += static_cast<char>(0xF0 | (code_point >> 18));
    out += continuation(12);
    out += continuation(6);
    out += continuation(0);
  }
}

// How many bytes at the start of `text` are well-formed UTF-8. Eight at a time while ASCII.
constexpr std::size_t Utf8PrefixLength(std::string_view text) {
  std::size_t at = 0;
  for (;;) {
    at += AsciiPrefixLength(text.substr(at));
    // Text in another script rarely has eight ASCII bytes in a row: stay here until it has some.
    while (at < text.size() && static_cast<unsigned char>(text[at]) >= 0x80) {
      const Utf8Step step = DecodeUtf8(text, at);
      if (!step.valid) return at;
      at += step.length;
    }
    if (at == text.size()) return at;
  }
}
constexpr bool IsValidUtf8(std::string_view text) { return Utf8PrefixLength(text) == text.size(); }

}  // namespace meguri
