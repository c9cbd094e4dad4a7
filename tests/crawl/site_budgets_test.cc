#include "crawl/site_budgets.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace meguri {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class SiteBudgetsTest : public testing::Test {
 protected:
  SiteBudgetsTest() {
    for (const char* site : {"a.test", "b.test", "c.test"})
      budgets_.Add(site);
  }

  static constexpr std::uint64_t kSeed = 7;
  static constexpr TimePoint kLater{std::chrono::seconds(5)};
  BudgetRound round_;
  SiteBudgets budgets_{true, kSeed, round_};
};

TEST_F(SiteBudgetsTest, GrowWithTheOtherSitesThatLink) {
  EXPECT_EQ(budgets_.Budget(0), 10U);
  EXPECT_TRUE(budgets_.Link(budgets_.NameOf(1), 0));
  EXPECT_FALSE(budgets_.Link(budgets_.NameOf(1), 0)) << "the same once more";
  EXPECT_FALSE(budgets_.Link(budgets_.NameOf(0), 0)) << "itself";
  EXPECT_FALSE(budgets_.Link(0, 0)) << "a seed";
  EXPECT_EQ(budgets_.Linking(0), 1U);
  EXPECT_EQ(budgets_.Budget(0), 1000U);
  EXPECT_TRUE(budgets_.Link(budgets_.NameOf(2), 0));
  EXPECT_TRUE(budgets_.Link(budgets_.NameOf(2), 1));
  EXPECT_EQ(budgets_.Budget(0), 1000U);
  EXPECT_EQ(budgets_.Budget(1), 505U);
  EXPECT_EQ(budgets_.Budget(2), 10U);
}

// All shards of a crawl name a site alike, and have one largest number.
TEST_F(SiteBudgetsTest, GoByTheLargestOfAllShards) {
  SiteBudgets other(true, kSeed, round_);
  other.Add("z.test");
  for (int i = 0; i < 99; ++i) {
    budgets_.Add(fmt::format("{}.test", i));
    EXPECT_TRUE(other.Link(budgets_.NameOf(static_cast<std::uint32_t>(3 + i)), 0));
  }
  EXPECT_EQ(round_.largest, 99U);
  budgets_.Link(other.NameOf(0), 1);
  EXPECT_EQ(budgets_.Budget(1), 20U);
  other.Add("a.test");
  EXPECT_FALSE(other.Link(budgets_.NameOf(0), 1)) << "the same site, of another shard";
}

TEST_F(SiteBudgetsTest, EachRoundGrantsABudget) {
  const auto charge = [this](std::uint32_t site, int pages) {
    for (int i = 0; i < pages; ++i)
      budgets_.Charge(site, kLater);
  };
  charge(0, 9);
  EXPECT_FALSE(budgets_.IsSpent(0));
  EXPECT_EQ(round_.charged, kLater);
  charge(0, 4);  // some were under way
  EXPECT_TRUE(budgets_.IsSpent(0));
  charge(1, 3);
  EXPECT_EQ(budgets_.Left(1), 7U);
  round_.number += 500;
  EXPECT_EQ(budgets_.Left(0), 10U);
  EXPECT_EQ(budgets_.Left(1), 10U) << "not what it has left of those before";
  charge(1, 3);
  EXPECT_TRUE(budgets_.Link(budgets_.NameOf(0), 1));
  EXPECT_EQ(budgets_.Left(1), 997U);
}

TEST_F(SiteBudgetsTest, KeepWhoIsParkedUntilTheyAreTaken) {
  budgets_.Park(2, 7);
  budgets_.Park(0, 3);
  budgets_.Park(2, 5);
  EXPECT_THAT(budgets_.TakeParked(1), IsEmpty());
  EXPECT_THAT(budgets_.TakeParked(2), ElementsAre(7, 5));
  EXPECT_THAT(budgets_.TakeParked(2), IsEmpty());
  EXPECT_EQ(budgets_.parked().size(), 1U);
  for (std::uint32_t host = 0; host < 14; ++host)
    budgets_.Park(2, host);
  EXPECT_THAT(budgets_.TakeParked(2), SizeIs(10)) << "no more than may be asked for";
  EXPECT_THAT(budgets_.TakeParked(2), ElementsAre(10, 11, 12, 13));
}

TEST(SiteBudgetsOffTest, NobodyIsEverSpent) {
  BudgetRound round;
  SiteBudgets budgets(false, 7, round);
  budgets.Add("a.test");
  EXPECT_EQ(budgets.NameOf(0), 0U);
  EXPECT_FALSE(budgets.Link(1, 0));
  budgets.Charge(0, TimePoint());
  EXPECT_FALSE(budgets.IsSpent(0));
  EXPECT_EQ(budgets.memory_bytes(), 0U);
}

}  // namespace
}  // namespace meguri
