#include "crawl/reading/page_reading.h"

#include <gtest/gtest.h>

#include <string>

namespace meguri {
namespace {

class PageReadingTest : public testing::Test {
 protected:
  static FetchResult Result(std::string head, std::string body,
                            FetchOutcome outcome = FetchOutcome::kComplete) {
    FetchResult result;
    result.outcome = outcome;
    result.head = std::move(head);
    result.body = std::move(body);
    result.date = ManualClock::kDefaultStart;
    return result;
  }

  url::Url url_ = *url::Url::Parse("http://a.test/d/p.html");
  PageReading pages_{"meguri", 7};
};

TEST_F(PageReadingTest, LinksOfAPageInChunks) {
  const PageFindings findings =
      pages_.Read(url_, Result("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nETag: \"1\"\r\n"
                               "Transfer-Encoding: chunked\r\n\r\n",
                               "10\r\n<a href='x'>text\r\n4\r\n</a>\r\n0\r\n\r\n"));
  EXPECT_EQ(findings.status, 200);
  EXPECT_TRUE(findings.whole);
  EXPECT_EQ(findings.etag, "\"1\"");
  ASSERT_EQ(findings.links.size(), 1U);
  EXPECT_EQ(findings.links[0].url, "http://a.test/d/x");
  EXPECT_EQ(findings.links[0].text, "text");
}

TEST_F(PageReadingTest, RedirectsAndWaits) {
  const PageFindings findings =
      pages_.Read(url_, Result("HTTP/1.1 302 Found\r\nLocation: ../y#z\r\n\r\n", ""));
  EXPECT_EQ(findings.location, "http://a.test/y");
  EXPECT_EQ(
      pages_.Read(url_, Result("HTTP/1.1 302 Found\r\nLocation: file:///x\r\n\r\n", "")).location,
      "");
  const PageFindings busy =
      pages_.Read(url_, Result("HTTP/1.1 429 Slow\r\nRetry-After: 120\r\n\r\n", "<a href=x>"));
  EXPECT_EQ(busy.retry_after, Duration(std::chrono::seconds(120)));
  EXPECT_TRUE(busy.links.empty()) << "errors lead nowhere";
}

TEST_F(PageReadingTest, AnyBytesGiveFindings) {
  EXPECT_EQ(pages_.Read(url_, Result("", "")).status, 0);
  EXPECT_EQ(pages_.Read(url_, Result("garbage", "\xFF\xFE")).status, 0);
  const PageFindings broken =
      pages_.Read(url_, Result("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                               "Content-Encoding: gzip\r\n\r\n",
                               "no gzip"));
  EXPECT_EQ(broken.status, 200);
  EXPECT_TRUE(broken.links.empty());
}

TEST_F(PageReadingTest, RobotsTxt) {
  const RobotsAnswer answer = pages_.ReadRobots(
      url_, Result("HTTP/1.1 200 OK\r\nCache-Control: max-age=7200\r\n\r\n", "Disallow: /\n"));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "Disallow: /\n");
  EXPECT_EQ(answer.max_age, std::chrono::seconds(7200));
  EXPECT_EQ(pages_
                .ReadRobots(url_, Result("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", "Dis",
                                         FetchOutcome::kCutOff))
                .status,
            std::nullopt)
      << "half a file could say the opposite";
}

}  // namespace
}  // namespace meguri
