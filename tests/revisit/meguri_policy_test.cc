#include "revisit/meguri_policy.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "revisit/fresh_policy.h"
#include "revisit/marginal_gain.h"
#include "revisit/uncertain_gain.h"

namespace meguri::revisit {
namespace {

double Days(double log_days) { return std::exp(log_days); }

// Who is sure of a rate has the interval of those who know it.
TEST(UncertainGainTest, WithoutDoubtItIsTheKnownOptimum) {
  const UncertainGain& gain = UncertainGain::Get();
  for (const double stretch : {0.01, 0.3, 1.0, 4.0}) {
    const double price = std::log(MarginalGain(stretch));
    EXPECT_NEAR(Days(gain.LogInterval(std::log(0.05), 0, 0, price)) * 0.05 / stretch, 1, 0.01);
  }
  for (const double rate : {0.001, 0.01, 0.1}) {
    const double days = FreshInterval(FreshRule::kCgm, rate, 2);
    EXPECT_NEAR(Days(gain.LogInterval(std::log(rate), 0, 1, std::log(2))) / days, 1, 0.01);
  }
}

TEST(UncertainGainTest, WhoChangesTooOftenToBeKeptFreshIsNotGivenUp) {
  const UncertainGain& gain = UncertainGain::Get();
  const double price = std::log(2.0);
  const double often = Days(gain.LogInterval(std::log(0.4), 0.5, 1, price));
  EXPECT_EQ(Days(gain.LogInterval(std::log(1000), 0.5, 1, price)), often);
  EXPECT_LT(often, Days(gain.LogInterval(std::log(0.001), 0.5, 1, price)));
}

TEST(UncertainGainTest, DoubtBringsVisitsForward) {
  const UncertainGain& gain = UncertainGain::Get();
  const double price = std::log(MarginalGain(0.3));
  double last = Days(gain.LogInterval(std::log(0.05), 0, 0, price));
  for (const double deviation : {0.5, 1.0, 2.0}) {
    const double days = Days(gain.LogInterval(std::log(0.05), deviation, 0, price));
    EXPECT_LT(days, last) << deviation;
    last = days;
  }
}

class MeguriPolicyTest : public testing::Test {
 protected:
  double Visit(MeguriPolicy::Page& page, double days, bool changed, double goal = 0) {
    return policy_.Next(page, site_, {.interval = days, .clock_interval = days, .changed = changed},
                        {.stretch = 0.5, .goal = goal});
  }
  double First(MeguriPolicy::Page& page) {
    return policy_.First(page, site_, {.uniform = 0.5}, {.stretch = 0.5});
  }

  MeguriPolicy policy_;
  MeguriPolicy::Site site_;
};

TEST_F(MeguriPolicyTest, LearnsHowOftenAPageChanges) {
  MeguriPolicy::Page often;
  MeguriPolicy::Page seldom;
  First(often);
  First(seldom);
  for (int i = 0; i < 50; ++i) {
    Visit(often, 1, i % 2 == 0);
    Visit(seldom, 30, i % 10 == 0);
  }
  EXPECT_NEAR(std::log(policy_.Rate(often) / 0.7), 0, 0.7);
  EXPECT_NEAR(std::log(policy_.Rate(seldom) / 0.0035), 0, 0.7);
  EXPECT_LT(Visit(often, 1, true), Visit(seldom, 30, false));
}

TEST_F(MeguriPolicyTest, NewPagesBeginAsTheirSitesOthersWere) {
  MeguriPolicy::Page before;
  const double usual = First(before);
  for (int i = 0; i < 30; ++i) {
    MeguriPolicy::Page page;
    First(page);
    Visit(page, 1, true);
  }
  MeguriPolicy::Page after;
  EXPECT_LT(First(after), usual / 4);
}

TEST_F(MeguriPolicyTest, TheClockRunsFasterWhileMoreChangesThanExpected) {
  EXPECT_EQ(policy_.ClockSpeed(site_), 1);
  std::array<MeguriPolicy::Page, 20> pages;
  for (MeguriPolicy::Page& page : pages) {
    First(page);
    for (int i = 0; i < 3; ++i)
      Visit(page, 10, false);
  }
  EXPECT_LE(policy_.ClockSpeed(site_), 1);
  for (MeguriPolicy::Page& page : pages)
    Visit(page, 1, true);  // a new template
  const double fast = policy_.ClockSpeed(site_);
  EXPECT_GT(fast, 1.5);
  EXPECT_LE(fast, 8);
  MeguriPolicy::Page quiet;
  for (int i = 0; i < 200; ++i)
    Visit(quiet, 50, false);
  EXPECT_LT(policy_.ClockSpeed(site_), 1);
  EXPECT_GE(policy_.ClockSpeed(site_), 0.5);
}

TEST_F(MeguriPolicyTest, AnyHistoryHasAnInterval) {
  for (const double goal : {0.0, 0.3, 0.5, 1.0}) {
    for (const bool changed : {false, true}) {
      for (const double days : {1e-5, 1.0, 300.0}) {
        MeguriPolicy::Page page;
        First(page);
        for (int i = 0; i < 300; ++i) {
          const double next = Visit(page, days, changed, goal);
          ASSERT_TRUE(next > 0 && next <= 200) << next;
        }
      }
    }
  }
}

}  // namespace
}  // namespace meguri::revisit
