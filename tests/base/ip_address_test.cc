#include "base/ip_address.h"

#include <gtest/gtest.h>

#include <string>

namespace meguri {
namespace {

TEST(IpAddressTest, ReadsWhatItWrites) {
  for (const char* text :
       {"0.0.0.0", "127.0.0.1", "255.255.255.255", "::", "::1", "2001:db8::1", "fe80::1:2:3:4"}) {
    const auto address = IpAddress::Parse(text);
    ASSERT_TRUE(address) << text;
    EXPECT_EQ(address->ToString(), text);
  }
}

TEST(IpAddressTest, RefusesWhatIsNone) {
  for (const char* text : {"", "1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "[::1]",
                           "::1%lo", "a.b.c.d", " 127.0.0.1", "127.0.0.1 ", ":::", "1::2::3"}) {
    EXPECT_FALSE(IpAddress::Parse(text)) << text;
  }
  EXPECT_FALSE(IpAddress::Parse(std::string("127.0.0.1\0", 10)));
  EXPECT_FALSE(IpAddress::Parse(std::string(100'000, '1')));
}

TEST(IpAddressTest, Ipv4InIpv6ClothesIsIpv4) {
  const auto mapped = IpAddress::Parse("::ffff:127.0.0.1");
  ASSERT_TRUE(mapped);
  EXPECT_TRUE(mapped->is_v4());
  EXPECT_EQ(*mapped, IpAddress::V4(0x7F000001));
  EXPECT_EQ(mapped->v4_number(), 0x7F000001U);
  EXPECT_EQ(mapped->ToString(), "127.0.0.1");
}

TEST(IpRangeTest, ContainsItsOwnAndNoOther) {
  const auto loopback = IpRange::Parse("127.0.0.0/8");
  ASSERT_TRUE(loopback);
  EXPECT_TRUE(loopback->Contains(*IpAddress::Parse("127.0.0.1")));
  EXPECT_TRUE(loopback->Contains(*IpAddress::Parse("127.255.255.255")));
  EXPECT_TRUE(loopback->Contains(*IpAddress::Parse("::ffff:127.1.2.3")));
  EXPECT_FALSE(loopback->Contains(*IpAddress::Parse("126.255.255.255")));
  EXPECT_FALSE(loopback->Contains(*IpAddress::Parse("128.0.0.0")));
  EXPECT_FALSE(loopback->Contains(*IpAddress::Parse("::1")));

  const auto odd = IpRange::Parse("10.32.0.0/13");
  ASSERT_TRUE(odd);
  EXPECT_TRUE(odd->Contains(*IpAddress::Parse("10.39.255.255")));
  EXPECT_FALSE(odd->Contains(*IpAddress::Parse("10.40.0.0")));

  const auto one = IpRange::Parse("::1");
  ASSERT_TRUE(one);
  EXPECT_TRUE(one->Contains(*IpAddress::Parse("::1")));
  EXPECT_FALSE(one->Contains(*IpAddress::Parse("::2")));

  const auto all = IpRange::Parse("::/0");
  ASSERT_TRUE(all);
  EXPECT_TRUE(all->Contains(*IpAddress::Parse("8.8.8.8")));
}

TEST(IpRangeTest, RefusesWhatIsNone) {
  for (const char* text : {"", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/x", "10.0.0.0/-1",
                           "10.0.0.1/8", "::/129", "10.0.0.0/8/8", "2001:db8::1/32"}) {
    EXPECT_FALSE(IpRange::Parse(text)) << text;
  }
}

}  // namespace
}  // namespace meguri
