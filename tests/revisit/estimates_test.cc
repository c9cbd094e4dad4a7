// How often does a page change: the likelihood solved, the recursive estimate, and what a visit is
// worth.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "revisit/fresh_policy.h"
#include "revisit/likelihood.h"
#include "revisit/marginal_gain.h"
#include "revisit/mle_policy.h"
#include "revisit/rate_estimate.h"

namespace meguri::revisit {
namespace {

// Falls with the rate; 0 at the likeliest.
long double LikelihoodSlope(const std::vector<double>& changed, double stable, long double rate) {
  long double sum = -static_cast<long double>(stable);
  for (const double t : changed)
    sum += t / std::expm1(rate * t);
  return sum;
}

TEST(LikelihoodTest, SolvesEquation2To9Digits) {
  Random random(2);
  for (int i = 0; i < 10'000; ++i) {
    std::vector<double> changed(1 + random.Uniform(32));
    for (double& t : changed)
      t = 400 * std::exp2(-13 * random.Double());
    const double stable = 4000 * std::exp2(-20 * random.Double());
    const double rate = LikeliestRate(changed, stable);
    ASSERT_GT(LikelihoodSlope(changed, stable, rate * (1 - 1e-9L)), 0) << i;
    ASSERT_LT(LikelihoodSlope(changed, stable, rate * (1 + 1e-9L)), 0) << i;
  }
}

TEST(LikelihoodTest, EqualIntervalsAreALogarithm) {
  EXPECT_NEAR(LikeliestRate(std::vector<double>(3, 2.0), 4), std::log(2.5) / 2, 1e-15);
}

TEST(MlePolicyTest, ForgetsWhatIsBeyondItsWindow) {
  const MlePolicy policy;
  MlePolicy::Page page;
  NoSite site;
  policy.First(page, site, {.uniform = 0.5}, {});
  policy.Next(page, site, {.interval = 5, .changed = true}, {});
  policy.Next(page, site, {.interval = 5, .changed = false}, {});
  EXPECT_NEAR(policy.Rate(page), std::log(2) / 5, 1e-9);
  for (std::size_t i = 0; i < MlePolicy::kWindow - 1; ++i)
    policy.Next(page, site, {.interval = 5, .changed = false}, {});
  EXPECT_EQ(policy.Rate(page), 0);
}

TEST(RateEstimateTest, IsTheMaximumOfThePosterior) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    RateEstimate estimate{static_cast<float>(-8 + 8 * random.Double()),
                          static_cast<float>(0.1 + 5 * random.Double())};
    const RateEstimate before = estimate;
    const double interval = 100 * std::exp2(-10 * random.Double());
    const bool changed = random.Chance(0.5);
    const RatePrior still{.log_rate = 0, .information = 1, .wandering = 0};
    estimate.Learn(interval, changed, still);
    const auto posterior = [&](double log_rate) {
      const double expected = std::exp(log_rate) * interval;
      const double away = log_rate - before.log_rate;
      return (changed ? std::log(-std::expm1(-expected)) : -expected) -
             before.information * away * away / 2;
    };
    const double best = posterior(estimate.log_rate);
    EXPECT_GT(best, posterior(estimate.log_rate + 0.02)) << i;
    EXPECT_GT(best, posterior(estimate.log_rate - 0.02)) << i;
    EXPECT_GE(estimate.information, before.information * 0.9999F);
  }
}

TEST(RateEstimateTest, NoHistoryIsTooMuch) {
  for (const bool changed : {false, true}) {
    for (const double interval : {1e-9, 1.0, 1e6}) {
      RateEstimate estimate;
      for (int i = 0; i < 10'000; ++i)
        estimate.Learn(interval, changed);
      EXPECT_TRUE(std::isfinite(estimate.log_rate)) << interval;
      EXPECT_GT(estimate.information, 0) << interval;
    }
  }
}

TEST(MarginalGainTest, InvertsItself) {
  for (double r = 1e-9; r < 30; r *= 1.1)
    EXPECT_NEAR(ChangesForGain(MarginalGain(r)), r, r < 10 ? 1e-11 * r : 1e-3 * r) << r;
  EXPECT_EQ(ChangesForGain(1), kNever);
}

// No other split of the same visits is fresher.
TEST(FreshPolicyTest, CgmIsTheFreshest) {
  const double price = 0.7;
  const auto fresh = [](double rate, double frequency) {
    return -std::expm1(-rate / frequency) * frequency / rate;
  };
  for (const double a : {0.01, 0.3, 1.2}) {
    for (const double b : {0.02, 0.5}) {
      const double at_a = 1 / FreshInterval(FreshRule::kCgm, a, price);
      const double at_b = 1 / FreshInterval(FreshRule::kCgm, b, price);
      const double best = fresh(a, at_a) + fresh(b, at_b);
      for (const double part : {-0.3, -0.05, 0.05, 0.3}) {
        const double moved = part * std::min(at_a, at_b);
        EXPECT_GT(best, fresh(a, at_a + moved) + fresh(b, at_b - moved));
      }
    }
  }
  EXPECT_EQ(FreshInterval(FreshRule::kCgm, 2, price), kNever);
  EXPECT_EQ(FreshInterval(FreshRule::kAzar, 2, price), kNever);
  EXPECT_NEAR(1 / FreshInterval(FreshRule::kAzar, 0.1, price), std::sqrt(0.1 / price) - 0.1, 1e-12);
}

}  // namespace
}  // namespace meguri::revisit
