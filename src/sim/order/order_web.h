// A web graph made ready for simulated crawls, and the truth by which they are judged.
//
//   const GraphOfSites graph(std::move(stored));            // clean, with the sites of its pages
//   const auto web = ReachedWeb(graph, seeds, threads);     // what the seeds reach
//
// Links of a page to itself and repeated ones are dropped. Only what the seeds reach is judged,
// and PageRank is of that part alone. Constant once made: any thread may read it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graph/graph_files.h"
#include "graph/web_graph.h"

namespace meguri {

// A whole graph. 4 bytes a link, 8 a page, and 8 more where it has URLs.
struct GraphOfSites {
  explicit GraphOfSites(StoredGraph stored);

  WebGraph graph;
  // Of graphs with URLs, else empty. Sites are host names, numbered from 0.
  std::vector<std::uint32_t> sites;
  // How simple a URL is: those with fewer slashes come first, then the shorter ones. Equal ones
  // have the same number; below 2^24.
  std::vector<std::uint32_t> simplicity;
  UrlList urls;
};

// The part that some seeds reach, numbered anew in the same order.
struct OrderWeb {
  WebGraph graph;
  std::vector<PageId> originals;  // the ids in the whole graph
  std::vector<std::uint32_t> sites;
  std::vector<std::uint32_t> simplicity;

  std::vector<double> page_rank;  // by page; d = 0.15, converged
  double page_rank_sum = 0;
  std::vector<std::uint32_t> ranks;  // by page: 0 has the highest PageRank
  std::vector<PageId> by_rank;       // the other way round

  std::size_t size() const { return originals.size(); }
  // REQUIRES: `original` is reached.
  PageId page(PageId original) const;
};

struct WebOptions {
  double d = 0.15;
  double tolerance = 1e-12;
  unsigned threads = 0;  // 0: all
};

// Which pages are reached, themselves included.
std::vector<bool> ReachedFrom(const WebGraph& graph, std::span<const PageId> seeds);

std::shared_ptr<const OrderWeb> ReachedWeb(const GraphOfSites& graph,
                                           const std::vector<bool>& reached,
                                           const WebOptions& options);

}  // namespace meguri
