// Whole crawls of a site without end, on several hosts, beside a small one.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <string>

#include "tests/crawl/bad_crawl.h"

namespace meguri {
namespace {

using testing_crawl::AnswerHtml;
using testing_crawl::BadCrawl;
using testing_crawl::BadHost;
using testing_crawl::RunCrawl;

constexpr int kSmallPages = 30;
constexpr std::string_view kSmall = "small.test";
constexpr int kHosts = 3;  // of the endless site
// What its budget is, and those under way when it is used up.
constexpr std::size_t kShare = 10 + kHosts - 1;

// Each of its pages leads to the next on each of its hosts, up to `last`, and to the small site.
std::vector<BadHost> WebWithAnEnd(int last) {
  std::vector<BadHost> hosts;
  const auto page_of = [last](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/robots.txt") return;
    int page = 0;
    std::from_chars(request.target.data() + 1, request.target.data() + request.target.size(), page);
    std::string links = fmt::format("<a href=http://{}:PORT/>small</a>", kSmall);
    for (int host = 0; host < kHosts && page < last; ++host)
      links += fmt::format("<a href=http://h{}.endless.test:PORT/{}>next</a>", host, page + 1);
    AnswerHtml(std::move(links), answer);
  };
  for (int host = 0; host < kHosts; ++host)
    hosts.push_back({.name = fmt::format("h{}.endless.test", host), .answer = page_of});
  hosts.push_back(
      {.name = std::string(kSmall), .answer = [](const WebRequest& request, WebAnswer& answer) {
         if (request.target == "/robots.txt") return;
         std::string links;
         for (int page = 1; request.target == "/" && page < kSmallPages; ++page)
           links += fmt::format("<a href=/{}>page</a>", page);
         AnswerHtml(std::move(links), answer);
       }});
  return hosts;
}
constexpr int kNoEnd = 1'000'000;

// Pages of the endless site that were asked for before `time`.
std::size_t EndlessBefore(const BadCrawl& crawl, std::chrono::microseconds time) {
  return static_cast<std::size_t>(std::ranges::count_if(crawl.requests, [&](const auto& request) {
    return request.host.ends_with("endless.test") && !request.url.ends_with("/robots.txt") &&
           request.start < time;
  }));
}

// Pages of it that came before the small site was done, and in all.
std::pair<std::size_t, std::size_t> Endless(SiteBudget budget) {
  BadCrawl crawl(WebWithAnEnd(kNoEnd));
  crawl.settings.site_budget = budget;
  crawl.settings.limits.pages = 200;
  EXPECT_EQ(RunCrawl(crawl.settings).end, CrawlEnd::kPageLimit);
  crawl.requests = crawl.lab.Requests();
  EXPECT_EQ(crawl.RequestsTo(kSmall).size(), kSmallPages + 1U);
  return {EndlessBefore(crawl, crawl.LastEnd(kSmall)),
          EndlessBefore(crawl, std::chrono::microseconds::max())};
}

TEST(CrawlBudgetTest, ASiteWithoutEndHasItsShareUntilTheOthersAreDone) {
  const auto [before, all] = Endless(SiteBudget::kStar);
  EXPECT_GE(before, 10U);
  EXPECT_LE(before, kShare);
  EXPECT_GT(all, 2 * kShare) << "then it goes on";
}

TEST(CrawlBudgetTest, WithoutBudgetsItHasMore) {
  const auto [before, all] = Endless(SiteBudget::kNone);
  EXPECT_GT(before, 2 * kShare);
}

TEST(CrawlBudgetTest, NothingIsLostAndARestartEndsNothingEarly) {
  BadCrawl crawl(WebWithAnEnd(14));
  crawl.settings.site_budget = SiteBudget::kStar;
  const auto some = [](const CrawlStatus& now) { return now.pages_kept >= 25; };
  EXPECT_EQ(RunCrawl(crawl.settings, some).end, CrawlEnd::kStopped);
  crawl.Run();  // to its end; every known URL has its record
  for (int host = 0; host < kHosts; ++host) {
    for (int page = 0; page <= 14; ++page) {
      const std::string target = page == 0 ? "/" : fmt::format("/{}", page);
      EXPECT_EQ(crawl.EndOf(fmt::format("h{}.endless.test", host), target), "fetched") << target;
    }
  }
  for (int page = 1; page < kSmallPages; ++page)
    EXPECT_EQ(crawl.EndOf(kSmall, fmt::format("/{}", page)), "fetched");
  EXPECT_LE(EndlessBefore(crawl, crawl.LastEnd(kSmall)), 2 * kShare)
      << "a start begins a round, and who links to whom is known in it";
  crawl.ExpectNeighbourWell();
}

// By the O(1) scheduler, with one place for all of them: who waits for it may find that another
// host of its site has spent the budget.
TEST(CrawlBudgetTest, WhoWaitsForAPlaceInVainGoesOnInTheNextRound) {
  BadCrawl crawl(WebWithAnEnd(4));
  crawl.settings.site_budget = SiteBudget::kStar;
  crawl.settings.star = {.least = 1, .most = 1};
  crawl.settings.scheduler = Scheduler::kPaper;
  crawl.settings.paper = {.queues = 3, .slots = 1};
  crawl.Run();  // to its end
  for (int host = 0; host < kHosts; ++host)
    EXPECT_EQ(crawl.EndOf(fmt::format("h{}.endless.test", host), "/"), "fetched");
}

constexpr std::chrono::seconds kLong(5);  // without them it is a second

// Of a site with 30 pages, beside one of those that hold up what they can: how long did it take?
std::chrono::microseconds SmallWasDone(BadHost other, const std::function<void(BadCrawl&)>& set) {
  std::vector<BadHost> hosts = WebWithAnEnd(0);
  hosts.push_back(std::move(other));
  BadCrawl crawl(hosts);
  crawl.settings.site_budget = SiteBudget::kStar;
  crawl.settings.star = {.least = 10, .most = 10};
  set(crawl);
  RunCrawl(crawl.settings, [](const CrawlStatus& now) { return now.running > kLong; });
  crawl.requests = crawl.lab.Requests();
  EXPECT_EQ(crawl.RequestsTo(kSmall).size(), kSmallPages + 1U);
  return crawl.LastEnd(kSmall);
}

class CrawlBudgetSchedulerTest : public testing::TestWithParam<Scheduler> {};

TEST_P(CrawlBudgetSchedulerTest, AHostThatWantsAPauseHoldsUpNoRound) {
  const BadHost busy{.name = "busy.test",
                     .answer = [](const WebRequest& request, WebAnswer& answer) {
                       if (request.target == "/robots.txt") return;
                       answer.status = 503;
                       answer.fields = "Retry-After: 9\r\n";
                     }};
  const auto done = SmallWasDone(busy, [](BadCrawl& crawl) {
    crawl.settings.manners.max_retry_after = std::chrono::seconds(10);
    crawl.settings.scheduler = GetParam();
  });
  EXPECT_LT(done, kLong);
}

INSTANTIATE_TEST_SUITE_P(Schedulers, CrawlBudgetSchedulerTest,
                         testing::Values(Scheduler::kWheel, Scheduler::kPaper));

TEST(CrawlBudgetTest, WhoDripsHoldsUpNoRound) {
  const auto done =
      SmallWasDone({.name = "drip.test", .kind = Misbehaviour::kDrip}, [](BadCrawl& crawl) {
        crawl.settings.fetch.max_idle = std::chrono::seconds(5);
        crawl.settings.fetch.max_total = std::chrono::seconds(9);
      });
  EXPECT_LT(done, kLong);
}

TEST(CrawlBudgetTest, WhatIsNotKeptIsChargedToo) {
  const BadHost gallery{.name = "gallery.test",
                        .answer = [](const WebRequest& request, WebAnswer& answer) {
                          if (request.target == "/robots.txt") return;
                          std::string links;
                          for (int i = 0; i < 200; ++i)
                            links += fmt::format("<a href=/{}.png>picture</a>", i);
                          AnswerHtml(std::move(links), answer);
                          if (request.target != "/") answer.fields = "Content-Type: image/png\r\n";
                        }};
  const auto done =
      SmallWasDone(gallery, [](BadCrawl& crawl) { crawl.settings.scope.content = {"text/html"}; });
  EXPECT_LT(done, kLong);
}

// A large site has had many rounds when the endless one is found.
TEST(CrawlBudgetTest, WhoIsFoundLateHasNoMore) {
  std::vector<BadHost> hosts = WebWithAnEnd(kNoEnd);
  constexpr int kLast = 100;
  hosts.push_back(
      {.name = "big.test", .answer = [](const WebRequest& request, WebAnswer& answer) {
         if (request.target == "/robots.txt") return;
         int page = 0;
         std::from_chars(request.target.data() + 1, request.target.data() + request.target.size(),
                         page);
         AnswerHtml(page < kLast ? fmt::format("<a href=/{}>next</a>", page + 1)
                                 : fmt::format("<a href=http://{}:PORT/>small</a>"
                                               "<a href=http://h0.endless.test:PORT/>endless</a>",
                                               kSmall),
                    answer);
       }});
  BadCrawl crawl(hosts);
  crawl.settings.seeds = {crawl.lab.UrlOf("big.test")};
  crawl.settings.site_budget = SiteBudget::kStar;
  crawl.settings.star = {.least = 10, .most = 10};
  crawl.settings.scope.kind = ScopeKind::kAny;
  crawl.settings.limits.pages = kLast + 150;
  EXPECT_EQ(RunCrawl(crawl.settings).end, CrawlEnd::kPageLimit);
  crawl.requests = crawl.lab.Requests();
  EXPECT_EQ(crawl.RequestsTo(kSmall).size(), kSmallPages + 1U);
  // In each round that the small one needs, and in one that was begun already.
  EXPECT_LE(EndlessBefore(crawl, crawl.LastEnd(kSmall)), 4 * kShare);
}

TEST(CrawlBudgetTest, AHostThatFailsHoldsUpNoRound) {
  std::vector<BadHost> hosts = WebWithAnEnd(14);
  hosts.push_back({.name = "busy.test", .answer = [](const WebRequest& request, WebAnswer& answer) {
                     if (request.target != "/robots.txt") answer.status = 503;
                   }});
  BadCrawl crawl(hosts);
  crawl.settings.site_budget = SiteBudget::kStar;
  crawl.settings.manners.first_back_off = std::chrono::seconds(6);
  crawl.Run();
  std::chrono::microseconds endless{0};
  for (int host = 0; host < kHosts; ++host)
    endless = std::max(endless, crawl.LastEnd(fmt::format("h{}.endless.test", host)));
  EXPECT_LT(endless, crawl.LastEnd("busy.test"));
  EXPECT_EQ(crawl.EndOf("busy.test"), "busy");
}

}  // namespace
}  // namespace meguri
