#include "graph/strong_components.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "graph/bv_graph.h"
#include "tests/graph/random_graph.h"
#include "tests/support/shared_data.h"

namespace meguri {
namespace {

using testing::ElementsAre;

std::vector<std::vector<bool>> Reachability(const WebGraph& graph) {
  const std::size_t pages = graph.page_count();
  std::vector<std::vector<bool>> reached(pages, std::vector<bool>(pages));
  for (PageId start = 0; start < pages; ++start) {
    std::vector<PageId> waiting{start};
    reached[start][start] = true;
    while (!waiting.empty()) {
      const PageId page = waiting.back();
      waiting.pop_back();
      for (const PageId target : graph.successors(page)) {
        if (reached[start][target]) continue;
        reached[start][target] = true;
        waiting.push_back(target);
      }
    }
  }
  return reached;
}

TEST(StrongComponentsTest, AreThePagesThatReachEachOther) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::size_t pages = 1 + seed % 40;
    const WebGraph graph = testing_support::RandomGraph(seed, pages, pages * (seed % 4));
    const auto reached = Reachability(graph);
    const StrongComponents found = FindStrongComponents(graph);
    std::vector<std::uint32_t> sizes(found.sizes.size());
    for (PageId a = 0; a < pages; ++a) {
      ASSERT_LT(found.component_of[a], sizes.size());
      ++sizes[found.component_of[a]];
      for (PageId b = 0; b < pages; ++b) {
        ASSERT_EQ(found.component_of[a] == found.component_of[b], reached[a][b] && reached[b][a])
            << seed << ": " << a << ' ' << b;
      }
    }
    ASSERT_EQ(sizes, found.sizes);
  }
}

TEST(StrongComponentsTest, TheLargestComeFirstThenTheLowest) {
  // 5 → 4 → 5, 1 → 2 → 1, 0 and 3 alone.
  const WebGraph graph({0, 1, 2, 3, 3, 4, 5}, {1, 2, 1, 5, 4});
  const auto infos = LargestComponents(FindStrongComponents(graph), 3);
  EXPECT_THAT(infos, ElementsAre(ComponentInfo{1, 2}, ComponentInfo{4, 2}, ComponentInfo{0, 1}));
  EXPECT_EQ(LargestComponents(FindStrongComponents(graph), 100).size(), 4U);
  EXPECT_TRUE(LargestComponents(FindStrongComponents(WebGraph()), 3).empty());
}

TEST(StrongComponentsTest, APathOfAMillionPagesNeedsNoStack) {
  constexpr std::size_t kPages = 1'000'000;
  std::vector<std::uint64_t> starts(kPages + 1);
  std::iota(starts.begin(), starts.end(), 0U);
  std::vector<PageId> targets(kPages);
  std::iota(targets.begin(), targets.end(), 1U);
  targets.back() = 0;
  EXPECT_THAT(FindStrongComponents(WebGraph(starts, targets)).sizes, ElementsAre(kPages));
  targets.back() = static_cast<PageId>(kPages - 1);
  EXPECT_EQ(FindStrongComponents(WebGraph(starts, targets)).sizes.size(), kPages);
}

TEST(StrongComponentsTest, Cnr2000AsItsNoteSays) {
  MEGURI_NEED_SHARED("graphs/cnr-2000.graph");
  RealFiles files;
  const auto read = ReadBvGraph(files, *testing_support::SharedPath("graphs/cnr-2000.graph"));
  ASSERT_TRUE(read);
  EXPECT_EQ(LargestComponents(FindStrongComponents(read->graph), 1).front().size, 112'023U);
}

}  // namespace
}  // namespace meguri
