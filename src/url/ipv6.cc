// IPv6 in URLs: https://url.spec.whatwg.org/#concept-ipv6-parser, -serializer.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "url/host.h"

namespace meguri::url {
namespace {

using Pieces = std::array<std::uint16_t, 8>;

// The IPv4 tail "1.2.3.4": decimal only, no leading zeros, exactly four numbers.
std::optional<std::uint32_t> ParseDottedTail(std::string_view text) {
  std::uint32_t address = 0;
  for (int count = 0; count < 4; ++count) {
    if (count > 0) {
      if (!text.starts_with('.')) return std::nullopt;
      text.remove_prefix(1);
    }
    unsigned value = 0;
    std::size_t digits = 0;
    while (digits < text.size() && IsAsciiDigit(text[digits])) {
      if (digits > 0 && value == 0) return std::nullopt;  // "01"
      value = value * 10 + static_cast<unsigned>(text[digits] - '0');
      if (value > 255) return std::nullopt;
      ++digits;
    }
    if (digits == 0) return std::nullopt;
    address = address << 8 | value;
    text.remove_prefix(digits);
  }
  if (!text.empty()) return std::nullopt;
  return address;
}

// Up to four hex digits from the front of `text`, which is advanced past them.
std::uint16_t TakeHexPiece(std::string_view& text) {
  unsigned value = 0;
  std::size_t length = 0;
  while (length < 4 && length < text.size() && HexDigitValue(text[length]) >= 0) {
    value = value * 16 + static_cast<unsigned>(HexDigitValue(text[length]));
    ++length;
  }
  text.remove_prefix(length);
  return static_cast<std::uint16_t>(value);
}

// What follows a piece: the end, or a colon with something behind it.
bool TakeSeparator(std::string_view& text) {
  if (text.empty()) return true;
  if (text[0] != ':' || text.size() == 1) return false;
  text.remove_prefix(1);
  return true;
}

// Moves what follows the "::" to the end, so that the zeros lie in the middle. A "::" stands
// for one piece at least; without it, all eight must be there.
bool Decompress(Pieces& pieces, std::size_t count, std::size_t compress) {
  if (compress > 8) return count == 8;
  if (count == 8) return false;
  std::rotate(pieces.begin() + static_cast<std::ptrdiff_t>(compress),
              pieces.begin() + static_cast<std::ptrdiff_t>(count), pieces.end());
  return true;
}

// The first longest run of two or more zero pieces: [begin, end), empty if there is none.
struct ZeroRun {
  std::size_t begin = 8;
  std::size_t end = 8;
};

ZeroRun LongestZeroRun(const Pieces& pieces) {
  ZeroRun best;
  std::size_t best_length = 1;
  for (std::size_t i = 0; i < 8;) {
    std::size_t end = i;
    while (end < 8 && pieces[end] == 0)
      ++end;
    if (end - i > best_length) {
      best = {i, end};
      best_length = end - i;
    }
    i = end + 1;
  }
  return best;
}

}  // namespace

std::optional<Pieces> ParseIpv6(std::string_view text) {
  constexpr std::size_t kNoCompress = 9;
  Pieces pieces{};
  std::size_t count = 0;
  std::size_t compress = kNoCompress;
  if (text.starts_with(':')) {
    if (!text.starts_with("::")) return std::nullopt;
    text.remove_prefix(2);
    compress = 0;
  }
  while (!text.empty()) {
    if (count == 8) return std::nullopt;
    if (text.starts_with(':')) {
      if (compress != kNoCompress) return std::nullopt;
      text.remove_prefix(1);
      compress = count;
      continue;
    }
    const std::string_view piece_start = text;
    pieces[count] = TakeHexPiece(text);
    if (text.starts_with('.')) {
      const std::optional<std::uint32_t> tail = ParseDottedTail(piece_start);
      if (!tail || count > 6) return std::nullopt;
      pieces[count++] = static_cast<std::uint16_t>(*tail >> 16);
      pieces[count++] = static_cast<std::uint16_t>(*tail & 0xFFFF);
      break;
    }
    const bool no_digit = text.size() == piece_start.size();
    if (no_digit || !TakeSeparator(text)) return std::nullopt;
    ++count;
  }
  if (!Decompress(pieces, count, compress)) return std::nullopt;
  return pieces;
}

void AppendIpv6(const Pieces& pieces, std::string& out) {
  const ZeroRun zeros = LongestZeroRun(pieces);
  for (std::size_t i = 0; i < 8; ++i) {
    if (i == zeros.begin) {
      out += i == 0 ? "::" : ":";
      i = zeros.end - 1;
      continue;
    }
    bool started = false;
    for (int shift = 12; shift >= 0; shift -= 4) {
      const unsigned digit = (pieces[i] >> shift) & 0xF;
      started = started || digit != 0 || shift == 0;
      if (started) out += kHexDigitsLower[digit];
    }
    if (i != 7) out += ':';
  }
}

}  // namespace meguri::url
