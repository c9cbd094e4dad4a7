#include "base/hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace meguri {
namespace {

// One input for each code path of XXH3: 0, 1-3, 4-8, 9-16, 17-128, 129-240 and more bytes.
std::vector<std::string> Samples() {
  std::vector<std::string> samples;
  for (const std::size_t length : {0, 2, 6, 12, 40, 200, 1000, 5000}) {
    std::string bytes;
    for (std::size_t i = 0; i < length; ++i) {
      bytes += static_cast<char>((i * 7 + length) % 251);
    }
    samples.push_back(std::move(bytes));
  }
  return samples;
}

// These values are in crawl folders: when one changes, the folders can't be read any more.
TEST(HashTest, KnownAnswersOfStableHash) {
  // From the xxHash specification's test vectors: XXH3_64bits of nothing.
  EXPECT_EQ(ToHex(StableHash64("")), "2d06800538d394c2");
  EXPECT_EQ(ToHex(StableHash64("example.com")), "8b66107e8045bb73");
  const std::vector<std::string> expected = {
      "2d06800538d394c2", "33b0814d4f061d86", "fbf2a49a016c3ad9", "bb431ec91d8102e8",
      "d1a66faf82cfe8ca", "bb0b607040533a03", "a02ad770751c1bf4", "912184915add6822",
  };
  std::vector<std::string> actual;
  for (const std::string& sample : Samples()) {
    actual.push_back(ToHex(StableHash64(sample)));
  }
  EXPECT_EQ(actual, expected);
}

TEST(HashTest, KnownAnswersOfKeyedHash64) {
  const KeyedHash hash(42);
  EXPECT_EQ(ToHex(hash.Hash64("https://example.com/")), "0ead3d9de9cd73fb");
  const std::vector<std::string> expected = {
      "13f207098e46ec3b", "28b9df2e992dd460", "dc64ae8586f30d6a", "5a928f0e2fb5de62",
      "115ab2a43141bd2f", "86d9d029277b436a", "adbffbbb3db95547", "08ae7bb54c552cd5",
  };
  std::vector<std::string> actual;
  for (const std::string& sample : Samples()) {
    actual.push_back(ToHex(hash.Hash64(sample)));
  }
  EXPECT_EQ(actual, expected);
}

TEST(HashTest, KnownAnswersOfKeyedHash128) {
  const KeyedHash hash(42);
  EXPECT_EQ(ToHex(hash.Hash128("https://example.com/")), "de068732c4b1b0ce13028945fed5f1ee");
  const std::vector<std::string> expected = {
      "28b80043f4dafa3e97d988583a6e5bec", "32e47499dc0be89e28b9df2e992dd460",
      "b6d84edb28f8b6a4373cba910d099e5f", "8292c6ac5692bdb088284f29b6c3cf49",
      "d968e06513338059832055eb5220acd3", "c879ccbc367af6d62c57c9e9db4fd662",
      "ab90fffb50ede777adbffbbb3db95547", "fe0c1764350e23a408ae7bb54c552cd5",
  };
  std::vector<std::string> actual;
  for (const std::string& sample : Samples()) {
    actual.push_back(ToHex(hash.Hash128(sample)));
  }
  EXPECT_EQ(actual, expected);
}

TEST(HashTest, SeedChangesEverySample) {
  const KeyedHash a(1);
  const KeyedHash b(2);
  for (const std::string& sample : Samples()) {
    EXPECT_NE(a.Hash64(sample), b.Hash64(sample)) << sample.size();
    EXPECT_NE(a.Hash128(sample), b.Hash128(sample)) << sample.size();
    EXPECT_EQ(a.Hash64(sample), KeyedHash(1).Hash64(sample));
  }
}

TEST(HashTest, EmptyViewWithoutStorage) {
  EXPECT_EQ(StableHash64(std::string_view()), StableHash64(""));
  EXPECT_EQ(KeyedHash(1).Hash128(std::string_view()), KeyedHash(1).Hash128(""));
}

TEST(HashTest, NearInputsDoNotCollide) {
  const KeyedHash hash(7);
  std::set<std::uint64_t> seen64;
  std::set<HashValue128> seen128;
  for (int i = 0; i < 10'000; ++i) {
    const std::string url = "https://example.com/page?id=" + std::to_string(i);
    seen64.insert(hash.Hash64(url));
    seen128.insert(hash.Hash128(url));
  }
  EXPECT_EQ(seen64.size(), 10'000U);
  EXPECT_EQ(seen128.size(), 10'000U);
}

TEST(ShardOfTest, EdgesAndKnownAnswers) {
  static_assert(ShardOf(0, 16) == 0);
  static_assert(ShardOf(UINT64_MAX, 16) == 15);
  static_assert(ShardOf(UINT64_MAX, 1) == 0);
  static_assert(ShardOf(UINT64_MAX, UINT32_MAX) == UINT32_MAX - 1);
  static_assert(ShardOf(0x0FFFFFFFFFFFFFFF, 16) == 0);
  static_assert(ShardOf(0x1000000000000000, 16) == 1);
  static_assert(ShardOf(0x5555555555555555, 3) == 0);
  static_assert(ShardOf(0x5555555555555556, 3) == 1);
  EXPECT_EQ(ShardOf(StableHash64("example.com"), 16), 8U);
}

TEST(ShardOfTest, SpreadsEvenly) {
  std::vector<int> counts(16);
  for (int i = 0; i < 16'000; ++i) {
    ++counts.at(ShardOf(StableHash64("site" + std::to_string(i) + ".example"), 16));
  }
  for (const int count : counts) {
    EXPECT_NEAR(count, 1000, 130);  // four standard deviations
  }
}

TEST(HashTest, HexHasLeadingZeros) {
  EXPECT_EQ(ToHex(std::uint64_t{0x1f}), "000000000000001f");
  EXPECT_EQ(ToHex(HashValue128{1, 0xab}), "000000000000000100000000000000ab");
}

}  // namespace
}  // namespace meguri
