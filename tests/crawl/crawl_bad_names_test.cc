// Whole crawls of hosts that lead where nobody may be asked, whose names aren't answered for, or
// whose certificates are no good.
#include <gtest/gtest.h>

#include "tests/crawl/bad_crawl.h"

namespace meguri {
namespace {

using enum Misbehaviour;
using std::chrono::milliseconds;
using testing_crawl::BadCrawl;
using testing_crawl::kGood;

TEST(CrawlBadNamesTest, RedirectToAForbiddenAddress) {
  BadCrawl crawl({{.kind = kRedirectForbidden}});
  crawl.Run();
  EXPECT_EQ(crawl.EndOf(), "fetched") << "the redirect itself";
  EXPECT_EQ(crawl.RecordOf("bad.test", "/").status, 302);
  EXPECT_EQ(crawl.EndOf("127.66.66.66"), "forbidden-address");
  EXPECT_EQ(crawl.RecordOf("127.66.66.66", "/").detail, "127.66.66.66");
  crawl.ExpectNeighbourWell();  // with no connection to the forbidden address
}

// The crawl itself never asks it, even of a fetcher that would.
TEST(CrawlBadNamesTest, AForbiddenAddressIsNoMatterOfTheFetcherAlone) {
  BadCrawl crawl({{.kind = kRedirectForbidden}, {.name = "lies.test", .kind = kDnsLies}});
  crawl.fetcher_allows = {"127.0.0.0/8"};
  crawl.settings.seeds.push_back(crawl.lab.UrlOf("127.66.66.66", "/seed"));
  crawl.Run();
  EXPECT_EQ(crawl.EndOf("127.66.66.66"), "forbidden-address");
  EXPECT_EQ(crawl.EndOf("127.66.66.66", "/seed"), "forbidden-address");
  EXPECT_EQ(crawl.EndOf("lies.test"), "forbidden-address");
  crawl.ExpectNeighbourWell();
}

TEST(CrawlBadNamesTest, ANameThatLeadsToAForbiddenAddress) {
  BadCrawl crawl({{.kind = kDnsLies}});
  crawl.Run();
  EXPECT_EQ(crawl.EndOf(), "forbidden-address");
  EXPECT_EQ(crawl.RecordOf("bad.test", "/").detail, "127.66.66.66");
  crawl.ExpectNeighbourWell();
}

// Found after its host was known to be forbidden: the same reason, and no other question.
TEST(CrawlBadNamesTest, LaterLinksToAForbiddenAddress) {
  const auto chain = [](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/") testing_crawl::AnswerHtml("<a href=/2>on</a>", answer);
    if (request.target == "/2") testing_crawl::AnswerHtml("<a href=/3>on</a>", answer);
    if (request.target == "/3")
      testing_crawl::AnswerHtml(
          "<a href=http://lies.test/later>a</a> <a href=http://lies.test/last>b</a>", answer);
  };
  BadCrawl crawl(
      {{.name = "lies.test", .kind = kDnsLies}, {.name = "links.test", .answer = chain}});
  crawl.fetcher_allows = {"127.0.0.0/8"};
  crawl.Run();
  EXPECT_EQ(crawl.EndOf("lies.test"), "forbidden-address");
  EXPECT_EQ(PageEndName(crawl.RecordOf("http://lies.test/later").end), "forbidden-address");
  EXPECT_EQ(PageEndName(crawl.RecordOf("http://lies.test/last").end), "forbidden-address");
  crawl.ExpectNeighbourWell();
}

// At once: its interval needn't be waited for, since nobody will be asked.
TEST(CrawlBadNamesTest, AForbiddenLiteralEndsAtOnce) {
  BadCrawl crawl({});
  crawl.settings.manners.interval = std::chrono::seconds(30);
  crawl.settings.seeds = {crawl.lab.UrlOf("127.66.66.66"), "http://[::1]:1/", "http://10.0.0.1/"};
  crawl.Run();
  EXPECT_EQ(crawl.EndOf("127.66.66.66"), "forbidden-address");
  EXPECT_EQ(PageEndName(crawl.RecordOf("http://[::1]:1/").end), "forbidden-address");
  EXPECT_EQ(PageEndName(crawl.RecordOf("http://10.0.0.1/").end), "forbidden-address");
  EXPECT_LT(crawl.status.running, std::chrono::seconds(20));
  EXPECT_TRUE(crawl.requests.empty());
}

TEST(CrawlBadNamesTest, NamesThatAreNeverAnswered) {
  std::vector<testing_crawl::BadHost> hosts;
  for (int i = 0; i < 150; ++i)
    hosts.push_back({.name = fmt::format("dead{}.test", i), .kind = kDnsTimeout});
  BadCrawl crawl(hosts);
  crawl.Run();
  for (const testing_crawl::BadHost& host : hosts)
    EXPECT_EQ(crawl.EndOf(host.name), "dns-failed");
  // Each name is tried for 0.9 s, and once more after that.
  EXPECT_GT(crawl.status.running, milliseconds(1800));
  EXPECT_LT(crawl.LastEnd(kGood), milliseconds(1800));
  crawl.ExpectNeighbourWell();
}

TEST(CrawlBadNamesTest, NoNameServerAtAll) {
  BadCrawl crawl({{.name = "a.test"}, {.name = "b.test"}});
  crawl.settings.resolver = "127.0.0.1:1";
  crawl.settings.manners.max_back_off = milliseconds(1500);  // for so long it may come back
  crawl.Run();
  EXPECT_GT(crawl.status.running, milliseconds(1500));
  EXPECT_EQ(crawl.EndOf("a.test"), "dns-failed");
  EXPECT_EQ(crawl.EndOf("b.test"), "dns-failed");
  EXPECT_EQ(crawl.EndOf(kGood), "dns-failed");
  EXPECT_FALSE(crawl.RecordOf("a.test", "/").detail.empty());
  EXPECT_TRUE(crawl.requests.empty());
}

TEST(CrawlBadNamesTest, NoSuchName) {
  BadCrawl crawl({});
  crawl.settings.seeds.push_back(crawl.lab.UrlOf("nowhere.test"));
  crawl.Run();
  EXPECT_EQ(crawl.EndOf("nowhere.test"), "no-such-name");
  crawl.ExpectNeighbourWell();
}

// What is known of a name is not asked for again with each link to it.
TEST(CrawlBadNamesTest, ANameThatIsNotThereIsAskedForOnce) {
  const auto chain = [](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/robots.txt") return;
    const std::string next = std::to_string(request.target.size());
    if (request.target.size() > 10) return;
    testing_crawl::AnswerHtml(
        fmt::format("<a href={}x>on</a><a href=http://nowhere.test/{}>off</a>", request.target,
                    next),
        answer);
  };
  BadCrawl crawl({{.name = "links.test", .answer = chain}});
  crawl.Run();
  for (int i = 1; i <= 10; ++i) {
    const std::string url = fmt::format("http://nowhere.test/{}", i);
    EXPECT_EQ(PageEndName(crawl.RecordOf(url).end), "no-such-name");
  }
  EXPECT_LE(crawl.lab.dns_counters().negative, 4U) << "A and AAAA of one name, and AAAA of others";
  crawl.ExpectNeighbourWell();
}

class CrawlBadTlsTest : public testing::TestWithParam<Misbehaviour> {};

TEST_P(CrawlBadTlsTest, EndsWithTheReason) {
  BadCrawl crawl({{.kind = GetParam()}});
  const std::string https = crawl.lab.UrlOf("bad.test", "/", true);
  crawl.settings.seeds.push_back(https);
  crawl.Run();
  EXPECT_EQ(PageEndName(crawl.RecordOf(https).end), "tls-failed");
  EXPECT_FALSE(crawl.RecordOf(https).detail.empty());
  EXPECT_EQ(crawl.EndOf(), "tls-failed") << "its robots.txt redirects to https";
  EXPECT_LE(crawl.RequestsTo("bad.test").size(), 3U) << "no use in trying again";
  crawl.ExpectNeighbourWell();
}

INSTANTIATE_TEST_SUITE_P(Kinds, CrawlBadTlsTest,
                         testing::Values(kTlsBroken, kTlsExpired, kTlsWrongName),
                         [](const auto& tested) {
                           std::string name(MisbehaviourName(tested.param));
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace meguri
