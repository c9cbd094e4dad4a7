// One simulated crawl of a web by one order: which page comes when.
//
// Each page is there at once, and has all the links that the graph says. The seeds are fetched
// first, in their order; then always the best URL that is known. Single-threaded and exact: the
// same web, seeds and order give the same crawl.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "order/order_name.h"
#include "sim/order/order_web.h"

namespace meguri {

struct OrderRun {
  std::vector<PageId> order;  // pages of the web
  double cpu_seconds = 0;     // all of it: the queue, the scores, and what pages link to
  double expansion_cpu_seconds =
      0;                      // of that, keeping the links and finding the new ones among them
  std::uint64_t updates = 0;  // of scores
  // Those of all pages after so many as were asked for; none from orders without scores.
  std::vector<std::vector<double>> scores;
};

struct RunOptions {
  std::vector<std::size_t> score_points;          // numbers of pages, ascending, from 1 on
  std::atomic<std::uint64_t>* fetched = nullptr;  // counts up now and then
  const std::atomic<bool>* stop = nullptr;
};

// nullopt: it was stopped. Only pages that the seeds reach are fetched, but by opt. REQUIRES: no
// seed twice; oracle and opt need the web's ranks.
std::optional<OrderRun> RunOrder(const OrderWeb& web, std::span<const PageId> seeds,
                                 const OrderName& order, const RunOptions& options = {});

}  // namespace meguri
