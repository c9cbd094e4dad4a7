// Whole crawls of hosts that redirect without end, that are busy, or whose answers are too much.
#include <gtest/gtest.h>

#include "tests/crawl/bad_crawl.h"

namespace meguri {
namespace {

using enum Misbehaviour;
using std::chrono::milliseconds;
using testing_crawl::AnswerHtml;
using testing_crawl::BadCrawl;
using testing_crawl::BadHost;
using testing_crawl::kMemoryTells;

constexpr std::uint64_t kMegabyte = 1'000'000;

// What was counted, and what the process took in the end, lab and all.
void ExpectMemoryKept(const BadCrawl& crawl) {
  EXPECT_LE(crawl.most_counted, crawl.settings.memory_bytes);
  testing::Test::RecordProperty("peak_growth", std::to_string(crawl.peak_growth));
  if (!kMemoryTells) return;
  EXPECT_LT(crawl.peak_growth, crawl.settings.memory_bytes);
}

// --- Redirects.

TEST(CrawlBadAnswersTest, RedirectsWithoutEnd) {
  BadCrawl crawl({{.kind = kEndlessRedirects}});
  crawl.settings.max_redirects = 5;
  crawl.Run();
  EXPECT_EQ(crawl.RecordOf("bad.test", "/").status, 302);
  EXPECT_EQ(crawl.EndOf("bad.test", "/step/5"), "fetched");
  EXPECT_EQ(crawl.EndOf("bad.test", "/step/6"), "too-many-redirects");
  EXPECT_EQ(crawl.RecordOf("bad.test", "/step/6").detail, "more than 5 in a row");
  EXPECT_EQ(crawl.RequestsTo("bad.test").size(), 7U);
  crawl.ExpectNeighbourWell();
}

TEST(CrawlBadAnswersTest, RedirectLoop) {
  BadCrawl crawl({{.kind = kRedirectLoop}});
  crawl.Run();
  for (const std::string_view target : {"/", "/a", "/b"}) {
    EXPECT_EQ(crawl.EndOf("bad.test", target), "fetched") << target;
    EXPECT_EQ(crawl.RecordOf("bad.test", target).status, 302) << target;
  }
  EXPECT_EQ(crawl.RequestsTo("bad.test").size(), 4U) << "neither is asked again";
  crawl.ExpectNeighbourWell();
}

TEST(CrawlBadAnswersTest, RedirectToAFile) {
  BadCrawl crawl({{.kind = kRedirectFile}});
  crawl.Run();
  EXPECT_EQ(crawl.RecordOf("bad.test", "/").status, 302);
  EXPECT_EQ(crawl.records.size(), 2U + testing_crawl::kGoodPages);
  crawl.ExpectNeighbourWell();
}

// --- Busy.

class CrawlBusyTest : public testing::TestWithParam<Misbehaviour> {};

TEST_P(CrawlBusyTest, IsLeftAloneForAsLongAsItSays) {
  BadCrawl crawl({{.kind = GetParam()}});
  crawl.Run();
  const PageRecord& record = crawl.RecordOf("bad.test", "/");
  EXPECT_EQ(PageEndName(record.end), "busy");
  EXPECT_EQ(record.status, 429);
  EXPECT_EQ(record.attempts, 2);
  const auto seen = crawl.RequestsTo("bad.test");
  ASSERT_EQ(seen.size(), 3U);
  // 30 s are asked for, but no more than 1.5 s is heeded here; without a wish it is 0.2 s.
  const auto wait = GetParam() == kTooManyBare ? milliseconds(200) : milliseconds(1500);
  EXPECT_GE(seen[2].start - seen[1].end, wait);
  if (GetParam() == kTooManyBare) {
    crawl.ExpectNeighbourWell();
  } else {
    crawl.ExpectNeighbourFirst();
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, CrawlBusyTest,
                         testing::Values(kTooManySeconds, kTooManyDate, kTooManyBare),
                         [](const auto& tested) {
                           std::string name(MisbehaviourName(tested.param));
                           std::erase(name, '-');
                           return name;
                         });

// The web's time goes a hundred times as fast: a minute of 503 is 0.6 s.
TEST(CrawlBadAnswersTest, AStormPasses) {
  BadCrawl crawl({{.kind = kStorm503}}, 60);
  crawl.settings.manners.max_retry_after = milliseconds(1200);
  crawl.settings.max_attempts = 5;
  crawl.Run();
  EXPECT_EQ(crawl.EndOf(), "fetched");
  EXPECT_EQ(crawl.RecordOf("bad.test", "/").status, 200);
  EXPECT_GT(crawl.RecordOf("bad.test", "/").attempts, 1);
  EXPECT_EQ(crawl.RecordOf("bad.test", "/1").status, 200) << "no URL is lost";
  crawl.ExpectNeighbourFirst();
}

// Another back-off each time, and all others of its URLs wait, too.
TEST(CrawlBadAnswersTest, BusyWithoutAWish) {
  BadCrawl crawl({{.answer = [](const WebRequest& request, WebAnswer& answer) {
    if (request.target != "/robots.txt") answer.status = 503;
  }}});
  crawl.settings.max_attempts = 4;
  crawl.Run();
  EXPECT_EQ(crawl.EndOf(), "busy");
  EXPECT_EQ(crawl.RecordOf("bad.test", "/").status, 503);
  const auto seen = crawl.RequestsTo("bad.test");
  ASSERT_EQ(seen.size(), 5U);
  for (std::size_t i = 2; i < seen.size(); ++i)
    EXPECT_GE(seen[i].start - seen[i - 1].end, milliseconds(200) * (1U << (i - 2U)));
  crawl.ExpectNeighbourFirst();
}

// --- Too much.

TEST(CrawlBadAnswersTest, HugeBodies) {
  std::vector<BadHost> hosts;
  for (int i = 0; i < 6; ++i)
    hosts.push_back({.name = fmt::format("huge{}.test", i), .kind = kHugeBody});
  BadCrawl crawl(hosts);
  crawl.settings.memory_bytes = 160 * kMegabyte;
  crawl.settings.fetch.max_body_bytes = 15 * kMegabyte;
  crawl.Run();
  for (const BadHost& host : hosts) {
    const PageRecord& record = crawl.RecordOf(host.name, "/");
    EXPECT_EQ(PageEndName(record.end), "fetched");
    EXPECT_EQ(record.status, 200);
    EXPECT_THAT(record.detail, testing::HasSubstr("cut after"));
    EXPECT_EQ(record.attempts, 1);
  }
  EXPECT_LE(crawl.status.bytes_now, 95 * kMegabyte);
  ExpectMemoryKept(crawl);
  crawl.ExpectNeighbourWell();
}

TEST(CrawlBadAnswersTest, GzipBomb) {
  BadCrawl crawl({{.kind = kGzipBomb}});
  crawl.settings.memory_bytes = 160 * kMegabyte;
  crawl.Run();
  const PageRecord& record = crawl.RecordOf("bad.test", "/");
  EXPECT_EQ(PageEndName(record.end), "fetched");
  EXPECT_EQ(record.status, 200);
  EXPECT_THAT(record.detail, testing::HasSubstr("bomb"));
  EXPECT_EQ(record.attempts, 1);
  ExpectMemoryKept(crawl);
  crawl.ExpectNeighbourWell();
}

TEST(CrawlBadAnswersTest, AMillionLinks) {
  BadCrawl crawl({{.kind = kMillionLinks}});
  crawl.settings.memory_bytes = 320 * kMegabyte;
  crawl.settings.scope.max_depth = 1;
  crawl.settings.limits.pages_per_host = testing_crawl::kGoodPages + 1;
  crawl.Run();
  const PageRecord& record = crawl.RecordOf("bad.test", "/");
  EXPECT_EQ(PageEndName(record.end), "fetched");
  EXPECT_EQ(record.status, 200);
  EXPECT_EQ(crawl.status.known_urls, 100'000 + 2 + testing_crawl::kGoodPages);
  ExpectMemoryKept(crawl);
  crawl.ExpectNeighbourWell();
}

// Nothing more is taken up once the cap is reached, though it may be by one page that goes beyond.
TEST(CrawlBadAnswersTest, PagesOfManyLinksUnderASmallCap) {
  std::vector<BadHost> hosts;
  for (int i = 0; i < 4; ++i)
    hosts.push_back({.name = fmt::format("many{}.test", i), .kind = kMillionLinks});
  BadCrawl crawl(hosts);
  crawl.settings.memory_bytes = 16 * kMegabyte;
  crawl.settings.scope.max_depth = 1;
  crawl.settings.limits.pages_per_host = testing_crawl::kGoodPages + 1;
  crawl.settings.manners.interval = milliseconds(20);
  crawl.Run();
  for (const BadHost& host : hosts)
    EXPECT_EQ(crawl.EndOf(host.name), "fetched");
  // A page of 2 MB, an eighth of the memory, has 66,000 links of some 90 bytes; and which shard's
  // tables double just then is chance.
  EXPECT_LE(crawl.most_counted, crawl.settings.memory_bytes / 4 * 3 + 8 * kMegabyte);
}

TEST(CrawlBadAnswersTest, LinksThatAreHuge) {
  BadCrawl crawl({{.kind = kLongUrl}});
  crawl.Run();
  EXPECT_EQ(crawl.EndOf(), "fetched");
  EXPECT_EQ(crawl.EndOf("bad.test", "/1"), "fetched") << "the others are followed";
  for (const auto& [url, record] : crawl.records)
    EXPECT_LT(url.size(), 20'000U);
  crawl.ExpectNeighbourWell();
}

TEST(CrawlBadAnswersTest, RedirectToAHugeUrl) {
  BadCrawl crawl({{.answer = [](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/") {
      answer.status = 301;
      answer.fields = "Location: /" + std::string(60'000, 'x') + "\r\n";
    }
  }}});
  crawl.Run();
  EXPECT_EQ(crawl.RecordOf("bad.test", "/").status, 301);
  EXPECT_EQ(crawl.EndOf("bad.test", "/" + std::string(60'000, 'x')), "url-too-long");
  crawl.ExpectNeighbourWell();
}

TEST(CrawlBadAnswersTest, ASeedThatIsHugeIsRefused) {
  BadCrawl crawl({});
  crawl.settings.seeds = {crawl.lab.UrlOf("bad.test", "/" + std::string(3'000'000, 'x'))};
  RealFiles files;
  RealClock clock;
  StderrSink sink;
  LogOutput output(clock, sink, {.level = LogLevel::kOff});
  const auto fetcher = LiveFetcher::Create({}, clock);
  const auto opened = Crawl::Open(
      crawl.settings,
      {.files = files, .clock = clock, .fetcher = **fetcher, .log = Logger(output, "crawl")});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::kInvalidArgument);
  EXPECT_LT(opened.error().context.size(), 300U);
}

}  // namespace
}  // namespace meguri
