#include "app/simulate/order_experiment_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "app/simulate/order_progress_line.h"
#include "app/simulate/stop_signal.h"
#include "graph/generate_graph.h"
#include "graph/graph_files.h"
#include "sim/order/order_seeds.h"

namespace meguri::app {

Result<GraphOfSites> ChosenGraph(Files& files, const GraphChoice& choice) {
  if (choice.path.empty()) {
    const std::uint64_t pages = choice.generate != 0 ? choice.generate : kDemoPages;
    MEGURI_TRY(GeneratedGraph made, GenerateGraph({.pages = pages, .seed = choice.seed}));
    StoredGraph stored;
    stored.urls = MakeSiteUrls(made.site_starts);
    stored.graph = std::move(made.graph);
    return GraphOfSites(std::move(stored));
  }
  if (choice.generate != 0) {
    return Fail(ErrorCode::kInvalidArgument,
                "a GRAPH has its pages: leave out either it or --generate");
  }
  MEGURI_TRY(StoredGraph graph, ReadGraph(files, choice.path));
  return GraphOfSites(std::move(graph));
}

std::string GraphName(const GraphChoice& choice) {
  if (choice.path.empty()) return fmt::format("a generated web, seed {}", choice.seed);
  return std::filesystem::path(choice.path).filename().string();
}

std::vector<double> CurvePoints(const std::vector<double>& at) {
  std::vector<double> points = at;
  for (double point = 0.01; point < 1; point *= 1.25)
    points.push_back(std::round(point * 1000) / 1000);
  for (int half = 2; half <= 200; ++half)
    points.push_back(half / 2.0);
  points.push_back(0);
  std::ranges::sort(points);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

Result<Outcome> RunPlan(const GraphOfSites& graph, const OrderPlan& plan,
                        const std::function<Status(const OrderResult&, std::uint64_t runs)>& each) {
  Outcome outcome;
  for (const std::string& set : plan.seed_sets)
    outcome.runs += plan.orders.size() * (SeedFinder::IsDrawn(set) ? plan.repeats : 1);
  OrderProgress progress;
  std::vector<OrderResult> results;
  Status status;
  {
    const StopSignal signal(progress.stop);
    const OrderProgressLine line(progress, outcome.runs);
    MEGURI_CHECK_STATUS(
        RunExperiment(graph, plan, each != nullptr, progress, [&](OrderResult result) {
          if (each && status) status = each(result, outcome.runs);
          if (!status) progress.stop = true;
          result.sequence = {};
          results.push_back(std::move(result));
        }));
  }
  MEGURI_CHECK_STATUS(status);
  outcome.done = results.size();
  outcome.summaries = Summarise(plan, results);
  return outcome;
}

}  // namespace meguri::app
