#include "url/surt/ia_host.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "base/ascii.h"
#include "url/surt/ia_rules.h"
#include "url/surt/idna2003.h"

namespace meguri::url::ia {
namespace {

// Pairs of dots become one, once ("a....b" → "a..b"); those at either end go.
void TrimDots(std::string& host) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < host.size(); ++i) {
    if (host[i] == '.' && i + 1 < host.size() && host[i + 1] == '.') ++i;
    host[end++] = host[i];
  }
  host.resize(end);
  host.erase(host.find_last_not_of('.') + 1);
  host.erase(0, std::min(host.find_first_not_of('.'), host.size()));
}

// A decimal or octal number, at most `max`.
std::optional<std::uint32_t> ParsePart(std::string_view digits, std::uint32_t max) {
  if (digits.empty()) return std::nullopt;
  const unsigned base = digits[0] == '0' ? 8 : 10;
  std::uint64_t value = 0;
  for (const char c : digits) {
    const auto digit = static_cast<unsigned>(c - '0');
    if (!IsAsciiDigit(c) || digit >= base) return std::nullopt;
    value = value * base + digit;
    if (value > max) return std::nullopt;
  }
  return static_cast<std::uint32_t>(value);
}

}  // namespace

void CanonicalizeHost(std::string& host) {
  UnescapeRepeatedly(host);
  const bool ascii = std::all_of(host.begin(), host.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  // What IDNA refuses stays as it is, and so does ASCII whether it refuses it or not.
  if (!ascii) static_cast<void>(HostToAsciiIdna2003(host));
  AsciiLowerInPlace(host);
  TrimDots(host);
  if (const std::optional<std::uint32_t> address = ParseLooseIpv4(host)) {
    host = Ipv4Text(*address);
  } else {
    EscapeUnsafe(host);
  }
}

std::optional<std::uint32_t> ParseLooseIpv4(std::string_view host) {
  if (host.empty()) return std::nullopt;
  if (std::all_of(host.begin(), host.end(), IsAsciiDigit)) {
    std::uint32_t value = 0;  // modulo 2^32
    for (const char c : host) {
      value = value * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return value;
  }
  if (host[0] == '0' && host.find_first_of("89") != std::string_view::npos) return std::nullopt;
  std::uint32_t address = 0;
  for (int bytes_left = 4; bytes_left > 0; --bytes_left) {
    const std::size_t dot = host.find('.');
    if (dot == std::string_view::npos) {
      const std::uint32_t max = 0xffffffffU >> (8 * (4 - bytes_left));
      const std::optional<std::uint32_t> last = ParsePart(host, max);
      if (!last) return std::nullopt;
      return address | *last;
    }
    const std::optional<std::uint32_t> part = ParsePart(host.substr(0, dot), 255);
    if (!part) return std::nullopt;
    address |= *part << (8 * (bytes_left - 1));
    host.remove_prefix(dot + 1);
  }
  return std::nullopt;  // five numbers
}

std::string Ipv4Text(std::uint32_t address) {
  return fmt::format("{}.{}.{}.{}", address >> 24, address >> 16 & 255, address >> 8 & 255,
                     address & 255);
}

void StripWww(std::string& host) {
  constexpr std::string_view kWww = "www";
  if (!host.starts_with(kWww)) return;
  const std::size_t dot = host.find_first_not_of("0123456789", kWww.size());
  if (dot != std::string::npos && host[dot] == '.') host.erase(0, dot + 1);
}

}  // namespace meguri::url::ia
