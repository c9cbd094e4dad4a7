#include "sim/change/change_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/draws.h"

namespace meguri {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr WallTime kStart = ManualClock::kDefaultStart;

struct Named {
  std::string name;
  std::function<std::unique_ptr<ChangeProcess>()> make;
};

std::vector<ChangeHistory> Histories() {
  return {{{kStart, kStart + days(1), kStart + days(2), kStart + days(9)}, {1, 2, 2, 0}},
          {{kStart + days(3), kStart + days(4)}, {7, 9}},
          {{kStart - days(10), kStart + days(4), kStart + days(5)}, {0, 1, 2}}};
}

class AnyProcessTest : public testing::TestWithParam<Named> {};

INSTANTIATE_TEST_SUITE_P(
    All, AnyProcessTest,
    testing::Values(
        Named{"Never", [] { return NeverChanges(kStart - days(400)); }},
        Named{"PoissonHour", [] { return PoissonChanges(hours(1)); }},
        Named{"PoissonYears", [] { return PoissonChanges(days(2000)); }},
        Named{"Daily", [] { return RhythmicChanges(days(1), hours(2), false); }},
        Named{"DailyWide",
              [] { return RhythmicChanges(days(1), hours(12) - microseconds(1), false); }},
        Named{"WorkdaysDaily", [] { return RhythmicChanges(days(1), hours(2), true); }},
        Named{"WorkdaysHourly", [] { return RhythmicChanges(hours(1), minutes(29), true); }},
        Named{"WorkdaysWeekly", [] { return RhythmicChanges(days(7), days(1), true); }},
        Named{"Bursts", [] { return BurstyChanges(days(3), 10, hours(5)); }},
        Named{"BurstsOverlap", [] { return BurstyChanges(hours(1), 7, hours(5)); }},
        Named{"BurstsAtOnce", [] { return BurstyChanges(hours(1), 7, microseconds(0)); }},
        Named{"Trivial", [] { return TrivialChanges(PoissonChanges(hours(3))); }},
        Named{"Replay", [] { return ReplayedChanges(Histories(), hours(5)); }}),
    [](const auto& test) { return test.param.name; });

TEST_P(AnyProcessTest, ChangesInAndAtTellTheSame) {
  const auto process = GetParam().make();
  const WallTime from = kStart - days(7);
  const WallTime to = kStart + days(20);
  for (std::uint64_t key = 0; key < 50; ++key) {
    PageState state = process->At(key, from);
    WallTime last = from;
    for (const WallTime moment : process->ChangesIn(key, from, to)) {
      ASSERT_GT(moment, last);
      ASSERT_LE(moment, to);
      // Nothing happens in between …
      for (const WallTime quiet : {last + (moment - last) / 2, moment - microseconds(1)}) {
        ASSERT_EQ(process->At(key, quiet), state);
      }
      // … and something does now.
      const PageState next = process->At(key, moment);
      ASSERT_NE(next, state);
      ASSERT_EQ(next.since, moment);
      if (GetParam().name != "Replay") {
        ASSERT_GT(next.version + next.trivial, state.version + state.trivial);
      }
      state = next;
      last = moment;
    }
    ASSERT_EQ(process->At(key, to), state);
  }
}

TEST_P(AnyProcessTest, PartsOfAnIntervalHaveTheChangesOfTheWhole) {
  const auto process = GetParam().make();
  const WallTime to = kStart + days(12);
  const auto whole = process->ChangesIn(5, kStart, to);
  std::vector<WallTime> parts;
  for (WallTime t = kStart; t < to; t += hours(1)) {
    for (const WallTime moment : process->ChangesIn(5, t, t + hours(1)))
      parts.push_back(moment);
  }
  EXPECT_EQ(parts, whole);
}

TEST_P(AnyProcessTest, TheOrderOfQuestionsDoesNotMatter) {
  const auto process = GetParam().make();
  const auto again = GetParam().make();
  std::vector<PageState> forward;
  for (int hour = 0; hour < 500; ++hour)
    forward.push_back(process->At(9, kStart + hours(hour)));
  for (int hour = 499; hour >= 0; --hour) {
    ASSERT_EQ(again->At(9, kStart + hours(hour)), forward[static_cast<std::size_t>(hour)]);
  }
}

TEST_P(AnyProcessTest, ThereIsAnAnswerBefore1970) {
  const auto process = GetParam().make();
  const PageState state = process->At(3, WallTime{} - days(400));
  EXPECT_EQ(state.trivial, 0U);
  EXPECT_TRUE(process->ChangesIn(3, WallTime{} - days(500), WallTime{} - days(1)).empty());
}

TEST(PoissonChangesTest, CountsHaveThePoissonMeanAndVariance) {
  const auto process = PoissonChanges(days(1));
  constexpr int kPages = 20'000;
  double sum = 0;
  double squares = 0;
  for (std::uint64_t key = 0; key < kPages; ++key) {
    // Across the border between cells of 16 days, and not a whole one.
    const auto count =
        static_cast<double>(process->ChangesIn(key, kStart, kStart + days(10)).size());
    sum += count;
    squares += count * count;
  }
  const double mean = sum / kPages;
  EXPECT_NEAR(mean, 10, 0.1);  // its standard error: 0.022
  EXPECT_NEAR(squares / kPages - mean * mean, 10, 0.5);
}

TEST(PoissonChangesTest, GapsAreExponential) {
  const auto process = PoissonChanges(hours(1));
  const auto moments = process->ChangesIn(77, kStart, kStart + hours(20'000));
  std::vector<double> gaps;
  for (std::size_t i = 1; i < moments.size(); ++i) {
    gaps.push_back(static_cast<double>((moments[i] - moments[i - 1]).count()) / 3.6e9);
  }
  std::ranges::sort(gaps);
  double distance = 0;
  const auto n = static_cast<double>(gaps.size());
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const double expected = 1 - std::exp(-gaps[i]);
    distance = std::max({distance, std::abs(expected - static_cast<double>(i) / n),
                         std::abs(expected - static_cast<double>(i + 1) / n)});
  }
  // Kolmogorov and Smirnov: 1.63 / √n is exceeded once in a hundred seeds.
  EXPECT_LT(distance, 1.63 / std::sqrt(n));
}

TEST(PoissonChangesTest, PagesAreIndependentOfEachOther) {
  const auto process = PoissonChanges(hours(1));
  int same = 0;
  for (std::uint64_t key = 0; key < 1'000; ++key) {
    const bool a = !process->ChangesIn(key, kStart, kStart + hours(1)).empty();
    const bool b = !process->ChangesIn(key + 1, kStart, kStart + hours(1)).empty();
    same += a == b ? 1 : 0;
  }
  // 0.632² + 0.368² = 0.535
  EXPECT_NEAR(same, 535, 60);
}

TEST(RhythmicChangesTest, OnceAPeriodGiveOrTakeTheJitter) {
  const auto process = RhythmicChanges(days(1), hours(2), false);
  for (std::uint64_t key = 0; key < 20; ++key) {
    const auto moments = process->ChangesIn(key, kStart, kStart + days(50));
    ASSERT_THAT(moments.size(), testing::AllOf(testing::Ge(49U), testing::Le(51U)));
    bool jitters = false;
    for (std::size_t i = 1; i < moments.size(); ++i) {
      const auto off = std::chrono::abs(moments[i] - moments[i - 1] - microseconds(days(1)));
      ASSERT_LE(off, hours(4));
      jitters = jitters || off > minutes(5);
    }
    EXPECT_TRUE(jitters);
  }
}

bool IsWorkingTime(WallTime t) {
  const auto day = std::chrono::floor<days>(t);
  const unsigned weekday = std::chrono::weekday(day).iso_encoding();
  return weekday <= 5 && t - day >= hours(8) && t - day < hours(18);
}

TEST(RhythmicChangesTest, WorkdaysOnly) {
  struct Case {
    microseconds period;
    std::size_t in_four_weeks;
  };
  for (const Case& c : {Case{days(1), 20}, Case{days(7), 4}, Case{hours(1), 200}}) {
    const auto process = RhythmicChanges(c.period, c.period / 10, true);
    for (std::uint64_t key = 0; key < 50; ++key) {
      const auto moments = process->ChangesIn(key, kStart, kStart + days(28));
      for (const WallTime moment : moments)
        ASSERT_TRUE(IsWorkingTime(moment)) << moment.time_since_epoch().count();
      const auto count = static_cast<double>(moments.size());
      EXPECT_NEAR(count, static_cast<double>(c.in_four_weeks),
                  1.5 + static_cast<double>(c.in_four_weeks) / 10);
    }
  }
}

TEST(BurstyChangesTest, ComeInBursts) {
  const auto process = BurstyChanges(days(100), 10, hours(1));
  std::size_t changes = 0;
  std::size_t gaps_within = 0;
  for (std::uint64_t key = 0; key < 100; ++key) {
    const auto moments = process->ChangesIn(key, kStart, kStart + days(2'000));
    changes += moments.size();
    for (std::size_t i = 1; i < moments.size(); ++i)
      gaps_within += moments[i] - moments[i - 1] < hours(1) ? 1U : 0U;
  }
  EXPECT_NEAR(static_cast<double>(changes), 20'000, 1'500);  // 2,000 bursts, give or take 45
  EXPECT_NEAR(static_cast<double>(gaps_within) / static_cast<double>(changes), 0.9, 0.01);
}

TEST(TrivialChangesTest, TheVersionStays) {
  const auto real = PoissonChanges(hours(1));
  const auto trivial = TrivialChanges(PoissonChanges(hours(1)));
  const PageState state = trivial->At(4, kStart);
  EXPECT_EQ(state.version, 0U);
  EXPECT_EQ(state.trivial, real->At(4, kStart).version);
  EXPECT_EQ(state.since, real->At(4, kStart).since);
}

TEST(ReplayedChangesTest, SaysWhatTheHistorySays) {
  const auto process = ReplayedChanges({Histories()[0]}, hours(5));
  EXPECT_EQ(process->At(1, kStart - days(5)).version, 1U);
  EXPECT_EQ(process->At(1, kStart + days(1) + hours(4)).version, 1U);
  const PageState second = process->At(1, kStart + days(3));
  EXPECT_EQ(second.version, 2U);
  EXPECT_EQ(second.since, kStart + days(1) + hours(5));  // set again later, which changes nothing
  EXPECT_FALSE(second.absent);
  EXPECT_TRUE(process->At(1, kStart + days(10)).absent);
}

TEST(ReplayedChangesTest, EachPageDrawsAHistory) {
  const auto process = ReplayedChanges(Histories(), microseconds(0));
  std::vector<std::uint64_t> versions;
  for (std::uint64_t key = 0; key < 30; ++key)
    versions.push_back(process->At(key, kStart + days(20)).version);
  EXPECT_THAT(versions, testing::IsSupersetOf({0U, 9U, 2U}));
}

TEST(DrawsTest, BelowIsEven) {
  std::vector<int> counts(10);
  for (std::uint64_t i = 0; i < 100'000; ++i)
    ++counts[static_cast<std::size_t>(Below(Draw(1, i), 10))];
  EXPECT_THAT(counts, testing::Each(testing::AllOf(testing::Gt(9'600), testing::Lt(10'400))));
}

}  // namespace
}  // namespace meguri
