#include "polite/turn_keeper.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "base/random.h"

namespace meguri {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const IpAddress kServer = IpAddress::V4(0x0A000001);
const IpAddress kOther = IpAddress::V4(0x0A000002);

TurnKeeperOptions Options(Duration interval) {
  return {.intervals = {.interval = interval, .download_factor = 0}};
}

TEST(TurnKeeperTest, OneAtATimeAndTheIntervalBetween) {
  ManualClock clock;
  TurnKeeper keeper(Options(seconds(5)), clock.Now());
  keeper.Request({.host = {0, 1}, .server = kServer, .value = 1}, clock.Now());
  keeper.Request({.host = {0, 2}, .server = kServer, .value = 2}, clock.Now());
  clock.Advance(milliseconds(4999));
  EXPECT_FALSE(keeper.NextGrant(clock.Now())) << "the interval counts from the start, too";
  clock.Advance(milliseconds(2));
  const auto first = keeper.NextGrant(clock.Now());
  ASSERT_TRUE(first);
  EXPECT_EQ(first->host, (HostRef{0, 2})) << "the better URL first";
  clock.Advance(seconds(60));
  EXPECT_FALSE(keeper.NextGrant(clock.Now())) << "the first is still at it";
  keeper.Ended(*first, Access{}, clock.Now());
  clock.Advance(milliseconds(4999));
  EXPECT_FALSE(keeper.NextGrant(clock.Now()));
  clock.Advance(milliseconds(2));
  EXPECT_TRUE(keeper.NextGrant(clock.Now()));
}

// Not from when we heard of it, be that before or after.
TEST(TurnKeeperTest, TheIntervalCountsFromTheEndOfTheAnswer) {
  for (const auto& [told, due] : {std::pair(seconds(-3), seconds(2)), {seconds(3), seconds(8)}}) {
    ManualClock clock;
    TurnKeeper keeper(Options(seconds(5)), clock.Now());
    clock.Advance(seconds(5));
    keeper.Request({.host = {0, 1}, .server = kServer}, clock.Now());
    keeper.Request({.host = {0, 2}, .server = kServer}, clock.Now());
    const auto turn = keeper.NextGrant(clock.Now());
    ASSERT_TRUE(turn);
    clock.Advance(seconds(10));
    keeper.Ended(*turn, Access{.end = clock.Now() + told}, clock.Now());
    clock.Advance(due - milliseconds(1));
    EXPECT_FALSE(keeper.NextGrant(clock.Now())) << told.count();
    clock.Advance(milliseconds(2));
    EXPECT_TRUE(keeper.NextGrant(clock.Now())) << told.count();
  }
}

TEST(TurnKeeperTest, AnUnusedTurnCostsNobodyAnything) {
  ManualClock clock;
  TurnKeeper keeper(Options(seconds(5)), clock.Now());
  clock.Advance(seconds(5));
  keeper.Request({.host = {0, 1}, .server = kServer}, clock.Now());
  const auto turn = keeper.NextGrant(clock.Now());
  ASSERT_TRUE(turn);
  keeper.Request({.host = {0, 2}, .server = kServer}, clock.Now());
  keeper.Ended(*turn, std::nullopt, clock.Now());
  const auto next = keeper.NextGrant(clock.Now());
  ASSERT_TRUE(next);
  EXPECT_EQ(next->host, (HostRef{0, 2}));
}

TEST(TurnKeeperTest, OfReadyServersTheBetterOfferFirst) {
  ManualClock clock;
  TurnKeeper keeper(Options(seconds(0)), clock.Now());
  keeper.Request({.host = {0, 1}, .server = kServer, .value = 1}, clock.Now());
  keeper.Request({.host = {0, 2}, .server = kOther, .value = 2}, clock.Now());
  keeper.Request({.host = {0, 3}, .server = kServer, .value = 3}, clock.Now());  // overtakes
  std::vector<std::uint32_t> order;
  while (const auto turn = keeper.NextGrant(clock.Now())) {
    order.push_back(turn->host.host);
    keeper.Ended(*turn, Access{}, clock.Now());
    clock.Advance(milliseconds(1));
  }
  EXPECT_EQ(order, (std::vector<std::uint32_t>{3, 2, 1}));
  EXPECT_EQ(keeper.asking(), 0U);
}

TEST(TurnKeeperTest, AnOfferMayGetBetter) {
  ManualClock clock;
  TurnKeeper keeper(Options(seconds(0)), clock.Now());
  keeper.Request({.host = {0, 1}, .server = kServer, .value = 1}, clock.Now());
  keeper.Request({.host = {0, 2}, .server = kServer, .value = 2}, clock.Now());
  keeper.Request({.host = {0, 3}, .server = kOther, .value = 3}, clock.Now());
  for (int i = 0; i < 1000; ++i) {  // the replaced ones don't pile up, nor count
    keeper.Request({.host = {0, 1}, .server = kServer, .value = 4.0 + i, .again = true},
                   clock.Now());
  }
  EXPECT_EQ(keeper.asking(), 3U);
  std::vector<std::uint32_t> order;
  while (const auto turn = keeper.NextGrant(clock.Now())) {
    order.push_back(turn->host.host);
    // It had its turn when this was on its way.
    keeper.Request({.host = turn->host, .server = turn->server, .value = 9999, .again = true},
                   clock.Now());
    keeper.Ended(*turn, Access{}, clock.Now());
  }
  EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 3, 2}));
  EXPECT_EQ(keeper.asking(), 0U);
}

