#include "order/oldest_share.h"

#include <gtest/gtest.h>

namespace meguri {
namespace {

// How many of the next `choices` take the oldest.
int OldestOf(OldestShare& share, int choices) {
  int oldest = 0;
  for (int i = 0; i < choices; ++i) {
    const bool is_due = share.is_due();
    oldest += is_due ? 1 : 0;
    share.Count(is_due);
  }
  return oldest;
}

TEST(OldestShareTest, OneSeedNeverTakesTheOldest) {
  OldestShare share;
  share.AddSeed();
  EXPECT_EQ(OldestOf(share, 10'000), 0);
}

TEST(OldestShareTest, ManySeedsTakeItFirstMostlyAndThenEverLess) {
  OldestShare share;
  for (int i = 0; i < 100; ++i)
    share.AddSeed();
  EXPECT_EQ(OldestOf(share, 100), 0) << "the seeds themselves";
  EXPECT_NEAR(OldestOf(share, 700), 0.9 * 700, 5);
  // From 800 to 8,000 choices: 792·ln(10).
  EXPECT_NEAR(OldestOf(share, 7200), 1823, 20);
  EXPECT_NEAR(OldestOf(share, 1000), 93, 5);
}

TEST(OldestShareTest, ACrawlThatGoesOnIsWhereItWas) {
  OldestShare share;
  for (int i = 0; i < 100; ++i)
    share.AddSeed();
  share.Resume(8000);
  EXPECT_NEAR(OldestOf(share, 1000), 93, 5);
}

}  // namespace
}  // namespace meguri
