// Several simulated polite crawls of the same web from the same seeds, one for each setup; in
// parallel, each of them single-threaded, so that the results don't depend on the number of
// threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "sim/order/order_experiment.h"
#include "sim/polite/polite_run.h"

namespace meguri {

struct PolitePlan {
  std::vector<PoliteSetup> setups;
  std::string seeds;           // as SeedFinder reads them
  std::uint64_t seed = 1;      // of what is drawn
  std::vector<double> points;  // per cent of what the seeds reach, ascending
  ServerOptions servers;
  WebOptions web;
  unsigned threads = 0;  // 0: one for each core
};

// What the crawls have in common.
struct PoliteFacts {
  std::string server_kind;
  std::size_t servers = 0;  // of the whole graph
  std::size_t seeds = 0;
  std::size_t reached = 0;  // pages
};

struct PoliteResult {
  std::size_t setup = 0;  // in the plan
  // At the plan's points; those that the crawl doesn't get to are left out.
  std::vector<double> gathered;  // per cent of the PageRank
  std::vector<double> stored;    // URLs
  std::vector<double> seconds;   // of virtual time
  double pages = 0;              // all that were fetched,
  double page_rank = 0;          // and what they hold, per cent
  PoliteRun run;                 // without its sequences, but for `order` if it was asked for
};

// `done` is told of each result, one at a time, in no certain order, from any thread.
// `keep_order`: PoliteRun::order is wanted, with the ids of the whole graph.
// kInvalidArgument names what there is not.
Result<PoliteFacts> RunPoliteExperiment(const GraphOfSites& graph, const PolitePlan& plan,
                                        bool keep_order, OrderProgress& progress,
                                        const std::function<void(PoliteResult)>& done);

}  // namespace meguri
