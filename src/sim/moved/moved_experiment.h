// Real moves, searched for by every method: how many requests until the page's new place is read.
//
// The preparation runs on the snapshot from before the move, the search on the one from after it.
// Each URL is a request once in each of them, whether it is there or not; the old URL, which is
// known to be dead, is none after the move. Searches are single-threaded and know nothing of each
// other, so that the results don't depend on the number of threads. The snapshots of one site at a
// time are in memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "moved/paper/link_paths.h"
#include "sim/moved/moved_cases.h"
#include "sim/moved/moved_method.h"
#include "sim/moved/site_snapshot.h"
#include "sim/moved/snapshot_site.h"

namespace meguri {

// A case, with its site on both days.
struct MovedQuestion {
  const MovedCases& cases;
  const MovedCase& wanted;  // one of them
  const SiteSnapshot& before;
  const SiteSnapshot& after;
};

struct MovedPlan {
  std::vector<MovedMethod> methods;
  // What kMeguri does: reads pages of the site as it searches (meguri_method.h has it).
  std::function<void(const MovedQuestion& question, SnapshotSite& site)> meguri;
  int meguri_budget = 1000;  // requests; the others go on until they find it
  bool obey_robots = false;
  unsigned threads = 0;  // one for each core
};

struct MovedResult {
  std::size_t number = 0;       // of the case
  std::size_t method = 0;       // in the plan
  int preparation = 0;          // requests before the move
  std::optional<int> requests;  // after it, until it was found; nullopt: it wasn't
  int gone = 0;                 // answers of 404, in both
  int made = 0;                 // requests, in both
  std::size_t paths = 0;        // that the preparation found
  moved::LinkPathsSize stored;  // of them
};

// What is to be seen from outside while it runs.
struct MovedProgress {
  std::atomic<std::uint64_t> searches_done{0};
  std::atomic<bool> stop{false};  // set it to end early: what is done by then is kept
};

// By case, then by method, both in their order; fewer if it was stopped. `folder`: where the
// snapshots are. Fails if one of them can't be read, or hasn't the page of a case.
// REQUIRES: plan.meguri is set if a method is kMeguri.
Result<std::vector<MovedResult>> RunMovedExperiment(Files& files, const std::string& folder,
                                                    const MovedCases& cases, const MovedPlan& plan,
                                                    MovedProgress& progress);

// The share of the method's searches that found the page in at most `requests`; f(x) of the paper.
double CaptureRate(const std::vector<MovedResult>& results, std::size_t method,
                   bool with_preparation, int requests);

}  // namespace meguri
