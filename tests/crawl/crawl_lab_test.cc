// Whole crawls of small labs, judged from the servers' side.
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

TEST(CrawlLabTest, EveryPermittedPageOncePolitely) {
  CrawlableLab lab(SmallWeb(20, 400));
  const testing_support::TemporaryDirectory folder;
  CrawlSettings settings = SettingsFor(lab, folder.path() + "/crawl");
  const CrawlStatus status = RunCrawl(settings);
  EXPECT_EQ(status.end, CrawlEnd::kFinished);
  const Judgement judgement = lab.Judge(milliseconds(50));
  EXPECT_TRUE(judgement.clean());
  EXPECT_EQ(judgement.hosts.too_soon, 0U);
  EXPECT_EQ(judgement.servers.too_soon, 0U);
  EXPECT_EQ(judgement.repeats.urls, 0U);
  ASSERT_TRUE(judgement.coverage);
  EXPECT_GT(judgement.coverage->allowed, 300U);
  EXPECT_EQ(judgement.coverage->allowed_fetched, judgement.coverage->allowed);
}

}  // namespace
}  // namespace meguri
