// Webs for tests of orders: random ones, small enough to look at all pages at every step.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "sim/order/order_web.h"

namespace meguri {

// Pages with up to `most_links` links, some of them to themselves or twice.
inline GraphOfSites RandomGraph(std::uint64_t seed, PageId pages, std::uint64_t most_links,
                                bool with_urls) {
  Random random(seed);
  std::vector<std::uint64_t> starts{0};
  std::vector<PageId> targets;
  StoredGraph stored;
  for (PageId page = 0; page < pages; ++page) {
    for (std::uint64_t left = random.Uniform(most_links + 1); left > 0; --left) {
      // The lower the id, the more popular.
      targets.push_back(static_cast<PageId>(random.Uniform(random.Uniform(pages) + 1)));
    }
    starts.push_back(targets.size());
    if (!with_urls) continue;
    std::string url = "http://s" + std::to_string(random.Uniform(5)) + ".test/";
    for (std::uint64_t depth = random.Uniform(3); depth > 0; --depth)
      url += "dir/";
    stored.urls.Add(url + std::to_string(page));
  }
  stored.graph = WebGraph(std::move(starts), std::move(targets));
  return GraphOfSites(std::move(stored));
}

inline std::shared_ptr<const OrderWeb> WebFrom(const GraphOfSites& graph,
                                               const std::vector<PageId>& seeds) {
  return ReachedWeb(graph, ReachedFrom(graph.graph, seeds), {.threads = 1});
}

}  // namespace meguri
