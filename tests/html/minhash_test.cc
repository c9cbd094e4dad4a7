#include "html/text/minhash.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/random.h"

namespace meguri::html {
namespace {

using Features = std::vector<std::uint64_t>;

MinHashSignature SignatureOf(const Features& features) {
  MinHash minhash;
  minhash.Add(features);
  return minhash.Signature();
}

// Two sets of `size` features each, of which `shared` are the same.
double Estimate(Random& random, std::size_t size, std::size_t shared) {
  Features a(size);
  for (std::uint64_t& feature : a)
    feature = random.Next();
  Features b = a;
  for (std::size_t i = shared; i < size; ++i)
    b[i] = random.Next();
  return EstimateJaccard(SignatureOf(a), SignatureOf(b));
}

TEST(MinHashTest, Extremes) {
  Random random(1);
  EXPECT_EQ(Estimate(random, 1000, 1000), 1);
  EXPECT_LT(Estimate(random, 1000, 0), 0.02);
  EXPECT_EQ(EstimateJaccard(SignatureOf({}), SignatureOf({})), 1);
  EXPECT_EQ(EstimateJaccard(SignatureOf({}), SignatureOf({5})), 0);
  EXPECT_EQ(EstimateJaccard(SignatureOf({5}), SignatureOf({5})), 1);
}

TEST(MinHashTest, OrderAndRepetitionMakeNoDifference) {
  Random random(2);
  Features features(300);
  for (std::uint64_t& feature : features)
    feature = random.Next();
  const MinHashSignature signature = SignatureOf(features);
  features.insert(features.end(), features.begin(), features.begin() + 100);
  std::ranges::reverse(features);
  EXPECT_EQ(SignatureOf(features), signature);
}

// The mean is right and the deviation as stated, for pages of 20 to 2,000 shingles.
TEST(MinHashTest, ErrorIsAsStated) {
  constexpr int kRounds = 2000;
  Random random(3);
  for (const std::size_t size : {20U, 100U, 400U, 2000U}) {
    for (const double part : {0.2, 0.5, 0.8, 0.95}) {
      const auto shared = static_cast<std::size_t>(static_cast<double>(size) * part);
      const double truth = static_cast<double>(shared) / static_cast<double>(2 * size - shared);
      double sum = 0;
      double squares = 0;
      int outside = 0;
      for (int round = 0; round < kRounds; ++round) {
        const double error = Estimate(random, size, shared) - truth;
        sum += error;
        squares += error * error;
        if (std::abs(error) > kMinHashMaxError) ++outside;
      }
      const double deviation = std::sqrt(truth * (1 - truth) / kMinHashSlots);
      EXPECT_NEAR(sum / kRounds, 0, 0.005) << size << " " << part;
      EXPECT_LT(std::sqrt(squares / kRounds), deviation * 1.05) << size << " " << part;
      EXPECT_LE(outside, 1) << size << " " << part;
    }
  }
}

}  // namespace
}  // namespace meguri::html
