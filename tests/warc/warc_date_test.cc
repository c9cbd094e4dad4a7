#include "warc/warc_date.h"

#include <gtest/gtest.h>

#include <string>

namespace meguri::warc {
namespace {

std::string Shown(std::optional<WallTime> time) {
  return time ? FormatIso8601(*time, Fraction::kMicros) : "none";
}

TEST(WarcDateTest, EveryPrecision) {
  EXPECT_EQ(Shown(ParseWarcDate("2006")), "2006-01-01T00:00:00.000000Z");
  EXPECT_EQ(Shown(ParseWarcDate("2006-12")), "2006-12-01T00:00:00.000000Z");
  EXPECT_EQ(Shown(ParseWarcDate("2006-12-31")), "2006-12-31T00:00:00.000000Z");
  EXPECT_EQ(Shown(ParseWarcDate("2006-12-31T23:59Z")), "2006-12-31T23:59:00.000000Z");
  EXPECT_EQ(Shown(ParseWarcDate("2006-12-31T23:59:58Z")), "2006-12-31T23:59:58.000000Z");
  EXPECT_EQ(Shown(ParseWarcDate("2006-12-31T23:59:58.123456789Z")), "2006-12-31T23:59:58.123456Z");
  EXPECT_EQ(Shown(ParseWarcDate("2006-12-31T23:59:58.5+09:00")), "2006-12-31T14:59:58.500000Z");
  EXPECT_EQ(Shown(ParseWarcDate("2006-12-31T23:59:60Z")), "2007-01-01T00:00:00.000000Z");
}

TEST(WarcDateTest, WhatIsNone) {
  for (const char* text : {"", "06", "2006-", "2006-13", "2006-02-30", "2006-12-31T",
                           "2006-12-31T25:00Z", "2006-12-31T23", "2006-12-31T23:61Z",
                           "2006-12-31T23:59:58ZZ", "soon", "2006-12-31T23:59:58+9"}) {
    EXPECT_FALSE(ParseWarcDate(text)) << text;
  }
}

TEST(Timestamp14Test, AnyNumberOfDigits) {
  EXPECT_EQ(Shown(ParseTimestamp14("2006")), "2006-01-01T00:00:00.000000Z");
  EXPECT_EQ(Shown(ParseTimestamp14("20061231235958")), "2006-12-31T23:59:58.000000Z");
  EXPECT_EQ(Shown(ParseTimestamp14("2006123123595899")), "2006-12-31T23:59:58.000000Z");
  for (const char* text : {"", "200", "20061", "20061331", "2006-12-31", "2006123x"}) {
    EXPECT_FALSE(ParseTimestamp14(text)) << text;
  }
  EXPECT_EQ(ParseAnyDate("2006-12-31"), ParseAnyDate("20061231"));
}

}  // namespace
}  // namespace meguri::warc
