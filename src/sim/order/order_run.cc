#include "sim/order/order_run.h"

#include "base/cpu_time.h"
#include "sim/order/orders/backlink_count.h"
#include "sim/order/orders/breadth_first.h"
#include "sim/order/orders/by_expected_returns.h"
#include "sim/order/orders/ideal.h"
#include "sim/order/orders/incremental.h"
#include "sim/order/orders/opic.h"
#include "sim/order/orders/swept_page_rank.h"

namespace meguri {
namespace {

constexpr std::size_t kLookEvery = 4096;  // pages between two looks at `stop`

// What a crawler does for every order alike: it keeps the links of a page and finds the new ones.
double ExpansionCpuSeconds(const OrderWeb& web, std::span<const PageId> seeds,
                           const std::vector<PageId>& order) {
  const double began = ThreadCpuSeconds();
  Discovery discovery(web);
  std::vector<PageId> found;
  found.reserve(web.size());
  for (const PageId seed : seeds)
    discovery.AddSeed(seed);
  for (const PageId page : order)
    discovery.Expand(page, [&](PageId link) { found.push_back(link); });
  return ThreadCpuSeconds() - began;
}

template <class Order, class... More>
std::optional<OrderRun> Drive(const OrderWeb& web, std::span<const PageId> seeds,
                              const RunOptions& options, const More&... more) {
  OrderRun run;
  run.order.reserve(web.size());
  double began = ThreadCpuSeconds();
  Order order(web, more...);
  std::size_t next_point = 0;
  std::size_t next_look = 0;
  const auto fetch = [&](PageId page) {
    order.Fetch(page);
    run.order.push_back(page);
    if constexpr (requires { order.score(page); }) {
      while (next_point < options.score_points.size() &&
             run.order.size() == options.score_points[next_point]) {
        const double paused = ThreadCpuSeconds();
        std::vector<double>& scores = run.scores.emplace_back(web.size());
        for (PageId each = 0; each < web.size(); ++each)
          scores[each] = order.score(each);
        ++next_point;
        began += ThreadCpuSeconds() - paused;
      }
    }
  };
  for (const PageId seed : seeds)
    order.AddSeed(seed);
  for (const PageId seed : seeds)
    fetch(seed);
  while (const std::optional<PageId> page = order.Next()) {
    fetch(*page);
    if (run.order.size() < next_look) continue;
    next_look = run.order.size() + kLookEvery;
    if (options.fetched != nullptr) *options.fetched += kLookEvery;
    if (options.stop != nullptr && *options.stop) return std::nullopt;
  }
  run.cpu_seconds = ThreadCpuSeconds() - began;
  run.updates = order.updates();
  run.expansion_cpu_seconds = ExpansionCpuSeconds(web, seeds, run.order);
  return run;
}

}  // namespace

std::optional<OrderRun> RunOrder(const OrderWeb& web, std::span<const PageId> seeds,
                                 const OrderName& order, const RunOptions& options) {
  switch (order.kind) {
    case OrderKind::kBreadthFirst:
      return Drive<BreadthFirst>(web, seeds, options);
    case OrderKind::kBacklinkCount:
      return Drive<BacklinkCount>(web, seeds, options);
    case OrderKind::kPageRank:
      return Drive<SweptPageRank>(web, seeds, options);
    case OrderKind::kIncrementalPageRank:
      return Drive<Incremental>(web, seeds, options, order.cut_off);
    case OrderKind::kOpic:
      return Drive<Opic>(web, seeds, options, seeds.size());
    case OrderKind::kOracle:
      return Drive<Oracle>(web, seeds, options);
    case OrderKind::kOptimum:
      return Drive<Optimum>(web, seeds, options);
    case OrderKind::kMeguri:
      return Drive<ByExpectedReturns>(web, seeds, options);
  }
  return std::nullopt;
}

}  // namespace meguri
