// The refresh crawler's figures, on pages few enough to be counted by hand.
#include "sim/revisit/refresh_experiment.h"

#include <gtest/gtest.h>

#include <vector>

#include "sim/revisit/refresh_remedies.h"
#include "sim/revisit/revisit_replay.h"
#include "tests/sim/source_probe.h"

namespace meguri {
namespace {

using revisit::NamedPolicy;

constexpr double kDaySeconds = 86'400;

// Versions 1, 2, … at the given days.
std::vector<RevisitPages::Event> ChangesAt(const std::vector<double>& days) {
  std::vector<RevisitPages::Event> events = {{.time = 0, .version = 1}};
  for (const double day : days)
    events.push_back({.time = day, .version = events.size() + 1});
  return events;
}

std::vector<double> EveryDays(double step) {
  std::vector<double> days;
  for (double day = step / 2; day < kRevisitDays; day += step)
    days.push_back(day);
  return days;
}

class RefreshExperimentTest : public testing::Test {
 protected:
  // "busy": one page that changes twice a day and three still ones; "still": a page that was gone
  // on day 100, and one that changed once. `fixed` visits each every `stretch` days.
  RefreshExperimentTest() {
    pages_.sites = {"busy", "still"};
    pages_.Add({.site = 0, .key = 1, .begin = 0, .end = kRevisitDays}, ChangesAt(EveryDays(0.5)));
    for (std::uint64_t key = 2; key <= 4; ++key)
      pages_.Add({.site = 0, .key = key, .begin = 0, .end = kRevisitDays, .group = 7},
                 ChangesAt({}));
    pages_.Add({.site = 1, .key = 5, .begin = 0, .end = 100}, ChangesAt({}));
    pages_.Add({.site = 1, .key = 6, .begin = 0, .end = kRevisitDays}, ChangesAt({300}));
    setup_.policy = &fixed_;
    setup_.stretch = 10;
    setup_.downloads = {2, 5};
  }

