#include "base/ip_address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

namespace meguri {
namespace {

constexpr std::size_t kV4At = 12;  // where the IPv4 address is in the IPv6 form
constexpr std::uint8_t kV4Bits = 96;

// Its first `bits` bits.
bool SamePrefix(const IpAddress& a, const IpAddress& b, unsigned bits) {
  const std::size_t whole = bits / 8;
  if (!std::equal(a.bytes().begin(), a.bytes().begin() + static_cast<std::ptrdiff_t>(whole),
                  b.bytes().begin())) {
    return false;
  }
  const unsigned rest = bits % 8;
  if (rest == 0) return true;
  const unsigned shift = 8 - rest;
  return (a.bytes().at(whole) >> shift) == (b.bytes().at(whole) >> shift);
}

bool HasBitsBeyond(const IpAddress& address, unsigned bits) {
  for (unsigned bit = bits; bit < 128; ++bit) {
    if ((address.bytes().at(bit / 8) >> (7 - bit % 8) & 1U) != 0) return true;
  }
  return false;
}

}  // namespace

IpAddress IpAddress::V4(const std::array<std::uint8_t, 4>& bytes) {
  IpAddress address;
  address.bytes_[10] = address.bytes_[11] = 0xFF;
  std::ranges::copy(bytes, address.bytes_.begin() + kV4At);
  return address;
}

IpAddress IpAddress::V4(std::uint32_t number) {
  return V4({static_cast<std::uint8_t>(number >> 24U), static_cast<std::uint8_t>(number >> 16U),
             static_cast<std::uint8_t>(number >> 8U), static_cast<std::uint8_t>(number)});
}

IpAddress IpAddress::V6(const std::array<std::uint8_t, 16>& bytes) {
  IpAddress address;
  address.bytes_ = bytes;
  return address;
}

std::optional<IpAddress> IpAddress::Parse(std::string_view text) {
  if (text.size() >= INET6_ADDRSTRLEN) return std::nullopt;
  const std::string terminated(text);
  if (terminated.size() != text.size() || text.find('\0') != text.npos) return std::nullopt;
  std::array<std::uint8_t, 4> v4{};
  if (inet_pton(AF_INET, terminated.c_str(), v4.data()) == 1) return V4(v4);
  std::array<std::uint8_t, 16> v6{};
  if (inet_pton(AF_INET6, terminated.c_str(), v6.data()) == 1) return V6(v6);
  return std::nullopt;
}

bool IpAddress::is_v4() const {
  return bytes_[10] == 0xFF && bytes_[11] == 0xFF &&
         std::all_of(bytes_.begin(), bytes_.begin() + 10, [](std::uint8_t b) { return b == 0; });
}

std::uint32_t IpAddress::v4_number() const {
  return std::uint32_t{bytes_[12]} << 24U | std::uint32_t{bytes_[13]} << 16U |
         std::uint32_t{bytes_[14]} << 8U | std::uint32_t{bytes_[15]};
}

std::string IpAddress::ToString() const {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (is_v4()) {
    inet_ntop(AF_INET, bytes_.data() + kV4At, text.data(), text.size());
  } else {
    inet_ntop(AF_INET6, bytes_.data(), text.data(), text.size());
  }
  return text.data();
}

std::optional<IpRange> IpRange::Parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto base = IpAddress::Parse(text.substr(0, slash));
  if (!base) return std::nullopt;
  IpRange range;
  range.base_ = *base;
  if (slash == text.npos) return range;

  const std::string_view digits = text.substr(slash + 1);
  unsigned bits = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  // The text decides, not is_v4(): ::ffff:0:0/96 is given in IPv6's bits.
  const bool v4 = text.substr(0, slash).find(':') == text.npos;
  if (bits > (v4 ? 32U : 128U)) return std::nullopt;
  range.bits_ = static_cast<std::uint8_t>(bits + (v4 ? kV4Bits : 0));
  if (HasBitsBeyond(range.base_, range.bits_)) return std::nullopt;
  return range;
}

bool IpRange::Contains(const IpAddress& address) const { return SamePrefix(base_, address, bits_); }

}  // namespace meguri
