#include "fetch/address_rule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace meguri {
namespace {

IpAddress Ip(const std::string& text) {
  const auto address = IpAddress::Parse(text);
  EXPECT_TRUE(address) << text;
  return address.value_or(IpAddress());
}

struct Range {
  const char* before;  // "": not public either, see there
  const char* first;
  const char* last;
  const char* behind;
};

// Every range that isn't public, from IANA's registries, with its public neighbours.
constexpr Range kRanges[] = {
    {"", "0.0.0.0", "0.255.255.255", "1.0.0.0"},
    {"9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"},
    {"100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"},
    {"126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"},
    {"169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"},
    {"172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"},
    {"191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"},
    {"192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"},
    {"192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"},
    {"192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"},
    {"198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"},
    {"198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"},
    {"203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"},
    {"223.255.255.255", "224.0.0.0", "255.255.255.255", ""},
    // All below 2000::/3, but for NAT64
    {"", "::", "::fffe:ffff:ffff", ""},
    {"", "::1:0:0:0", "64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff", ""},
    {"", "64:ff9b::1:0:0", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2000::"},
    {"2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
     "2001:200::"},
    {"2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
     "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::"},
    {"3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
     "3fff:1000::"},
    {"3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
     ""},
};

TEST(AddressRuleTest, EveryRangeFromItsFirstToItsLastAddress) {
  for (const Range& range : kRanges) {
    EXPECT_FALSE(IsPublic(Ip(range.first))) << range.first;
    EXPECT_FALSE(IsPublic(Ip(range.last))) << range.last;
    for (const char* neighbour : {range.before, range.behind}) {
      if (*neighbour != '\0') {
        EXPECT_TRUE(IsPublic(Ip(neighbour))) << neighbour;
      }
    }
  }
}

TEST(AddressRuleTest, WhatEmbedsAnIPv4AddressIsAsPublicAsThat) {
  for (const Range& range : kRanges) {
    if (std::string_view(range.first).find(':') != std::string_view::npos) continue;
    for (const char* text : {range.before, range.first, range.last, range.behind}) {
      if (*text == '\0') continue;
      const IpAddress v4 = Ip(text);
      EXPECT_EQ(IsPublic(Ip("::ffff:" + std::string(text))), IsPublic(v4)) << text;
      EXPECT_EQ(IsPublic(Ip("64:ff9b::" + std::string(text))), IsPublic(v4)) << text;
      std::array<std::uint8_t, 16> six_to_four{0x20, 0x02};
      std::copy(v4.bytes().begin() + 12, v4.bytes().end(), six_to_four.begin() + 2);
      six_to_four[15] = 1;
      EXPECT_EQ(IsPublic(IpAddress::V6(six_to_four)), IsPublic(v4)) << text;
      EXPECT_FALSE(IsPublic(Ip("::" + std::string(text)))) << text;  // given up
      EXPECT_FALSE(IsPublic(Ip("64:ff9b:1::" + std::string(text)))) << text;
    }
  }
}

TEST(AddressRuleTest, WellKnownOnes) {
  for (const char* text :
       {"1.1.1.1", "8.8.8.8", "93.184.216.34", "192.31.196.1", "192.52.193.1", "192.175.48.1",
        "2606:4700:4700::1111", "2620:4f:8000::1", "2a00:1450:4001::1"}) {
    EXPECT_TRUE(IsPublic(Ip(text))) << text;
  }
  for (const char* text :
       {"127.0.0.1", "169.254.169.254", "::1", "fe80::1", "fec0::1", "fc00::1", "fd00:ec2::254",
        "ff02::1", "100::1", "5f00::1", "2001::1", "2001:20::1", "64:ff9b:1::808:808"}) {
    EXPECT_FALSE(IsPublic(Ip(text))) << text;
  }
}

TEST(AddressRuleTest, MuchOfTheInternetIsNobodysOwn) {
  for (const char* own : {"127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "100.64.0.0/10", "::1",
                          "8.8.0.0/16", "192.0.2.1", "fc00::/7", "fe80::/10", "2001:4860::/32"}) {
    EXPECT_FALSE(IsPartOfTheInternet(*IpRange::Parse(own))) << own;
  }
  for (const char* all : {"0.0.0.0/0", "::/0", "8.0.0.0/8", "8.8.0.0/15", "172.0.0.0/8", "2000::/3",
                          "2001:4000::/31", "::/1", "::ffff:0:0/96", "::/64", "::/80",
                          "64:ff9b::/96", "64:ff9b::/64", "64:ff9b::800:0/104"}) {
    if (const auto range = IpRange::Parse(all))
      EXPECT_TRUE(IsPartOfTheInternet(*range)) << all;
    else
      ADD_FAILURE() << all;
  }
}

TEST(AddressRuleTest, NamedRangesAreAllowedBesideOrInsteadOfPublicOnes) {
  const std::vector<IpRange> named{*IpRange::Parse("127.0.0.0/8"), *IpRange::Parse("fd00::/8")};
  const AddressRule plain;
  const AddressRule beside(named, true);
  const AddressRule instead(named, false);
  for (const char* text : {"127.1.2.3", "fd00::1", "::ffff:127.0.0.1"}) {
    EXPECT_FALSE(plain.Allows(Ip(text)));
    EXPECT_TRUE(beside.Allows(Ip(text)));
    EXPECT_TRUE(instead.Allows(Ip(text)));
    EXPECT_TRUE(beside.IsNamed(Ip(text)));
  }
  EXPECT_TRUE(plain.Allows(Ip("8.8.8.8")));
  EXPECT_TRUE(beside.Allows(Ip("8.8.8.8")));
  EXPECT_FALSE(beside.IsNamed(Ip("8.8.8.8")));
  EXPECT_FALSE(instead.Allows(Ip("8.8.8.8")));
  EXPECT_FALSE(beside.Allows(Ip("10.0.0.1")));
  EXPECT_FALSE(instead.Allows(Ip("::1")));
}

}  // namespace
}  // namespace meguri
