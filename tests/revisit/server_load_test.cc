#include "revisit/server_load.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"
#include "tests/support/worst_case.h"

namespace meguri {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(ServerLoadTest, RatesAreNearlyExact) {
  for (const Duration interval : {Duration(minutes(1)), Duration(hours(1)), Duration(days(7)),
                                  Duration(days(400)), Duration(seconds(34'559'999))}) {
    const double wanted = 1 / std::chrono::duration<double>(interval).count();
    EXPECT_NEAR(PerSecond(RateOf(interval)) / wanted, 1, 2e-6);
  }
  EXPECT_EQ(RateOf(seconds(1)), RateOf(minutes(1)));
  EXPECT_EQ(RateOf(seconds(0)), 0);
  EXPECT_EQ(RateOf(seconds(-5)), 0);
}

TEST(ServerLoadTest, SumsPerHostAndServer) {
  ServerLoads loads;
  loads.Change(0, seconds(0), hours(1));
  loads.Move(0, 7);
  loads.Change(1, seconds(0), hours(2));
  loads.Move(1, 7);
  EXPECT_NEAR(loads.host_load(0), 1 / 3600.0, 1e-12);
  EXPECT_NEAR(loads.server_load(7), 1.5 / 3600, 1e-12);
  EXPECT_EQ(loads.server_pages(7), 2);
  loads.Change(1, hours(2), hours(1));
  EXPECT_EQ(loads.server_rate(7), 2 * RateOf(hours(1)));
  loads.Move(1, 3);
  EXPECT_EQ(loads.server_rate(7), RateOf(hours(1)));
  EXPECT_EQ(loads.server_rate(3), RateOf(hours(1)));
  loads.Change(1, hours(1), seconds(0));
  EXPECT_EQ(loads.server_rate(3), 0);
  EXPECT_EQ(loads.server_pages(3), 0);
  EXPECT_EQ(loads.host_pages(1), 0);
  EXPECT_EQ(loads.host_load(99), 0);
}

// 10⁸ changes and moves; a sum of doubles beside it shows what would drift.
TEST(ServerLoadTest, TheSumIsTheOneMadeAnew) {
  constexpr std::uint64_t kChanges = testing_support::kIsFullSpeed ? 100'000'000 : 1'000'000;
  constexpr std::uint32_t kHosts = 50;
  constexpr std::uint32_t kServers = 7;
  constexpr std::size_t kPages = 20'000;
  Random random(1);
  std::vector<std::uint32_t> intervals(kPages);  // minutes; page p is of host p % kHosts
  std::vector<std::uint32_t> server_of(kHosts, ServerLoads::kNoServer);
  ServerLoads loads;
  double drifting = 0;
  for (std::uint64_t i = 0; i < kChanges; ++i) {
    const std::uint64_t draw = random.Next();
    const std::size_t page = draw % kPages;
    const auto host = static_cast<std::uint32_t>(page % kHosts);
    const auto after = static_cast<std::uint32_t>((draw >> 32U) % 576'000);
    loads.Change(host, minutes(intervals[page]), minutes(after));
    if (intervals[page] > 0) drifting -= 1.0 / intervals[page];
    if (after > 0) drifting += 1.0 / after;
    intervals[page] = after;
    if (draw >> 54U == 0) {
      server_of[host] = static_cast<std::uint32_t>(random.Uniform(kServers));
      loads.Move(host, server_of[host]);
    }
  }
  ServerLoads anew;
  double exact = 0;
  for (std::uint32_t host = 0; host < kHosts; ++host)
    anew.Move(host, server_of[host]);
  for (std::size_t page = 0; page < kPages; ++page) {
    anew.Change(static_cast<std::uint32_t>(page % kHosts), minutes(0), minutes(intervals[page]));
    if (intervals[page] > 0) exact += 1.0 / intervals[page];
  }
  for (std::uint32_t host = 0; host < kHosts; ++host) {
    EXPECT_EQ(loads.host_rate(host), anew.host_rate(host));
    EXPECT_EQ(loads.host_pages(host), anew.host_pages(host));
  }
  for (std::uint32_t server = 0; server < kServers; ++server) {
    EXPECT_EQ(loads.server_rate(server), anew.server_rate(server));
    EXPECT_EQ(loads.server_pages(server), anew.server_pages(server));
  }
  EXPECT_NE(drifting, exact);
}

TEST(ServerLoadTest, TheLongestDownloadFades) {
  const WallTime start = ManualClock::kDefaultStart;
  FadingMaximum longest(days(7));
  EXPECT_EQ(longest.At(start), Duration::zero());
  longest.Add(seconds(8), start);
  longest.Add(seconds(1), start + days(7));
  EXPECT_EQ(longest.At(start + days(7)), seconds(4));
  EXPECT_EQ(longest.At(start + days(14)), seconds(2));
  EXPECT_EQ(longest.At(start), seconds(4));  // a clock that went back
  longest.Add(seconds(3), start + days(14));
  EXPECT_EQ(longest.At(start + days(14)), seconds(3));
}

TEST(ServerLoadTest, TheIndexIsThePapers) {
  const WallTime now = ManualClock::kDefaultStart;
  ServerLoads loads;
  EXPECT_TRUE(std::isinf(loads.LoadIndex(0, now)));
  for (int i = 0; i < 100; ++i)
    loads.Change(0, seconds(0), days(1));
  EXPECT_TRUE(std::isinf(loads.LoadIndex(0, now)));
  loads.AddDownload(0, seconds(2), now);
  EXPECT_NEAR(loads.LoadIndex(0, now), 864.0 / 2, 1e-3);
  EXPECT_EQ(loads.KeptInterval(0), minutes(1));
  for (int i = 0; i < 9'900; ++i)
    loads.Change(0, seconds(0), days(1));
  EXPECT_EQ(loads.KeptInterval(0), seconds(5));
  loads.SetDue(0, true);
  loads.SetDue(0, true);
  loads.SetDue(5, true);
  EXPECT_EQ(loads.hosts_due(), 2);
  loads.SetDue(0, false);
  EXPECT_EQ(loads.hosts_due(), 1);
}

}  // namespace
}  // namespace meguri
