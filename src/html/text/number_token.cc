#include "html/text/number_token.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/ascii.h"
#include "base/byte_words.h"

namespace meguri::html {
namespace {

// A sign that letters or digits follow.
bool IsInnerSign(std::string_view text, std::size_t at) {
  return std::string_view("-/.:,_+").find(text[at]) != std::string_view::npos &&
         at + 1 < text.size() && IsAsciiAlphanumeric(text[at + 1]);
}

void AddDigit(unsigned digit, NumberToken& token) {
  constexpr unsigned kMaxDigits = 9;  // of a value; more are counted only
  const std::size_t i = token.fields - 1;
  if (++token.digits[i] <= kMaxDigits) token.value[i] = token.value[i] * 10 + digit;
}

NumberToken ReadFullWidth(std::string_view text, std::size_t at) {
  NumberToken token;
  token.begin = token.end = at;
  token.fields = 1;
  for (; DigitBytes(text, token.end) == 3; token.end += 3) {
    AddDigit(static_cast<unsigned>(text[token.end + 2] - '\x90'), token);
  }
  return token;
}

// Runs of digits with a sign between them, from token.end on, where a digit is.
void ReadFields(std::string_view text, NumberToken& token) {
  token.fields = 1;
  for (; token.end < text.size(); ++token.end) {
    if (IsAsciiDigit(text[token.end])) {
      AddDigit(static_cast<unsigned>(text[token.end] - '0'), token);
      continue;
    }
    const bool another = token.fields < NumberToken::kMaxFields && IsInnerSign(text, token.end) &&
                         IsAsciiDigit(text[token.end + 1]);
    if (!another) return;
    token.sign[token.fields++ - 1] = text[token.end];
  }
}

// 2024-03-12, 12.3.2024, 3/12/2024, 12/03/24: the first three fields.
bool StartsWithDate(const NumberToken& token) {
  if (token.fields < 3 || token.sign[0] != token.sign[1]) return false;
  const char sign = token.sign[0];
  if (sign != '-' && sign != '/' && sign != '.') return false;
  if (token.IsYear(0)) return token.IsUpTo(1, 12) && token.IsUpTo(2, 31);
  const bool month_second = token.IsUpTo(0, 31) && token.IsUpTo(1, 12);
  const bool month_first = sign == '/' && token.IsUpTo(0, 12) && token.IsUpTo(1, 31);
  const bool two_digits = token.digits[0] == 2 && token.digits[1] == 2 && token.digits[2] == 2;
  return (month_second || month_first) && (token.IsYear(2) || two_digits);
}

}  // namespace

std::size_t DigitBytes(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  if (IsAsciiDigit(text[at])) return 1;
  const bool full_width = text.size() - at >= 3 && text[at] == '\xEF' && text[at + 1] == '\xBC' &&
                          text[at + 2] >= '\x90' && text[at + 2] <= '\x99';
  return full_width ? 3 : 0;
}

std::size_t FindDigit(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    for (; text.size() - at >= 8; at += 8) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, text.data() + at, sizeof bytes);
      const std::uint64_t low = bytes & EveryByte(0x7F);
      const std::uint64_t digits =
          (low + EveryByte(0x80 - '0')) & ~(low + EveryByte(0x80 - '9' - 1)) & ~bytes;
      const std::uint64_t unlike_ef = bytes ^ EveryByte(0xEF);
      const std::uint64_t full_width = (unlike_ef - EveryByte(1)) & ~unlike_ef;
      if (((digits | full_width) & EveryByte(0x80)) != 0) break;
    }
    const std::size_t stop = std::min(at + 8, text.size());
    for (; at < stop; ++at) {
      if (DigitBytes(text, at) != 0) return at;
    }
  }
  return text.size();
}

NumberToken ReadToken(std::string_view text, std::size_t at, std::size_t floor) {
  if (text[at] == '\xEF') return ReadFullWidth(text, at);
  NumberToken token;
  token.begin = token.end = at;
  while (token.begin > floor && IsAsciiAlphanumeric(text[token.begin - 1])) {
    --token.begin;
  }
  if (token.begin == at) ReadFields(text, token);
  const std::size_t fields_end = token.end;
  while (token.end < text.size() &&
         (IsAsciiAlphanumeric(text[token.end]) || IsInnerSign(text, token.end))) {
    ++token.end;
  }
  if (token.fields != 0) token.tail = text.substr(fields_end, token.end - fields_end);
  return token;
}

bool IsDate(const NumberToken& token) {
  if (StartsWithDate(token)) {
    return token.fields > 3 || token.tail.empty() || token.tail[0] == 'T' || token.tail[0] == 't';
  }
  if (!token.Plain(1) || (token.digits[0] != 8 && token.digits[0] != 14)) return false;
  if (token.digits[0] == 14) return true;  // 20240312103005: values stop at nine digits
  const unsigned month = token.value[0] / 100 % 100;
  const unsigned day = token.value[0] % 100;
  return token.value[0] / 1'000'000 >= 19 && token.value[0] / 1'000'000 <= 20 && month >= 1 &&
         month <= 12 && day >= 1 && day <= 31;
}

bool IsTime(const NumberToken& token) {
  const bool half_day = token.tail.size() == 2 && AsciiToLower(token.tail[1]) == 'm' &&
                        (AsciiToLower(token.tail[0]) == 'a' || AsciiToLower(token.tail[0]) == 'p');
  if (token.fields == 1) return half_day && token.IsUpTo(0, 12);
  if (token.fields > 4 || token.sign[0] != ':' || !(half_day || token.tail.size() <= 1))
    return false;
  return token.digits[0] <= 2 && token.value[0] <= 24 && token.digits[1] == 2 &&
         token.value[1] < 60 && (token.fields < 3 || token.digits[2] == 2);
}

bool IsSessionId(std::string_view token) {
  constexpr std::size_t kMinBytes = 16;
  constexpr int kMinChanges = 4;  // between letters and digits
  if (token.size() < kMinBytes) return false;
  const bool uuid_signs = token.size() == 36 && token[8] == '-' && token[13] == '-' &&
                          token[18] == '-' && token[23] == '-';
  if (uuid_signs &&
      std::ranges::all_of(token, [](char c) { return c == '-' || IsAsciiHexDigit(c); })) {
    return true;
  }
  std::size_t run = 0;
  int changes = 0;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (!IsAsciiAlphanumeric(token[i])) {
      run = 0;
      changes = 0;
      continue;
    }
    if (run > 0 && IsAsciiDigit(token[i]) != IsAsciiDigit(token[i - 1])) ++changes;
    if (++run >= kMinBytes && changes >= kMinChanges) return true;
  }
  return false;
}

}  // namespace meguri::html
