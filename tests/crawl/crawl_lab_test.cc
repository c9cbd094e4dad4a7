// Whole crawls of small labs, judged from the servers' side.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>

#include "tests/crawl/crawlable_lab.h"

namespace meguri {
namespace {

using std::chrono::milliseconds;
using testing_crawl::CrawlableLab;
using testing_crawl::RunCrawl;
using testing_crawl::SettingsFor;

WebSpec SmallWeb(std::uint32_t hosts, std::uint64_t pages) {
  WebSpec spec;
  spec.seed = 11;
  spec.ips = hosts / 2;
  spec.sources.emplace_back();
  spec.sources.back().generated.hosts = hosts;
  spec.sources.back().generated.pages = pages;
  return spec;
}

void ExpectClean(CrawlableLab& lab, milliseconds interval) {
  const Judgement judgement = lab.Judge(interval);
  EXPECT_TRUE(judgement.clean());
  EXPECT_EQ(judgement.hosts.too_soon, 0U);
  EXPECT_EQ(judgement.servers.too_soon, 0U);
  EXPECT_EQ(judgement.repeats.urls, 0U);
  ASSERT_TRUE(judgement.coverage);
  EXPECT_GT(judgement.coverage->allowed, 150U);
  EXPECT_EQ(judgement.coverage->allowed_fetched, judgement.coverage->allowed);
}

TEST(CrawlLabTest, EveryPermittedPageOncePolitely) {
  CrawlableLab lab(SmallWeb(20, 200));
  const testing_support::TemporaryDirectory folder;
  CrawlSettings settings = SettingsFor(lab, folder.path() + "/crawl");
  const CrawlStatus status = RunCrawl(settings);
  EXPECT_EQ(status.end, CrawlEnd::kFinished);
  EXPECT_EQ(status.waiting_urls, 0U);
  ExpectClean(lab, milliseconds(50));
}

TEST(CrawlLabTest, StoppedThreeTimesItIsTheSameSet) {
  CrawlableLab lab(SmallWeb(20, 200));
  const testing_support::TemporaryDirectory folder;
  const CrawlSettings settings = SettingsFor(lab, folder.path() + "/crawl");
  for (int i = 0; i < 3; ++i) {
    const CrawlStatus status =
        RunCrawl(settings, [](const CrawlStatus& now) { return now.pages_now >= 40; });
    EXPECT_EQ(status.end, CrawlEnd::kStopped);
    EXPECT_GT(status.waiting_urls, 0U);
  }
  EXPECT_EQ(RunCrawl(settings).end, CrawlEnd::kFinished);
  ExpectClean(lab, milliseconds(50));
}

TEST(CrawlLabTest, AHostMayBeAnAddress) {
  CrawlableLab lab(SmallWeb(2, 10));
  const testing_support::TemporaryDirectory folder;
  CrawlSettings settings = SettingsFor(lab, folder.path() + "/crawl");
  settings.scope.kind = ScopeKind::kHost;
  settings.seeds = {fmt::format("http://127.0.0.1:{}/", lab.ports().http)};
  const CrawlStatus status = RunCrawl(settings);
  EXPECT_EQ(status.end, CrawlEnd::kFinished);
  EXPECT_EQ(status.requests_now, 2U) << "robots.txt, and whatever the lab says of a stranger";
  EXPECT_EQ(status.ended[static_cast<std::size_t>(PageEnd::kNoSuchName)], 0U);
}

TEST(CrawlLabTest, ALimitIsKeptAndTheSameCommandHasNothingToDo) {
  CrawlableLab lab(SmallWeb(10, 100));
  const testing_support::TemporaryDirectory folder;
  CrawlSettings settings = SettingsFor(lab, folder.path() + "/crawl");
  settings.limits.pages = 25;
  CrawlStatus status = RunCrawl(settings);
  EXPECT_EQ(status.end, CrawlEnd::kPageLimit);
  EXPECT_EQ(status.pages, 25U);
  status = RunCrawl(settings);
  EXPECT_EQ(status.end, CrawlEnd::kPageLimit);
  EXPECT_EQ(status.pages, 25U);
  EXPECT_EQ(status.requests_now, 0U);
}

}  // namespace
}  // namespace meguri
