#include "polite/manners.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace meguri {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using enum IntervalRule;

TEST(MannersTest, NothingKnownMeansTheConfiguredInterval) {
  EXPECT_EQ(IntervalFor({}, {}), (Interval{seconds(5), kConfigured}));
  EXPECT_EQ(IntervalFor({.interval = milliseconds(200)}, {}),
            (Interval{milliseconds(200), kConfigured}));
}

TEST(MannersTest, TheLongestRuleWinsAndIsNamed) {
  struct Case {
    Manners manners;
    Interval want;
  };
  const std::vector<Case> cases = {
      {{.crawl_delay = seconds(2)}, {seconds(5), kConfigured}},
      {{.crawl_delay = seconds(7)}, {seconds(7), kCrawlDelay}},
      {{.crawl_delay = hours(7)}, {minutes(5), kCrawlDelay}},
      {{.crawl_delay = Duration::max()}, {minutes(5), kCrawlDelay}},
      {{.download_time = milliseconds(500)}, {seconds(5), kConfigured}},
      {{.download_time = milliseconds(501)}, {milliseconds(5010), kDownloadTime}},
      {{.download_time = hours(3)}, {seconds(30), kDownloadTime}},
      {{.download_time = Duration::max()}, {seconds(30), kDownloadTime}},
      {{.crawl_delay = seconds(7), .back_off = minutes(1)}, {minutes(1), kBackOff}},
      {{.back_off = minutes(1), .retry_after = minutes(2)}, {minutes(2), kRetryAfter}},
      {{.back_off = minutes(4), .retry_after = minutes(2)}, {minutes(4), kBackOff}},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(IntervalFor({}, c.manners), c.want)
        << c.want.length.count() << IntervalRuleName(c.want.rule);
  }
}

TEST(MannersTest, WithoutAnIntervalOnlyWhatTheServerSaysCounts) {
  const IntervalOptions options{.interval = seconds(0)};
  EXPECT_EQ(IntervalFor(options, {.download_time = seconds(2)}),
            (Interval{seconds(0), kConfigured}));
  EXPECT_EQ(IntervalFor(options, {.crawl_delay = seconds(2), .download_time = seconds(2)}),
            (Interval{seconds(2), kCrawlDelay}));
  EXPECT_EQ(IntervalFor(options, {.back_off = seconds(30)}), (Interval{seconds(30), kBackOff}));
}

TEST(MannersTest, BackOffDoublesUpToItsCapAndRelaxesAgain) {
  const IntervalOptions options;
  Manners manners;
  std::vector<std::int64_t> lengths;
  for (int i = 0; i < 9; ++i) {
    Learn(options, {.reply = i % 2 == 0 ? Access::Reply::kBusy : Access::Reply::kFailed}, manners);
    lengths.push_back(std::chrono::duration_cast<seconds>(manners.back_off).count());
  }
  EXPECT_EQ(lengths, (std::vector<std::int64_t>{30, 60, 120, 240, 480, 960, 1920, 3600, 3600}));
  lengths.clear();
  for (int i = 0; i < 8; ++i) {
    Learn(options, {.took = milliseconds(10)}, manners);
    lengths.push_back(std::chrono::duration_cast<seconds>(manners.back_off).count());
  }
  EXPECT_EQ(lengths, (std::vector<std::int64_t>{1800, 900, 450, 225, 112, 56, 0, 0}));
  EXPECT_EQ(IntervalFor(options, manners), (Interval{seconds(5), kConfigured}));
}

TEST(MannersTest, RetryAfterHoldsForTheNextAccessOnly) {
  const IntervalOptions options;
  Manners manners;
  Learn(options, {.reply = Access::Reply::kBusy, .retry_after = minutes(10)}, manners);
  EXPECT_EQ(IntervalFor(options, manners), (Interval{minutes(10), kRetryAfter}));
  Learn(options, {.took = milliseconds(10)}, manners);
  EXPECT_EQ(IntervalFor(options, manners), (Interval{seconds(5), kConfigured}));
}

TEST(MannersTest, ServersCanNotMakeUsWaitForEverNorHurry) {
  const IntervalOptions options;
  Manners manners;
  Learn(options, {.reply = Access::Reply::kBusy, .retry_after = Duration::max()}, manners);
  EXPECT_EQ(IntervalFor(options, manners), (Interval{hours(24), kRetryAfter}));
  Learn(options, {.took = Duration::min(), .retry_after = Duration::min()}, manners);
  EXPECT_EQ(IntervalFor(options, manners), (Interval{seconds(5), kConfigured}));
}

TEST(MannersTest, FailuresDoNotCountAsSlowDownloads) {
  Manners manners;
  Learn({}, {.reply = Access::Reply::kFailed, .took = minutes(2)}, manners);
  EXPECT_EQ(manners.download_time, Duration(0));
}

}  // namespace
}  // namespace meguri
