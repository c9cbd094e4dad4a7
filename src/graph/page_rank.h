// PageRank, the truth by which orders of crawling are judged:
//
//   PR(a) = d + (1 - d) · Σ PR(p) / N(p)      over the pages p that link to a, N(p) links each
//
// so that the sum over n pages is n at most. Pages without links pass nothing on. Iterated from
// 1 everywhere until no page changes by more than the tolerance, relative to its value. Each page
// is summed over its in-links in the order of their ids, so the result doesn't depend on the number
// of threads. Needs the graph's size again, for the links backwards.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "graph/web_graph.h"

namespace meguri {

// Who links to each page, ascending. Linear.
WebGraph Transposed(const WebGraph& graph);

struct PageRankOptions {
  double d = 0.15;           // what a page has of itself
  double tolerance = 1e-12;  // largest relative change in the last round
  std::uint32_t max_rounds = 1000;
  unsigned threads = 1;  // 0: all that the machine has
  // Called after each round, by one thread at a time, with the rounds so far and the largest
  // change.
  std::function<void(std::uint32_t, double)> progress = nullptr;
};

struct PageRankResult {
  std::vector<double> ranks;
  std::uint32_t rounds = 0;
  double residual = 0;  // the largest relative change of the last round
};

// REQUIRES: 0 < d <= 1. Links are counted as they are: clean the graph first.
PageRankResult PageRank(const WebGraph& graph, const PageRankOptions& options = {});

// The fewest pages whose ranks make up each of these shares (0 to 1) of the sum of all.
std::vector<std::uint64_t> PagesThatHold(std::span<const double> shares,
                                         const std::vector<double>& ranks);

}  // namespace meguri
