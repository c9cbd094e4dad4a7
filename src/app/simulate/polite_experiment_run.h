// The runs of the commands that simulate politeness, with a line that says how far they are, which
// Ctrl-C ends with what is done.
#pragma once

#include <functional>
#include <vector>

#include "base/result.h"
#include "sim/polite/polite_experiment.h"

namespace meguri::app {

struct PoliteOutcome {
  PoliteFacts facts;
  std::vector<PoliteResult> results;  // in the plan's order
  std::size_t planned = 0;

  bool unfinished() const { return results.size() < planned; }
  // All together: as the servers saw it.
  std::uint64_t breaches() const;
};

// `each`: if given, is told of each result with its order; what it returns ends the runs.
Result<PoliteOutcome> RunPolitePlan(const GraphOfSites& graph, const PolitePlan& plan,
                                    const std::function<Status(const PoliteResult&)>& each = {});

}  // namespace meguri::app
