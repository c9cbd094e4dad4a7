// Many simulated crawls: every order from every set of seeds, some sets drawn several times; in
// parallel, each of them single-threaded, so that the results don't depend on the number of
// threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "sim/order/order_criteria.h"
#include "sim/order/order_run.h"
#include "sim/order/order_web.h"

namespace meguri {

struct OrderPlan {
  std::vector<OrderName> orders;
  std::vector<std::string> seed_sets;   // as SeedFinder reads them
  std::uint64_t repeats = 1;            // of each set that is drawn
  std::uint64_t seed = 1;               // of what is drawn
  std::vector<double> points;           // per cent of the crawl, ascending
  double soften = 0;                    // the c of criterion C
  std::vector<double> accuracy_points;  // where scores are compared with the exact PageRank
  WebOptions web;
  unsigned threads = 0;  // 0: one for each core
};

// How near the scores of an order were to the exact PageRank of the graph that was collected.
struct ScoreAccuracy {
  double tau = 0;       // Kendall's, between scores and PageRanks of pages drawn
  double distance = 0;  // half of Σ |score - PageRank|, each of sum 1: 0 the same, 1 disjoint
};

struct OrderResult {
  std::size_t order = 0;  // in the plan
  std::size_t seed_set = 0;
  std::uint64_t draw = 0;
  std::vector<PageId> seeds;  // in the whole graph
  std::size_t pages = 0;
  std::vector<PageId> sequence;  // in the whole graph, if it was asked for
  OrderMarks marks;              // at the plan's points
  double cpu_seconds = 0;
  double expansion_cpu_seconds = 0;
  std::uint64_t updates = 0;
  std::vector<ScoreAccuracy> accuracy;
};

// What is to be seen from outside while it runs.
struct OrderProgress {
  std::atomic<std::uint64_t> pages_fetched{0};
  std::atomic<std::uint64_t> pages_in_all{0};  // known of the seed sets so far
  std::atomic<std::uint64_t> runs_done{0};
  std::atomic<bool> stop{false};  // set it to end early: what is done by then is kept
};

// `done` is told of each result, one at a time, in no certain order, from any thread.
// `keep_sequences`: OrderResult::sequence is wanted.
Status RunExperiment(const GraphOfSites& graph, const OrderPlan& plan, bool keep_sequences,
                     OrderProgress& progress, const std::function<void(OrderResult)>& done);

}  // namespace meguri
