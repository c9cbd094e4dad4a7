#include "sim/order/score_accuracy.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "graph/page_rank.h"

namespace meguri {
namespace {

constexpr std::uint64_t kPairs = 1'000'000;  // drawn; τ is exact to about 0.001

// Only pages that are fetched have links; what is known of the others is who links to them.
struct Collected {
  WebGraph graph;
  std::vector<PageId> pages;  // of the web
};

Collected CollectedGraph(const OrderWeb& web, std::span<const PageId> fetched) {
  constexpr PageId kUnknown = std::numeric_limits<PageId>::max();
  std::vector<PageId> numbers(web.size(), kUnknown);
  Collected collected;
  const auto number = [&](PageId page) {
    if (numbers[page] == kUnknown) {
      numbers[page] = static_cast<PageId>(collected.pages.size());
      collected.pages.push_back(page);
    }
    return numbers[page];
  };
  for (const PageId page : fetched)
    number(page);
  std::vector<std::uint64_t> starts{0};
  std::vector<PageId> targets;
  for (const PageId page : fetched) {
    for (const PageId link : web.graph.successors(page))
      targets.push_back(number(link));
    starts.push_back(targets.size());
  }
  starts.resize(collected.pages.size() + 1, targets.size());
  collected.graph = WebGraph(std::move(starts), std::move(targets));
  return collected;
}

double Distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum_a = 0;
  double sum_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum_a += a[i];
    sum_b += b[i];
  }
  if (sum_a == 0 || sum_b == 0) return 1;
  double distance = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    distance += std::abs(a[i] / sum_a - b[i] / sum_b);
  return distance / 2;
}

// τ-b, since scores may be equal.
double SampledKendall(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() < 2) return 1;
  Random random(1);
  double agree = 0;
  double differ_a = 0;
  double differ_b = 0;
  for (std::uint64_t pair = 0; pair < kPairs; ++pair) {
    const auto i = static_cast<std::size_t>(random.Uniform(a.size()));
    const auto j = static_cast<std::size_t>(random.Uniform(a.size()));
    const int sign_a = a[i] < a[j] ? -1 : a[i] > a[j] ? 1 : 0;
    const int sign_b = b[i] < b[j] ? -1 : b[i] > b[j] ? 1 : 0;
    agree += sign_a * sign_b;
    differ_a += sign_a * sign_a;
    differ_b += sign_b * sign_b;
  }
  return differ_a == 0 || differ_b == 0 ? 0 : agree / std::sqrt(differ_a * differ_b);
}

}  // namespace

ScoreAccuracy CompareScores(const OrderWeb& web, std::span<const PageId> fetched,
                            const std::vector<double>& scores) {
  const Collected collected = CollectedGraph(web, fetched);
  const std::vector<double> exact = PageRank(collected.graph, {.tolerance = 1e-9}).ranks;
  std::vector<double> ours;
  ours.reserve(exact.size());
  for (const PageId page : collected.pages)
    ours.push_back(scores[page]);
  return {.tau = SampledKendall(ours, exact), .distance = Distance(ours, exact)};
}

}  // namespace meguri
