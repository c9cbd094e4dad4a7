#include "base/distinct_count.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace meguri {
namespace {

TEST(DistinctCountTest, IsExactWhileFew) {
  DistinctCount count;
  Random random(1);
  EXPECT_EQ(count.count(), 0U);
  for (std::uint64_t i = 1; i < DistinctCount::kExact; ++i) {
    const std::uint64_t hash = random.Next();
    EXPECT_TRUE(count.Add(hash));
    EXPECT_FALSE(count.Add(hash)) << "it came before";
    EXPECT_EQ(count.count(), i);
  }
}

TEST(DistinctCountTest, TakesAnyOrderAndTheEndsOfTheRange) {
  DistinctCount count;
  for (const std::uint64_t hash : {~std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{0}})
    EXPECT_TRUE(count.Add(hash));
  EXPECT_FALSE(count.Add(0));
  EXPECT_EQ(count.count(), 3U);
}

TEST(DistinctCountTest, EstimatesManyInLittleMemory) {
  double squares = 0;
  constexpr int kRuns = 40;
  for (int run = 0; run < kRuns; ++run) {
    DistinctCount count;
    Random random(100 + static_cast<std::uint64_t>(run));
    constexpr std::uint64_t kMany = 20'000;
    std::uint64_t before = 0;
    for (std::uint64_t i = 0; i < kMany; ++i) {
      const std::uint64_t hash = random.Next();
      count.Add(hash);
      EXPECT_FALSE(count.Add(hash));
      ASSERT_GE(count.count(), before) << "it never falls";
      before = count.count();
    }
    EXPECT_LE(count.memory_bytes(), 8 * DistinctCount::kExact);
    const double error = static_cast<double>(count.count()) / kMany - 1;
    EXPECT_LT(std::abs(error), 0.3);
    squares += error * error;
  }
  EXPECT_LT(std::sqrt(squares / kRuns), 0.09) << "6.3 % are promised";
}

}  // namespace
}  // namespace meguri
