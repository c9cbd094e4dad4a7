#include "order/host_queues.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.h"

namespace meguri {
namespace {

// Against the plainest thing that is right: look at all of them.
TEST(HostQueuesTest, GivesTheBestWhateverHappenedBefore) {
  Random random(7);
  UrlOrder order(Strategy::kDirect);
  HostQueues queues(order);
  constexpr std::uint32_t kHosts = 5;
  std::vector<std::vector<UrlId>> waiting(kHosts);
  std::vector<std::uint32_t> host_of;
  const auto best_of = [&](std::uint32_t host) {
    return *std::ranges::min_element(waiting[host],
                                     [&](UrlId a, UrlId b) { return order.IsBefore(a, b); });
  };
  for (int step = 0; step < 20'000; ++step) {
    const auto host = static_cast<std::uint32_t>(random.Uniform(kHosts));
    const std::uint64_t what = random.Uniform(10);
    if (what < 4) {
      const UrlId url = order.Add(order.size(), "http://a.test/");
      host_of.push_back(host);
      if (random.Chance(0.01)) order.Boost(url, UrlOrder::kSeedBoost);
      queues.Push(host, url);
      waiting[host].push_back(url);
    } else if (what < 7 && order.size() > 0) {
      const auto url = static_cast<UrlId>(random.Uniform(order.size()));
      if (order.Receive(url, static_cast<double>(random.Uniform(4)) / 4)) {
        queues.Move(host_of[url], url);
      }
    } else if (what == 7 && !waiting[host].empty()) {
      const UrlId url = waiting[host][random.Uniform(waiting[host].size())];
      queues.Remove(host, url);
      std::erase(waiting[host], url);
      EXPECT_FALSE(queues.contains(url));
    } else if (!waiting[host].empty()) {
      const UrlId best = best_of(host);
      ASSERT_EQ(queues.Best(host), best);
      ASSERT_EQ(queues.Pop(host), best);
      std::erase(waiting[host], best);
      order.Fetch(best, 0);
    }
    ASSERT_EQ(queues.size(host), waiting[host].size());
  }
  EXPECT_EQ(queues.Best(kHosts + 1), std::nullopt);
}

TEST(UrlOrderTest, EachStrategyHasItsOwnTies) {
  UrlOrder breadth(Strategy::kBreadthFirst);
  breadth.Add(0, "http://a.test/");
  breadth.Add(1, "http://a.test/b/");
  breadth.Fetch(0, 1);
  EXPECT_FALSE(breadth.Receive(1, 0));
  EXPECT_EQ(breadth.priority(1).value, 0);

  UrlOrder counts(Strategy::kBacklinkCount);
  const UrlId deep = counts.Add(0, "http://a.test/b/c");
  const UrlId flat_long = counts.Add(1, "http://a.test/long");
  const UrlId flat_short = counts.Add(2, "http://a.test/s");
  const UrlId page = counts.Add(3, "http://a.test/p");
  EXPECT_TRUE(counts.IsBefore(flat_long, deep));
  EXPECT_TRUE(counts.IsBefore(flat_short, flat_long));
  EXPECT_TRUE(counts.Receive(deep, counts.Fetch(page, 3)));
  EXPECT_TRUE(counts.IsBefore(deep, flat_short));
}

TEST(HostQueuesTest, TheOldestIsWhoWasPushedFirstOfThoseThatWait) {
  UrlOrder order(Strategy::kDirect);
  HostQueues queues(order, true);
  for (UrlId url = 0; url < 6; ++url) {
    order.Add(url, "http://a.test/");
    order.Receive(url, url == 4 ? 9 : 1);
    queues.Push(url % 2, url);
  }
  EXPECT_EQ(queues.Oldest(7), std::nullopt);
  EXPECT_EQ(queues.Oldest(0), 0U);
  EXPECT_EQ(queues.Pop(0), 4U);
  queues.Remove(0, 0);
  EXPECT_EQ(queues.Oldest(0), 2U);
  queues.Remove(0, 2);
  EXPECT_EQ(queues.Oldest(0), std::nullopt);
  queues.Push(0, 2);  // it is tried again
  EXPECT_EQ(queues.Oldest(0), 2U);
  EXPECT_EQ(queues.Oldest(1), 1U);
}

TEST(UrlOrderTest, ARedirectPassesItsScoreOnUndivided) {
  UrlOrder order(Strategy::kDirect);
  const UrlId from = order.Add(0, "http://a.test/");
  const UrlId to = order.Add(1, "http://b.test/");
  order.Receive(from, 0.25);
  EXPECT_TRUE(order.Receive(to, order.Redirect(from)));
  EXPECT_EQ(order.score(to), 0.25);
  EXPECT_EQ(order.score_known(), 0.5);
  EXPECT_EQ(order.score_fetched(), 0.25);
}

TEST(UrlOrderTest, ScoresComeBack) {
  for (const Strategy strategy : {Strategy::kDirect, Strategy::kAccumulated2}) {
    UrlOrder order(strategy);
    for (int i = 0; i < 10; ++i)
      order.Add(static_cast<std::uint64_t>(i), "http://a.test/");
    const double share = order.Fetch(0, 3);
    for (UrlId url = 1; url < 4; ++url)
      order.Receive(url, share);
    order.Fetch(1, 2);
    order.Receive(1, 5);
    const std::string saved = order.SaveScores();

    UrlOrder again(strategy);
    for (int i = 0; i < 12; ++i)  // two were found since
      again.Add(static_cast<std::uint64_t>(i), "http://a.test/");
    ASSERT_TRUE(again.LoadScores(saved));
    for (UrlId url = 0; url < 10; ++url) {
      EXPECT_EQ(again.priority(url), order.priority(url));
      EXPECT_EQ(again.fetched(url), order.fetched(url));
    }
    EXPECT_DOUBLE_EQ(again.score_known(), order.score_known());
    EXPECT_DOUBLE_EQ(again.score_fetched(), order.score_fetched());
    EXPECT_EQ(again.NextPassing(), order.NextPassing());

    UrlOrder few(strategy);
    few.Add(0, "http://a.test/");
    EXPECT_FALSE(few.LoadScores(saved));
    EXPECT_FALSE(again.LoadScores("?"));
    EXPECT_FALSE(again.LoadScores(std::string_view(saved).substr(0, saved.size() - 1)));
  }
}

}  // namespace
}  // namespace meguri
