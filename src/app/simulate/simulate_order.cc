// `meguri simulate order`: which page next, by every strategy, on a web graph.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/simulate/order_experiment_run.h"
#include "app/simulate/order_flags.h"
#include "app/simulate/order_report.h"
#include "app/simulate/simulate_commands.h"
#include "base/whole_file.h"
#include "sim/order/order_seeds.h"

namespace meguri::app {
namespace {

struct Flags : OrderFlags {
  std::string strategies = "bf,blc,pr,ipr:dl1,ipr:ar2,opic,meguri,oracle";
  std::vector<std::string> seeds = {"random:1"};
  std::vector<double> at = {1, 5, 10, 20, 50};
  double soften = 0;
  bool accuracy = false;
  bool no_report = false;
  std::string order_out;
};

Result<OrderPlan> PlanOf(const Flags& flags) {
  const auto wrong = [](std::string text) {
    return Fail(ErrorCode::kInvalidArgument, std::move(text));
  };
  OrderPlan plan;
  MEGURI_TRY(plan.orders, ParseOrders(flags.strategies));
  plan.seed_sets = flags.seeds;
  MEGURI_CHECK_STATUS(flags.Apply(plan));
  MEGURI_CHECK_STATUS(CheckPoints(flags.at));
  if (!(flags.soften >= 0) || !std::isfinite(flags.soften))
    return wrong(fmt::format("--c: {} is not 0 or more", flags.soften));
  plan.points = CurvePoints(flags.at);
  plan.soften = flags.soften;
  if (flags.accuracy) plan.accuracy_points = flags.at;
  return plan;
}

std::string CommandOf(const Flags& flags) {
  std::string text = flags.CommandText("meguri simulate order");
  text += " --strategy " + flags.strategies;
  for (const std::string& set : flags.seeds)
    text += " --seeds " + set;
  return text + fmt::format(" --repeat {} --seed {}", flags.repeats, flags.seed);
}

// "ipr:ar=29/30" can't be part of a file's name.
std::string InFileName(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '/' || c == ':' || c == ',' || c == '='; }, '-');
  return text;
}

// FILE if there is one run; else with what tells the runs apart behind it.
Status WriteSequence(Files& files, const Flags& flags, const OrderPlan& plan, bool one,
                     const OrderResult& result) {
  std::string path = flags.order_out;
  if (!one) {
    path += "." + InFileName(plan.orders[result.order].name);
    if (plan.seed_sets.size() > 1 || SeedFinder::IsDrawn(plan.seed_sets[result.seed_set])) {
      path += fmt::format(".{}.{}", InFileName(plan.seed_sets[result.seed_set]), result.draw + 1);
    }
  }
  std::string text;
  for (const PageId page : result.sequence)
    text += fmt::format("{}\n", page);
  MEGURI_TRY(WholeFile file, WholeFile::Create(files, path));
  MEGURI_CHECK_STATUS(file.out().Append(text));
  return file.Commit();
}

Result<int> Run(const Flags& flags) {
  MEGURI_TRY(const OrderPlan plan, PlanOf(flags));
  RealFiles files;
  const GraphChoice choice = flags.choice();
  MEGURI_TRY(const GraphOfSites graph, ChosenGraph(files, choice));
  std::function<Status(const OrderResult&, std::uint64_t)> write;
  if (!flags.order_out.empty()) {
    write = [&](const OrderResult& result, std::uint64_t runs) {
      return WriteSequence(files, flags, plan, runs == 1, result);
    };
  }
  MEGURI_TRY(const Outcome outcome, RunPlan(graph, plan, write));
  PrintOutcome(flags, graph, plan, outcome, flags.at);
  const bool wants_report =
      !flags.no_report && (!flags.json || !flags.report.empty() || !flags.figures.empty());
  if (wants_report && outcome.done > 0) {
    const report::Report report = OrderReport(plan, outcome.summaries, flags.at,
                                              {.graph = GraphName(choice),
                                               .pages = graph.graph.page_count(),
                                               .links = graph.graph.arc_count(),
                                               .command = CommandOf(flags),
                                               .unfinished = outcome.unfinished()});
    const std::string path = flags.report.empty() ? "report/order.html" : flags.report;
    MEGURI_CHECK_STATUS(report::WriteReport(files, path, report, flags.figures));
    if (!flags.json) fmt::print("\nreport: {}\n", path);
  }
  return outcome.unfinished() ? kExitNo : kExitYes;
}

}  // namespace

void AddSimulateOrder(Command& simulate) {
  const auto flags = std::make_shared<Flags>();
  Command& command = simulate.AddCommand(
      "order", "Which page next? Crawls a web graph by each strategy, and judges the order");
  command.SetFooter(
      "Which page next? Crawls a web graph by each strategy, and judges the order by the PageRank\n"
      "that pages turn out to have. Writes a report with charts. Ctrl-C keeps what is done.\n"
      "\n"
      "  meguri simulate order                        a generated web, ten seeds\n"
      "  meguri simulate order cnr-2000 --strategy bf,ipr:dl1,meguri,oracle --seeds id:317\n"
      "  meguri simulate order NAME --seeds scc:16 --seeds random:3 --repeat 20 --json\n"
      "\n"
      "Strategies: bf (breadth-first), blc (backlinks), pr (PageRank, swept every hundredth), "
      "opic,\n"
      "meguri (our own), oracle and opt (by the final PageRank, which no crawler knows), and\n"
      "ipr:CUT-OFF, Incremental PageRank: dl1, pl=8, vr=1.5, ar=29/30, ar2, or any of depth=N,\n"
      "pages=N, share=X, score=X, ratio=X, damping=X, joined by +.");
  flags->AddTo(command);
  command.AddOption("--strategy,--strategies", flags->strategies,
                    "with commas between (" + flags->strategies + ")");
  command.AddOption(
      "--seeds", flags->seeds,
      "id:N, a URL, scc:K (the lowest page of each of the K largest strongly connected\n"
      "components) or random:N (of the largest one); with commas between: a set.\n"
      "Again for another set (random:1)");  // a GRAPH may follow
  command.AddOption("--at", flags->at, "per cent of the crawl (1,5,10,20,50)").Separator(',');
  command.AddOption("--c", flags->soften, "softens criterion C's weight of the start (0)");
  command.AddFlag("--accuracy", flags->accuracy,
                  "also compare scores with the exact PageRank of the graph collected (slow)");
  command.AddFlag("--no-report", flags->no_report, "write none");
  command
      .AddOption("--order-out", flags->order_out,
                 "a file for the order: a page id per line; several runs: FILE.STRATEGY.…")
      .Type("FILE");
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
