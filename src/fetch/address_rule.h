// Which addresses may be connected to: public ones, and the ranges that the user allows.
//
// Not public are, by IANA's special-purpose registries: "this" network, private, shared, loopback,
// link-local, documentation, benchmarking, multicast, reserved; their IPv6 counterparts; what
// embeds one of those IPv4 addresses (::ffff:0:0/96, 64:ff9b::/96, 2002::/16); and all of IPv6
// that isn't given to the public: what is outside of 2000::/3.
// A value; any thread may read it.
#pragma once

#include <utility>
#include <vector>

#include "base/ip_address.h"

namespace meguri {

// Reachable over the public internet, as far as the address tells.
bool IsPublic(const IpAddress& address);
// Too wide to be anybody's own machines: public addresses, and more than a /16 (IPv6: a /32) of
// all.
bool IsPartOfTheInternet(const IpRange& range);

class AddressRule {
 public:
  AddressRule() = default;  // public addresses alone
  // `public_too`: false if nobody may be asked but `allowed`.
  AddressRule(std::vector<IpRange> allowed, bool public_too)
      : allowed_(std::move(allowed)), public_too_(public_too) {}

  bool Allows(const IpAddress& address) const {
    return IsNamed(address) || (public_too_ && IsPublic(address));
  }
  // By the user: those for which an interval of 0 may hold.
  bool IsNamed(const IpAddress& address) const;

 private:
  std::vector<IpRange> allowed_;
  bool public_too_ = true;
};

}  // namespace meguri
