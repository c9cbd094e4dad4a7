#include "html/text/simhash.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "tests/support/allocation_counter.h"

namespace meguri::html {
namespace {

using Hashes = std::vector<std::uint64_t>;

// By the definition.
std::uint64_t SlowSimhash(const Hashes& features, const std::vector<std::uint32_t>& weights) {
  std::array<std::int64_t, 64> votes{};
  for (std::size_t i = 0; i < features.size(); ++i) {
    for (std::size_t bit = 0; bit < 64; ++bit) {
      const std::int64_t weight = weights.empty() ? 1 : weights[i];
      votes[bit] += (features[i] >> bit & 1U) != 0 ? weight : -weight;
    }
  }
  std::uint64_t result = 0;
  for (std::size_t bit = 0; bit < 64; ++bit) {
    if (votes[bit] > 0) result |= std::uint64_t{1} << bit;
  }
  return result;
}

Hashes RandomHashes(Random& random, std::size_t count) {
  Hashes hashes(count);
  for (std::uint64_t& hash : hashes)
    hash = random.Next();
  return hashes;
}

TEST(SimhashTest, AgreesWithTheDefinition) {
  Random random(1);
  for (std::size_t count = 0; count < 300; ++count) {
    const Hashes features = RandomHashes(random, count);
    Simhash simhash;
    simhash.Add(features);
    EXPECT_EQ(simhash.Value(), SlowSimhash(features, {})) << count;
    EXPECT_EQ(simhash.count(), count);
  }
}

TEST(SimhashTest, WeightsAreRepetitions) {
  Random random(2);
  for (std::size_t count = 1; count < 40; ++count) {
    const Hashes features = RandomHashes(random, count);
    std::vector<std::uint32_t> weights;
    Simhash weighted;
    for (const std::uint64_t feature : features) {
      weights.push_back(static_cast<std::uint32_t>(random.Next() >> (32 + random.Next() % 32)));
      weighted.AddWeighted(feature, weights.back());
    }
    EXPECT_EQ(weighted.Value(), SlowSimhash(features, weights));
  }
}

TEST(SimhashTest, OneFeatureManyTimes) {
  Simhash simhash;
  for (int i = 0; i < 1'000'001; ++i)
    simhash.Add(0x123456789ABCDEF0);
  EXPECT_EQ(simhash.Value(), 0x123456789ABCDEF0U);
  simhash.AddWeighted(~std::uint64_t{0x123456789ABCDEF0}, 1'000'001);
  EXPECT_EQ(simhash.Value(), 0U);  // ties
  simhash.Add(1);
  EXPECT_EQ(simhash.Value(), 1U);
}

TEST(SimhashTest, NothingIsAllocated) {
  Random random(3);
  const Hashes features = RandomHashes(random, 1000);
  const std::size_t before = testing_support::AllocationCount();
  Simhash simhash;
  simhash.Add(features);
  EXPECT_NE(simhash.Value(), 0U);
  EXPECT_EQ(testing_support::AllocationCount(), before);
}

std::vector<SimhashPair> SlowPairs(Hashes hashes, int max_distance) {
  std::ranges::sort(hashes);
  std::vector<SimhashPair> pairs;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    for (std::size_t j = i + 1; j < hashes.size(); ++j) {
      if (hashes[i] != hashes[j] && HammingDistance(hashes[i], hashes[j]) <= max_distance)
        pairs.push_back({hashes[i], hashes[j]});
    }
  }
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

TEST(SimhashPairsTest, AgreeWithComparingAll) {
  Random random(4);
  for (int max_distance = 0; max_distance <= kMaxSimhashDistance; ++max_distance) {
    Hashes hashes = RandomHashes(random, 100);
    for (std::size_t i = 0; i < 200; ++i) {  // neighbours of neighbours
      std::uint64_t near = hashes[random.Next() % hashes.size()];
      for (int flips = static_cast<int>(random.Next() % 8); flips > 0; --flips)
        near ^= std::uint64_t{1} << random.Next() % 64;
      hashes.push_back(near);
    }
    EXPECT_EQ(FindPairs(hashes, max_distance), SlowPairs(hashes, max_distance)) << max_distance;
  }
}

TEST(SimhashPairsTest, ManyRandomValuesAreNotComparedOneByOne) {
  Random random(5);
  Hashes hashes = RandomHashes(random, 200'000);
  for (std::size_t i = 0; i < 1000; ++i)
    hashes.push_back(hashes[i] ^ 0x8000'0100'0000'0001);
  EXPECT_EQ(FindPairs(hashes, 3).size(), 1000U);
}

TEST(SimhashPairsTest, FewAndEqualValues) {
  EXPECT_TRUE(FindPairs({}, 3).empty());
  EXPECT_TRUE(FindPairs(Hashes{7, 7, 7}, 3).empty());
  EXPECT_EQ(FindPairs(Hashes{0, 1}, 0).size(), 0U);
  EXPECT_EQ(FindPairs(Hashes{0, 1}, 1).size(), 1U);
}

TEST(SimhashClustersTest, AreConnected) {
  // 0 - 1 - 3 - 7: a chain at distance 1.
  EXPECT_EQ(FindClusters(Hashes{7, 0xFFFF0000, 3, 1, 0}, 1), (std::vector<Hashes>{{0, 1, 3, 7}}));
  EXPECT_TRUE(FindClusters(Hashes{0, 0xFF}, 1).empty());
}

}  // namespace
}  // namespace meguri::html
