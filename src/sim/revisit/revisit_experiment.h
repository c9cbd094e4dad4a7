// Many simulated revisit crawls: every policy at every budget, in parallel, each of them
// single-threaded, so that the results don't depend on the number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/revisit/revisit_run.h"

namespace meguri {

struct RevisitPlan {
  std::vector<revisit::NamedPolicy> policies;
  std::vector<double> budgets;
  double goal = 0;
  bool ignore_trivial = false;
  std::uint64_t seed = 1;
  unsigned threads = 0;  // one for each core

  std::size_t runs() const { return policies.size() * budgets.size(); }
};

struct RevisitResult {
  std::size_t policy = 0;  // in the plan
  std::size_t budget = 0;
  RevisitMeasures measures;
};

// What is to be seen from outside while it runs.
struct RevisitProgress {
  std::atomic<std::uint64_t> runs_done{0};
  std::atomic<bool> stop{false};  // set it to end early: what is done by then is kept
};

// By budget, then by policy, both as the plan has them; fewer if it was stopped.
std::vector<RevisitResult> RunRevisitExperiment(const RevisitPages& pages, const RevisitPlan& plan,
                                                RevisitProgress& progress);

}  // namespace meguri
