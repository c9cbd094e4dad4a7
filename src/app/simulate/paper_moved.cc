// `meguri simulate paper moved`: the figures of the paper on moved pages.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/simulate/moved_charts.h"
#include "app/simulate/moved_flags.h"
#include "app/simulate/moved_text.h"
#include "app/simulate/simulate_commands.h"

namespace meguri::app {
namespace {

Result<int> Run(const MovedFlags& flags) {
  RealFiles files;
  MEGURI_TRY(const MovedPlan plan, flags.Plan());
  MEGURI_TRY(const MovedCases cases, ReadMovedCases(files, flags.data));
  MEGURI_TRY(const std::vector<MovedResult> results, RunMovedPlan(files, flags, cases, plan));
  const std::size_t wanted = cases.cases.size() * plan.methods.size();
  const bool unfinished = results.size() < wanted;
  if (flags.json) {
    fmt::print("{}", MovedJson(cases, plan, results));
  } else {
    fmt::print("{}: {} pages that moved\n{}{}", flags.SourceName(), cases.cases.size(),
               FormatMoved(plan, results), FormatStored(plan, results));
  }
  if (unfinished) fmt::print(stderr, "stopped: {} of {} were done\n", results.size(), wanted);
  if (flags.wants_report() && !results.empty()) {
    const std::string path = flags.report.empty() ? "report/paper_moved.html" : flags.report;
    const MovedReportFacts facts{.source = flags.SourceName(),
                                 .command = "meguri simulate paper moved " + flags.SourceName() +
                                            (flags.obey_robots ? " --obey-robots" : ""),
                                 .unfinished = unfinished};
    MEGURI_CHECK_STATUS(report::WriteReport(
        files, path, PaperMovedReport(cases, plan, results, facts), flags.figures));
    if (!flags.json) fmt::print("\nreport: {}\n", path);
  }
  return unfinished ? kExitNo : kExitYes;
}

}  // namespace

void AddPaperMoved(CLI::App& paper, int& exit_code) {
  const auto flags = std::make_shared<MovedFlags>();
  flags->methods = PaperMovedMethods();
  CLI::App* command = paper.add_subcommand(
      "moved",
      "Finding moved pages by link paths: figures 9 to 14 of its paper: capture rates, lengths of\n"
      "URLs, bytes kept for a watched page, link paths found for max = d, d + 5, d + 10, and\n"
      "capture rates for these, without and with the preparation.\n"
      "\n"
      "  meguri simulate paper moved ../shared/moved --figures figures");
  flags->AddTo(*command, "report/paper_moved.html");
  command->callback(
      [flags, &exit_code] { exit_code = ExitCodeOf("meguri simulate paper moved", Run(*flags)); });
}

}  // namespace meguri::app
