#include "base/histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/random.h"

namespace meguri {
namespace {

constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();

TEST(HistogramTest, Empty) {
  const Histogram histogram;
  EXPECT_EQ(histogram.count(), 0U);
  EXPECT_EQ(histogram.min(), 0U);
  EXPECT_EQ(histogram.max(), 0U);
  EXPECT_EQ(histogram.mean(), 0);
  EXPECT_EQ(histogram.Quantile(0.5), 0U);
  EXPECT_EQ(histogram.ToString(), "n=0");
}

TEST(HistogramTest, SmallValuesAreExact) {
  Histogram histogram;
  for (std::uint64_t value = 0; value < 64; ++value) {
    histogram.Record(value);
  }
  for (std::uint64_t rank = 1; rank <= 64; ++rank) {
    EXPECT_EQ(histogram.Quantile(static_cast<double>(rank) / 64), rank - 1);
  }
  EXPECT_EQ(histogram.mean(), 31.5);
}

// Around every power of two, and at both ends of the range.
TEST(HistogramTest, ASingleValueIsFoundWithinTheStatedError) {
  std::vector<std::uint64_t> values = {0, kLargest, kLargest - 1};
  for (int bit = 0; bit < 64; ++bit) {
    const std::uint64_t power = std::uint64_t{1} << bit;
    values.insert(values.end(), {power - 1, power, power + 1, power + power / 3});
  }
  for (const std::uint64_t value : values) {
    Histogram histogram;
    histogram.Record(value);
    EXPECT_EQ(histogram.Quantile(0.5), value);  // min and max narrow it down
    // With a smaller and a larger one, only the bucket tells.
    histogram.Record(0);
    histogram.Record(kLargest);
    const auto found = static_cast<double>(histogram.Quantile(0.5));
    const auto exact = static_cast<double>(value);
    EXPECT_LE(std::abs(found - exact), exact / 64) << value;
  }
}

TEST(HistogramTest, QuantilesOfRandomValuesAreWithinTheStatedError) {
  Random random(1);
  Histogram histogram;
  std::vector<std::uint64_t> values;
  for (int i = 0; i < 20'000; ++i) {
    values.push_back(static_cast<std::uint64_t>(random.Exponential(1e6)));
    histogram.Record(values.back());
  }
  std::ranges::sort(values);
  for (const double q : {0.001, 0.01, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999}) {
    const auto rank = static_cast<std::size_t>(std::ceil(q * 20'000));
    const auto exact = static_cast<double>(values[rank - 1]);
    EXPECT_NEAR(static_cast<double>(histogram.Quantile(q)), exact, exact / 64) << q;
  }
  EXPECT_EQ(histogram.Quantile(0), values.front());
  EXPECT_EQ(histogram.Quantile(1), values.back());
  EXPECT_EQ(histogram.Quantile(-1), values.front());
  EXPECT_EQ(histogram.Quantile(2), values.back());
  EXPECT_EQ(histogram.Quantile(std::nan("")), values.front());
}

TEST(HistogramTest, MergeEqualsRecordingEverything) {
  Random random(2);
  Histogram parts[3];
  Histogram whole;
  for (int i = 0; i < 3000; ++i) {
    const std::uint64_t value = random.Next() >> random.Uniform(64);
    parts[i % 3].Record(value);
    whole.Record(value);
  }
  Histogram forward;
  Histogram backward;
  for (int i = 0; i < 3; ++i) {
    forward.Merge(parts[i]);
    backward.Merge(parts[2 - i]);
  }
  forward.Merge(Histogram());
  EXPECT_EQ(forward.ToString(), whole.ToString());
  EXPECT_EQ(backward.ToString(), whole.ToString());
  EXPECT_EQ(forward.mean(), backward.mean());
}

TEST(HistogramTest, SumDoesNotOverflow) {
  Histogram histogram;
  histogram.RecordMany(kLargest, 1'000'000'000);
  EXPECT_EQ(histogram.mean(), static_cast<double>(kLargest));
  EXPECT_EQ(histogram.Quantile(0.5), kLargest);
}

TEST(HistogramTest, CountsBeyondTheDoublesPrecision) {
  Histogram histogram;
  histogram.RecordMany(1, kLargest - 1);
  histogram.Record(5);
  EXPECT_EQ(histogram.Quantile(0.5), 1U);
  EXPECT_EQ(histogram.Quantile(1), 5U);
  histogram.RecordMany(7, 0);
  EXPECT_EQ(histogram.max(), 5U);
}

TEST(HistogramTest, Text) {
  Histogram histogram;
  for (std::uint64_t value = 1; value <= 1000; ++value) {
    histogram.Record(value);
  }
  EXPECT_EQ(histogram.ToString(),
            "n=1000 min=1 mean=500.5 p50=499 p90=903 p99=983 p99.9=999 max=1000");
}

}  // namespace
}  // namespace meguri
