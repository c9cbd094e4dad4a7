#include "order/incremental_page_rank.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "graph/bv_graph.h"
#include "graph/page_rank.h"
#include "tests/support/shared_data.h"

namespace meguri {
namespace {

// A crawl of a whole graph from one seed, best score first, first found first: the pages in their
// order.
std::vector<PageId> Crawl(const WebGraph& graph, PageId seed, const CutOff& cut_off) {
  struct Entry {
    double score;
    std::uint32_t sequence;
    PageId page;
    bool operator<(const Entry& other) const {
      return score != other.score ? score < other.score : sequence > other.sequence;
    }
  };
  constexpr std::uint32_t kUnknown = 0xFFFFFFFF;
  IncrementalPageRank ranks(cut_off);
  ranks.Resize(graph.page_count());
  std::vector<std::uint32_t> sequence(graph.page_count(), kUnknown);
  std::priority_queue<Entry> queue;
  std::uint32_t found = 0;
  sequence[seed] = found++;
  queue.push({0, 0, seed});
  std::vector<PageId> order;
  const auto raise = [&](PageId page) {
    if (sequence[page] == kUnknown) sequence[page] = found++;
    queue.push({ranks.score(page), sequence[page], page});
  };
  while (!queue.empty()) {
    const Entry best = queue.top();
    queue.pop();
    if (ranks.fetched(best.page) || best.score != ranks.score(best.page)) continue;  // stale
    order.push_back(best.page);
    const auto links = graph.successors(best.page);
    const double share = ranks.Fetch(best.page, links.size());
    for (const PageId link : links) {
      if (ranks.Receive(link, share, 1)) raise(link);
    }
    while (const auto passing = ranks.NextPassing()) {
      for (const PageId link : graph.successors(passing->page)) {
        if (!ranks.may_receive()) break;
        if (ranks.Receive(link, passing->share, passing->depth + 1)) raise(link);
      }
    }
  }
  return order;
}

// Per cent of all PageRank that the first `share` of the crawl has.
std::vector<double> Gathered(const std::vector<PageId>& order, const std::vector<double>& ranks) {
  double all = 0;
  for (const double rank : ranks)
    all += rank;
  std::vector<double> gathered;
  for (const double share : {0.01, 0.05, 0.1, 0.2, 0.5}) {
    double sum = 0;
    const auto count = static_cast<std::size_t>(share * static_cast<double>(order.size()) + 0.5);
    for (std::size_t i = 0; i < count; ++i)
      sum += ranks[order[i]];
    gathered.push_back(sum / all * 100);
  }
  return gathered;
}

TEST(IncrementalPageRankTest, ADirectShareByHand) {
  IncrementalPageRank ranks(cut_off::kDirect);
  ranks.Resize(4);
  const double share = ranks.Fetch(0, 2);
  EXPECT_DOUBLE_EQ(share, 0.5);
  EXPECT_TRUE(ranks.Receive(1, share, 1));
  EXPECT_TRUE(ranks.Receive(2, share, 1));
  EXPECT_DOUBLE_EQ(ranks.Fetch(1, 1), 1.5);
  EXPECT_FALSE(ranks.Receive(0, 1.5, 1)) << "it is fetched: no place in the queue";
  EXPECT_DOUBLE_EQ(ranks.score(0), 2.5);
  EXPECT_EQ(ranks.NextPassing(), std::nullopt);
  EXPECT_EQ(ranks.Fetch(3, 0), 0);
}

TEST(IncrementalPageRankTest, AccumulatedSharesArePassedOnOnceTheyAreLarge) {
  IncrementalPageRank ranks({.accumulated = 0.5});
  ranks.Resize(3);
  ranks.Fetch(0, 2);  // score 1
  EXPECT_FALSE(ranks.Receive(0, 0.9, 1));
  EXPECT_EQ(ranks.NextPassing(), std::nullopt) << "0.9 of 1.9 is less than half";
  EXPECT_FALSE(ranks.Receive(0, 0.2, 1));  // 1.1 of 2.1
  const auto passing = ranks.NextPassing();
  ASSERT_TRUE(passing);
  EXPECT_EQ(passing->page, 0U);
  EXPECT_DOUBLE_EQ(passing->share, 0.55);
  EXPECT_EQ(ranks.NextPassing(), std::nullopt);
}

TEST(IncrementalPageRankTest, PagesAreCountedBeyondTheFirstHop) {
  IncrementalPageRank ranks({.max_pages = 1});
  ranks.Resize(4);
  ranks.Fetch(1, 3);
  const double share = ranks.Fetch(0, 1);
  EXPECT_FALSE(ranks.Receive(1, share, 1));
  const auto passing = ranks.NextPassing();
  ASSERT_TRUE(passing);
  EXPECT_TRUE(ranks.may_receive());
  EXPECT_TRUE(ranks.Receive(2, passing->share, passing->depth + 1));
  EXPECT_FALSE(ranks.may_receive());
}

TEST(IncrementalPageRankTest, Cnr2000FromOneSeedGathersWhatAnIndependentImplementationDoes) {
  MEGURI_NEED_SHARED("graphs/cnr-2000.graph");
  RealFiles files;
  const auto read = ReadBvGraph(files, *testing_support::SharedPath("graphs/cnr-2000.graph"));
  ASSERT_TRUE(read);
  const WebGraph graph = WithoutSelfAndRepeatedLinks(read->graph);
  const std::vector<double> ranks = PageRank(graph, {.tolerance = 1e-9}).ranks;
  const auto order = Crawl(graph, 317, cut_off::kDirect);
  EXPECT_EQ(order.size(), 325'557U);
  const std::vector<double> want = {7.5, 14.0, 22.0, 35.9, 68.8};
  const std::vector<double> got = Gathered(order, ranks);
  // Ours are 7.475, 13.945, 21.993, 35.861, 68.747; what was published is rounded, it seems up.
  for (std::size_t i = 0; i < want.size(); ++i)
    EXPECT_NEAR(got[i], want[i], 0.06) << i;
}

}  // namespace
}  // namespace meguri
