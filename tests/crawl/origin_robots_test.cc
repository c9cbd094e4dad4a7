#include "crawl/origin_robots.h"

#include <gtest/gtest.h>

namespace meguri {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

class OriginRobotsTest : public testing::Test {
 protected:
  bool Allows(std::string_view path) const { return robots_.rules().Check(path).allowed; }

  ManualClock clock_;
  OriginRobots robots_{"http://a.test:8080", "meguri/1.0 (+mailto:a@b.test)"};
};

TEST_F(OriginRobotsTest, TheRulesHoldUntilTheyAreOld) {
  EXPECT_FALSE(robots_.IsValid(clock_.Now()));
  EXPECT_EQ(robots_.NextUrl(), "http://a.test:8080/robots.txt");
  robots_.Take({.status = 200, .body = "User-agent: meguri\nDisallow: /x\n"}, 3, clock_.Now());
  EXPECT_TRUE(robots_.IsValid(clock_.Now()));
  EXPECT_FALSE(Allows("/x"));
  EXPECT_TRUE(Allows("/y"));
  clock_.Advance(hours(24) - minutes(1));
  EXPECT_TRUE(robots_.IsValid(clock_.Now()));
  clock_.Advance(minutes(2));
  EXPECT_FALSE(robots_.IsValid(clock_.Now()));
}

TEST_F(OriginRobotsTest, FollowsRedirectsAndGivesUpOnTooMany) {
  for (int hop = 0; hop < 5; ++hop) {
    robots_.Take({.status = 301, .location = "http://b.test/robots.txt"}, 3, clock_.Now());
    ASSERT_FALSE(robots_.IsValid(clock_.Now()));
    ASSERT_TRUE(robots_.is_hop());
    ASSERT_EQ(robots_.NextUrl(), "http://b.test/robots.txt");
  }
  robots_.Take({.status = 301, .location = "http://b.test/robots.txt"}, 3, clock_.Now());
  EXPECT_TRUE(robots_.IsValid(clock_.Now()));
  EXPECT_TRUE(Allows("/x"));
  EXPECT_FALSE(robots_.is_hop());
}

TEST_F(OriginRobotsTest, AServerThatFailsIsAskedAgainAndThenKeepsUsOut) {
  robots_.Take({.status = 503}, 3, clock_.Now());
  EXPECT_FALSE(robots_.IsValid(clock_.Now()));
  robots_.Take({}, 3, clock_.Now());
  EXPECT_FALSE(robots_.IsValid(clock_.Now()));
  robots_.Take({.status = 500}, 3, clock_.Now());
  EXPECT_TRUE(robots_.IsValid(clock_.Now()));
  EXPECT_FALSE(Allows("/x"));
  clock_.Advance(hours(1));
  EXPECT_FALSE(robots_.IsValid(clock_.Now()));
  robots_.Take({.status = 404}, 3, clock_.Now());
  EXPECT_TRUE(Allows("/x"));
}

TEST_F(OriginRobotsTest, OutlivesTheProcessWhileItIsFresh) {
  const RobotsAnswer answer{.status = 200, .body = "User-agent: *\nDisallow: /x\n"};
  robots_.Take(answer, 3, clock_.Now());
  const std::string saved = robots_.Save(answer, clock_.Now(), clock_.WallNow());
  const WallTime then = clock_.WallNow();
  clock_.Advance(hours(1));  // of the next process
  OriginRobots later("http://a.test:8080", "meguri/1.0");
  ASSERT_TRUE(later.Load(saved, clock_.Now(), then + hours(23)));
  EXPECT_TRUE(later.IsValid(clock_.Now() + minutes(59)));
  EXPECT_FALSE(later.IsValid(clock_.Now() + minutes(61)));
  EXPECT_FALSE(later.rules().Check("/x").allowed);
  EXPECT_TRUE(later.rules().Check("/y").allowed);

  OriginRobots old("http://a.test:8080", "meguri/1.0");
  EXPECT_FALSE(old.Load(saved, clock_.Now(), then + hours(24)));
  EXPECT_FALSE(old.Load(saved, clock_.Now(), then - hours(1))) << "the clock was set back";
  EXPECT_FALSE(old.Load("", clock_.Now(), then));
  EXPECT_FALSE(old.Load("12 200", clock_.Now(), then));
  EXPECT_FALSE(old.IsValid(clock_.Now()));
}

TEST_F(OriginRobotsTest, AFailureDoesNotOutliveTheProcess) {
  robots_.Take({.status = 503}, 1, clock_.Now());
  EXPECT_EQ(robots_.Save({.status = 503}, clock_.Now(), clock_.WallNow()), "");
  robots_.Take({}, 1, clock_.Now());
  EXPECT_EQ(robots_.Save({}, clock_.Now(), clock_.WallNow()), "");
}

TEST_F(OriginRobotsTest, MayBeIgnored) {
  robots_.Ignore();
  EXPECT_TRUE(robots_.IsValid(clock_.Now()));
  EXPECT_TRUE(Allows("/x"));
}

}  // namespace
}  // namespace meguri
