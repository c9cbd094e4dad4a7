#include "sim/polite/polite_run.h"

#include "base/cpu_time.h"
#include "sim/polite/beast_order.h"
#include "sim/polite/runs/order_timing.h"
#include "sim/polite/runs/step_run.h"
#include "sim/polite/runs/wheel_run.h"

namespace meguri {
namespace {

std::vector<PageId> OrderOf(const PoliteWeb& web, std::span<const PageId> seeds,
                            SchedulerKind scheduler, const RunOptions& options) {
  if (scheduler == SchedulerKind::kIrlbot) return BeastOrder(web, seeds, options.stop);
  if (scheduler == SchedulerKind::kOptimum) return web.web.by_rank;
  const auto run = RunOrder(web.web, seeds, {.kind = OrderKind::kBreadthFirst, .name = "bf"},
                            {.stop = options.stop});
  return run ? run->order : std::vector<PageId>();
}

std::optional<PoliteRun> Dispatch(const PoliteWeb& web, std::span<const PageId> seeds,
                                  const PoliteSetup& setup, const RunOptions& options) {
  switch (setup.scheduler) {
    case SchedulerKind::kPaper:
      return StepRun(web, setup, options).Run(seeds);
    case SchedulerKind::kWheel:
      return WheelRun(web, setup, options).Run(seeds);
    case SchedulerKind::kIrlbot:
    case SchedulerKind::kBreadthFirst:
    case SchedulerKind::kOptimum:
      return OrderTiming(web, setup, options)
          .Run(seeds, OrderOf(web, seeds, setup.scheduler, options));
  }
  return std::nullopt;
}

}  // namespace

std::optional<PoliteRun> RunPolite(const PoliteWeb& web, std::span<const PageId> seeds,
                                   const PoliteSetup& setup, const RunOptions& options) {
  const double began = ThreadCpuSeconds();
  std::optional<PoliteRun> run = Dispatch(web, seeds, setup, options);
  if (run) run->cpu_seconds = ThreadCpuSeconds() - began;
  return run;
}

}  // namespace meguri
