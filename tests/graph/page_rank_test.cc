#include "graph/page_rank.h"

#include <gtest/gtest.h>

#include <numeric>

#include "graph/bv_graph.h"
#include "tests/support/shared_data.h"

namespace meguri {
namespace {

TEST(PageRankTest, SmallGraphsByHand) {
  EXPECT_TRUE(PageRank(WebGraph()).ranks.empty());
  // 0 → 1: 0.15 and 0.15 + 0.85 · 0.15.
  const auto pair = PageRank(WebGraph({0, 1, 1}, {1}));
  EXPECT_DOUBLE_EQ(pair.ranks[0], 0.15);
  EXPECT_DOUBLE_EQ(pair.ranks[1], 0.2775);
  // A ring: 1 each.
  const auto ring = PageRank(WebGraph({0, 1, 2, 3}, {1, 2, 0}));
  for (const double rank : ring.ranks)
    EXPECT_DOUBLE_EQ(rank, 1);
}

TEST(PageRankTest, TransposedTwiceIsTheSameGraph) {
  const WebGraph graph({0, 2, 3, 5}, {1, 2, 0, 0, 1});
  const WebGraph twice = Transposed(Transposed(graph));
  ASSERT_EQ(twice.page_count(), 3U);
  for (PageId page = 0; page < 3; ++page) {
    const auto a = graph.successors(page);
    const auto b = twice.successors(page);
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << page;
  }
}

TEST(PageRankTest, Cnr2000AsAnIndependentImplementationHasIt) {
  MEGURI_NEED_SHARED("graphs/cnr-2000.graph");
  RealFiles files;
  const auto read = ReadBvGraph(files, *testing_support::SharedPath("graphs/cnr-2000.graph"));
  ASSERT_TRUE(read);
  const WebGraph graph = WithoutSelfAndRepeatedLinks(read->graph);
  const PageRankResult one = PageRank(graph);
  EXPECT_NEAR(std::accumulate(one.ranks.begin(), one.ranks.end(), 0.0), 213206.443883, 1e-6);
  EXPECT_NEAR(one.ranks[60595], 4118.938388, 1e-6);
  EXPECT_NEAR(one.ranks[60597], 4118.938388, 1e-6);
  EXPECT_LE(one.residual, PageRankOptions{}.tolerance);
  EXPECT_EQ(PageRank(graph, {.threads = 3}).ranks, one.ranks);
}

}  // namespace
}  // namespace meguri
