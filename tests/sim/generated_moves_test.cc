// Generated pages that move.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "sim/generated/generated_pages.h"
#include "tests/sim/source_browser.h"

namespace meguri {
namespace {

using std::chrono::days;
using std::chrono::hours;

constexpr WallTime kStart = ManualClock::kDefaultStart;
constexpr WallTime kBefore = kStart + days(10) - std::chrono::microseconds(1);
constexpr WallTime kAfter = kStart + days(10);

std::unique_ptr<GeneratedPages> Make(std::vector<MoveRule> moves, std::uint64_t count = 1'200) {
  GeneratedPages::Options options;
  options.spec.hosts = 25;
  options.spec.pages = count;
  options.spec.mean_bytes = 2'000;
  options.moves = std::move(moves);
  auto made = GeneratedPages::Create(options);
  EXPECT_TRUE(made);
  return *std::move(made);
}

std::vector<std::string> Pages(const PageSource& source, WallTime now) {
  std::vector<std::string> urls;
  for (std::uint32_t host = 0; host < source.host_count(); ++host)
    source.ForEachPage(host, now, [&](std::string_view url) { urls.emplace_back(url); });
  return urls;
}

struct Counts {
  std::size_t moved = 0;
  std::size_t stayed = 0;
};

// The order of ForEachPage() stays, so that the two belong together, one by one.
Counts CheckMove(const GeneratedPages& pages, WallTime before, WallTime after, int status) {
  const SourceBrowser browser(pages);
  const auto olds = Pages(pages, before);
  const auto news = Pages(pages, after);
  EXPECT_EQ(olds.size(), news.size());
  Counts counts;
  for (std::size_t i = 0; i < olds.size(); ++i) {
    EXPECT_EQ(browser.Get(olds[i], before).status, 200) << olds[i];
    EXPECT_EQ(browser.Get(news[i], after).status, 200) << news[i];
    if (olds[i] == news[i]) {
      ++counts.stayed;
      continue;
    }
    ++counts.moved;
    EXPECT_EQ(browser.Get(news[i], before).status, 404) << news[i];
    const WebAnswer answer = browser.Get(olds[i], after);
    EXPECT_EQ(answer.status, status) << olds[i];
    EXPECT_EQ(FieldOf(answer, "Location"), status == 301 ? news[i] : "");
  }
  return counts;
}

MoveRule Rule(double share, bool trees, bool redirect, std::chrono::microseconds after) {
  return {.host = "*", .share = share, .trees = trees, .after = after, .redirect = redirect};
}

TEST(GeneratedMovesTest, WholeTreesWithRedirects) {
  const auto pages = Make({Rule(1, true, true, days(10))});
  const Counts counts = CheckMove(*pages, kBefore, kAfter, 301);
  EXPECT_EQ(counts.stayed, 25U);  // home pages
}

TEST(GeneratedMovesTest, HalfOfTheTreesWithout) {
  const auto pages = Make({Rule(0.5, true, false, days(10))});
  const Counts counts = CheckMove(*pages, kBefore, kAfter, 404);
  EXPECT_NEAR(static_cast<double>(counts.moved), 600, 250);
}

TEST(GeneratedMovesTest, SinglePages) {
  const auto pages = Make({Rule(0.3, false, true, days(10))});
  const Counts counts = CheckMove(*pages, kBefore, kAfter, 301);
  EXPECT_NEAR(static_cast<double>(counts.moved), 330, 60);
}

TEST(GeneratedMovesTest, OneHostOnly) {
  const std::string name = Make({})->HostName(3);
  MoveRule rule = Rule(1, true, true, days(10));
  rule.host = name;
  MoveRule elsewhere = rule;
  elsewhere.host = "www.somebody-else.test";
  const auto pages = Make({rule, elsewhere});
  const Counts counts = CheckMove(*pages, kBefore, kAfter, 301);
  EXPECT_EQ(counts.moved, pages->PageCount(3, kStart) - 1);
}

TEST(GeneratedMovesTest, OneMoveAfterTheOther) {
  const auto pages = Make({Rule(1, false, true, days(20)), Rule(1, true, true, days(10)),
                           Rule(1, true, false, days(30))});
  (void)CheckMove(*pages, kBefore, kAfter, 301);
  (void)CheckMove(*pages, kStart, kStart + days(25), 301);
  (void)CheckMove(*pages, kStart + days(29), kStart + days(30), 404);
  // From the very first place to where the second move put it, though the third tells nothing.
  const SourceBrowser browser(*pages);
  const std::string first = Pages(*pages, kStart).back();
  const WebAnswer answer = browser.Get(first, kStart + days(31));
  EXPECT_EQ(answer.status, 301);
  EXPECT_EQ(FieldOf(answer, "Location"), Pages(*pages, kStart + days(31)).back());
}

TEST(GeneratedMovesTest, LinksLeadToTheNewPlaces) {
  const auto pages =
      Make({Rule(0.5, true, false, days(10)), Rule(0.5, false, false, days(11))}, 500);
  const SourceBrowser browser(*pages);
  for (const WallTime now : {kStart, kAfter, kAfter + days(1)}) {
    const CrawlResult crawl = CrawlAll(browser, pages->SeedUrl(), now);
    const auto all = Pages(*pages, now);
    ASSERT_EQ(crawl.pages.size(), all.size());
    for (const std::string& url : all)
      ASSERT_TRUE(crawl.pages.contains(url)) << url;
    EXPECT_THAT(crawl.missing, testing::IsEmpty());
  }
}

TEST(GeneratedMovesTest, PagesWhoseLinksMovedAreNot304) {
  const auto pages = Make({Rule(1, true, true, days(10))});
  const SourceBrowser browser(*pages);
  for (const std::string& url : Pages(*pages, kAfter)) {
    const WebAnswer before = browser.Get(url, kBefore);
    if (before.status != 200) continue;
    WebRequest request;
    const std::string etag = FieldOf(before, "ETag");
    const std::string date = FieldOf(before, "Last-Modified");
    request.if_none_match = etag;
    if (etag.empty()) request.if_modified_since = date;
    EXPECT_EQ(browser.Get(url, kAfter, request).status, 200);
  }
}

}  // namespace
}  // namespace meguri