TEST(TurnKeeperTest, AnOfferAtAServerThatTheHostHasLeftIsNone) {
  ManualClock clock;
  TurnKeeper keeper(Options(seconds(0)), clock.Now());
  keeper.Request({.host = {0, 2}, .server = kServer, .value = 3}, clock.Now());
  keeper.Request({.host = {0, 1}, .server = kServer, .value = 1}, clock.Now());
  keeper.Request({.host = {0, 1}, .server = kServer, .value = 5, .again = true}, clock.Now());
  const auto first = keeper.NextGrant(clock.Now());
  ASSERT_TRUE(first);
  EXPECT_EQ(first->host, (HostRef{0, 1}));
  // It moves to another address, with the same offer as at first.
  keeper.Request({.host = {0, 1}, .server = kOther, .value = 1}, clock.Now());
  keeper.Ended(*first, std::nullopt, clock.Now());
  std::vector<std::pair<std::uint32_t, IpAddress>> order;
  while (const auto turn = keeper.NextGrant(clock.Now())) {
    order.emplace_back(turn->host.host, turn->server);
    keeper.Ended(*turn, Access{}, clock.Now());
  }
  EXPECT_EQ(order, (std::vector<std::pair<std::uint32_t, IpAddress>>{{2, kServer}, {1, kOther}}));
  EXPECT_EQ(keeper.asking(), 0U);
}

