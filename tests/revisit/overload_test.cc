#include "revisit/overload.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "revisit/parameter_groups.h"
#include "tests/support/worst_case.h"

namespace meguri {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr WallTime kNow = ManualClock::kDefaultStart;

// A host with so many pages a day each.
ServerLoads Loads(int pages, Duration download) {
  ServerLoads loads;
  for (int i = 0; i < pages; ++i)
    loads.Change(0, seconds(0), days(1));
  loads.AddDownload(0, download, kNow);
  return loads;
}

TEST(OverloadTest, IsFoundByConnectionsAndByInterval) {
  ServerLoads loads = Loads(1'000, seconds(1));  // one every 86.4 s
  for (std::uint32_t host = 0; host < 100; ++host)
    loads.SetDue(host, true);
  // R = 86.4 against S/C.
  EXPECT_EQ(CheckOverload(loads, 0, 1.2, kNow).overload, Overload::kNone);
  const OverloadCheck check = CheckOverload(loads, 0, 1.1, kNow);
  EXPECT_EQ(check.overload, Overload::kConnections);
  EXPECT_NEAR(check.index, 86.4, 0.001);
  EXPECT_NEAR(check.bearable, 1.1 / 100, 1e-9);
  const ServerLoads busy = Loads(2'000, seconds(1));
  EXPECT_EQ(CheckOverload(busy, 0, 1'000, kNow).overload, Overload::kInterval);
  EXPECT_EQ(CheckOverload(busy, 99, 1'000, kNow).overload, Overload::kNone);
  EXPECT_EQ(OverloadName(Overload::kInterval), "interval");
}

TEST(OverloadTest, ReliefIsTakenBackToTheLastBit) {
  Random random(1);
  ServerLoads loads;
  std::vector<Duration> pages;
  for (int i = 0; i < 5'000; ++i) {
    pages.emplace_back(seconds(3'600 + random.Uniform(30'000'000)));
    loads.Change(0, seconds(0), pages.back());
  }
  const PageRate before = loads.host_rate(0);
  Relief relief;
  for (const Relief& next :
       {Relief{.stretch = 2.7}, Relief{.added = days(3)}, Relief{.counted_changes = 0.34},
        Relief{0.5, 1.5, hours(7)}, Relief{}}) {
    for (const Duration interval : pages)
      loads.Change(0, RelievedInterval(interval, relief), RelievedInterval(interval, next));
    if (next != Relief{}) {
      EXPECT_LT(loads.host_rate(0), before);
    }
    relief = next;
  }
  EXPECT_EQ(loads.host_rate(0), before);
  EXPECT_EQ(RelievedInterval(days(300), {.stretch = 2}), days(400));
  EXPECT_EQ(RelievedInterval(seconds(0), {.added = days(2)}), seconds(0));
}

TEST(OverloadTest, EachRemedyIsComputed) {
  std::vector<LoadedPage> pages;
  for (int i = 0; i < 100; ++i)
    pages.push_back({.interval = days(1), .group = 0, .trivial_changes = 0.75});
  for (int i = 0; i < 5; ++i)
    pages.push_back({.interval = days(1), .group = 1});  // too few for a group
  for (int i = 0; i < 100; ++i)
    pages.push_back({.interval = days(100), .group = kNoGroup, .trivial_changes = 1});
  pages.push_back({.interval = seconds(0), .group = 0});  // no next visit
  const double per_day = 1 / 86'400.0;
  const auto effects = CompareRemedies(pages, 53 * per_day);
  ASSERT_EQ(effects.size(), 5);
  EXPECT_EQ(effects[0].remedy, Remedy::kStretch);
  EXPECT_NEAR(effects[0].amount, 2, 1e-4);
  EXPECT_NEAR(effects[0].load / per_day, 53, 1e-3);
  EXPECT_TRUE(effects[0].enough);
  // 105/(1+d) + 100/(100+d) = 53
  EXPECT_NEAR(effects[1].amount, 1.0187, 1e-3);
  EXPECT_TRUE(effects[1].enough);
  EXPECT_NEAR(effects[2].load / per_day, 1 + 5 + 1, 1e-3);
  EXPECT_EQ(effects[2].unvisited, 99);
  EXPECT_NEAR(effects[3].load / per_day, 1 + 5 + 1, 1e-3);
  EXPECT_EQ(effects[3].unvisited, 0);
  EXPECT_NEAR(effects[4].load / per_day, 25 + 5 + 0.25, 1e-3);
  // What can't be had: all is stretched to the longest, and it is not enough.
  const auto hopeless = CompareRemedies(pages, 0.1 * per_day);
  EXPECT_FALSE(hopeless[0].enough);
  EXPECT_NEAR(hopeless[0].load / per_day, 205.0 / 400, 1e-3);
  EXPECT_EQ(RemedyName(hopeless[2].remedy), "representative");
  // What needs nothing gets nothing.
  EXPECT_EQ(CompareRemedies(pages, 1)[0].amount, 1);
  EXPECT_EQ(CompareRemedies(pages, 1)[1].amount, 0);
}

TEST(ParameterGroupsTest, Patterns) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"http://a1.test/shop?id=1234&lang=ja", "http://a1.test/shop?id={number}&lang=ja"},
      {"http://a.test/2026/11/16/news.html", "http://a.test/{number}/{number}/{number}/news.html"},
      {"http://a.test/cal?day=2026-11-16", "http://a.test/cal?day={date}"},
      {"http://a.test/16.11.2026", "http://a.test/{date}"},
      {"http://a.test/x;jsessionid=0AF3BC9912DE77A0?p=1",
       "http://a.test/x;jsessionid={id}?p={number}"},
      {"http://a.test/item-77.html", "http://a.test/item-{number}.html"},
      {"http://a.test/77.html", "http://a.test/{number}.html"},
      {"http://a.test/mp3", "http://a.test/mp3"},
      {"http://a.test/?42", "http://a.test/?{number}"},
      {"http://a.test/thisisjustaverylongword", "http://a.test/thisisjustaverylongword"},
      {"http://127.0.0.1:8080/", "http://127.0.0.1:8080/"},
      {"", ""},
      {"?;&=/#", "?;&=/#"},
  };
  for (const auto& [url, pattern] : cases)
    EXPECT_EQ(PatternOf(url), pattern);
  ParameterGroups groups;
  EXPECT_EQ(groups.Add("http://a.test/?id=1"), 0);
  EXPECT_EQ(groups.Add("http://a.test/?id=22"), 0);
  EXPECT_EQ(groups.Add("http://a.test/?no=22"), 1);
  EXPECT_EQ(groups.Add("http://a.test/"), kNoGroup);
  EXPECT_EQ(groups.size(), 2);
  EXPECT_EQ(groups.pages(0), 2);
}

TEST(ParameterGroupsTest, LinearOnTheWorst) {
  for (const char* piece : {"/1", "?1=1", ";a", "/1-1.", "&&", "2026-"}) {
    const auto make = [&](std::size_t size) {
      return "http://a.test" + testing_support::Repeated(piece, size);
    };
    EXPECT_LT(testing_support::GrowthAtTenfold(testing_support::kWorstCaseBytes / 10, make,
                                               [](const std::string& url) { PatternOf(url); }),
              testing_support::kLinearGrowth)
        << piece;
  }
}

}  // namespace
}  // namespace meguri
