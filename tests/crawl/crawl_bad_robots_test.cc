// Whole crawls of hosts whose robots.txt is as it should not be.
#include <gtest/gtest.h>

#include "tests/crawl/bad_crawl.h"

namespace meguri {
namespace {

using enum Misbehaviour;
using testing::HasSubstr;
using testing::StartsWith;
using testing_crawl::AnswerHtml;
using testing_crawl::BadCrawl;
using testing_crawl::BadHost;

// A home page with a link to /private/x, and this for robots.txt.
BadHost WithRobots(int status, std::string body = "", std::string location = "",
                   std::string name = "bad.test") {
  return {.name = std::move(name), .answer = [=](const WebRequest& request, WebAnswer& answer) {
            if (request.target == "/robots.txt") {
              answer.status = status;
              answer.fields = "Content-Type: text/plain\r\n";
              if (!location.empty()) answer.fields += "Location: " + location + "\r\n";
              answer.body = body;
            } else if (request.target == "/rules") {
              answer.status = 200;
              answer.body = "User-agent: *\nDisallow: /private/\n";
            } else {
              AnswerHtml("<a href=/private/x>x</a>", answer);
            }
          }};
}

TEST(CrawlBadRobotsTest, NotThereOrForbiddenAllIsAllowed) {
  BadCrawl crawl({WithRobots(404, "", "", "a.test"), WithRobots(403, "", "", "b.test"),
                  WithRobots(410, "", "", "c.test"), WithRobots(401, "", "", "d.test")});
  crawl.Run();
  for (const std::string_view host : {"a.test", "b.test", "c.test", "d.test"}) {
    EXPECT_EQ(crawl.EndOf(host), "fetched") << host;
    EXPECT_EQ(crawl.EndOf(host, "/private/x"), "fetched") << host;
    EXPECT_EQ(crawl.RequestsTo(host).size(), 3U) << host;
  }
  crawl.ExpectNeighbourWell();
}

TEST(CrawlBadRobotsTest, AServerThatFailsKeepsUsOut) {
  BadCrawl crawl({WithRobots(500, "", "", "a.test"), WithRobots(503, "", "", "b.test"),
                  WithRobots(429, "", "", "c.test")});
  crawl.Run();
  for (const std::string_view host : {"a.test", "b.test", "c.test"}) {
    EXPECT_EQ(crawl.EndOf(host), "robots") << host;
    EXPECT_THAT(crawl.RecordOf(host, "/").detail,
                StartsWith("robots.txt could not be had: the server said "));
    EXPECT_EQ(crawl.RequestsTo(host).size(), 2U) << host;
  }
  crawl.ExpectNeighbourWell();
}

TEST(CrawlBadRobotsTest, NeverAnswers) {
  BadCrawl crawl({{.kind = kRobotsHang}});
  crawl.Run();
  EXPECT_EQ(crawl.EndOf(), "robots");
  EXPECT_THAT(crawl.RecordOf("bad.test", "/").detail, StartsWith("robots.txt could not be had: "));
  EXPECT_EQ(crawl.RequestsTo("bad.test").size(), 2U);
  crawl.ExpectNeighbourFirst();
}

TEST(CrawlBadRobotsTest, RedirectedItHoldsForWhoRedirects) {
  BadCrawl crawl({WithRobots(301, "", "/rules", "a.test"),
                  WithRobots(302, "", "http://a.test:PORT/rules", "b.test")});
  crawl.Run();
  EXPECT_EQ(crawl.EndOf("a.test"), "fetched");
  EXPECT_EQ(crawl.EndOf("a.test", "/private/x"), "robots");
  EXPECT_EQ(crawl.EndOf("b.test"), "fetched");
  EXPECT_EQ(crawl.EndOf("b.test", "/private/x"), "robots");
  EXPECT_EQ(crawl.RecordOf("a.test", "/private/x").detail, "Disallow: /private/");
  crawl.ExpectNeighbourWell();
}

// Each waits for the other's host, which must serve it while it waits itself.
TEST(CrawlBadRobotsTest, RedirectedToEachOther) {
  BadCrawl crawl({WithRobots(302, "", "http://b.test:PORT/rules", "a.test"),
                  WithRobots(302, "", "http://a.test:PORT/rules", "b.test")});
  crawl.Run();
  for (const std::string_view host : {"a.test", "b.test"}) {
    EXPECT_EQ(crawl.EndOf(host), "fetched") << host;
    EXPECT_EQ(crawl.EndOf(host, "/private/x"), "robots") << host;
  }
  crawl.ExpectNeighbourWell();
}

TEST(CrawlBadRobotsTest, RedirectedWithoutEnd) {
  BadCrawl crawl({WithRobots(302, "", "http://b.test:PORT/robots.txt", "a.test"),
                  WithRobots(302, "", "http://a.test:PORT/robots.txt", "b.test")});
  crawl.Run();
  for (const std::string_view host : {"a.test", "b.test"})
    EXPECT_EQ(crawl.EndOf(host), "fetched") << host << ": more than five is as none at all";
  crawl.ExpectNeighbourWell();
}

TEST(CrawlBadRobotsTest, RedirectedToWhereNothingIsToBeHad) {
  BadCrawl crawl({WithRobots(302, "", "http://127.66.66.66:PORT/robots.txt", "a.test"),
                  WithRobots(302, "", "http://nowhere.test:PORT/robots.txt", "b.test"),
                  WithRobots(302, "", "http://silent.test:PORT/robots.txt", "c.test"),
                  {.name = "silent.test", .kind = kRobotsHang}});
  crawl.settings.fetch.max_idle = std::chrono::milliseconds(500);
  crawl.Run();
  EXPECT_THAT(crawl.RecordOf("a.test", "/").detail, HasSubstr("127.66.66.66"));
  EXPECT_THAT(crawl.RecordOf("b.test", "/").detail, HasSubstr("nowhere.test"));
  for (const std::string_view host : {"a.test", "b.test", "c.test"}) {
    EXPECT_EQ(crawl.EndOf(host), "robots") << host;
    EXPECT_THAT(crawl.RecordOf(host, "/").detail, StartsWith("robots.txt could not be had"));
  }
  crawl.ExpectNeighbourWell();
}

TEST(CrawlBadRobotsTest, Huge) {
  BadCrawl crawl({{.kind = kRobotsHuge}});
  crawl.Run();
  EXPECT_EQ(crawl.EndOf(), "fetched");
  EXPECT_EQ(crawl.EndOf("bad.test", "/private/"), "robots");
  EXPECT_LT(crawl.status.bytes_now, 2'000'000U) << "what isn't read isn't fetched";
  crawl.ExpectNeighbourWell();
}

TEST(CrawlBadRobotsTest, GarbageIsNoRule) {
  std::string garbage;
  for (int i = 0; i < 100'000; ++i)
    garbage += static_cast<char>(i * 7919 >> 3);
  BadCrawl crawl({WithRobots(200, garbage, "", "a.test"), {.name = "b.test", .kind = kRobotsHtml}});
  crawl.Run();
  EXPECT_EQ(crawl.EndOf("a.test"), "fetched");
  EXPECT_EQ(crawl.EndOf("a.test", "/private/x"), "fetched");
  EXPECT_EQ(crawl.EndOf("b.test"), "fetched");
  crawl.ExpectNeighbourWell();
}

TEST(CrawlBadRobotsTest, DisallowsAll) {
  BadCrawl crawl({WithRobots(200, "User-agent: *\nDisallow: /\n")});
  crawl.Run();
  EXPECT_EQ(crawl.EndOf(), "robots");
  EXPECT_EQ(crawl.RecordOf("bad.test", "/").detail, "Disallow: /");
  EXPECT_EQ(crawl.RequestsTo("bad.test").size(), 1U);
  crawl.ExpectNeighbourWell();
}

}  // namespace
}  // namespace meguri
