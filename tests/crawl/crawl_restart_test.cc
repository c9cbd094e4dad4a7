// What a crawl still knows when it is started again.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/crawl/bad_crawl.h"

namespace meguri {
namespace {

using testing_crawl::AnswerHtml;
using testing_crawl::BadCrawl;
using testing_crawl::kGood;
using testing_crawl::RunCrawl;

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
