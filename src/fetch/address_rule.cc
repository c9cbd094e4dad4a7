#include "fetch/address_rule.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace meguri {
namespace {

struct V4Prefix {
  std::uint32_t base;
  unsigned bits;
};

// IANA, IPv4 Special-Purpose Address Registry: all that is not globally reachable; and multicast.
// 192.0.0.9 and .10 are, but nobody serves pages there.
constexpr std::array<V4Prefix, 15> kNotPublicV4{{
    {0x00000000, 8},   // 0.0.0.0/8        "this" network
    {0x0A000000, 8},   // 10.0.0.0/8       private
    {0x64400000, 10},  // 100.64.0.0/10    shared, behind carriers' NAT
    {0x7F000000, 8},   // 127.0.0.0/8      loopback
    {0xA9FE0000, 16},  // 169.254.0.0/16   link-local
    {0xAC100000, 12},  // 172.16.0.0/12    private
    {0xC0000000, 24},  // 192.0.0.0/24     IETF protocol assignments
    {0xC0000200, 24},  // 192.0.2.0/24     documentation
    {0xC0586300, 24},  // 192.88.99.0/24   6to4 relays, given up
    {0xC0A80000, 16},  // 192.168.0.0/16   private
    {0xC6120000, 15},  // 198.18.0.0/15    benchmarking
    {0xC6336400, 24},  // 198.51.100.0/24  documentation
    {0xCB007100, 24},  // 203.0.113.0/24   documentation
    {0xE0000000, 4},   // 224.0.0.0/4      multicast
    {0xF0000000, 4},   // 240.0.0.0/4      reserved, and broadcast
}};

struct V6Prefix {
  std::uint64_t base;  // the upper half: no prefix here is longer
  unsigned bits;
};

// Within 2000::/3, the only part of IPv6 that is given to the public; all else isn't public anyway.
constexpr std::array<V6Prefix, 3> kNotPublicV6{{
    {0x2001'0000'0000'0000, 23},  // 2001::/23      IETF protocol assignments, Teredo
    {0x2001'0DB8'0000'0000, 32},  // 2001:db8::/32  documentation
    {0x3FFF'0000'0000'0000, 20},  // 3fff::/20      documentation
}};

bool IsPublicV4(std::uint32_t number) {
  return std::ranges::none_of(kNotPublicV4, [number](const V4Prefix& prefix) {
    return ((number ^ prefix.base) >> (32 - prefix.bits)) == 0;
  });
}

std::uint64_t Word(const IpAddress& address, std::size_t at, std::size_t bytes) {
  std::uint64_t word = 0;
  for (std::size_t i = at; i < at + bytes; ++i)
    word = word << 8U | address.bytes().at(i);
  return word;
}

std::uint32_t EmbeddedV4(const IpAddress& address, std::size_t at) {
  return static_cast<std::uint32_t>(Word(address, at, 4));
}

}  // namespace

bool IsPublic(const IpAddress& address) {
  if (address.is_v4()) return IsPublicV4(address.v4_number());
  const std::uint64_t upper = Word(address, 0, 8);
  constexpr std::uint64_t kNat64 = 0x0064'FF9B'0000'0000;  // 64:ff9b::/96
  if (upper == kNat64 && Word(address, 8, 4) == 0) return IsPublicV4(EmbeddedV4(address, 12));
  if (upper >> 61U != 1) return false;  // 2000::/3
  constexpr std::uint64_t kSixToFour = 0x2002;
  if (upper >> 48U == kSixToFour) return IsPublicV4(EmbeddedV4(address, 2));
  return std::ranges::none_of(kNotPublicV6, [upper](const V6Prefix& prefix) {
    return ((upper ^ prefix.base) >> (64 - prefix.bits)) == 0;
  });
}

bool IsPartOfTheInternet(const IpRange& range) {
  const IpAddress& first = range.first();
  if (!first.is_v4()) {
    // Around all of IPv4, or as far as it is reached by NAT64.
    constexpr int kNat64Bits = 96;
    const std::array<std::uint8_t, 16> nat64{0x00, 0x64, 0xFF, 0x9B};
    if (range.Contains(IpAddress::V4(0x08080808)) || range.Contains(IpAddress::V6(nat64)))
      return true;
    if (range.prefix() >= kNat64Bits && IsPublic(first) && Word(first, 0, 2) == 0x64)
      return range.prefix() < kNat64Bits + 16;
    if (range.prefix() >= 32) return false;
    // Of 2000::/3, or around it.
    const std::array<std::uint8_t, 16> given{0x20};
    return Word(first, 0, 8) >> 61U == 1 || range.Contains(IpAddress::V6(given));
  }
  if (range.prefix() >= 16) return false;
  const std::uint32_t blocks = 1U << static_cast<unsigned>(16 - range.prefix());  // of /16
  for (std::uint32_t i = 0; i < blocks; ++i) {
    if (IsPublicV4(first.v4_number() + (i << 16U) + 0x0101)) return true;
  }
  return false;
}

bool AddressRule::IsNamed(const IpAddress& address) const {
  return std::ranges::any_of(allowed_,
                             [&](const IpRange& range) { return range.Contains(address); });
}

}  // namespace meguri
