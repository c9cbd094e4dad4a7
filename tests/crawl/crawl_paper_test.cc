// Whole crawls by the O(1) scheduler, over real sockets.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "tests/crawl/bad_crawl.h"

namespace meguri {
namespace {

using testing_crawl::AnswerHtml;
using testing_crawl::BadCrawl;
using testing_crawl::BadHost;
using testing_crawl::kGood;
using testing_crawl::kInterval;
using testing_crawl::RunCrawl;

void UsePaper(std::uint32_t queues, std::uint32_t slots, CrawlSettings& settings) {
  settings.scheduler = Scheduler::kPaper;
  settings.paper.queues = queues;
  settings.paper.slots = slots;
}

// A host whose every page links to all of /1 … /60.
BadHost ManyLinks() {
  return {.answer = [](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/robots.txt") return;
    std::string links;
    for (int page = 1; page <= 60; ++page)
      links += fmt::format("<a href=/{}>page</a>", page);
    AnswerHtml(std::move(links), answer);
  }};
}

TEST(CrawlPaperTest, WithRoomForAllEveryPageComesOnce) {
  BadCrawl crawl({ManyLinks()});
  UsePaper(256, 64, crawl.settings);
  crawl.Run();
  EXPECT_EQ(crawl.status.discarded_now, 0U);
  EXPECT_EQ(crawl.RequestsTo("bad.test").size(), 62U) << "robots.txt, /, and 60";
  crawl.ExpectNeighbourWell();
}

TEST(CrawlPaperTest, AServerIsAskedInEveryOtherStepAtMost) {
  BadCrawl crawl({ManyLinks()});
  UsePaper(64, 64, crawl.settings);
  crawl.Run();
  const auto requests = crawl.RequestsTo("bad.test");
  // Of two that were late one may come just an interval after the other; of many hardly.
  const auto took = requests.back().start - requests.front().start;
  EXPECT_GE(took, (requests.size() - 1) * 2 * kInterval * 9 / 10);
  crawl.ExpectNeighbourWell();
}

TEST(CrawlPaperTest, WhatHasNoRoomIsDiscardedButNoSeed) {
  BadCrawl crawl({ManyLinks()});
  UsePaper(6, 1, crawl.settings);
  for (int page = 1; page <= 10; ++page)
    crawl.settings.seeds.push_back(crawl.lab.UrlOf("bad.test", fmt::format("/{}", page)));
  std::uint64_t most = 0;
  const auto watch = [&most](const CrawlStatus& now) {
    most = std::max(most, now.places_taken);
    return false;
  };
  const CrawlStatus status = RunCrawl(crawl.settings, watch, std::chrono::seconds(60));
  EXPECT_EQ(status.end, CrawlEnd::kFinished);
  EXPECT_GT(status.discarded_now, 0U);
  EXPECT_LE(most, 3U) << "H·⌊B/2⌋";
  EXPECT_GT(most, 0U);
  crawl.Run();  // nothing is left; what was known has its record
  EXPECT_EQ(crawl.EndOf(kGood, "/"), "fetched");
  for (int page = 0; page <= 10; ++page)
    EXPECT_EQ(crawl.EndOf("bad.test", page == 0 ? "/" : fmt::format("/{}", page)), "fetched");
  const Judgement judgement = crawl.lab.Judge(kInterval);
  EXPECT_EQ(judgement.hosts.too_soon, 0U);
  EXPECT_EQ(judgement.servers.too_soon, 0U);
}

TEST(CrawlPaperTest, WhoHangsHoldsUpItsResidueAlone) {
  BadCrawl crawl({{.kind = Misbehaviour::kHang}});
  UsePaper(64, 64, crawl.settings);
  for (int page = 1; page <= 5; ++page)
    crawl.settings.seeds.push_back(crawl.lab.UrlOf("bad.test", fmt::format("/{}", page)));
  crawl.settings.max_host_failures = 3;
  crawl.Run();
  crawl.ExpectNeighbourFirst();
}

TEST(CrawlPaperTest, ARestartLosesNothingThatWasTaken) {
  BadCrawl crawl({ManyLinks()});
  UsePaper(256, 64, crawl.settings);
  const auto some = [](const CrawlStatus& now) { return now.pages_kept >= 8; };
  EXPECT_EQ(RunCrawl(crawl.settings, some).end, CrawlEnd::kStopped);
  crawl.Run();
  for (int page = 1; page <= 60; ++page)
    EXPECT_EQ(crawl.EndOf("bad.test", fmt::format("/{}", page)), "fetched");
  crawl.ExpectNeighbourWell();
}

TEST(CrawlPaperTest, WithBudgetsRoundsGoOn) {
  BadCrawl crawl({ManyLinks()});
  UsePaper(256, 64, crawl.settings);
  crawl.settings.site_budget = SiteBudget::kStar;
  crawl.Run();
  EXPECT_EQ(crawl.RequestsTo("bad.test").size(), 62U);
  crawl.ExpectNeighbourWell();
}

// Names are free: nobody knows that they are all of one server until they are looked up.
TEST(CrawlPaperTest, ManyNewHostsDoNotPassTheBound) {
  constexpr int kNames = 60;
  std::vector<BadHost> hosts{
      {.name = "w.trap.test", .answer = [](const WebRequest& request, WebAnswer& answer) {
         if (request.target == "/robots.txt") return;
         std::string links;
         for (int name = 0; name < kNames; ++name) {
           for (int page = 0; page < 5; ++page)
             links += fmt::format("<a href=http://w{}.trap.test:PORT/{}>x</a>", name, page);
         }
         AnswerHtml(std::move(links), answer);
       }}};
  for (int name = 0; name < kNames; ++name)
    hosts.push_back({.name = fmt::format("w{}.trap.test", name)});
  BadCrawl crawl(hosts);
  UsePaper(6, 4, crawl.settings);
  crawl.settings.seeds.resize(2);
  std::uint64_t most = 0;
  const CrawlStatus status = RunCrawl(crawl.settings, [&most](const CrawlStatus& now) {
    most = std::max(most, now.waiting_urls);
    return false;
  });
  EXPECT_EQ(status.end, CrawlEnd::kFinished);
  EXPECT_LE(most, 4U * 3 + 2) << "H·⌊B/2⌋ and the seeds";
  EXPECT_GT(status.discarded_now, 200U);
}

TEST(CrawlPaperTest, PlacesOfAHostThatIsGivenUpHoldUpNobody) {
  BadCrawl crawl({{.name = "dead.test", .kind = Misbehaviour::kHang}});
  UsePaper(16, 1, crawl.settings);
  crawl.settings.seeds.clear();
  for (int page = 0; page < 400; ++page)
    crawl.settings.seeds.push_back(crawl.lab.UrlOf("dead.test", fmt::format("/{}", page)));
  crawl.settings.seeds.push_back(crawl.lab.UrlOf(kGood));
  crawl.settings.max_host_failures = 1;
  crawl.Run();
  EXPECT_LT(crawl.RequestsTo(kGood).front().start, std::chrono::seconds(10));
  EXPECT_EQ(crawl.EndOf(kGood), "fetched");
}

TEST(CrawlPaperTest, SettingsThatMakeNoSenseAreRefused) {
  const auto refused = [](std::uint32_t queues, std::uint32_t slots) {
    BadCrawl crawl({});
    UsePaper(queues, slots, crawl.settings);
    crawl.settings.memory_bytes = std::uint64_t{64} << 20U;
    RealFiles files;
    const RealClock clock{};
    StderrSink sink;
    LogOutput output(clock, sink, {.level = LogLevel::kWarning});
    auto fetcher = LiveFetcher::Create({}, clock);
    EXPECT_TRUE(fetcher);
    const auto opened = Crawl::Open(
        crawl.settings,
        {.files = files, .clock = clock, .fetcher = **fetcher, .log = Logger(output, "crawl")});
    return opened ? std::string() : opened.error().context;
  };
  EXPECT_EQ(refused(2, 10), "queues: 2 is not 3 or more");
  EXPECT_EQ(refused(3, 0), "slots: 0 is not 1 or more");
  EXPECT_THAT(refused(4096, 4096), testing::HasSubstr("choose less of them, or more memory"));
  EXPECT_THAT(refused(3, 1U << 20U), testing::HasSubstr("choose less of them, or more memory"));
}

}  // namespace
}  // namespace meguri
