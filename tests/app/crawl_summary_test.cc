#include "app/crawl/crawl_summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "app/crawl/crawl_words.h"
#include "tests/app/crawl_status_sample.h"

namespace meguri::app {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(CrawlSummaryTest, InWords) {
  CrawlStatus status = SampleStatus();
  status.end = CrawlEnd::kStopped;
  status.pages = 20000;
  EXPECT_EQ(SummaryInWords("crawl-a.test", status),
            "Stopped, as you wished; the same command goes on.\n"
            "  pages     12,345 in 12m 34s, 16/s; 20,000 in all runs\n"
            "  received  1.2 GB in 15,000 requests, 1.6 MB/s\n"
            "  archive   310 MB\n"
            "  URLs      1,234,567 known on 1,202 hosts, 934,211 still waiting\n"
            "  answers   2xx 11,000   3xx 900   4xx 400   5xx 45\n"
            "  took      half of the answers within 210 ms, 99 % within 210 ms\n"
            "  score     33.3 % of what is known was fetched\n"
            "URLs that gave no page:\n"
            "  1,200  robots        robots.txt forbids it\n"
            "     34  no-such-name  there is no such host, or it has no address\n"
            "     12  timed-out     the server was too slow\n"
            "Look into it:\n"
            "  meguri archive ls crawl-a.test\n"
            "  meguri archive export crawl-a.test --html offline\n"
            "  meguri url crawl-a.test URL\n"
            "  meguri audit crawl-a.test\n");
}

TEST(CrawlSummaryTest, ACrawlOfNothing) {
  CrawlStatus status;
  status.end = CrawlEnd::kFinished;
  EXPECT_EQ(SummaryInWords("d", status),
            "Finished: nothing is left to fetch.\n"
            "  pages     0 in 0s, 0/s\n"
            "  received  0 B in 0 requests, 0 B/s\n"
            "  archive   0 B\n"
            "  URLs      0 known on 0 hosts, 0 still waiting\n"
            "Look into it:\n"
            "  meguri url d URL\n"
            "  meguri audit d\n");
}

TEST(CrawlSummaryTest, WhyItEnded) {
  CrawlStatus status;
  const auto first_line = [&status](CrawlEnd end) {
    status.end = end;
    const std::string summary = SummaryInWords("d", status);
    return summary.substr(0, summary.find('\n'));
  };
  EXPECT_EQ(first_line(CrawlEnd::kPageLimit), "Stopped at --max-pages; a higher one goes on.");
  EXPECT_EQ(first_line(CrawlEnd::kByteLimit), "Stopped at --max-bytes; a higher one goes on.");
  EXPECT_EQ(first_line(CrawlEnd::kTimeLimit), "Stopped at --max-time; the same command goes on.");
  status.trouble = "d/archive: no\nspace";
  EXPECT_EQ(first_line(CrawlEnd::kFailed),
            "Failed: d/archive: no\\nspace. What was committed is safe; the same command goes on "
            "from there.");
}

TEST(CrawlSummaryTest, EveryEndHasItsReason) {
  CrawlStatus status;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(PageEnd::kUnwanted); ++i)
    status.ended[i] = i + 1;
  status.ended[40] = 100;
  const auto ends = EndsWithoutPage(status);
  ASSERT_EQ(ends.size(), 17U);
  EXPECT_EQ(ends[0].name, "end-40");
  EXPECT_EQ(ends[1].name, "unwanted");
  for (std::size_t i = 1; i < ends.size(); ++i) {
    EXPECT_FALSE(ends[i].reason.empty()) << ends[i].name;
    EXPECT_LT(ends[i].urls, ends[i - 1].urls);
  }
  EXPECT_THAT(SummaryInWords("d", status), HasSubstr("\n  100  end-40\n"));
}

TEST(CrawlSummaryTest, FoldersAsAShellTakesThem) {
  CrawlStatus status;
  EXPECT_THAT(SummaryInWords("my crawl's", status), HasSubstr("meguri audit 'my crawl'\\''s'\n"));
  EXPECT_THAT(SummaryInWords("-x", status), HasSubstr("meguri audit './-x'\n"));
  const std::string summary = SummaryInWords("a\x1b[2J\nb", status);
  EXPECT_THAT(summary, HasSubstr("meguri audit 'a\\u001b[2J\\nb'\n"));
  EXPECT_THAT(summary, Not(HasSubstr("\x1b")));
}

TEST(CrawlSummaryTest, AsJson) {
  CrawlStatus status = SampleStatus();
  status.end = CrawlEnd::kPageLimit;
  const Answer json = SummaryAsJson("d", status);
  EXPECT_THAT(json.dump(), StartsWith(R"({"end":"page-limit","directory":"d","running_s":754.0,)"));
  EXPECT_EQ(json["pages"], 12345);
  EXPECT_NEAR(json["pages_per_s"].get<double>(), 12345.0 / 754, 1e-9);
}

}  // namespace
}  // namespace meguri::app