TEST(TurnKeeperTest, OffersAtReadyServersDoNotPileUp) {
  ManualClock clock;
  TurnKeeper keeper(Options(seconds(0)), clock.Now());
  for (std::uint32_t host = 0; host < 50; ++host) {
    keeper.Request({.host = {0, host}, .server = IpAddress::V4(0x0A000000 + host)}, clock.Now());
  }
  for (int i = 0; i < 20'000; ++i) {
    const auto host = static_cast<std::uint32_t>(i) % 50;
    keeper.Request({.host = {0, host},
                    .server = IpAddress::V4(0x0A000000 + host),
                    .value = 1.0 + i,
                    .again = true},
                   clock.Now());
  }
  EXPECT_LE(keeper.entries(), 50U * 2 + 50 * 18 + 116);
  const auto best = keeper.NextGrant(clock.Now());
  ASSERT_TRUE(best);
  EXPECT_EQ(best->host.host, 19'999U % 50);
}

TEST(TurnKeeperTest, ATurnSaysHowLongItWasWantedFor) {
  ManualClock clock;
  TurnKeeper keeper(Options(seconds(0)), clock.Now());
  const TimePoint since = clock.Now();
  clock.Advance(milliseconds(7));  // the host was late
  keeper.Request({.host = {0, 1}, .server = kServer, .value = 1, .since = since}, clock.Now());
  clock.Advance(milliseconds(5));
  keeper.Request({.host = {0, 1}, .server = kServer, .value = 2, .again = true}, clock.Now());
  const auto turn = keeper.NextGrant(clock.Now());
  ASSERT_TRUE(turn);
  EXPECT_EQ(turn->waited, milliseconds(12));
}

TEST(TurnKeeperTest, WithoutAnIntervalAServerIsReadyAtOnce) {
  ManualClock clock;
  TurnKeeper keeper(Options(seconds(0)), clock.Now());
  for (int i = 0; i < 3; ++i) {
    keeper.Request({.host = {0, 1}, .server = kServer}, clock.Now());
    const auto turn = keeper.NextGrant(clock.Now());
    ASSERT_TRUE(turn) << i;
    keeper.Ended(*turn, Access{}, clock.Now());
  }
}

TEST(TurnKeeperTest, AGrantThatNobodyReportsEndsByItself) {
  ManualClock clock;
  TurnKeeperOptions options = Options(seconds(5));
  options.max_turn = seconds(60);
  TurnKeeper keeper(options, clock.Now());
  clock.Advance(seconds(5));
  keeper.Request({.host = {0, 1}, .server = kServer}, clock.Now());
  const auto lost = keeper.NextGrant(clock.Now());
  ASSERT_TRUE(lost);
  keeper.Request({.host = {0, 2}, .server = kServer}, clock.Now());
  clock.Advance(seconds(61));
  EXPECT_FALSE(keeper.NextGrant(clock.Now())) << "the interval counts from its end";
  clock.Advance(milliseconds(5001));
  const auto next = keeper.NextGrant(clock.Now());
  ASSERT_TRUE(next);
  EXPECT_FALSE(keeper.Ended(*lost, Access{}, clock.Now())) << "too late";
  EXPECT_FALSE(keeper.NextGrant(clock.Now()));
  EXPECT_TRUE(keeper.Ended(*next, Access{}, clock.Now()));
}

TEST(TurnKeeperTest, ServersHaveIntervalsOfTheirOwn) {
  ManualClock clock;
  TurnKeeperOptions options = Options(seconds(5));
  options.interval_of = [](const IpAddress& server) {
    return server == kOther ? Duration(0) : Duration(seconds(5));
  };
  TurnKeeper keeper(options, clock.Now());
  keeper.Restore(kServer, {.back_off = seconds(30)});
  keeper.Request({.host = {0, 1}, .server = kServer}, clock.Now());
  keeper.Request({.host = {0, 2}, .server = kOther}, clock.Now());
  EXPECT_EQ(keeper.NextGrant(clock.Now())->host, (HostRef{0, 2}));
  EXPECT_FALSE(keeper.NextGrant(clock.Now()));
  clock.Advance(seconds(31));
  const auto turn = keeper.NextGrant(clock.Now());
  ASSERT_TRUE(turn);
  EXPECT_EQ(turn->interval, (Interval{seconds(30), IntervalRule::kBackOff}));
}

TEST(TurnKeeperTest, AnIpv6ServerIsItsSlash64) {
  EXPECT_EQ(ServerOf(*IpAddress::Parse("2001:db8:1:2:3:4:5:6")),
            *IpAddress::Parse("2001:db8:1:2::"));
  EXPECT_EQ(ServerOf(*IpAddress::Parse("::ffff:10.0.0.1")), kServer);
}

// Random hosts on few servers, turns of random lengths: nobody is ever early, and whoever asks
// comes to his turn.
TEST(TurnKeeperTest, NeverEarlyAndNobodyIsForgotten) {
  ManualClock clock;
  Random random(3);
  const Duration interval = milliseconds(200);
  TurnKeeper keeper(Options(interval), clock.Now());
  std::map<IpAddress, TimePoint> free_at;
  std::vector<std::pair<TimePoint, Turn>> under_way;
  std::vector<bool> busy(100, false);
  std::uint64_t granted = 0;
  for (int step = 0; step < 200'000; ++step) {
    clock.Advance(milliseconds(random.Uniform(3)));
    const auto host = static_cast<std::uint32_t>(random.Uniform(100));
    if (!busy[host]) {
      busy[host] = true;
      keeper.Request({.host = {0, host},
                      .server = IpAddress::V4(host % 10),
                      .value = random.Double(),
                      .tie = random.Next()},
                     clock.Now());
    }
    std::erase_if(under_way, [&](const auto& turn) {
      if (turn.first > clock.Now()) return false;
      keeper.Ended(turn.second, Access{}, clock.Now());
      free_at[turn.second.server] = clock.Now() + interval;
      busy[turn.second.host.host] = false;
      return true;
    });
    while (const auto turn = keeper.NextGrant(clock.Now())) {
      ++granted;
      const auto [free, is_new] = free_at.try_emplace(turn->server, TimePoint() + interval);
      ASSERT_LE(free->second, clock.Now());
      free->second = TimePoint::max();  // until it ends
      under_way.emplace_back(clock.Now() + milliseconds(random.Uniform(50)), *turn);
    }
  }
  // 200 s, ten servers, each every 0.2 to 0.25 s.
  EXPECT_GT(granted, 8000U);
  clock.Advance(seconds(1000));
}

}  // namespace
}  // namespace meguri
