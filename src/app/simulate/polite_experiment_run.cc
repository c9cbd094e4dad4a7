#include "app/simulate/polite_experiment_run.h"

#include <algorithm>
#include <utility>

#include "app/simulate/order_progress_line.h"
#include "app/simulate/stop_signal.h"

namespace meguri::app {

std::uint64_t PoliteOutcome::breaches() const {
  std::uint64_t sum = 0;
  for (const PoliteResult& result : results)
    sum += result.run.breaches;
  return sum;
}

Result<PoliteOutcome> RunPolitePlan(const GraphOfSites& graph, const PolitePlan& plan,
                                    const std::function<Status(const PoliteResult&)>& each) {
  if (!plan.servers.hosts.empty() && graph.urls.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--hosts-file: the graph has no URLs, and so no hosts that could be in it");
  }
  PoliteOutcome outcome{.facts = {}, .results = {}, .planned = plan.setups.size()};
  OrderProgress progress;
  Status status;
  {
    const StopSignal signal(progress.stop);
    const OrderProgressLine line(progress, outcome.planned);
    MEGURI_TRY(outcome.facts, RunPoliteExperiment(graph, plan, each != nullptr, progress,
                                                  [&](PoliteResult result) {
                                                    if (each && status) status = each(result);
                                                    if (!status) progress.stop = true;
                                                    result.run.order = {};
                                                    outcome.results.push_back(std::move(result));
                                                  }));
  }
  MEGURI_CHECK_STATUS(status);
  std::ranges::sort(outcome.results, {}, &PoliteResult::setup);
  return outcome;
}

}  // namespace meguri::app
