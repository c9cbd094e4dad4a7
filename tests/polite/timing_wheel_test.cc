#include "polite/timing_wheel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <vector>

#include "base/random.h"

namespace meguri {
namespace {

using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr TimePoint kStart = TimePoint(seconds(1000));

TEST(TimingWheelTest, NobodyIsDueBeforeTheirMomentAndAllAreAtIt) {
  for (const Duration wait :
       {Duration(0), Duration(1), Duration(milliseconds(1)), Duration(microseconds(1001)),
        Duration(milliseconds(255)), Duration(milliseconds(256)), Duration(milliseconds(257)),
        Duration(seconds(65)), Duration(milliseconds(65'536)), Duration(hours(5)),
        Duration(hours(24 * 365)), Duration(hours(24 * 365 * 200))}) {
    TimingWheel wheel(kStart);
    wheel.Arm(7, kStart + wait);
    EXPECT_TRUE(wheel.armed(7));
    if (wait > Duration(0)) {
      EXPECT_EQ(wheel.PopDue(kStart), std::nullopt) << wait.count();
      EXPECT_EQ(wheel.PopDue(kStart + wait - Duration(1)), std::nullopt) << wait.count();
    }
    EXPECT_LE(*wheel.NextDue(), kStart + wait + TimingWheel::kDefaultTick);
    EXPECT_EQ(wheel.PopDue(kStart + wait + TimingWheel::kDefaultTick), 7U) << wait.count();
    EXPECT_FALSE(wheel.armed(7));
    EXPECT_EQ(wheel.size(), 0U);
    EXPECT_EQ(wheel.NextDue(), std::nullopt);
  }
}

TEST(TimingWheelTest, WhatIsPastIsDueAtOnce) {
  TimingWheel wheel(kStart);
  EXPECT_EQ(wheel.PopDue(kStart + seconds(100)), std::nullopt);
  wheel.Arm(0, kStart);
  EXPECT_EQ(wheel.PopDue(kStart + seconds(100)), 0U);
}

TEST(TimingWheelTest, SameTickComesInTheOrderOfArming) {
  TimingWheel wheel(kStart);
  for (const std::uint32_t id : {5U, 1U, 9U, 3U})
    wheel.Arm(id, kStart + milliseconds(40));
  wheel.Disarm(9);
  const TimePoint then = kStart + milliseconds(40);
  EXPECT_EQ(wheel.PopDue(then), 5U);
  EXPECT_EQ(wheel.PopDue(then), 1U);
  EXPECT_EQ(wheel.PopDue(then), 3U);
  EXPECT_EQ(wheel.PopDue(then), std::nullopt);
}

TEST(TimingWheelTest, NextDueLeadsToTheNextEntryInFewSteps) {
  TimingWheel wheel(kStart);
  wheel.Arm(1, kStart + hours(30));
  int steps = 0;
  TimePoint now = kStart;
  while (!wheel.PopDue(now)) {
    ASSERT_LT(++steps, 8);
    ASSERT_GT(*wheel.NextDue(), now);
    now = *wheel.NextDue();
  }
  EXPECT_GE(now, kStart + hours(30));
  EXPECT_LT(now, kStart + hours(30) + TimingWheel::kDefaultTick);
}

// Servers with intervals from 10 ms to 1 h are armed, asked, disarmed at random; `due` is the
// truth. Each must come no sooner than its moment and no later than the first look a tick after it.
void RunAgainstTruth(std::uint64_t operations, std::uint32_t servers,
                     std::uint64_t disarmed_one_of = 50) {
  constexpr TimePoint kIdle = TimePoint::max();
  TimingWheel wheel(kStart);
  std::vector<TimePoint> due(servers, kIdle);
  Random random(42);
  TimePoint now = kStart;
  TimePoint looked = kStart;  // the last time at which all that was due had been taken
  std::size_t waiting = 0;
  for (std::uint64_t i = 0; i < operations; ++i) {
    const auto id = static_cast<std::uint32_t>(random.Uniform(servers));
    if (due[id] == kIdle) {
      const double decade = random.Double() * 5.556;  // 10 ms to 1 h, each decade as often
      double wait_ms = 10;
      for (double left = decade; left > 0; left -= 1)
        wait_ms *= left >= 1 ? 10 : 1 + 9 * left;
      due[id] = now + microseconds(static_cast<std::int64_t>(wait_ms * 1000));
      wheel.Arm(id, due[id]);
      ++waiting;
    } else if (random.Uniform(disarmed_one_of) == 0) {
      wheel.Disarm(id);
      due[id] = kIdle;
      --waiting;
    }
    if (random.Uniform(4) != 0) continue;
    now += microseconds(static_cast<std::int64_t>(random.Uniform(3000)));
    while (const auto popped = wheel.PopDue(now)) {
      ASSERT_LE(due[*popped], now) << "early";
      ASSERT_GT(due[*popped] + TimingWheel::kDefaultTick, looked) << "late";
      due[*popped] = kIdle;
      --waiting;
    }
    looked = now;
    ASSERT_EQ(wheel.size(), waiting);
    ASSERT_TRUE(!wheel.NextDue() || *wheel.NextDue() > now - TimingWheel::kDefaultTick);
  }
}

TEST(TimingWheelTest, AgreesWithTheTruthOnRandomOperations) {
  const bool whole = std::getenv("MEGURI_LONG") != nullptr;  // NOLINT(concurrency-mt-unsafe)
  RunAgainstTruth(whole ? 100'000'000 : 1'000'000, whole ? 1'000'000 : 10'000);
}

// What was disarmed is cleared out now and then: most of them are, here.
TEST(TimingWheelTest, AgreesWithTheTruthIfMostAreDisarmed) {
  RunAgainstTruth(1'000'000, 100'000, 1);
}

TEST(TimingWheelTest, WhoIsArmedAgainComesLast) {
  TimingWheel wheel(kStart);
  const TimePoint then = kStart + milliseconds(40);
  for (const std::uint32_t id : {5U, 1U, 9U})
    wheel.Arm(id, then);
  for (int i = 0; i < 10'000; ++i) {  // enough for clearing out
    wheel.Disarm(5);
    wheel.Arm(5, then);
  }
  EXPECT_EQ(wheel.size(), 3U);
  EXPECT_EQ(wheel.PopDue(then), 1U);
  EXPECT_EQ(wheel.PopDue(then), 9U);
  EXPECT_EQ(wheel.PopDue(then), 5U);
  EXPECT_EQ(wheel.PopDue(then), std::nullopt);
}

}  // namespace
}  // namespace meguri