  NamedPolicy fixed_{"fixed", revisit::FixedPolicy()};
  RevisitPages pages_;
  RefreshSetup setup_;
};

TEST_F(RefreshExperimentTest, LoadsAndIndicesByHand) {
  const RefreshOutcome outcome = RunRefresh(pages_, setup_);
  ASSERT_EQ(outcome.sites.size(), 2U);
  const RefreshSite& busy = outcome.sites[0];
  EXPECT_EQ(busy.pages, 4U);
  EXPECT_NEAR(busy.interval, 10 * kDaySeconds / 4, 1);  // 216,000 s
  EXPECT_NEAR(busy.index, 108'000, 1);
  const RefreshSite& still = outcome.sites[1];
  EXPECT_EQ(still.pages, 1U);  // the other one is gone
  EXPECT_NEAR(still.interval, 864'000, 5);
  EXPECT_NEAR(still.index, 172'800, 1);
  EXPECT_EQ(still.captured, 1U);
  EXPECT_EQ(still.new_versions, 1U);
  EXPECT_EQ(outcome.servers, 2U);
  EXPECT_EQ(outcome.share, 100);
  EXPECT_EQ(outcome.overloaded(), 0U);
}

TEST_F(RefreshExperimentTest, ConnectionsMakeTheShare) {
  setup_.connections = 2.0 / 150'000;  // S/C = 150,000: between the two
  const RefreshOutcome outcome = RunRefresh(pages_, setup_);
  EXPECT_NEAR(outcome.share, 150'000, 1e-6);
  EXPECT_TRUE(outcome.sites[0].overloaded);
  EXPECT_FALSE(outcome.sites[1].overloaded);
  EXPECT_EQ(outcome.hopeless(), 0U);
}

TEST_F(RefreshExperimentTest, TooMuchForAMinuteAndAtAnyCost) {
  setup_.stretch = revisit::kHour;
  setup_.downloads = {1000, 1};
  const RefreshOutcome outcome = RunRefresh(pages_, setup_);
  EXPECT_NEAR(outcome.sites[0].interval, 900, 1e-3);  // four pages an hour
  EXPECT_NEAR(outcome.sites[0].index, 0.9, 1e-6);
  EXPECT_EQ(outcome.hopeless(), 1U);
  EXPECT_FALSE(outcome.sites[0].too_often);
  RevisitPages many;
  many.sites = {"many"};
  for (std::uint64_t key = 0; key < 61; ++key)  // one in 59 seconds
    many.Add({.key = key, .begin = 729, .end = kRevisitDays}, ChangesAt({}));
  setup_.downloads = {1};
  EXPECT_TRUE(RunRefresh(many, setup_).sites[0].too_often);
}

// Written down as if replays had brought it.
TEST_F(RefreshExperimentTest, ClassesByHand) {
  const std::vector<RefreshPage> ends = {
      {.interval = 1.0 / 24, .accesses = 10, .captured = 10},  // 1 h
      {.interval = 8, .accesses = 4, .captured = 1},           // 0.25
      {.interval = 7, .accesses = 4, .captured = 3},           // 0.75
      {.interval = 9.9, .accesses = 0, .captured = 0},         // visited once
      {.interval = 8, .accesses = 1, .captured = 1},           // gone
      {.interval = 400, .accesses = 3, .captured = 0}};
  double pages = 0;
  for (const RefreshClass& each : ClassesOf(pages_, ends)) {
    pages += static_cast<double>(each.pages);
    if (each.from == 0) {
      EXPECT_EQ(each.pages, 1U);
    }
    if (each.from == 7) {
      EXPECT_EQ(each.to, 10);
      EXPECT_EQ(each.pages, 2U);
      EXPECT_DOUBLE_EQ(each.mean, 0.5);
      EXPECT_DOUBLE_EQ(each.deviation, 0.25);
    }
    if (each.from == 400) {
      EXPECT_EQ(each.pages, 1U);
    }
  }
  EXPECT_EQ(pages, 4);
}

// What is remembered is what was waited, and a policy without relief does what it did.
TEST_F(RefreshExperimentTest, TheReplayIsThatOfThePolicy) {
  const auto paper = revisit::ParsePolicy("paper");
  setup_.policy = &*paper;
  setup_.stretch = 1;
  const std::vector<RefreshPage> ends = ReplayRefresh(pages_, setup_);
  ReplayListener nobody;
  const ReplayOptions options{.seed = setup_.seed};
  const revisit::PaperPolicy policy;
  const RevisitCounts counts = RevisitReplay(pages_, policy, options, nobody).Run();
  std::uint64_t accesses = 0;
  std::uint64_t captured = 0;
  for (const RefreshPage& end : ends) {
    accesses += end.accesses;
    captured += end.captured;
  }
  EXPECT_EQ(accesses, counts.accesses);
  EXPECT_EQ(captured, counts.captured);
  EXPECT_GE(ends[0].interval, revisit::kHour);
  EXPECT_LT(ends[0].interval, 1);
  EXPECT_GE(ends[1].interval, 365);  // doubled until the end
  EXPECT_LE(ends[1].interval, 400);
}

TEST_F(RefreshExperimentTest, RemediesByHand) {
  setup_.share = 150'000;
  const RefreshOutcome outcome = RunRefresh(pages_, setup_);
  const std::vector<RemedyReplay> replays =
      ReplayRemedies(pages_, setup_, outcome, {.least_group = 3});
  ASSERT_EQ(replays.size(), 5U);  // of "busy" alone
  const double before = outcome.sites[0].load;
  // R is to be 150,000 and is 108,000: l = 1.3889, and as all intervals are alike, d = 3.889 days.
  const RemedyReplay& stretch = replays[0];
  EXPECT_EQ(stretch.remedy, Remedy::kStretch);
  EXPECT_NEAR(stretch.amount, 150.0 / 108, 1e-5);
  EXPECT_NEAR(stretch.load / before, 108.0 / 150, 1e-5);
  EXPECT_NEAR(stretch.index, 150'000, 1);
  EXPECT_TRUE(stretch.enough);
  // Some 52 visits of each page in 730 days, each of the first page's brings a version.
  EXPECT_NEAR(static_cast<double>(stretch.captured), 730 / 13.889, 1);
  EXPECT_NEAR(static_cast<double>(stretch.accesses), 4 * 730 / 13.889, 4);
  const RemedyReplay& add = replays[1];
  EXPECT_EQ(add.remedy, Remedy::kAdd);
  EXPECT_NEAR(add.amount, 3.8889, 1e-4);
  EXPECT_TRUE(add.enough);
  // Two of four pages are left out: half the load, no version lost.
  const RemedyReplay& representative = replays[2];
  EXPECT_EQ(representative.unvisited, 2U);
  EXPECT_NEAR(representative.load / before, 0.5, 1e-6);
  EXPECT_EQ(representative.captured, outcome.sites[0].captured);
  EXPECT_TRUE(representative.enough);
  // Three of four visited in 100 days instead of ten.
  const RemedyReplay& long_groups = replays[3];
  EXPECT_EQ(long_groups.unvisited, 0U);
  EXPECT_NEAR(long_groups.load / before, (1 + 0.3) / 4, 1e-5);
  EXPECT_EQ(long_groups.captured, outcome.sites[0].captured);
  // No simhash is known.
  const RemedyReplay& coarse = replays[4];
  EXPECT_DOUBLE_EQ(coarse.load, before);
  EXPECT_FALSE(coarse.enough);
  EXPECT_EQ(coarse.captured, outcome.sites[0].captured);
}

// Trivial changes that don't count make a page look still: fewer visits.
TEST(RefreshRemediesTest, CoarseComparison) {
  RevisitPages pages;
  pages.sites = {"s"};
  std::vector<RevisitPages::Event> events;
  for (std::uint64_t day = 0; day < 730; ++day)
    events.push_back({static_cast<double>(day), day + 1, day % 2, true});
  pages.Add({.key = 1, .begin = 0, .end = kRevisitDays}, events);
  const auto paper = revisit::ParsePolicy("paper");
  const RefreshSetup setup{.policy = &*paper, .downloads = {1}, .share = 1e9};
  const RefreshOutcome outcome = RunRefresh(pages, setup);
  const std::vector<RemedyReplay> replays = ReplayRemedies(pages, setup, outcome);
  // Beyond reach: as much as there is.
  EXPECT_FALSE(replays[0].enough);
  EXPECT_EQ(replays[0].amount, 400 * 24 * 60);
  EXPECT_EQ(replays[1].amount, 400);
  EXPECT_NEAR(1 / replays[1].load, 400 * kDaySeconds, 100);
  const RemedyReplay& coarse = replays.back();
  EXPECT_EQ(coarse.remedy, Remedy::kCoarse);
  EXPECT_NEAR(1 / coarse.load, 400 * kDaySeconds, 100);
  EXPECT_LT(coarse.accesses, 12U);  // doubled from 14 days at most
  EXPECT_GT(outcome.sites[0].accesses, 300U);
}

// A policy that learns from fewer visits may want more of them than the load lets expect; the
// amount follows until the replay ends with what can be borne.
TEST(RefreshRemediesTest, EnoughIsWhatTheReplayFinds) {
  RevisitPages pages;
  pages.sites = {"s"};
  for (std::uint64_t key = 1; key <= 50; ++key)
    pages.Add({.key = key, .begin = 0, .end = kRevisitDays},
              ChangesAt(EveryDays(0.3 * static_cast<double>(key))));
  const auto paper = revisit::ParsePolicy("paper");
  RefreshSetup setup{.policy = &*paper, .downloads = {1}};
  setup.share = 3 * RunRefresh(pages, setup).sites[0].index;
  const RefreshOutcome outcome = RunRefresh(pages, setup);
  const std::vector<RemedyReplay> replays = ReplayRemedies(pages, setup, outcome);
  ASSERT_EQ(replays.size(), 5U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_TRUE(replays[i].enough) << i;
    EXPECT_GE(replays[i].index, setup.share) << i;
    EXPECT_LT(replays[i].accesses, outcome.sites[0].accesses) << i;
    EXPECT_LT(replays[i].captured, outcome.sites[0].captured) << i;
  }
}

TEST(RefreshRemediesTest, APartHasItsEvents) {
  RevisitPages pages;
  pages.sites = {"a", "b"};
  pages.Add({.site = 0, .key = 1, .begin = 0, .end = 730}, ChangesAt({5, 6}));
  pages.Add({.site = 1, .key = 2, .begin = 0, .end = 730}, ChangesAt({7}));
  pages.Add({.site = 1, .key = 3, .begin = 0, .end = 730}, ChangesAt({8, 9}));
  const RevisitPages part =
      PagesOfSite(pages, 1, [](const RevisitPage& page) { return page.key == 3; });
  ASSERT_EQ(part.pages.size(), 1U);
  EXPECT_EQ(part.pages[0].key, 3U);
  EXPECT_EQ(part.pages[0].first_event, 0U);
  EXPECT_EQ(part.times, (std::vector<double>{8, 9}));
  EXPECT_EQ(part.new_versions, 2U);
  EXPECT_EQ(part.live_days, 730);
}

TEST(RevisitPagesTest, PathsAreGrouped) {
  MemFiles files;
  testing_support::WriteFile(files, "t.tsv",
                             "site\tpath\tt0\tend\tdt\tv\n"
                             "s\tnews/1.html\t5\t9\t\t-\n"
                             "s\tindex.html\t5\t9\t\t-\n"
                             "s\tnews/27.html\t5\t9\t\t-\n"
                             "t\tdays/2026-11-16.html\t5\t9\t\t-\n");
  const auto pages = ReadRevisitPages(files, "t.tsv");
  ASSERT_TRUE(pages) << pages.error().context;
  EXPECT_EQ(pages->pages[0].group, pages->pages[2].group);
  EXPECT_NE(pages->pages[0].group, kNoGroup);
  EXPECT_EQ(pages->pages[1].group, kNoGroup);
  EXPECT_NE(pages->pages[3].group, kNoGroup);
}

}  // namespace
}  // namespace meguri
