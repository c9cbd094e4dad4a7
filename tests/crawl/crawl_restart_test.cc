// What a crawl still knows when it is started again.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "polite/manners.h"
#include "tests/crawl/bad_crawl.h"

namespace meguri {
namespace {

using testing_crawl::AnswerHtml;
using testing_crawl::BadCrawl;
using testing_crawl::kGood;
using testing_crawl::RunCrawl;

// Whose name server never answers.
class DeafFetcher final : public Fetcher {
 public:
  void Resolve(ResolveTask /*task*/) override { ++asked; }
  void Fetch(FetchTask /*task*/) override {}
  void CancelAll() override {}
  void Run(TimePoint /*until*/, FetchSink& /*sink*/) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  void Wake() override {}
  std::size_t fetches_under_way() const override { return 0; }

  int asked = 0;
};

TEST(CrawlRestartTest, NamesThatAreLookedUpDoNotKeepItFromItsEnd) {
  BadCrawl crawl({});
  const auto some = [](const CrawlStatus& now) { return now.pages_kept >= 3; };
  EXPECT_EQ(RunCrawl(crawl.settings, some).end, CrawlEnd::kStopped);
  crawl.settings.limits.pages = 1;  // there are more
  RealFiles files;
  const RealClock clock{};
  StderrSink sink;
  LogOutput output(clock, sink, {.level = LogLevel::kWarning});
  DeafFetcher fetcher;
  const auto opened = Crawl::Open(
      crawl.settings,
      {.files = files, .clock = clock, .fetcher = fetcher, .log = Logger(output, "crawl")});
  ASSERT_TRUE(opened) << ToString(opened.error());
  // So that names are asked for at once.
  std::this_thread::sleep_for(2 * testing_crawl::kInterval + kHearsOfIt);
  for (int i = 0; i < 100 && (*opened)->status().end == CrawlEnd::kRunning; ++i)
    (*opened)->RunFor(std::chrono::milliseconds(20));
  EXPECT_GT(fetcher.asked, 0);
  EXPECT_EQ((*opened)->status().end, CrawlEnd::kPageLimit);
  EXPECT_TRUE((*opened)->Close());
}

TEST(CrawlRestartTest, TellsWhatIsReadWhenItIsOpened) {
  BadCrawl crawl({});
  CrawlSettings& settings = crawl.settings;
  for (int i = 0; i < 2000; ++i)  // each is a known URL
    settings.seeds.push_back(crawl.lab.UrlOf(kGood, "/seed-" + std::to_string(i)));
  const auto some = [](const CrawlStatus& now) { return now.pages_kept >= 3; };
  EXPECT_EQ(RunCrawl(settings, some).end, CrawlEnd::kStopped);
  RealFiles files;
  const RealClock clock{};
  StderrSink sink;
  LogOutput output(clock, sink, {.level = LogLevel::kWarning});
  DeafFetcher fetcher;
  std::vector<std::string> told;
  const auto opened =
      Crawl::Open(settings, {.files = files,
                             .clock = clock,
                             .fetcher = fetcher,
                             .log = Logger(output, "crawl"),
                             .opening = [&told](std::string_view what, std::uint64_t count) {
                               told.push_back(fmt::format("{}: {}", what, count));
                             }});
  ASSERT_TRUE(opened) << ToString(opened.error());
  EXPECT_THAT(told, testing::ElementsAre("known URLs: 1024"));
  EXPECT_TRUE((*opened)->Close());
}

TEST(CrawlRestartTest, RobotsTxtIsAskedForOnceWhileItIsFresh) {
  BadCrawl crawl({});
  const auto some = [](const CrawlStatus& now) { return now.pages_kept >= 3; };
  EXPECT_EQ(RunCrawl(crawl.settings, some).end, CrawlEnd::kStopped);
  crawl.Run();
  EXPECT_EQ(crawl.RequestsTo(kGood).front().url, crawl.lab.UrlOf(kGood, "/robots.txt"));
  crawl.ExpectNeighbourWell();  // each page once, robots.txt once, and obeyed
}

// As after a crash: the scores are made anew from the log of links.
TEST(CrawlRestartTest, APageThatSaysNofollowIsBelievedByTheLogToo) {
  BadCrawl crawl({{.answer = [](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/robots.txt") return;
    AnswerHtml("<meta name=robots content=nofollow><a href=/hidden>a</a><img src=/i.png>", answer);
  }}});
  EXPECT_EQ(RunCrawl(crawl.settings).end, CrawlEnd::kFinished);
  ASSERT_TRUE(std::filesystem::remove(crawl.settings.directory + "/scores"));
  crawl.Run();
  EXPECT_EQ(crawl.EndOf("bad.test", "/i.png"), "fetched") << "what a page needs is no link";
  EXPECT_FALSE(crawl.records.contains(crawl.lab.UrlOf("bad.test", "/hidden")));
  crawl.ExpectNeighbourWell();
}

TEST(CrawlRestartTest, WhatIsExcludedNowIsNotFetchedThoughItWaits) {
  BadCrawl crawl({});
  const auto some = [](const CrawlStatus& now) { return now.pages_kept >= 3; };
  const CrawlStatus first = RunCrawl(crawl.settings, some);
  EXPECT_EQ(first.end, CrawlEnd::kStopped);
  EXPECT_GT(first.waiting_urls, 0U);
  CrawlSettings narrow = crawl.settings;
  narrow.scope.exclude = {"regex:."};
  const CrawlStatus second = RunCrawl(narrow);
  EXPECT_EQ(second.end, CrawlEnd::kFinished);
  EXPECT_EQ(second.requests_now, 0U);
  crawl.Run();  // and then it is wanted again
  crawl.ExpectNeighbourWell();
}

}  // namespace
}  // namespace meguri
