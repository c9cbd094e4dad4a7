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

TEST_F(OriginRobotsTest, MayBeIgnored) {
  robots_.Ignore();
  EXPECT_TRUE(robots_.IsValid(clock_.Now()));
  EXPECT_TRUE(Allows("/x"));
}

}  // namespace
}  // namespace meguri
