#include "base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace meguri {
namespace {

std::vector<std::uint64_t> Draw(Random random, std::size_t count) {
  std::vector<std::uint64_t> numbers(count);
  std::ranges::generate(numbers, [&random] { return random.Next(); });
  return numbers;
}

// Simulations are compared across years and machines: these values may never change.
TEST(RandomTest, KnownAnswers) {
  using Numbers = std::vector<std::uint64_t>;
  EXPECT_EQ(Draw(Random(0), 3),
            (Numbers{0x99ec5f36cb75f2b4, 0xbf6e1f784956452a, 0x1a5f849d4933e6e0}));
  EXPECT_EQ(Draw(Random(42), 3),
            (Numbers{0x15780b2e0c2ec716, 0x6104d9866d113a7e, 0xae17533239e499a1}));
  EXPECT_EQ(Draw(Random(42).Split("delays"), 2), (Numbers{0xb364bb4b3e58abc1, 0x69800886e886051f}));
  EXPECT_EQ(Draw(Random(42).Split(7), 2), (Numbers{0x16fdbcddb8f9f325, 0x2cf9f6d938498f91}));
}

TEST(RandomTest, KnownAnswersOfDistributions) {
  Random random(42);
  EXPECT_EQ(random.Uniform(1000), 83U);
  EXPECT_EQ(random.Double(), 0x1.84136619b444ep-2);
  EXPECT_EQ(random.Exponential(1), 0x1.5c2ea66473c93p-1);
  std::vector<int> items(8);
  std::iota(items.begin(), items.end(), 0);
  random.Shuffle(std::span(items));
  EXPECT_EQ(items, (std::vector<int>{0, 2, 1, 3, 6, 4, 5, 7}));
}

TEST(RandomTest, SplitDependsOnLabelAndSeedNotOnDraws) {
  Random random(1);
  const auto before = Draw(random.Split("a"), 4);
  random.Next();
  EXPECT_EQ(Draw(random.Split("a"), 4), before);
  EXPECT_NE(Draw(random.Split("b"), 4), before);
  EXPECT_NE(Draw(Random(2).Split("a"), 4), before);
  EXPECT_NE(Draw(random.Split(""), 4), Draw(Random(1), 4));
  EXPECT_NE(Draw(random.Split("a").Split("b"), 4), Draw(random.Split("b").Split("a"), 4));
}

TEST(RandomTest, ManyStreamsDoNotMeet) {
  std::set<std::uint64_t> firsts;
  const Random random(3);
  for (std::uint64_t i = 0; i < 2000; ++i) {
    firsts.insert(random.Split(i).Next());
    firsts.insert(random.Split(std::to_string(i)).Next());
  }
  EXPECT_EQ(firsts.size(), 4000U);
}

TEST(RandomTest, UniformIsEven) {
  Random random(4);
  constexpr int kDraws = 60'000;
  std::vector<int> counts(6);
  for (int i = 0; i < kDraws; ++i) {
    ++counts.at(static_cast<std::size_t>(random.Uniform(6)));
  }
  double chi_square = 0;
  for (const int count : counts) {
    chi_square += std::pow(count - kDraws / 6.0, 2) / (kDraws / 6.0);
  }
  EXPECT_LT(chi_square, 20.5);  // 5 degrees of freedom, p = 0.001
}

TEST(RandomTest, UniformHasNoBiasForHugeBounds) {
  // With a plain modulo the lower half would come twice as often as the upper.
  constexpr std::uint64_t kBound = 3ULL << 62;
  Random random(5);
  int lower = 0;
  for (int i = 0; i < 30'000; ++i) {
    const std::uint64_t n = random.Uniform(kBound);
    ASSERT_LT(n, kBound);
    lower += n < (1ULL << 62) ? 1 : 0;
  }
  EXPECT_NEAR(lower, 10'000, 330);  // four standard deviations
}

TEST(RandomTest, UniformOfOneIsZero) {
  Random random(6);
  EXPECT_EQ(random.Uniform(1), 0U);
}

TEST(RandomTest, DoubleStaysBelowOne) {
  Random random(7);
  double sum = 0;
  for (int i = 0; i < 100'000; ++i) {
    const double x = random.Double();
    ASSERT_GE(x, 0);
    ASSERT_LT(x, 1);
    sum += x;
  }
  EXPECT_NEAR(sum / 100'000, 0.5, 0.004);
}

TEST(RandomTest, ChanceAtTheEnds) {
  Random random(8);
  for (int i = 0; i < 1000; ++i) {
    ASSERT_FALSE(random.Chance(0));
    ASSERT_TRUE(random.Chance(1));
  }
}

// The share of draws above x must be e⁻ˣ.
TEST(RandomTest, ExponentialHasItsDistribution) {
  Random random(9);
  constexpr int kDraws = 100'000;
  std::vector<double> draws;
  draws.reserve(kDraws);
  for (int i = 0; i < kDraws; ++i) {
    draws.push_back(random.Exponential(2.0));
    ASSERT_GE(draws.back(), 0);
  }
  EXPECT_NEAR(std::accumulate(draws.begin(), draws.end(), 0.0) / kDraws, 2.0, 0.03);
  for (const double x : {0.1, 0.5, 0.9, 1.0, 1.5, 2.0, 3.0, 5.0}) {
    const auto above = std::ranges::count_if(draws, [x](double d) { return d > 2.0 * x; });
    const double share = std::exp(-x);
    const double deviation = std::sqrt(share * (1 - share) / kDraws);
    EXPECT_NEAR(static_cast<double>(above) / kDraws, share, 4 * deviation) << x;
  }
}

TEST(RandomTest, ShuffleReachesEveryOrderEqually) {
  Random random(10);
  std::map<std::vector<int>, int> counts;
  for (int i = 0; i < 12'000; ++i) {
    std::vector<int> items = {0, 1, 2};
    random.Shuffle(std::span(items));
    ++counts[items];
  }
  EXPECT_EQ(counts.size(), 6U);
  for (const auto& [order, count] : counts) {
    EXPECT_NEAR(count, 2000, 165);  // four standard deviations
  }
}

TEST(RandomTest, ShuffleOfNothing) {
  Random random(11);
  std::vector<int> none;
  random.Shuffle(std::span(none));
  EXPECT_TRUE(none.empty());
}

}  // namespace
}  // namespace meguri
