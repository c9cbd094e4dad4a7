// Crawls whose pages are read beside the loop: nothing waits for long, no limit is passed, and what
// is found is what is found without.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <string>

#include "tests/crawl/bad_crawl.h"

namespace meguri {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing_crawl::AnswerHtml;
using testing_crawl::BadCrawl;
using testing_crawl::BadHost;
using testing_crawl::RunCrawl;

constexpr int kChain = 60;

// Each page leads to the next alone.
void AnswerChain(const WebRequest& request, WebAnswer& answer) {
  if (request.target == "/robots.txt") {
    answer.status = 404;
    return;
  }
  int page = 0;
  const std::string target(request.target.substr(1));
  std::from_chars(target.data(), target.data() + target.size(), page);
  AnswerHtml(page < kChain ? fmt::format("<a href=/{}>", page + 1) : "the end", answer);
}

// What a page leads to is asked for when it is read, not when something else wakes the loop.
TEST(CrawlReadingTest, AChainIsFollowedAtOnce) {
  BadCrawl crawl({{.answer = AnswerChain}});
  crawl.settings.manners.interval = milliseconds(0);
  crawl.settings.seeds = {crawl.lab.UrlOf("bad.test")};
  const CrawlStatus status = RunCrawl(crawl.settings);
  EXPECT_EQ(status.end, CrawlEnd::kFinished);
  EXPECT_EQ(status.pages, kChain + 1U);
  EXPECT_LT(status.running, seconds(8));
}

TEST(CrawlReadingTest, InTheLoopItIsTheSame) {
  BadCrawl crawl({{.answer = AnswerChain}});
  crawl.settings.reading_thread = false;
  crawl.Run();
  EXPECT_EQ(crawl.EndOf("bad.test", fmt::format("/{}", kChain)), "fetched");
  crawl.ExpectNeighbourWell();
}

// An answer that turns out to be no page to keep takes the place of none.
TEST(CrawlReadingTest, ASiteIsFilledThoughMuchIsNotKept) {
  const auto files = [](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/robots.txt") {
      answer.status = 404;
      return;
    }
    if (request.target != "/") {
      answer.status = 200;
      answer.fields = "Content-Type: application/pdf\r\n";
      answer.body = "%PDF-1.4";
      return;
    }
    std::string links;
    for (int i = 0; i < 15; ++i)
      links += fmt::format("<a href=/{}.pdf>", i);
    AnswerHtml(links, answer);
  };
  BadCrawl crawl({{.name = "files.bad.test", .answer = files},
                  {.name = "pages.bad.test", .answer = AnswerChain}});
  crawl.settings.seeds = {crawl.lab.UrlOf("files.bad.test"), crawl.lab.UrlOf("pages.bad.test")};
  crawl.settings.scope.content = {"text/html"};
  crawl.settings.limits.pages_per_site = 12;
  const CrawlStatus status = RunCrawl(crawl.settings);
  EXPECT_EQ(status.end, CrawlEnd::kFinished);
  // Two hosts may be under way when the last but one comes.
  EXPECT_GE(status.pages_kept, 12U);
  EXPECT_LE(status.pages_kept, 13U);
}

}  // namespace
}  // namespace meguri
