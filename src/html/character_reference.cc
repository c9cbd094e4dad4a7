#include "html/character_reference.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/byte_search.h"
#include "html/entities.h"

namespace meguri::html {
namespace {

// Numbers 0x80 to 0x9F mean what they mean in windows-1252; 0 where that has nothing.
constexpr std::array<char16_t, 32> kC1 = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

// "#38;", "#x26": how many bytes it takes; 0 if it is no number.
std::size_t AppendNumeric(std::string_view text, std::string& out) {
  const bool hex = text.size() > 1 && (text[1] == 'x' || text[1] == 'X');
  const std::uint32_t base = hex ? 16 : 10;
  const std::size_t begin = hex ? 2 : 1;
  std::size_t at = begin;
  std::uint32_t number = 0;
  for (; at < text.size(); ++at) {
    const int digit = HexDigitValue(text[at]);
    if (digit < 0 || static_cast<std::uint32_t>(digit) >= base) break;
    // Anything above the last code point is the same; stopping there keeps it from wrapping.
    number = std::min(number * base + static_cast<std::uint32_t>(digit), kMaxCodePoint + 1U);
  }
  if (at == begin) return 0;
  AppendUtf8(CharacterOfNumber(number), out);
  if (at < text.size() && text[at] == ';') ++at;
  return at;
}

// `text` begins after the '&'. How many of its bytes belong to the reference; 0 if none.
std::size_t AppendReference(std::string_view text, ReferencePlace place, std::string& out) {
  if (text.empty()) return 0;
  if (text.front() == '#') return AppendNumeric(text, out);
  const std::optional<EntityMatch> match = MatchEntity(text);
  if (!match) return 0;
  if (place == ReferencePlace::kAttribute && !match->semicolon && match->length < text.size()) {
    const char next = text[match->length];
    if (next == '=' || IsAsciiAlphanumeric(next)) return 0;
  }
  AppendUtf8(match->code_points[0], out);
  if (match->code_points[1] != 0) AppendUtf8(match->code_points[1], out);
  return match->length;
}

template <bool kReferences>
void Append(std::string_view raw, ReferencePlace place, NulRule nul, std::string& out) {
  std::size_t copied = 0;  // up to here it is in `out`
  std::size_t at = 0;
  while (at < raw.size()) {
    const char c = raw[at];
    if (!(kReferences && c == '&') && c != '\r' && c != '\0') {
      ++at;
      continue;
    }
    out.append(raw, copied, at - copied);
    ++at;
    if (c == '&') {
      const std::size_t length = AppendReference(raw.substr(at), place, out);
      if (length == 0) out += '&';
      at += length;
    } else if (c == '\r') {
      out += '\n';
      if (at < raw.size() && raw[at] == '\n') ++at;
    } else if (nul == NulRule::kReplace) {
      AppendUtf8(kReplacementCharacter, out);
    } else {
      out += '\0';
    }
    copied = at;
  }
  out.append(raw, copied);
}

}  // namespace

char32_t CharacterOfNumber(std::uint32_t number) {
  if (number == 0 || number > kMaxCodePoint || IsSurrogate(number)) return kReplacementCharacter;
  if (number >= 0x80 && number <= 0x9F && kC1[number - 0x80] != 0) return kC1[number - 0x80];
  return number;
}

bool NeedsDecoding(std::string_view raw) {
  for (; raw.size() >= 8; raw.remove_prefix(8)) {
    const std::uint64_t word = LoadWord(raw.data());
    if ((BytesEqual(word, '&') | BytesEqual(word, '\r') | BytesEqual(word, '\0')) != 0) return true;
  }
  return std::ranges::any_of(raw, [](char c) { return c == '&' || c == '\r' || c == '\0'; });
}

void AppendDecoded(std::string_view raw, ReferencePlace place, NulRule nul, std::string& out) {
  Append<true>(raw, place, nul, out);
}

void AppendNormalised(std::string_view raw, NulRule nul, std::string& out) {
  Append<false>(raw, ReferencePlace::kText, nul, out);
}

}  // namespace meguri::html
