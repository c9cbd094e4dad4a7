#include "graph/generate_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/hash.h"
#include "graph/graph_stats.h"
#include "graph/page_rank.h"

namespace meguri {
namespace {

GeneratedGraph Generate(const GenerateOptions& options) {
  auto generated = GenerateGraph(options);
  EXPECT_TRUE(generated) << generated.error().context;
  return *std::move(generated);
}

std::size_t CountReached(const WebGraph& graph, PageId start) {
  std::vector<bool> seen(graph.page_count());
  std::vector<PageId> waiting{start};
  seen[start] = true;
  std::size_t count = 0;
  while (!waiting.empty()) {
    const PageId page = waiting.back();
    waiting.pop_back();
    ++count;
    for (const PageId target : graph.successors(page)) {
      if (seen[target]) continue;
      seen[target] = true;
      waiting.push_back(target);
    }
  }
  return count;
}

std::string ErrorOf(const GenerateOptions& options) {
  const auto generated = GenerateGraph(options);
  return generated ? "fine" : generated.error().context;
}

TEST(GenerateGraphTest, IsTheSameWithAnyNumberOfThreads) {
  GenerateOptions options{.pages = 70'000, .links = 5, .seed = 3, .threads = 1};
  const GeneratedGraph one = Generate(options);
  options.threads = 4;
  const GeneratedGraph four = Generate(options);
  EXPECT_EQ(one.graph, four.graph);
  EXPECT_EQ(one.site_starts, four.site_starts);
  options.seed = 4;
  EXPECT_NE(Generate(options).graph, one.graph);
}

TEST(GenerateGraphTest, IsTheSameForEver) {
  const GeneratedGraph web = Generate({.pages = 3000, .seed = 42});
  std::string text;
  for (PageId page = 0; page < web.graph.page_count(); ++page) {
    for (const PageId target : web.graph.successors(page))
      text += std::to_string(page) + ' ' + std::to_string(target) + '\n';
  }
  EXPECT_EQ(ToHex(StableHash64(text)), "972c91259c167855");
}

TEST(GenerateGraphTest, EveryPageIsReachedFromTheFirst) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::uint64_t pages = 1 + seed * seed * 7;
    const GeneratedGraph web =
        Generate({.pages = pages, .links = 1 + 0.5 * static_cast<double>(seed), .seed = seed});
    ASSERT_EQ(web.graph.page_count(), pages);
    ASSERT_EQ(CountReached(web.graph, 0), pages) << seed;
    ASSERT_TRUE(HasSortedLinks(web.graph)) << seed;
    ASSERT_EQ(StatsOf(web.graph).self_links, 0U) << seed;
  }
  const GeneratedGraph lonely = Generate({.pages = 500, .sites = 500, .seed = 1});
  EXPECT_EQ(CountReached(lonely.graph, 0), 500U);
  const GeneratedGraph single = Generate({.pages = 500, .sites = 1, .seed = 1});
  EXPECT_EQ(CountReached(single.graph, 0), 500U);
}

TEST(GenerateGraphTest, LooksLikeAWeb) {
  const GeneratedGraph web = Generate({.pages = 60'000, .links = 15, .seed = 1});
  const GraphStats stats = StatsOf(web.graph);
  EXPECT_NEAR(stats.out.mean, 15, 0.5);
  EXPECT_GT(stats.in.max, 2000U);  // few pages that very many link to
  EXPECT_LT(stats.in.median, 12U);
  EXPECT_GT(stats.out.max, 800U);
  EXPECT_GT(stats.out.zeros, 5000U);
  std::uint64_t inside = 0;
  std::size_t site = 0;
  PageId largest = 0;
  for (PageId page = 0; page < web.graph.page_count(); ++page) {
    while (page >= web.site_starts[site + 1])
      ++site;
    largest = std::max(largest, web.site_starts[site + 1] - web.site_starts[site]);
    for (const PageId target : web.graph.successors(page)) {
      inside += target >= web.site_starts[site] && target < web.site_starts[site + 1] ? 1 : 0;
    }
  }
  const double share = static_cast<double>(inside) / static_cast<double>(stats.arcs);
  EXPECT_GT(share, 0.6);
  EXPECT_LT(share, 0.9);
  EXPECT_EQ(web.site_starts.size(), 601U);
  EXPECT_GT(largest, 1000U);
  EXPECT_LT(largest, 20'000U);
}

TEST(GenerateGraphTest, UrlsFollowTheSites) {
  const UrlList urls = MakeSiteUrls({0, 2, 3, 90});
  ASSERT_EQ(urls.size(), 90U);
  EXPECT_EQ(urls.url(0), "http://s0.test/");
  EXPECT_EQ(urls.url(1), "http://s0.test/c1/");
  EXPECT_EQ(urls.url(2), "http://s1.test/");
  EXPECT_EQ(urls.url(3 + 9), "http://s2.test/c1/9");
  EXPECT_EQ(urls.url(3 + 80), "http://s2.test/c1/80");  // below 9, which is below 1
  EXPECT_EQ(CountHosts(urls), 3U);
}

TEST(GenerateGraphTest, SaysWhatCantBe) {
  EXPECT_EQ(ErrorOf({.pages = 0}), "0 pages; want 1 to 4294967294");
  EXPECT_EQ(ErrorOf({.pages = 4294967295}), "4294967295 pages; want 1 to 4294967294");
  EXPECT_EQ(ErrorOf({.pages = 10, .links = 0.5}), "0.5 links a page; want 1 to 1000");
  EXPECT_EQ(ErrorOf({.pages = 10, .sites = 11}), "11 sites of 10 pages; each has one at least");
  EXPECT_EQ(ErrorOf({.pages = 10, .links = 15}), "fine");
}

TEST(GraphStatsTest, OfASmallGraph) {
  // 0 → 0, 1, 1; 1 → 2; 2 → nothing; 3 → 2.
  const GraphStats stats = StatsOf(WebGraph({0, 3, 4, 4, 5}, {0, 1, 1, 2, 2}));
  EXPECT_EQ(stats.pages, 4U);
  EXPECT_EQ(stats.arcs, 5U);
  EXPECT_EQ(stats.self_links, 1U);
  EXPECT_EQ(stats.repeated_links, 1U);
  EXPECT_EQ(stats.out.max, 3U);
  EXPECT_EQ(stats.out.max_page, 0U);
  EXPECT_EQ(stats.out.median, 1U);
  EXPECT_EQ(stats.out.p90, 3U);
  EXPECT_EQ(stats.out.zeros, 1U);
  EXPECT_EQ(stats.in.max, 2U);
  EXPECT_EQ(stats.in.max_page, 1U);
  EXPECT_EQ(stats.in.zeros, 1U);
  EXPECT_EQ(StatsOf(WebGraph()).out.max, 0U);
}

TEST(PageRankTest, TheFewestPagesThatHoldAShare) {
  const std::vector<double> ranks{1, 5, 2, 2};
  const std::vector<double> shares{0, 0.5, 0.51, 0.9, 1};
  EXPECT_EQ(PagesThatHold(shares, ranks), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace meguri
