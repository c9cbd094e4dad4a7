// How good an order was, by the final PageRank: the criteria of the papers.
//
//   A  how much of the top 0.1, 1 and 10 % of the pages is fetched
//   B  how much of all PageRank is fetched
//   C  Σ |when - rank| / sqrt(when + c) over the pages fetched, against the same of the worst
//      order; less is better
//   τ  Kendall's, of the whole order and the ranks: 1 is the same, -1 the reverse
//
// A and B in per cent.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "sim/order/order_web.h"

namespace meguri {

inline constexpr std::array<double, 3> kTopShares = {0.001, 0.01, 0.1};

struct OrderMarks {
  // At each of the points that were asked for.
  std::array<std::vector<double>, kTopShares.size()> a;
  std::vector<double> b;
  std::vector<double> c;
  // Of the whole order.
  double mean_b = 0;  // over all numbers of pages
  double whole_c = 0;
  double tau = 0;
};

// `points`: numbers of pages, ascending, at most order.size(). `soften`: the c of C.
// O(n log n). REQUIRES: `order` has every page of the web once.
OrderMarks JudgeOrder(const OrderWeb& web, std::span<const PageId> order,
                      std::span<const std::size_t> points, double soften = 0);

// How many pages `per_cent` of `count` are, 0 at least and `count` at most.
std::size_t PagesAt(double per_cent, std::size_t count);

}  // namespace meguri
