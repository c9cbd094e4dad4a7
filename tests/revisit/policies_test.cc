// The names of policies, and those without an estimate.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "revisit/policy_name.h"

namespace meguri::revisit {
namespace {

using testing::HasSubstr;

TEST(PolicyNameTest, EveryNameIsRead) {
  for (const std::string& name : AllPolicies()) {
    const auto policy = ParsePolicy(name);
    ASSERT_TRUE(policy) << name;
    EXPECT_EQ(policy->name, name);
    EXPECT_EQ(policy->online(), name.find("known") == std::string::npos);
  }
  EXPECT_TRUE(ParsePolicy("paper:tc=geo"));
  EXPECT_THAT(ParsePolicy("paper:tc=max").error().context, HasSubstr("'paper:tc=max' is none of"));
  EXPECT_FALSE(ParsePolicy(""));
}

TEST(NutchPolicyTest, LongerAndShorterWithinItsBounds) {
  const NutchPolicy policy;
  NutchPolicy::Page page;
  NoSite site;
  EXPECT_EQ(policy.First(page, site, {.uniform = 0}, {}), 1);
  EXPECT_DOUBLE_EQ(policy.Next(page, site, {.interval = 1, .changed = false}, {}), 1.4);
  EXPECT_DOUBLE_EQ(policy.Next(page, site, {.interval = 1, .changed = true}, {.stretch = 2}),
                   2 * 1.4 * 0.8);
  for (int i = 0; i < 100; ++i)
    policy.Next(page, site, {.interval = 1, .changed = false}, {});
  EXPECT_DOUBLE_EQ(policy.Next(page, site, {.interval = 1, .changed = false}, {}), 365);
  for (int i = 0; i < 100; ++i)
    policy.Next(page, site, {.interval = 1, .changed = true}, {});
  EXPECT_DOUBLE_EQ(policy.Next(page, site, {.interval = 1, .changed = true}, {}), 60 * kSecond);
}

// Goal 0 and 1 are the two optima, with one knob.
TEST(MeguriGoalTest, TheGoalIsBetweenVersionsAndFreshness) {
  const MeguriPolicy policy;
  MeguriPolicy::Site site;
  const auto changes_between = [&](float log_rate, double goal) {
    MeguriPolicy::Page page{.estimate = {.log_rate = log_rate, .information = 1e6F}};
    const double interval =
        policy.Next(page, site, {.interval = 1, .clock_interval = 1, .changed = true},
                    {.stretch = 0.02, .goal = goal});
    return interval * policy.Rate(page);
  };
  // Nearly l/λ: those that change often come a little less often than that.
  EXPECT_NEAR(changes_between(-2, 0), 0.02 * std::exp(0.1 * (-2 + 4.605)), 2e-3);
  EXPECT_NEAR(changes_between(-5, 0), 0.02 * std::exp(0.1 * (-5 + 4.605)), 2e-3);
  // For freshness, fast pages are let go more than slow ones.
  EXPECT_GT(changes_between(-2, 0.5), 1.5 * changes_between(-5, 0.5));
  EXPECT_GT(changes_between(-2, 1), 3 * changes_between(-5, 1));
}

}  // namespace
}  // namespace meguri::revisit
