// IPv4 in URLs: https://url.spec.whatwg.org/#concept-ipv4-parser.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "url/host.h"

namespace meguri::url {
namespace {

// Anything above 32 bits is too large in every position, so the sum stops growing there.
constexpr std::uint64_t kTooLarge = std::uint64_t{1} << 33;

// One dot-separated part: decimal, octal with a leading 0, hexadecimal with 0x. "0x" is 0.
std::optional<std::uint64_t> ParsePart(std::string_view part) {
  if (part.empty()) return std::nullopt;
  unsigned radix = 10;
  if (part.size() >= 2 && part[0] == '0' && (part[1] == 'x' || part[1] == 'X')) {
    radix = 16;
    part.remove_prefix(2);
  } else if (part.size() >= 2 && part[0] == '0') {
    radix = 8;
    part.remove_prefix(1);
  }
  std::uint64_t value = 0;
  for (const char c : part) {
    const int digit = HexDigitValue(c);
    if (digit < 0 || static_cast<unsigned>(digit) >= radix) return std::nullopt;
    value = std::min(kTooLarge, value * radix + static_cast<unsigned>(digit));
  }
  return value;
}

}  // namespace

std::optional<std::uint32_t> ParseIpv4(std::string_view text) {
  if (text.ends_with('.')) text.remove_suffix(1);
  std::uint64_t address = 0;
  for (unsigned index = 0; index < 4; ++index) {
    const std::size_t dot = text.find('.');
    const std::optional<std::uint64_t> part = ParsePart(text.substr(0, dot));
    if (!part) return std::nullopt;
    if (dot == std::string_view::npos) {  // the last part fills all bytes that are left
      const std::uint64_t limit = std::uint64_t{1} << (8 * (4 - index));
      if (*part >= limit) return std::nullopt;
      return static_cast<std::uint32_t>(address + *part);
    }
    if (*part > 255) return std::nullopt;
    address += *part << (8 * (3 - index));
    text.remove_prefix(dot + 1);
  }
  return std::nullopt;  // more than four parts
}

void AppendIpv4(std::uint32_t address, std::string& out) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    const unsigned byte = (address >> shift) & 0xFF;
    if (byte >= 100) out += static_cast<char>('0' + byte / 100);
    if (byte >= 10) out += static_cast<char>('0' + byte / 10 % 10);
    out += static_cast<char>('0' + byte % 10);
    if (shift != 0) out += '.';
  }
}

}  // namespace meguri::url
