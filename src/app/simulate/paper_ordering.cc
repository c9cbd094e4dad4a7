// `meguri simulate paper ordering`: the figures of the papers behind the orders, on any graph.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/simulate/concentration_chart.h"
#include "app/simulate/order_charts.h"
#include "app/simulate/order_experiment_run.h"
#include "app/simulate/order_flags.h"
#include "app/simulate/order_report.h"
#include "app/simulate/simulate_commands.h"

namespace meguri::app {
namespace {

// Of the full paper: figures 4 to 8, 9 and 10.
const std::vector<std::string> kCompared = {"bf", "blc", "pr", "ipr:dl1"};
const std::vector<std::string> kCutOffs = {"ipr:dl1", "ipr:pl=8", "ipr:vr=1.5", "ipr:ar=29/30",
                                           "ipr:ar2"};
const std::vector<std::string> kSpeeds = {"bf",       "blc",        "pr",          "ipr:dl1",
                                          "ipr:pl=8", "ipr:vr=1.5", "ipr:ar=29/30"};
// The short paper's conditions, its damping with each.
const std::vector<std::string> kConditions = {
    "ipr:depth=1+damping=0.85",    "ipr:depth=2+damping=0.85",         "ipr:depth=3+damping=0.85",
    "ipr:pages=8+damping=0.85",    "ipr:pages=100+damping=0.85",       "ipr:share=0.1+damping=0.85",
    "ipr:share=0.01+damping=0.85", "ipr:ratio=0.5+damping=0.85",       "ipr:ratio=0.1+damping=0.85",
    "ipr:ratio=0.01+damping=0.85", "ipr:score=10+depth=3+damping=0.85"};
constexpr double kAccuracyAt = 20;  // per cent of the crawl

struct Flags : OrderFlags {
  Flags() {
    repeats = 3;
    report = "report/ordering.html";
  }
  std::string seeds = "random:1";
};

Result<OrderPlan> PlanOf(const Flags& flags, const std::vector<double>& at) {
  OrderPlan plan;
  for (const auto* names : {&kCompared, &kCutOffs, &kConditions}) {
    for (const std::string& name : *names) {
      if (std::ranges::find(plan.orders, name, &OrderName::name) != plan.orders.end()) continue;
      MEGURI_TRY(OrderName order, ParseOrder(name));
      plan.orders.push_back(std::move(order));
    }
  }
  plan.seed_sets = {flags.seeds};
  MEGURI_CHECK_STATUS(flags.Apply(plan));
  plan.points = CurvePoints(at);
  plan.accuracy_points = {kAccuracyAt};
  return plan;
}

report::Report PaperReport(const OrderPlan& plan, const Outcome& outcome,
                           const std::vector<double>& at, const OrderReportFacts& facts,
                           report::Chart concentration) {
  report::Report report{.title = "Importance ordering by Incremental PageRank",
                        .subtitle = fmt::format("The papers' figures, on {}", facts.graph),
                        .facts = FactList(facts),
                        .sections = {}};
  OrderCharts charts(plan, outcome.summaries, at);
  charts.Show(kCompared);
  report::Section tops{.heading = "Figures 4, 5 and 6: the top pages"};
  constexpr std::array<std::string_view, kTopShares.size()> kIds = {"figure-4", "figure-5",
                                                                    "figure-6"};
  for (std::size_t top = 0; top < kTopShares.size(); ++top)
    tops.charts.push_back(charts.TopPages(0, std::string(kIds[top]), top));
  report.sections.push_back(std::move(tops));
  report.sections.push_back({.heading = "Figure 7: PageRank gathered",
                             .charts = {charts.Gathered(0, "figure-7")},
                             .tables = {charts.GatheredTable(0)}});
  report.sections.push_back(
      {.heading = "Figure 8: error of the order", .charts = {charts.Error(0, "figure-8")}});
  charts.Show(kCutOffs);
  report.sections.push_back(
      {.heading = "Figure 9: the cut-offs compared",
       .paragraphs = {"ar=29/30 is the paper's: a page passes on what came in once its score has "
                      "grown 30-fold. ar2 passes it on once the score has about doubled, damped."},
       .charts = {charts.Gathered(0, "figure-9")},
       .tables = {charts.GatheredTable(0), charts.WholeTable(0)}});
  charts.Show(kSpeeds);
  report.sections.push_back({.heading = "Figure 10: decision speed",
                             .charts = {charts.Speed(0, "figure-10")},
                             .tables = {charts.WholeTable(0)}});
  charts.Show(kConditions);
  report.sections.push_back(
      {.heading = "The short paper: accuracy against cost",
       .paragraphs = {"The five conditions on which a share stops, each with damping 0.85."},
       .charts = {charts.Accuracy(0, "accuracy")},
       .tables = {charts.WholeTable(0)}});
  report.sections.push_back(
      {.heading = "Concentration of PageRank", .charts = {std::move(concentration)}});
  return report;
}

Result<int> Run(const Flags& flags) {
  const std::vector<double> at = {1, 5, 10, 20, 50};
  MEGURI_TRY(const OrderPlan plan, PlanOf(flags, at));
  RealFiles files;
  const GraphChoice choice = flags.choice();
  MEGURI_TRY(const GraphOfSites graph, ChosenGraph(files, choice));
  MEGURI_TRY(const Outcome outcome, RunPlan(graph, plan, {}));
  PrintOutcome(flags, graph, plan, outcome, at);
  if (outcome.done == 0) return kExitNo;
  const OrderReportFacts facts{
      .graph = GraphName(choice),
      .pages = graph.graph.page_count(),
      .links = graph.graph.arc_count(),
      .command = fmt::format("meguri simulate paper ordering {} --seeds {} --repeat {} --seed {}",
                             choice.path.empty() ? "" : GraphName(choice), flags.seeds,
                             flags.repeats, flags.seed),
      .unfinished = outcome.unfinished()};
  MEGURI_CHECK_STATUS(report::WriteReport(
      files, flags.report,
      PaperReport(plan, outcome, at, facts,
                  ConcentrationChart(graph.graph, "concentration", GraphName(choice))),
      flags.figures));
  if (!flags.json) fmt::print("\nreport: {}\n", flags.report);
  return outcome.unfinished() ? kExitNo : kExitYes;
}

}  // namespace

void AddPaperOrdering(Command& paper) {
  const auto flags = std::make_shared<Flags>();
  Command& command = paper.AddCommand(
      "ordering", "Importance ordering by Incremental PageRank: every figure of the two papers");
  command.SetFooter(
      "Importance ordering by Incremental PageRank: every figure of the two papers, on a graph:\n"
      "the top pages, PageRank gathered, error of the order, the cut-offs, decision speed, the\n"
      "accuracy of scores against their cost, and how concentrated PageRank is.\n"
      "\n"
      "  meguri simulate paper ordering cnr-2000 --seeds id:317 --figures figures");
  flags->AddTo(command);
  command.AddOption("--seeds", flags->seeds, "as in meguri simulate order (random:1)");
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
