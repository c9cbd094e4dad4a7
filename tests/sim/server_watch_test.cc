#include "sim/crawl/server_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace meguri {
namespace {

using std::chrono::hours;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TimePoint At(double time) { return TimePoint(Duration(static_cast<std::int64_t>(time * 1e9))); }

class ServerWatchTest : public testing::Test {
 protected:
  void Ask(std::string_view host, double at, double over) {
    watch_.Arrive(host, server_, At(at), At(over), "http://u/");
  }

  const IpAddress server_ = IpAddress::V4(0x7F010001);
  ServerWatch watch_{
      {.interval = seconds(1), .max_retry_after = hours(1), .max_crawl_delay = seconds(9)}};
};

TEST_F(ServerWatchTest, IsContentWithWhoWaits) {
  Ask("a", 0, 0.5);
  Ask("a", 1.5, 2);
  Ask("b", 3, 3.1);
  EXPECT_THAT(watch_.breaches(), IsEmpty());
  EXPECT_EQ(watch_.requests(), 3U);
}

TEST_F(ServerWatchTest, SeesWhoComesTooSoonToAHostAndToAServer) {
  Ask("a", 0, 0.5);
  Ask("a", 1.499, 2);
  EXPECT_THAT(watch_.breaches(), ElementsAre(HasSubstr("a is asked"), HasSubstr("127.1.0.1 is")));
}

TEST_F(ServerWatchTest, SeesTwoAtOnceOfTwoHosts) {
  Ask("a", 0, 5);
  Ask("b", 2, 3);
  EXPECT_THAT(watch_.breaches(), ElementsAre(HasSubstr("under way until 5.000 s")));
}

TEST_F(ServerWatchTest, WhoHangsUpEndsIt) {
  Ask("a", 0, 3600);
  watch_.Gone("a", server_, At(5));
  Ask("a", 6, 7);
  EXPECT_THAT(watch_.breaches(), IsEmpty());
}

TEST_F(ServerWatchTest, WantsRetryAfterOnceAndCrawlDelayAlways) {
  Ask("a", 0, 1);
  watch_.Delivered("a", At(1), seconds(20), std::nullopt);
  Ask("a", 20, 20.5);
  EXPECT_EQ(watch_.breaches().size(), 1U);
  watch_.Delivered("a", At(20.5), std::nullopt, seconds(4));
  Ask("a", 24.5, 25);
  EXPECT_EQ(watch_.breaches().size(), 1U);
  Ask("a", 28, 28.5);
  EXPECT_EQ(watch_.breaches().size(), 2U);
}

TEST_F(ServerWatchTest, WhatMayNotBeDurableMayBeForgotten) {
  Ask("a", 0, 1);
  watch_.Delivered("a", At(1), seconds(20), std::nullopt);
  watch_.Forget(At(0.9));
  Ask("a", 2, 2.5);
  EXPECT_THAT(watch_.breaches(), IsEmpty());
  watch_.Delivered("a", At(3), seconds(20), std::nullopt);
  watch_.Forget(At(3));
  Ask("a", 5, 5.5);
  EXPECT_EQ(watch_.breaches().size(), 1U);
}

}  // namespace
}  // namespace meguri
