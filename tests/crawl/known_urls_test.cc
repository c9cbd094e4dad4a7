#include "crawl/known_urls.h"

#include <gtest/gtest.h>

#include <unordered_map>

#include "base/random.h"

namespace meguri {
namespace {

TEST(KnownUrlsTest, KnowsWhatAMapKnows) {
  Random random(5);
  KnownUrls known;
  std::unordered_map<std::uint64_t, UrlId> map;
  EXPECT_EQ(known.Find(3), std::nullopt);
  for (int i = 0; i < 200'000; ++i) {
    // Few values, so that many come again; some that lie side by side.
    const std::uint64_t fingerprint =
        random.Chance(0.5) ? random.Uniform(50'000) : random.Uniform(50'000) << 40U;
    // 0 and 1 share a number: one collision more in 2⁶⁴.
    if (fingerprint <= 1) continue;
    const auto [at, is_new] = map.try_emplace(fingerprint, static_cast<UrlId>(map.size()));
    const KnownUrls::Added added = known.Add(fingerprint);
    ASSERT_EQ(added.is_new, is_new);
    ASSERT_EQ(added.id, at->second);
  }
  EXPECT_EQ(known.size(), map.size());
  for (const auto& [fingerprint, id] : map)
    ASSERT_EQ(known.Find(fingerprint), id);
  EXPECT_EQ(known.Find(1'000'000), std::nullopt);
}

TEST(KnownUrlsTest, ZeroIsAFingerprintToo) {
  KnownUrls known;
  EXPECT_TRUE(known.Add(0).is_new);
  EXPECT_FALSE(known.Add(0).is_new);
  EXPECT_EQ(known.Find(0), 0U);
}

}  // namespace
}  // namespace meguri
