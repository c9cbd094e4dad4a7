#include "base/duration_text.h"

#include <gtest/gtest.h>

namespace meguri {
namespace {

using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(DurationTextTest, ReadsWhatPeopleWrite) {
  EXPECT_EQ(ParseDuration("200ms"), milliseconds(200));
  EXPECT_EQ(ParseDuration("5s"), seconds(5));
  EXPECT_EQ(ParseDuration("10m"), minutes(10));
  EXPECT_EQ(ParseDuration("1h"), hours(1));
  EXPECT_EQ(ParseDuration("30d"), hours(720));
  EXPECT_EQ(ParseDuration("7us"), microseconds(7));
  EXPECT_EQ(ParseDuration("0s"), seconds(0));
  EXPECT_EQ(ParseDuration("1.5h"), minutes(90));
  EXPECT_EQ(ParseDuration("0.25ms"), microseconds(250));
  EXPECT_EQ(ParseDuration("1.50000000000000000000s"), milliseconds(1500));
  EXPECT_EQ(ParseDuration("0.125d"), hours(3));
  EXPECT_EQ(ParseDuration("3652425d"), hours(3'652'425 * 24LL));
}

TEST(DurationTextTest, RefusesTheRest) {
  for (const char* text :
       {"", "5", "s", "-5s", "5 s", "5S", "1.s", ".5s", "1e3s", "0.5us", "0.0001ms", "5sec", "1,5h",
        "99999999999999999999s", "3652426d", "0.000000001d", "+1s", "1.5.5s"}) {
    EXPECT_FALSE(ParseDuration(text)) << text;
  }
}

TEST(DurationTextTest, WritesWhatItReads) {
  EXPECT_EQ(FormatDuration(seconds(90)), "90s");
  EXPECT_EQ(FormatDuration(seconds(120)), "2m");
  EXPECT_EQ(FormatDuration(hours(48)), "2d");
  EXPECT_EQ(FormatDuration(microseconds(0)), "0s");
  for (std::int64_t value : {1LL, 999LL, 1000LL, 123'456'789LL, 86'400'000'001LL}) {
    EXPECT_EQ(ParseDuration(FormatDuration(microseconds(value))), microseconds(value));
  }
}

}  // namespace
}  // namespace meguri
