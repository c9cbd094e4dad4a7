#include "base/clock.h"

#include <gtest/gtest.h>

#include <chrono>
#include <type_traits>

namespace meguri {
namespace {

using namespace std::chrono_literals;
using std::chrono::microseconds;
using std::chrono::sys_days;
using std::chrono::year;

static_assert(!std::is_convertible_v<TimePoint, WallTime>);
static_assert(!std::is_constructible_v<TimePoint, WallTime>);
static_assert(!std::is_constructible_v<TimePoint, std::chrono::steady_clock::time_point>);

TEST(RealClockTest, SteadyTimeNeverGoesBack) {
  const RealClock clock{};
  TimePoint last = clock.Now();
  for (int i = 0; i < 1000; ++i) {
    const TimePoint now = clock.Now();
    ASSERT_GE(now, last);
    last = now;
  }
}

TEST(RealClockTest, WallTimeIsThisCentury) {
  EXPECT_GT(RealClock().WallNow(), sys_days(year(2024) / 1 / 1));
  EXPECT_LT(RealClock().WallNow(), sys_days(year(2100) / 1 / 1));
}

TEST(ManualClockTest, StandsStillUntilAdvanced) {
  ManualClock clock;
  EXPECT_EQ(clock.Now(), TimePoint{});
  EXPECT_EQ(clock.WallNow(), ManualClock::kDefaultStart);
  clock.Advance(1500ns);
  clock.Advance(600ns);
  EXPECT_EQ(clock.Now(), TimePoint{2100ns});
  EXPECT_EQ(clock.WallNow(), ManualClock::kDefaultStart + 2us);
  clock.AdvanceTo(TimePoint{5s});
  EXPECT_EQ(clock.Now(), TimePoint{5s});
  EXPECT_EQ(clock.WallNow(), ManualClock::kDefaultStart + 5s);
}

TEST(ManualClockTest, WallTimeJumpsAlone) {
  ManualClock clock(sys_days(year(2030) / 6 / 1));
  clock.Advance(10s);
  clock.JumpWall(-1h);
  EXPECT_EQ(clock.Now(), TimePoint{10s});
  EXPECT_EQ(FormatIso8601(clock.WallNow()), "2030-05-31T23:00:10Z");
  clock.JumpWall(2h);
  clock.Advance(1s);
  EXPECT_EQ(clock.Now(), TimePoint{11s});
  EXPECT_EQ(FormatIso8601(clock.WallNow()), "2030-06-01T01:00:11Z");
}

constexpr WallTime kSample = sys_days(year(2026) / 1 / 2) + 3h + 4min + 5s + 678901us;

TEST(WallTimeTextTest, Iso8601) {
  EXPECT_EQ(FormatIso8601(kSample), "2026-01-02T03:04:05Z");
  EXPECT_EQ(FormatIso8601(kSample, Fraction::kMillis), "2026-01-02T03:04:05.678Z");
  EXPECT_EQ(FormatIso8601(kSample, Fraction::kMicros), "2026-01-02T03:04:05.678901Z");
  EXPECT_EQ(FormatIso8601(kSample - 678901us, Fraction::kMillis), "2026-01-02T03:04:05.000Z");
}

TEST(WallTimeTextTest, Timestamp14) { EXPECT_EQ(FormatTimestamp14(kSample), "20260102030405"); }

TEST(WallTimeTextTest, BeforeTheEpochAndOnLeapDays) {
  EXPECT_EQ(FormatIso8601(WallTime{-1us}, Fraction::kMicros), "1969-12-31T23:59:59.999999Z");
  EXPECT_EQ(FormatIso8601(sys_days(year(2000) / 2 / 29)), "2000-02-29T00:00:00Z");
  EXPECT_EQ(FormatIso8601(sys_days(year(2100) / 3 / 1) - 1us), "2100-02-28T23:59:59Z");
}

TEST(WallTimeTextTest, OutOfRangeIsTheNearestThatFits) {
  EXPECT_EQ(FormatIso8601(WallTime::max(), Fraction::kMicros), "9999-12-31T23:59:59.999999Z");
  EXPECT_EQ(FormatTimestamp14(WallTime::max()), "99991231235959");
  EXPECT_EQ(FormatIso8601(WallTime::min()), "0000-01-01T00:00:00Z");
}

}  // namespace
}  // namespace meguri
