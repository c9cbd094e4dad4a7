#include "revisit/paper_policy.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>

#include "base/random.h"
#include "tests/support/temporary_directory.h"

namespace meguri::revisit {
namespace {

constexpr auto kMeans =
    std::to_array<std::pair<const char*, ChangedMean>>({{"geo", ChangedMean::kGeometric},
                                                        {"mean", ChangedMean::kAverage},
                                                        {"min", ChangedMean::kLeast},
                                                        {"ema", ChangedMean::kMoving}});

// A random history, and what the policy makes of it, as equation4.py reads it.
std::string DrawnHistory(Random& random, const std::pair<const char*, ChangedMean>& mean) {
  const PaperPolicy policy(mean.second);
  PaperPolicy::Page page;
  NoSite site;
  const Tuning tuning{.stretch = std::exp2(8 * random.Double() - 4)};
  const double second = policy.First(page, site, {.uniform = random.Double()}, tuning);
  // A third never changed, or always did.
  const double chance = std::array{0.0, 1.0, random.Double(), 0.02, 0.9, 0.5}[random.Uniform(6)];
  const std::uint64_t visits = 1 + random.Uniform(16);
  std::string intervals;
  double uniform = 0;
  double result = 0;
  for (std::uint64_t i = 0; i < visits; ++i) {
    const double interval = i == 0 ? second : 400 * std::exp2(-13 * random.Double());
    const bool changed = random.Chance(chance);
    uniform = random.Double();
    result = policy.Next(page, site, {.interval = interval, .changed = changed, .uniform = uniform},
                         tuning);
    intervals += fmt::format(" {:a}{}", interval, changed ? '+' : '-');
  }
  return fmt::format("{} {:a} {:a} {:a} {:a}{}\n", mean.first, tuning.stretch, uniform, result,
                     second, intervals);
}

TEST(PaperPolicyTest, IsEquation4To12Digits) {
  const testing_support::TemporaryDirectory folder;
  const std::string path = folder.path() + "/histories";
  {
    std::ofstream file(path);
    Random random(4);
    for (int i = 0; i < 10'000; ++i)
      file << DrawnHistory(random, kMeans[random.Uniform(kMeans.size())]);
  }
  const std::string command = "python3 " MEGURI_EQUATION4 " " + path;
  EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT(cert-env33-c): our own command line
}

TEST(PaperPolicyTest, SecondAccessWithinADayAndTwoWeeks) {
  const PaperPolicy policy;
  NoSite site;
  for (const double uniform : {0.0, 0.25, 1 - 0x1p-53}) {
    PaperPolicy::Page page;
    // Before any stretch: there is no estimate yet.
    EXPECT_NEAR(policy.First(page, site, {.uniform = uniform}, {.stretch = 9}), 1 + 13 * uniform,
                1e-6);
  }
}

TEST(PaperPolicyTest, TheLongestIntervalIsDrawnAnewEachTime) {
  const PaperPolicy policy;
  NoSite site;
  PaperPolicy::Page page;
  policy.First(page, site, {.uniform = 0.5}, {});
  double interval = 0;
  for (int i = 0; i < 10; ++i)
    interval = policy.Next(page, site, {.interval = 10, .uniform = 0.25}, {.stretch = 2});
  EXPECT_DOUBLE_EQ(interval, 325);
  EXPECT_DOUBLE_EQ(policy.Next(page, site, {.interval = 325, .uniform = 0.75}, {.stretch = 2}),
                   375);
  // Back-off stops at 400 days before the stretch: a small one gives a regular interval.
  EXPECT_DOUBLE_EQ(policy.Next(page, site, {.interval = 375, .uniform = 0.75}, {.stretch = 0.1}),
                   40);
}

}  // namespace
}  // namespace meguri::revisit
