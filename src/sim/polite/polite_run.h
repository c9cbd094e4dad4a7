// One simulated polite crawl of a web: which page is fetched when, what waits meanwhile, and which
// intervals the servers saw.
//
// Time is virtual. A server takes its own time for a page. Single-threaded and exact: the same web,
// seeds and setup give the same crawl. Readings of the rules: docs/design/politeness.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/histogram.h"
#include "sim/order/order_run.h"
#include "sim/polite/interval_watch.h"
#include "sim/polite/polite_setup.h"
#include "sim/polite/servers.h"

namespace meguri {

struct PoliteRun {
  // By fetch, in the order in which they began.
  std::vector<PageId> order;
  std::vector<TimePoint> begins;
  std::vector<std::uint32_t> stored;  // URLs that wait after it: in slots or queues, and aside

  std::uint64_t most_stored = 0;
  std::uint64_t most_placed = 0;  // of them in slots or queues: what B and H bound
  std::uint64_t most_aside = 0;   // without a slot: seeds that wait, and with `spill` all that do
  std::uint64_t discards = 0;
  std::uint64_t steps = 0;   // 0: it knows no steps
  Histogram pages_per_step;  // the empty ones, too
  TimePoint end{};           // of the last download; it began at 0

  std::uint64_t breaches = 0;  // as the servers saw it
  std::string first_breach;
  Histogram intervals;           // in µs, between two accesses to a server
  Histogram smallest_by_server;  // in µs
  double cpu_seconds = 0;
};

// nullopt: it was stopped. REQUIRES: every page is reached from the seeds; no seed twice; the setup
// passes CheckPaperScheduler().
std::optional<PoliteRun> RunPolite(const PoliteWeb& web, std::span<const PageId> seeds,
                                   const PoliteSetup& setup, const RunOptions& options = {});

}  // namespace meguri
