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
      : clock_(per_day / 86'400, TimePoint(), kStart),
        intervals_(interval_hours),
        visits_(intervals_.size()) {
    Random random(1);
    for (std::size_t page = 0; page < intervals_.size(); ++page) {
      const auto first = random.Uniform(static_cast<std::uint64_t>(intervals_[page]) * 60);
      due_.emplace(kStart + minutes(first), page);
    }
  }

  // The wall clock is ahead by `error`.
  void Run(minutes length, hours error = hours(0)) {
    std::ranges::fill(visits_, 0);
    for (const TimePoint end = steady_ + length; steady_ < end; steady_ += minutes(1)) {
      wall_ = kStart + std::chrono::floor<minutes>(steady_.time_since_epoch()) + error;
      if (clock_.Advance(steady_, wall_)) PutRight();
      while (clock_.MayVisit(due_.top().first)) {
        const auto [due, page] = due_.top();
        due_.pop();
        due_.emplace(clock_.Visit(due) + hours(intervals_[page]), page);
        ++visits_[page];
      }
      if (due_.top().first > wall_) clock_.Idle();
    }
  }

  DueClock clock_;
  TimePoint steady_;
  WallTime wall_ = kStart;
  std::vector<int> intervals_;
  std::vector<int> visits_;

 private:
  using Due = std::pair<WallTime, std::size_t>;
  using Queue = std::priority_queue<Due, std::vector<Due>, std::greater<>>;

  void PutRight() {
    Queue right;
    for (; !due_.empty(); due_.pop()) {
      const auto [due, page] = due_.top();
      right.emplace(clock_.PutRight(due, hours(intervals_[page])), page);
    }
    due_ = std::move(right);
  }

  Queue due_;
};

TEST(DueClockTest, KeepsUpWhenItCan) {
  Crawl crawl(300, std::vector<int>(200, 24));
  crawl.Run(days(20));
  EXPECT_LT(crawl.clock_.lag(), hours(1));
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
  EXPECT_NEAR(std::chrono::duration<double>(crawl.clock_.lag()).count() / 86'400, 20, 1);
  EXPECT_NEAR(crawl.clock_.stretch(), 2, 0.2);  // of one day: how many are due varies
  // All by the same factor.
  for (std::size_t page = 0; page < intervals.size(); ++page)
    EXPECT_NEAR(crawl.visits_[page], page < 200 ? 20 : 10, 1) << page;
  // It is taken back by itself.
  crawl.clock_.SetThroughput(1'000 / 86'400.0);
  crawl.Run(days(20));
  EXPECT_LT(crawl.clock_.lag(), hours(1));
  EXPECT_NEAR(crawl.clock_.stretch(), 1, 0.1);
}

TEST(DueClockTest, APauseIsNoBurst) {
  DueClock clock(1, TimePoint(), kStart);
  const WallTime later = kStart + days(3);
  const TimePoint steady = TimePoint() + days(3);
  EXPECT_FALSE(clock.Advance(steady, later));
  EXPECT_TRUE(clock.MayVisit(kStart));
  EXPECT_EQ(clock.Visit(kStart), kStart);
  EXPECT_EQ(clock.lag(), days(3));
  EXPECT_FALSE(clock.MayVisit(kStart));
  // The wall's clock earns nothing, whatever it does.
  EXPECT_FALSE(clock.Advance(steady, kStart));
  EXPECT_FALSE(clock.Advance(steady, later));
  EXPECT_FALSE(clock.MayVisit(kStart));
  EXPECT_FALSE(clock.Advance(steady + std::chrono::seconds(1), later));
  EXPECT_TRUE(clock.MayVisit(kStart));
  EXPECT_FALSE(clock.MayVisit(later + hours(1)));  // not due
}

// Ahead for an hour, by an hour or a year, and put right, with pages to spare and with too many: a
// day later all is as it was.
TEST(DueClockTest, AClockThatIsPutRightStallsNothing) {
  for (const hours error : {hours(1), hours(24 * 365)}) {
    for (const double per_day : {100'000.0, 300.0, 100.0}) {
      SCOPED_TRACE(testing::Message() << error.count() << " hours, " << per_day << " a day");
      Crawl crawl(per_day, std::vector<int>(200, 24));
      crawl.Run(days(5));
      const auto lag = crawl.clock_.lag();
      crawl.Run(hours(1), error);
      crawl.Run(days(2));
      const int wanted = per_day < 200 ? 1 : 2;
      for (const int visits : crawl.visits_)
        EXPECT_NEAR(visits, wanted, 1);
      EXPECT_LE(crawl.clock_.virtual_now(), crawl.wall_);
      EXPECT_LT(crawl.clock_.lag(), lag + days(2));
      crawl.Run(days(10));
      for (const int visits : crawl.visits_)
        EXPECT_NEAR(visits, per_day < 200 ? 5 : 10, 1);
    }
  }
}

TEST(DueClockTest, AClockMayBeWrongByAnything) {
  DueClock clock(1, TimePoint(), kStart);
  const WallTime far = kStart + days(3'000'000);  // beyond what nanoseconds can say
  EXPECT_FALSE(clock.Advance(TimePoint() + days(1), far));
  EXPECT_EQ(clock.lag(), days(3'000'000));
  clock.Idle();
  EXPECT_EQ(clock.lag(), days(0));
  EXPECT_TRUE(clock.Advance(TimePoint() + days(2), kStart));
  EXPECT_EQ(clock.virtual_now(), kStart);
  EXPECT_EQ(clock.PutRight(far + days(1), days(1)), kStart);
  EXPECT_EQ(clock.PutRight(kStart + days(1), days(1)), kStart + days(1));
}

}  // namespace
}  // namespace meguri
