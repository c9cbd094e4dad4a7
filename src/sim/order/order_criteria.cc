#include "sim/order/order_criteria.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace meguri {
namespace {

// Pairs in the wrong order, by a tree of counts.
std::uint64_t Inversions(const OrderWeb& web, std::span<const PageId> order) {
  std::vector<std::uint32_t> tree(order.size() + 1);
  std::uint64_t inversions = 0;
  for (std::size_t seen = 0; seen < order.size(); ++seen) {
    const std::size_t rank = web.ranks[order[seen]] + std::size_t{1};
    std::uint64_t better = 0;  // of those before it
    for (std::size_t at = rank; at > 0; at &= at - 1)
      better += tree[at];
    inversions += seen - better;
    for (std::size_t at = rank; at < tree.size(); at += at & (~at + 1))
      ++tree[at];
  }
  return inversions;
}

double Kendall(const OrderWeb& web, std::span<const PageId> order) {
  if (order.size() < 2) return 1;
  const auto count = static_cast<double>(order.size());
  return 1 - 4 * static_cast<double>(Inversions(web, order)) / (count * (count - 1));
}

}  // namespace

std::size_t PagesAt(double per_cent, std::size_t count) {
  const double pages = std::round(per_cent / 100 * static_cast<double>(count));
  return static_cast<std::size_t>(std::clamp(pages, 0.0, static_cast<double>(count)));
}

OrderMarks JudgeOrder(const OrderWeb& web, std::span<const PageId> order,
                      std::span<const std::size_t> points, double soften) {
  const std::size_t count = order.size();
  std::array<std::size_t, kTopShares.size()> tops{};
  for (std::size_t top = 0; top < tops.size(); ++top)
    tops[top] = std::max<std::size_t>(PagesAt(kTopShares[top] * 100, count), 1);
  std::array<std::size_t, kTopShares.size()> in_top{};
  OrderMarks marks;
  double gathered = 0;
  double gathered_sum = 0;
  double error = 0;
  double worst = 0;
  std::size_t next = 0;
  const auto take_points = [&](std::size_t pages) {
    for (; next < points.size() && points[next] == pages; ++next) {
      for (std::size_t top = 0; top < tops.size(); ++top) {
        marks.a[top].push_back(100 * static_cast<double>(in_top[top]) /
                               static_cast<double>(tops[top]));
      }
      marks.b.push_back(100 * gathered / web.page_rank_sum);
      marks.c.push_back(worst > 0 ? error / worst : 0);
    }
  };
  take_points(0);
  for (std::size_t i = 0; i < count; ++i) {
    const PageId page = order[i];
    const std::size_t rank = web.ranks[page];
    gathered += web.page_rank[page];
    gathered_sum += gathered;
    for (std::size_t top = 0; top < tops.size(); ++top)
      in_top[top] += rank < tops[top] ? 1 : 0;
    const double weight = std::sqrt(static_cast<double>(i + 1) + soften);
    const std::size_t last = count - 1 - i;  // the rank that the worst order has here
    error += static_cast<double>(rank > i ? rank - i : i - rank) / weight;
    worst += static_cast<double>(last > i ? last - i : i - last) / weight;
    take_points(i + 1);
  }
  marks.mean_b =
      count == 0 ? 0 : 100 * gathered_sum / web.page_rank_sum / static_cast<double>(count);
  marks.whole_c = worst > 0 ? error / worst : 0;
  marks.tau = Kendall(web, order);
  return marks;
}

}  // namespace meguri
