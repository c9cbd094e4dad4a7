// Whole crawls of hosts that take their time, break off, or send without end; beside each a host
// that behaves and must not notice.
#include <gtest/gtest.h>

#include "tests/crawl/bad_crawl.h"
#include "tests/fetch/fetch_fixture.h"

namespace meguri {
namespace {

using enum Misbehaviour;
using std::chrono::milliseconds;
using testing_crawl::BadCrawl;
using testing_crawl::kMemoryTells;

TEST(CrawlSlowHostsTest, NeverAnswers) {
  BadCrawl crawl({{.kind = kHang}});
  crawl.Run();
  EXPECT_EQ(crawl.EndOf(), "timed-out");
  EXPECT_EQ(crawl.RecordOf("bad.test", "/").attempts, 2);
  EXPECT_EQ(crawl.RecordOf("bad.test", "/").status, 0);
  EXPECT_FALSE(crawl.RecordOf("bad.test", "/").detail.empty());
  crawl.ExpectNeighbourFirst();
}

TEST(CrawlSlowHostsTest, AHostThatNeverAnswersIsGivenUp) {
  BadCrawl crawl({{.kind = kHang}});
  crawl.settings.max_host_failures = 2;
  for (int i = 1; i <= 20; ++i)
    crawl.settings.seeds.push_back(crawl.lab.UrlOf("bad.test", fmt::format("/{}", i)));
  crawl.Run();
  for (int i = 1; i <= 20; ++i)
    EXPECT_EQ(crawl.EndOf("bad.test", fmt::format("/{}", i)), "host-given-up");
  EXPECT_EQ(crawl.RequestsTo("bad.test").size(), 3U) << "robots.txt, and two in vain";
  crawl.ExpectNeighbourFirst();
}

TEST(CrawlSlowHostsTest, Drips) {
  BadCrawl crawl({{.kind = kDrip}});
  crawl.settings.fetch.max_idle = milliseconds(3000);  // a byte comes each second
  crawl.settings.fetch.slow_after = milliseconds(1200);
  crawl.Run();
  EXPECT_EQ(crawl.EndOf(), "timed-out");
  crawl.ExpectNeighbourFirst();
}

TEST(CrawlSlowHostsTest, EndlessHeaders) {
  BadCrawl crawl({{.kind = kEndlessHeaders}});
  crawl.Run();
  EXPECT_EQ(crawl.EndOf(), "head-too-large");
  crawl.ExpectNeighbourWell();
}

TEST(CrawlSlowHostsTest, LengthTooLong) {
  BadCrawl crawl({{.kind = kLengthTooLong}});
  crawl.Run();
  const PageRecord& record = crawl.RecordOf("bad.test", "/");
  EXPECT_EQ(PageEndName(record.end), "fetched");
  EXPECT_EQ(record.status, 200);
  EXPECT_EQ(record.attempts, 2) << "cut off, it is tried again";
  EXPECT_FALSE(record.detail.empty()) << "it says that it was cut off";
  EXPECT_EQ(crawl.EndOf("bad.test", "/1"), "fetched") << "what came has its links read";
  crawl.ExpectNeighbourWell();
}

TEST(CrawlSlowHostsTest, LengthTooShort) {
  BadCrawl crawl({{.kind = kLengthTooShort}});
  crawl.Run();
  const PageRecord& record = crawl.RecordOf("bad.test", "/");
  EXPECT_EQ(PageEndName(record.end), "fetched");
  EXPECT_EQ(record.status, 200);
  EXPECT_EQ(record.attempts, 1);
  crawl.ExpectNeighbourWell();
}

TEST(CrawlSlowHostsTest, ResetInTheBody) {
  BadCrawl crawl({{.kind = kResetBody}});
  crawl.Run();
  const PageRecord& record = crawl.RecordOf("bad.test", "/");
  EXPECT_EQ(PageEndName(record.end), "fetched");
  EXPECT_EQ(record.attempts, 2);
  EXPECT_FALSE(record.detail.empty());
  crawl.ExpectNeighbourWell();
}

// Before a byte of the answer.
TEST(CrawlSlowHostsTest, ResetAtOnce) {
  testing_fetch::RawServer server([](testing_fetch::Peer& peer, int /*number*/) {
    if (peer.ReadRequest().starts_with("GET /robots.txt "))
      peer.Send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    else
      peer.Reset();
  });
  BadCrawl crawl({});
  crawl.settings.allow_addresses.emplace_back("127.0.0.1");
  crawl.settings.seeds.push_back(server.Url("/", "127.0.0.1"));
  crawl.Run();
  const PageRecord& record = crawl.RecordOf(server.Url("/", "127.0.0.1"));
  EXPECT_EQ(PageEndName(record.end), "no-answer") << record.detail;
  EXPECT_EQ(record.attempts, 2);
  EXPECT_EQ(server.connections(), 3);
  crawl.ExpectNeighbourWell();
}

TEST(CrawlSlowHostsTest, RefusesConnections) {
  BadCrawl crawl({});
  crawl.settings.seeds.push_back("http://127.1.9.9:1/");  // nobody listens at port 1
  crawl.Run();
  const PageRecord& record = crawl.RecordOf("http://127.1.9.9:1/");
  EXPECT_EQ(PageEndName(record.end), "connect-failed") << record.detail;
  crawl.ExpectNeighbourWell();
}

}  // namespace
}  // namespace meguri
