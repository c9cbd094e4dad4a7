#include "sim/order/order_criteria.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/order/order_run.h"
#include "tests/sim/made_webs.h"

namespace meguri {
namespace {

TEST(OrderCriteriaTest, AsTheyAreDefined) {
  const GraphOfSites graph = RandomGraph(3, 500, 5, true);
  const auto web = WebFrom(graph, {5});
  const PageId seed = web->page(5);
  const auto run = RunOrder(*web, std::span(&seed, 1), ParseOrder("ipr:dl1").value());
  ASSERT_TRUE(run);
  const std::size_t n = web->size();
  const std::vector<std::size_t> points = {0, 1, 10, n / 3, n};
  const OrderMarks marks = JudgeOrder(*web, run->order, points, 2.5);
  for (std::size_t i = 0; i < points.size(); ++i) {
    double sum = 0;
    double error = 0;
    double worst = 0;
    std::size_t in_top = 0;
    const auto top = std::max<std::size_t>(
        1, static_cast<std::size_t>(std::lround(0.1 * static_cast<double>(n))));
    for (std::size_t t = 1; t <= points[i]; ++t) {
      const PageId page = run->order[t - 1];
      const double rank = 1.0 + web->ranks[page];
      const auto when = static_cast<double>(t);
      sum += web->page_rank[page];
      in_top += web->ranks[page] < top ? 1 : 0;
      error += std::abs(when - rank) / std::sqrt(when + 2.5);
      worst += std::abs(when - (static_cast<double>(n) + 1 - when)) / std::sqrt(when + 2.5);
    }
    EXPECT_NEAR(marks.b[i], 100 * sum / web->page_rank_sum, 1e-9);
    EXPECT_NEAR(marks.a[2][i], 100.0 * static_cast<double>(in_top) / static_cast<double>(top),
                1e-9);
    EXPECT_NEAR(marks.c[i], worst == 0 ? 0 : error / worst, 1e-9);
  }
  double concordant = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j)
      concordant += web->ranks[run->order[i]] < web->ranks[run->order[j]] ? 1 : -1;
  }
  EXPECT_NEAR(marks.tau, concordant / (static_cast<double>(n * (n - 1)) / 2), 1e-9);
}

TEST(OrderCriteriaTest, TheBestAndTheWorstOrder) {
  const GraphOfSites graph = RandomGraph(4, 200, 5, false);
  const auto web = WebFrom(graph, {5});
  std::vector<PageId> order = web->by_rank;
  EXPECT_EQ(JudgeOrder(*web, order, {}).whole_c, 0);
  EXPECT_EQ(JudgeOrder(*web, order, {}).tau, 1);
  std::ranges::reverse(order);
  EXPECT_DOUBLE_EQ(JudgeOrder(*web, order, {}).whole_c, 1);
  EXPECT_EQ(JudgeOrder(*web, order, {}).tau, -1);
}

TEST(OrderCriteriaTest, OnlyWhatIsReachedIsJudged) {
  // 0 -> 1 -> 2, and 3 -> 1, which nobody finds.
  StoredGraph stored;
  stored.graph = WebGraph({0, 1, 2, 2, 3}, {1, 2, 1});
  const GraphOfSites graph(std::move(stored));
  const auto web = WebFrom(graph, {0});
  EXPECT_EQ(web->originals, (std::vector<PageId>{0, 1, 2}));
  EXPECT_NEAR(web->page_rank[1], 0.15 + 0.85 * 0.15, 1e-12);
}

}  // namespace
}  // namespace meguri
