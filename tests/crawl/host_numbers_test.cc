#include "crawl/host_numbers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace meguri {
namespace {

TEST(HostNumbers, NumbersAreGivenInOrderAndFound) {
  HostNumbers hosts(7);
  EXPECT_FALSE(hosts.Find("a.example"));
  EXPECT_EQ(hosts.Add("a.example"), 0U);
  EXPECT_EQ(hosts.Add("b.example"), 1U);
  EXPECT_EQ(hosts.Find("a.example"), 0U);
  EXPECT_EQ(hosts.Find("b.example"), 1U);
  EXPECT_FALSE(hosts.Find("a.exampl"));
  EXPECT_FALSE(hosts.Find("a.exampleb.example"));
  EXPECT_FALSE(hosts.Find(""));
}

TEST(HostNumbers, AHostWithoutANameIsOneToo) {
  HostNumbers hosts(7);
  EXPECT_EQ(hosts.Add(""), 0U);
  EXPECT_EQ(hosts.Add("a.example"), 1U);
  EXPECT_EQ(hosts.Find(""), 0U);
}

TEST(HostNumbers, StayAsTheyAreWhenItGrows) {
  HostNumbers hosts(7);
  constexpr std::uint32_t kMany = 20'000;
  for (std::uint32_t i = 0; i < kMany; ++i)
    ASSERT_EQ(hosts.Add(fmt::format("host-{}.example", i)), i);
  EXPECT_EQ(hosts.size(), kMany);
  for (std::uint32_t i = 0; i < kMany; ++i)
    ASSERT_EQ(hosts.Find(fmt::format("host-{}.example", i)), i);
  EXPECT_FALSE(hosts.Find(fmt::format("host-{}.example", kMany)));
}

}  // namespace
}  // namespace meguri
