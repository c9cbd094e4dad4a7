// `meguri simulate paper politeness`: the figures of the O(1) scheduler's paper, on any graph.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/crawl/crawl_words.h"
#include "app/simulate/concentration_chart.h"
#include "app/simulate/order_report.h"
#include "app/simulate/order_text.h"
#include "app/simulate/polite_charts.h"
#include "app/simulate/polite_plan.h"
#include "app/simulate/simulate_commands.h"
#include "graph/strong_components.h"

namespace meguri::app {
namespace {

constexpr std::uint32_t kFixed = 1024;  // H in figure 3, B in figure 4
const std::vector<std::uint32_t> kVaried = {16, 32, 64, 128, 256, 512, 1024, 2048};
const std::vector<std::uint32_t> kCompared = {512, 1024, 2048};  // B = H in figures 5 and 6
constexpr std::size_t kSeeds = 1024;

struct Flags : PoliteFlags {
  Flags() {
    report = "report/politeness.html";
    seeds = "";
  }
};

bool IsPaper(const PoliteSetup& setup) { return setup.scheduler == SchedulerKind::kPaper; }
bool IsFigure3(const PoliteSetup& setup) { return IsPaper(setup) && setup.paper.slots == kFixed; }
bool IsFigure4(const PoliteSetup& setup) { return IsPaper(setup) && setup.paper.queues == kFixed; }
bool IsFigure5(const PoliteSetup& setup) {
  return !IsPaper(setup) || (setup.paper.queues == setup.paper.slots &&
                             std::ranges::find(kCompared, setup.paper.queues) != kCompared.end());
}

Result<std::vector<PoliteSetup>> SetupsOf(const Flags& flags) {
  std::vector<PoliteSetup> setups;
  const auto add = [&](const PoliteChoices& choices) -> Status {
    MEGURI_TRY(const std::vector<PoliteSetup> more, flags.Setups(choices));
    for (const PoliteSetup& setup : more) {
      const auto same = [&](const PoliteSetup& each) { return each.Name() == setup.Name(); };
      if (std::ranges::none_of(setups, same)) setups.push_back(setup);
    }
    return {};
  };
  MEGURI_CHECK_STATUS(add({.schedulers = {"opt", "bf", "irlbot"}}));
  MEGURI_CHECK_STATUS(add({.schedulers = {"paper"}, .queues = kVaried, .slots = {kFixed}}));
  MEGURI_CHECK_STATUS(add({.schedulers = {"paper"}, .queues = {kFixed}, .slots = kVaried}));
  for (const std::uint32_t size : kCompared)
    MEGURI_CHECK_STATUS(add({.schedulers = {"paper"}, .queues = {size}, .slots = {size}}));
  return setups;
}

// The paper's seeds: one of each of the 1,024 largest strong components, or of all if there are
// fewer.
std::string UsualSeeds(const GraphOfSites& graph) {
  const std::size_t components = FindStrongComponents(graph.graph).sizes.size();
  return fmt::format("scc:{}", std::min(components, kSeeds));
}

// The paper's four rows, and what they came to.
report::Table Table1(const PolitePlan& plan, const PoliteOutcome& outcome) {
  report::Table table{.caption = "Table 1: IRLbot and the O(1) scheduler", .columns = {""}};
  table.rows = {{"counts links"},     {"fetches from one address at once"},
                {"discards URLs"},    {"may use a disk"},
                {"pages fetched"},    {"PageRank gathered, %"},
                {"most URLs stored"}, {"URLs stored, of IRLbot's, %"}};
  const auto irlbot = std::ranges::find_if(outcome.results, [&](const PoliteResult& result) {
    return plan.setups[result.setup].scheduler == SchedulerKind::kIrlbot;
  });
  if (irlbot == outcome.results.end()) return table;
  const auto add = [&](const PoliteResult& result, bool counts, bool discards) {
    table.columns.push_back(plan.setups[result.setup].Name());
    const auto yes = [](bool is) { return std::string(is ? "yes" : "no"); };
    const std::vector<std::string> cells = {
        yes(counts),
        yes(counts),
        yes(discards),
        yes(!discards),
        CountText(result.pages),
        fmt::format("{:.2f}", result.page_rank),
        Grouped(result.run.most_stored),
        fmt::format("{:.1f}", PercentOf(static_cast<double>(result.run.most_stored),
                                        static_cast<double>(irlbot->run.most_stored)))};
    for (std::size_t row = 0; row < cells.size(); ++row)
      table.rows[row].push_back(cells[row]);
  };
  add(*irlbot, true, false);
  for (const PoliteResult& result : outcome.results) {
    const PoliteSetup& setup = plan.setups[result.setup];
    if (IsPaper(setup) && IsFigure5(setup)) add(result, false, true);
  }
  return table;
}

report::Report PaperReport(const Flags& flags, const GraphOfSites& graph, const PolitePlan& plan,
                           const PoliteOutcome& outcome, const std::vector<double>& at) {
  const std::string name = GraphName(flags.choice());
  report::Report report{
      .title = "An O(1) web crawling scheduler with a minimum interval",
      .subtitle = fmt::format("The paper's figures, on {}", name),
      .facts =
          FactList({.graph = name,
                    .pages = graph.graph.page_count(),
                    .links = graph.graph.arc_count(),
                    .command = fmt::format("{} --seeds {} --seed {}{}",
                                           flags.CommandText("meguri simulate paper politeness"),
                                           plan.seeds, flags.seed, flags.ServersText()),
                    .unfinished = outcome.unfinished()}),
      .sections = {}};
  PoliteCharts charts(plan, outcome, at);
  report.sections.push_back({.heading = "Figure 2: where the PageRank is",
                             .charts = {ConcentrationChart(graph.graph, "figure-2", name)}});
  charts.Show(IsFigure3);
  report.sections.push_back(
      {.heading = "Figure 3: B varied, H = 1,024",
       .charts = {charts.Whole("figure-3", "B",
                               [](const PoliteSetup& s) { return double{1} * s.paper.queues; })},
       .tables = {charts.GatheredTable(), charts.CostTable()}});
  charts.Show(IsFigure4);
  report.sections.push_back(
      {.heading = "Figure 4: H varied, B = 1,024",
       .charts = {charts.Whole("figure-4", "H",
                               [](const PoliteSetup& s) { return double{1} * s.paper.slots; })},
       .tables = {charts.GatheredTable(), charts.CostTable()}});
  charts.Show(IsFigure5);
  report.sections.push_back({.heading = "Figure 5: PageRank gathered over the crawl",
                             .charts = {charts.Gathered("figure-5")},
                             .tables = {charts.GatheredTable()}});
  report.sections.push_back({.heading = "Figure 6: URLs stored over the crawl",
                             .charts = {charts.Stored("figure-6")},
                             .tables = {charts.CostTable(), Table1(plan, outcome)}});
  charts.Show({});
  report.sections.push_back(
      {.heading = "What the servers saw", .tables = {charts.IntervalTable()}});
  return report;
}

Result<int> Run(const Flags& flags) {
  const std::vector<double> at = {1, 5, 10, 20, 50};
  RealFiles files;
  PolitePlan plan;
  MEGURI_CHECK_STATUS(flags.Apply(files, plan));
  MEGURI_TRY(plan.setups, SetupsOf(flags));
  plan.points = CurvePoints(at);
  MEGURI_TRY(const GraphOfSites graph, ChosenGraph(files, flags.choice()));
  if (plan.seeds.empty()) plan.seeds = UsualSeeds(graph);
  MEGURI_TRY(const PoliteOutcome outcome, RunPolitePlan(graph, plan));
  PrintOutcome(flags, graph, plan, outcome, at);
  if (outcome.results.empty()) return kExitNo;
  MEGURI_CHECK_STATUS(report::WriteReport(
      files, flags.report, PaperReport(flags, graph, plan, outcome, at), flags.figures));
  if (!flags.json) fmt::print("\nreport: {}\n", flags.report);
  return outcome.unfinished() || outcome.breaches() > 0 ? kExitNo : kExitYes;
}

}  // namespace

void AddPaperPoliteness(Command& paper) {
  const auto flags = std::make_shared<Flags>();
  Command& command = paper.AddCommand(
      "politeness",
      "The O(1) scheduler with a minimum interval: figures 2 to 6 and table 1 of its paper");
  command.SetFooter(
      "The O(1) scheduler with a minimum interval: figures 2 to 6 and table 1 of its paper, on a\n"
      "graph: how concentrated PageRank is, pages and PageRank with B and H varied, PageRank\n"
      "gathered and URLs stored over the crawl, against breadth-first, IRLbot and the optimum.\n"
      "\n"
      "  meguri simulate paper politeness cnr-2000 --figures figures");
  flags->AddTo(command, "scheduler");
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
