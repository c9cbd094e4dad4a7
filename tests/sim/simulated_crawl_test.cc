#include "sim/crawl/simulated_crawl.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace meguri {
namespace {

using testing::Ge;
using testing::IsEmpty;

SimReport RunSeed(const SimOptions& options) {
  auto report = SimulateCrawl(options, {});
  EXPECT_TRUE(report) << report.error().context;
  return report.value_or(SimReport());
}

TEST(SimulatedCrawlTest, WithoutFaultsEveryPageComesOnce) {
  const SimReport report = RunSeed({.seed = 3, .faults = *ParseFaults("none")});
  EXPECT_THAT(report.findings, IsEmpty());
  EXPECT_EQ(report.lives, 1U);
  EXPECT_EQ(report.twice, 0U);
  EXPECT_GE(report.fetched, report.pages);
  EXPECT_EQ(report.records_checked, report.fetched);
}

TEST(SimulatedCrawlTest, KeepsItsPromisesWhateverHappens) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const SimReport report = RunSeed({.seed = seed});
    EXPECT_THAT(report.findings, IsEmpty()) << "seed " << seed;
    EXPECT_GE(report.pages, 200U);
    EXPECT_GE(report.servers, 20U);
    EXPECT_EQ(report.shards, 4U);
    EXPECT_GE(report.kills, 3U);
    EXPECT_GE(report.other_faults + report.disk_faults, 5U);
    EXPECT_THAT(report.records_checked, Ge(report.fetched));
  }
}

TEST(SimulatedCrawlTest, TheSameSeedGivesTheSameCrawlInAnyThread) {
  for (const std::uint64_t seed : {5U, 21U}) {
    const SimReport first = RunSeed({.seed = seed});
    SimReport second;
    std::thread other([&] { second = RunSeed({.seed = seed}); });
    other.join();
    EXPECT_EQ(first.order, second.order) << "seed " << seed;
    EXPECT_EQ(first.bytes, second.bytes) << "seed " << seed;
    EXPECT_EQ(first.events, second.events);
    EXPECT_EQ(first.states, second.states);
  }
  EXPECT_NE(RunSeed({.seed = 5}).order, RunSeed({.seed = 6}).order);
}

TEST(SimulatedCrawlTest, TakesTheLabsWebToo) {
  const SimReport report = RunSeed({.seed = 2, .pages = 60});
  EXPECT_THAT(report.findings, IsEmpty());
  EXPECT_GE(report.pages, 60U);
}

TEST(SimulatedCrawlTest, TellsItsEventsInTheirOrder) {
  std::vector<TimePoint> times;
  std::uint64_t kills = 0;
  const auto report = SimulateCrawl({.seed = 9}, [&](const SimEvent& event) {
    times.push_back(event.time);
    if (event.what == "KILL") ++kills;
  });
  ASSERT_TRUE(report);
  EXPECT_EQ(times.size(), report->events);
  EXPECT_TRUE(std::ranges::is_sorted(times));
  EXPECT_EQ(kills, report->kills);
}

TEST(SimulatedCrawlTest, WantsHostsForItsServers) {
  const auto report = SimulateCrawl({.hosts = 3, .servers = 9}, {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().context, "3 hosts can't be on 9 servers");
}

}  // namespace
}  // namespace meguri
