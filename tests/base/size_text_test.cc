#include "base/size_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace meguri {
namespace {

TEST(SizeTextTest, UnitsOfAThousandAndOf1024) {
  EXPECT_EQ(ParseSize("0"), 0U);
  EXPECT_EQ(ParseSize("1000"), 1000U);
  EXPECT_EQ(ParseSize("7B"), 7U);
  EXPECT_EQ(ParseSize("5MB"), 5'000'000U);
  EXPECT_EQ(ParseSize("5mb"), 5'000'000U);
  EXPECT_EQ(ParseSize("2GB"), 2'000'000'000U);
  EXPECT_EQ(ParseSize("3TB"), 3'000'000'000'000U);
  EXPECT_EQ(ParseSize("64K"), 65536U);
  EXPECT_EQ(ParseSize("64kB"), 64000U);
  EXPECT_EQ(ParseSize("64KiB"), 65536U);
  EXPECT_EQ(ParseSize("2G"), std::uint64_t{2} << 30);
  EXPECT_EQ(ParseSize("1TiB"), std::uint64_t{1} << 40);
}

TEST(SizeTextTest, Fractions) {
  EXPECT_EQ(ParseSize("1.5GiB"), std::uint64_t{3} << 29);
  EXPECT_EQ(ParseSize("0.5MB"), 500'000U);
  EXPECT_EQ(ParseSize("1.000001MB"), 1'000'001U);
  EXPECT_EQ(ParseSize("1.0009kB"), 1000U);
  EXPECT_EQ(ParseSize("0.999999TiB"), 1'099'510'528'264U);
}

TEST(SizeTextTest, WhatIsNone) {
  for (const char* text : {"", "MB", ".5MB", "1.MB", "1.1234567MB", "-1", "+1", " 1", "1 MB", "1XB",
                           "1MBs", "1e3", "0x10", "1,5MB", "1Mi", "1..5MB"}) {
    EXPECT_EQ(ParseSize(text), std::nullopt) << text;
  }
}

TEST(SizeTextTest, TheLargest) {
  EXPECT_EQ(ParseSize("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(ParseSize("18446744073709551616"), std::nullopt);
  EXPECT_EQ(ParseSize("18446744073709551.615kB"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(ParseSize("18446744073709551.616kB"), std::nullopt);
  EXPECT_EQ(ParseSize("16777216TiB"), std::nullopt);
  EXPECT_EQ(ParseSize("16777215TiB"), std::uint64_t{16777215} << 40);
}

TEST(SizeTextTest, ForPeople) {
  EXPECT_EQ(FormatSize(0), "0 B");
  EXPECT_EQ(FormatSize(999), "999 B");
  EXPECT_EQ(FormatSize(1000), "1.0 kB");
  EXPECT_EQ(FormatSize(1234), "1.2 kB");
  EXPECT_EQ(FormatSize(9949), "9.9 kB");
  EXPECT_EQ(FormatSize(9950), "10 kB");
  EXPECT_EQ(FormatSize(999'499), "999 kB");
  EXPECT_EQ(FormatSize(999'999), "1.0 MB");
  EXPECT_EQ(FormatSize(2'000'000'000), "2.0 GB");
  EXPECT_EQ(FormatSize(std::numeric_limits<std::uint64_t>::max()), "18 EB");
}

}  // namespace
}  // namespace meguri
