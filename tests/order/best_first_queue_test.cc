#include "order/best_first_queue.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "base/random.h"

namespace meguri {
namespace {

struct Scores {
  std::vector<double> scores;
  std::vector<bool> waiting;

  double score(UrlId url) const { return scores[url]; }
  std::uint32_t tie(UrlId url) const { return static_cast<std::uint32_t>(scores.size() - url); }
  bool waits(UrlId url) const { return waiting[url]; }
  void Prefetch(UrlId) const {}
};

// By looking at all of them.
std::optional<UrlId> Best(const Scores& scores) {
  std::optional<UrlId> best;
  for (UrlId url = 0; url < scores.scores.size(); ++url) {
    if (!scores.waiting[url]) continue;
    const bool better =
        !best || scores.scores[url] > scores.scores[*best] ||
        (scores.scores[url] == scores.scores[*best] && scores.tie(url) < scores.tie(*best));
    if (better) best = url;
  }
  return best;
}

void CompareWithAll(std::uint64_t seed, bool only_up) {
  constexpr std::size_t kUrls = 300;
  Random random(seed);
  Scores scores{std::vector<double>(kUrls), std::vector<bool>(kUrls)};
  std::vector<bool> added(kUrls);
  BestFirstQueue<Scores> queue(scores);
  const auto draw = [&] {
    // Many ties, many in one bucket, some far away, some outside all buckets.
    switch (random.Uniform(5)) {
      case 0:
        return 1.0;
      case 1:
        return 1 + random.Double() / 64;
      case 2:
        return random.Exponential(1e-13);
      case 3:
        return random.Exponential(1e13);
      default:
        return random.Exponential(1);
    }
  };
  for (int step = 0; step < 3000; ++step) {
    const auto url = static_cast<UrlId>(random.Uniform(kUrls));
    if (random.Chance(0.3)) {
      const std::optional<UrlId> best = Best(scores);
      ASSERT_EQ(queue.Pop(), best) << "step " << step;
      if (best) scores.waiting[*best] = false;
    } else if (!added[url]) {
      added[url] = scores.waiting[url] = true;
      scores.scores[url] = draw();
      queue.Add(url);
    } else if (scores.waiting[url]) {
      const double before = scores.scores[url];
      scores.scores[url] = only_up ? before + draw() : draw();
      queue.Move(url, before);
    }
  }
  while (const std::optional<UrlId> best = Best(scores)) {
    ASSERT_EQ(queue.Pop(), best);
    scores.waiting[*best] = false;
  }
  EXPECT_EQ(queue.Pop(), std::nullopt);
}

TEST(BestFirstQueueTest, GivesTheBestOfAllWhileScoresGrow) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed)
    CompareWithAll(seed, true);
}

TEST(BestFirstQueueTest, GivesTheBestOfAllWhileScoresGoUpAndDown) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed)
    CompareWithAll(seed, false);
}

TEST(BestFirstQueueTest, NegativeScoresComeLast) {
  Scores scores{{-1, -2, 0, 1e-30}, {true, true, true, true}};
  BestFirstQueue<Scores> queue(scores);
  for (UrlId url = 0; url < 4; ++url)
    queue.Add(url);
  for (const UrlId want : {3U, 2U, 0U, 1U}) {
    EXPECT_EQ(queue.Pop(), want);
    scores.waiting[want] = false;
  }
}

TEST(BestFirstQueueTest, AClearedOneIsEmpty) {
  Scores scores{{1, 2}, {true, true}};
  BestFirstQueue<Scores> queue(scores);
  queue.Add(0);
  queue.Add(1);
  EXPECT_EQ(queue.Pop(), 1U);
  queue.Clear();
  EXPECT_EQ(queue.Pop(), std::nullopt);
  queue.Add(0);
  EXPECT_EQ(queue.Pop(), 0U);
}

}  // namespace
}  // namespace meguri
