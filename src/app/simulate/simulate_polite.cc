// `meguri simulate polite`: when may a server be asked, by every scheduler, on a web graph.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/crawl/crawl_words.h"
#include "app/simulate/graph_flags.h"
#include "app/simulate/order_report.h"
#include "app/simulate/polite_charts.h"
#include "app/simulate/polite_plan.h"
#include "app/simulate/polite_text.h"
#include "app/simulate/simulate_commands.h"
#include "base/whole_file.h"

namespace meguri::app {
namespace {

struct Flags : PoliteFlags {
  PoliteChoices choices;
  std::vector<double> at = {1, 5, 10, 20, 50};
  bool no_report = false;
  std::string order_out;
};

std::string CommandOf(const Flags& flags) {
  std::string text = flags.CommandText("meguri simulate polite");
  text +=
      fmt::format(" --scheduler {} --queues {} --slots {} --form {}",
                  fmt::join(flags.choices.schedulers, ","), fmt::join(flags.choices.queues, ","),
                  fmt::join(flags.choices.slots, ","), fmt::join(flags.choices.forms, ","));
  if (!flags.choices.overflows.empty())
    text += fmt::format(" --overflow {}", fmt::join(flags.choices.overflows, ","));
  if (!flags.choices.strategies.empty())
    text += fmt::format(" --strategy {}", fmt::join(flags.choices.strategies, ","));
  if (flags.choices.budgets) text += " --budgets";
  if (flags.choices.connections > 0)
    text += fmt::format(" --connections {}", flags.choices.connections);
  return text + fmt::format(" --seeds {} --seed {} --at {}{}", flags.seeds, flags.seed,
                            fmt::join(flags.at, ","), flags.ServersText());
}

report::Report ReportOf(const Flags& flags, const GraphOfSites& graph, const PolitePlan& plan,
                        const PoliteOutcome& outcome) {
  report::Report report{
      .title = "When may a server be asked?",
      .subtitle = fmt::format("Schedulers, simulated on {}", GraphName(flags.choice())),
      .facts = FactList({.graph = GraphName(flags.choice()),
                         .pages = graph.graph.page_count(),
                         .links = graph.graph.arc_count(),
                         .command = CommandOf(flags),
                         .unfinished = outcome.unfinished()}),
      .sections = {}};
  report.facts.emplace_back(
      "servers", fmt::format("{} {}", Grouped(outcome.facts.servers), outcome.facts.server_kind));
  const PoliteCharts charts(plan, outcome, flags.at);
  report.sections.push_back(
      {.heading = "What is gathered",
       .paragraphs =
           {"Each scheduler crawls the same web from the same seeds; pages are judged by "
            "the PageRank that they have in the whole of what the seeds reach. bf, irlbot "
            "and opt are orders, sent off as early as politeness lets them be; opt knows "
            "that PageRank beforehand, and needs no links."},
       .charts = {charts.Gathered("polite-gathered")},
       .tables = {charts.GatheredTable()}});
  report.sections.push_back(
      {.heading = "What it takes",
       .charts = {charts.Stored("polite-stored"), charts.StoredOverTime("polite-stored-time")},
       .tables = {charts.CostTable()}});
  report.sections.push_back({.heading = "What the servers saw",
                             .charts = {charts.Intervals("polite-intervals")},
                             .tables = {charts.IntervalTable()}});
  return report;
}

Status WriteSequence(Files& files, const std::string& path, const PoliteResult& result) {
  std::string text;
  for (const PageId page : result.run.order)
    text += fmt::format("{}\n", page);
  MEGURI_TRY(WholeFile file, WholeFile::Create(files, path));
  MEGURI_CHECK_STATUS(file.out().Append(text));
  return file.Commit();
}

Result<int> Run(const Flags& flags) {
  RealFiles files;
  PolitePlan plan;
  MEGURI_CHECK_STATUS(flags.Apply(files, plan));
  MEGURI_TRY(plan.setups, flags.Setups(flags.choices));
  MEGURI_CHECK_STATUS(CheckPoints(flags.at));
  plan.points = CurvePoints(flags.at);
  const bool one = plan.setups.size() == 1;
  if (!flags.order_out.empty() && !one) {
    return Fail(
        ErrorCode::kInvalidArgument,
        fmt::format("--order-out: {} crawls, and one file; choose one", plan.setups.size()));
  }
  MEGURI_TRY(const GraphOfSites graph, ChosenGraph(files, flags.choice()));
  std::function<Status(const PoliteResult&)> write;
  if (!flags.order_out.empty()) {
    write = [&](const PoliteResult& result) {
      return WriteSequence(files, flags.order_out, result);
    };
  }
  MEGURI_TRY(const PoliteOutcome outcome, RunPolitePlan(graph, plan, write));
  PrintOutcome(flags, graph, plan, outcome, flags.at);
  const bool wants_report =
      !flags.no_report && (!flags.json || !flags.report.empty() || !flags.figures.empty());
  if (wants_report && !outcome.results.empty()) {
    const std::string path = flags.report.empty() ? "report/polite.html" : flags.report;
    MEGURI_CHECK_STATUS(
        report::WriteReport(files, path, ReportOf(flags, graph, plan, outcome), flags.figures));
    if (!flags.json) fmt::print("\nreport: {}\n", path);
  }
  return outcome.unfinished() || outcome.breaches() > 0 ? kExitNo : kExitYes;
}

template <class T>
void AddList(Command& command, const std::string& name, std::vector<T>& list,
             const std::string& help) {
  command.AddOption(name, list, help).Separator(',');
}

}  // namespace

void AddSimulatePolite(Command& simulate) {
  const auto flags = std::make_shared<Flags>();
  Command& command = simulate.AddCommand(
      "polite", "When may a server be asked? Crawls a web graph by each scheduler");
  command.SetFooter(
      "When may a server be asked? Crawls a web graph by each scheduler, with virtual servers "
      "that\n"
      "take their time and watch the intervals. Writes a report with charts. Several values with\n"
      "commas between: every combination. Ctrl-C keeps what is done.\n"
      "Exit 1: it was stopped, or an interval was broken.\n"
      "\n"
      "  meguri simulate polite                       a generated web\n"
      "  meguri simulate polite cnr-2000 --seeds scc:1024 --queues 64,256,1024 --slots 1024\n"
      "  meguri simulate polite NAME --scheduler wheel --strategy bf,meguri --overflow spill\n"
      "  meguri simulate polite NAME --hosts-file HOSTS --interval 5s --json\n"
      "\n"
      "Schedulers: paper (the O(1) scheduler of B queues and H slots), wheel (the live one, exact "
      "per\n"
      "server), irlbot (STAR and BEAST), bf (breadth-first), opt (by the final PageRank).\n"
      "Servers: hosts, or the addresses of --hosts-file; in a graph without URLs the intervals of "
      "ids\n"
      "that no link of 5,000 or less crosses.");
  flags->PoliteFlags::AddTo(command, "scheduler");
  PoliteChoices& choices = flags->choices;
  AddList(command, "--scheduler,--schedulers", choices.schedulers, "(paper,wheel,irlbot,bf,opt)");
  AddList(command, "--queues", choices.queues,
          "B: steps ahead that paper places URLs; with wheel and discard twice what a server may\n"
          "have waiting (1024)");
  AddList(command, "--slots", choices.slots, "H: residues of addresses (1024)");
  AddList(command, "--form", choices.forms,
          "where a rested residue is placed: max (the next step) or paper (of its parity) (max)");
  AddList(command, "--overflow", choices.overflows,
          "what becomes of a URL without room: discard or spill (paper: discard, wheel: spill)");
  AddList(command, "--strategy,--strategies", choices.strategies,
          "which of a server's URLs its turn is for, chosen when it comes: bf, blc, ipr:dl1,\n"
          "ipr:ar2, meguri; or fifo: as they were placed (paper: fifo, wheel: meguri)");
  command.AddFlag("--budgets", choices.budgets,
                  "a server's turns are as rare as its domain's budget (STAR) is small");
  command.AddOption("--connections", choices.connections,
                    "wheel: servers asked at once; the best URL goes first (no bound)");
  AddList(command, "--at", flags->at, "per cent of what the seeds reach (1,5,10,20,50)");
  command.AddFlag("--no-report", flags->no_report, "write none");
  command
      .AddOption("--order-out", flags->order_out,
                 "a file for the order of one crawl: a page id per line")
      .Type("FILE");
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
