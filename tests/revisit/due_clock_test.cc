#include "revisit/due_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "base/random.h"

namespace meguri {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

constexpr WallTime kStart = ManualClock::kDefaultStart;

// Pages with their own intervals, visited in due order.
class Crawl {
 public:
  Crawl(double per_day, const std::vector<int>& interval_hours)
      : clock_(per_day / 86'400, kStart), intervals_(interval_hours), visits_(intervals_.size()) {
    Random random(1);
    for (std::size_t page = 0; page < intervals_.size(); ++page) {
      const auto first = random.Uniform(static_cast<std::uint64_t>(intervals_[page]) * 60);
      due_.emplace(kStart + minutes(first), page);
    }
  }

  void Run(days length) {
    std::ranges::fill(visits_, 0);
    for (const WallTime end = now_ + length; now_ < end; now_ += minutes(1)) {
      while (clock_.MayVisit(due_.top().first, now_)) {
        const auto [due, page] = due_.top();
        due_.pop();
        due_.emplace(clock_.Visit(due, now_) + hours(intervals_[page]), page);
        ++visits_[page];
      }
      if (due_.top().first > now_) clock_.Idle(now_);
    }
  }

  DueClock clock_;
  WallTime now_ = kStart;
  std::vector<int> intervals_;
  std::vector<int> visits_;

 private:
  using Due = std::pair<WallTime, std::size_t>;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
};

TEST(DueClockTest, KeepsUpWhenItCan) {
  Crawl crawl(300, std::vector<int>(200, 24));
  crawl.Run(days(20));
  EXPECT_LT(crawl.clock_.Lag(crawl.now_), hours(1));
  EXPECT_NEAR(crawl.clock_.stretch(), 1, 0.05);
  for (const int visits : crawl.visits_)
    EXPECT_NEAR(visits, 20, 1);
}

TEST(DueClockTest, TheLagIsTheOverload) {
  // 200 pages a day each and 100 every other day want 250 visits a day; there are 125.
  std::vector<int> intervals(200, 24);
  intervals.resize(300, 48);
  Crawl crawl(125, intervals);
  crawl.Run(days(40));
  EXPECT_NEAR(std::chrono::duration<double>(crawl.clock_.Lag(crawl.now_)).count() / 86'400, 20, 1);
  EXPECT_NEAR(crawl.clock_.stretch(), 2, 0.2);  // of one day: how many are due varies
  // All by the same factor.
  for (std::size_t page = 0; page < intervals.size(); ++page)
    EXPECT_NEAR(crawl.visits_[page], page < 200 ? 20 : 10, 1) << page;
  // It is taken back by itself.
  crawl.clock_.SetThroughput(1'000 / 86'400.0, crawl.now_);
  crawl.Run(days(20));
  EXPECT_LT(crawl.clock_.Lag(crawl.now_), hours(1));
  EXPECT_NEAR(crawl.clock_.stretch(), 1, 0.1);
}

TEST(DueClockTest, APauseIsNoBurst) {
  DueClock clock(1, kStart);
  const WallTime later = kStart + days(3);
  EXPECT_TRUE(clock.MayVisit(kStart, later));
  EXPECT_EQ(clock.Visit(kStart, later), kStart);
  EXPECT_EQ(clock.Lag(later), days(3));
  EXPECT_FALSE(clock.MayVisit(kStart, later));
  EXPECT_FALSE(clock.MayVisit(kStart, kStart));  // a clock that went back
  EXPECT_TRUE(clock.MayVisit(kStart, later + std::chrono::seconds(1)));
  EXPECT_FALSE(clock.MayVisit(later + hours(1), later + minutes(1)));  // not due
}

}  // namespace
}  // namespace meguri
