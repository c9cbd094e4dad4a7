// `meguri simulate moved`: where did a page go, by every method, on sites whose pages really moved.
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
    fmt::print("{}: {} pages that moved\n{}", flags.SourceName(), cases.cases.size(),
               FormatMoved(plan, results));
  }
  if (unfinished) fmt::print(stderr, "stopped: {} of {} were done\n", results.size(), wanted);
  if (flags.wants_report() && !results.empty()) {
    const std::string path = flags.report.empty() ? "report/moved.html" : flags.report;
    MEGURI_CHECK_STATUS(report::WriteReport(files, path,
                                            MovedReport(cases, plan, results,
                                                        {.source = flags.SourceName(),
                                                         .command = flags.CommandText("moved"),
                                                         .unfinished = unfinished}),
                                            flags.figures));
    if (!flags.json) fmt::print("\nreport: {}\n", path);
  }
  return unfinished ? kExitNo : kExitYes;
}

}  // namespace

void AddSimulateMoved(CLI::App& simulate, int& exit_code) {
  const auto flags = std::make_shared<MovedFlags>();
  CLI::App* command = simulate.add_subcommand(
      "moved",
      "Where did it go? Searches sites for pages that really moved, by every method, and counts\n"
      "the requests until the new place is read. Writes a report with charts. Ctrl-C keeps what\n"
      "is done; exit 1 then.\n"
      "\n"
      "  meguri simulate moved ../shared/moved\n"
      "  meguri simulate moved DATA --method paper,meguri --learn --json\n"
      "  meguri simulate moved DATA --figures figures\n"
      "\n"
      "Methods: paper (link paths and anchors from before the move; paper+5: five calls more),\n"
      "directory (along the old URL's directories), bfs and dfs (from the root), meguri (what\n"
      "`meguri` itself does: best first, by all that is known of the page).");
  flags->AddTo(*command, "report/moved.html");
  flags->AddMethodsTo(*command);
  command->callback(
      [flags, &exit_code] { exit_code = ExitCodeOf("meguri simulate moved", Run(*flags)); });
}

}  // namespace meguri::app
