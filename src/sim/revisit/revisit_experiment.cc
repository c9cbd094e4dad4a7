#include "sim/revisit/revisit_experiment.h"

#include <optional>
#include <utility>

#include "sim/order/parallel_runs.h"

namespace meguri {

std::vector<RevisitResult> RunRevisitExperiment(const RevisitPages& pages, const RevisitPlan& plan,
                                                RevisitProgress& progress) {
  std::vector<std::optional<RevisitMeasures>> done(plan.runs());
  RunParallel(plan.threads, plan.runs(), progress.stop, [&](std::size_t run) {
    const RevisitSetup setup{.policy = &plan.policies[run % plan.policies.size()],
                             .budget = plan.budgets[run / plan.policies.size()],
                             .goal = plan.goal,
                             .ignore_trivial = plan.ignore_trivial,
                             .seed = plan.seed};
    done[run] = RunRevisit(pages, setup, progress.stop);
    if (done[run]) ++progress.runs_done;
  });
  std::vector<RevisitResult> results;
  for (std::size_t run = 0; run < done.size(); ++run) {
    if (!done[run]) continue;
    results.push_back({.policy = run % plan.policies.size(),
                       .budget = run / plan.policies.size(),
                       .measures = *std::move(done[run])});
  }
  return results;
}

}  // namespace meguri
