// Numbers for the names of hosts and servers, in the order of their first appearance, so that a
// request can be kept in a few bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/ip_address.h"
#include "base/lifetime.h"
#include "lab/judge/politeness.h"

namespace meguri {

class HostNumbers {
 public:
  // kNobody for "".
  std::uint32_t NumberOf(std::string_view name) {
    if (name.empty()) return kNobody;
    const auto [found, is_new] =
        numbers_.try_emplace(std::string(name), static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.emplace_back(name);
    return found->second;
  }
  const std::vector<std::string>& names() const MEGURI_LIFETIME_BOUND { return names_; }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> names_;
};

// A server is an IPv4 address, or an IPv6 /64: whoever has one of its addresses has them all.
class ServerNumbers {
 public:
  std::uint32_t NumberOf(std::string_view address) {
    if (address.empty()) return kNobody;
    const auto [found, is_new] = by_text_.try_emplace(std::string(address), kNobody);
    if (is_new) found->second = servers_.NumberOf(ServerOf(address));
    return found->second;
  }
  const std::vector<std::string>& names() const MEGURI_LIFETIME_BOUND { return servers_.names(); }

 private:
  static std::string ServerOf(std::string_view text) {
    const auto address = IpAddress::Parse(text);
    if (!address || address->is_v4()) return std::string(text);
    auto bytes = address->bytes();
    for (std::size_t i = 8; i < bytes.size(); ++i)
      bytes[i] = 0;
    return IpAddress::V6(bytes).ToString() + "/64";
  }

  std::unordered_map<std::string, std::uint32_t> by_text_;
  HostNumbers servers_;
};

}  // namespace meguri
