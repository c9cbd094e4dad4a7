// --max-rate, over a few seconds of a whole crawl.
#include <gtest/gtest.h>

#include "tests/crawl/bad_crawl.h"

namespace meguri {
namespace {

using testing_crawl::AnswerHtml;
using testing_crawl::BadCrawl;
using testing_crawl::BadHost;
using testing_crawl::RunCrawl;

// Pages of 100 kB, and of 2 MB on one of the hosts, each with a link to the next.
void AnswerAlways(const WebRequest& request, WebAnswer& answer) {
  if (request.target == "/robots.txt") return;
  const std::size_t bytes = request.host == "host0.test" ? 2'000'000 : 100'000;
  AnswerHtml(
      fmt::format("<a href={}x>next</a><!-- {} -->", request.target, std::string(bytes, ' ')),
      answer);
}

TEST(CrawlRateTest, IsKeptWithinATenth) {
  std::vector<BadHost> hosts;
  for (int i = 0; i < 8; ++i)
    hosts.push_back({.name = fmt::format("host{}.test", i), .answer = AnswerAlways});
  BadCrawl crawl(hosts);
  constexpr std::uint64_t kRate = 2'000'000;
  crawl.settings.limits.max_rate = kRate;
  crawl.settings.limits.time = std::chrono::seconds(4);
  const CrawlStatus status = RunCrawl(crawl.settings);
  EXPECT_EQ(status.end, CrawlEnd::kTimeLimit);
  const double rate =
      static_cast<double>(status.bytes_now) / std::chrono::duration<double>(status.running).count();
  EXPECT_LT(rate, 1.1 * kRate);
  EXPECT_GT(rate, 0.75 * kRate) << "nor is it much less, though the machine may be busy";
}

}  // namespace
}  // namespace meguri
