// An IPv4 or IPv6 address as a value: to be compared, hashed, listed in ranges.
//
// An IPv4 address in IPv6 clothes (::ffff:1.2.3.4) is taken for the IPv4 address that it is, so
// that no range is evaded by them. Any thread may use it.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace meguri {

class IpAddress {
 public:
  IpAddress() = default;  // ::, which is nobody's
  // From the most significant byte on: {127, 0, 0, 1}.
  static IpAddress V4(const std::array<std::uint8_t, 4>& bytes);
  static IpAddress V4(std::uint32_t number);  // 0x7F000001
  static IpAddress V6(const std::array<std::uint8_t, 16>& bytes);

  // "127.0.0.1", "::1"; no brackets, no zone, no short forms of IPv4.
  static std::optional<IpAddress> Parse(std::string_view text);

  bool is_v4() const;
  // REQUIRES: is_v4().
  std::uint32_t v4_number() const;
  // As in IPv6, IPv4 as ::ffff:0:0/96.
  const std::array<std::uint8_t, 16>& bytes() const { return bytes_; }

  // "127.0.0.1", "2001:db8::1" (RFC 5952).
  std::string ToString() const;

  auto operator<=>(const IpAddress&) const = default;  // NOLINT(modernize-use-nullptr)

 private:
  std::array<std::uint8_t, 16> bytes_{};
};

// "127.0.0.0/8", "2001:db8::/32", or one address.
class IpRange {
 public:
  // Fails on bits beyond the prefix ("10.0.0.1/8"), which are a mistake more often than not.
  static std::optional<IpRange> Parse(std::string_view text);

  bool Contains(const IpAddress& address) const;

  const IpAddress& first() const { return base_; }
  // How many bits all of them share: of IPv4 32 at most, of IPv6 128.
  int prefix() const { return base_.is_v4() ? bits_ - 96 : bits_; }

 private:
  IpAddress base_;
  std::uint8_t bits_ = 128;  // of the IPv6 form: /8 of IPv4 is 104
};

}  // namespace meguri
