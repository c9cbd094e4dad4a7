#include "app/simulate/moved_command.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "app/commands.h"
#include "app/simulate/moved_charts.h"
#include "app/simulate/moved_text.h"

namespace meguri::app {
namespace {

std::string CommandOf(const MovedFlags& flags, MovedReportKind kind) {
  if (kind == MovedReportKind::kComparison) return flags.CommandText("moved");
  return "meguri simulate paper moved " + flags.SourceName() +
         (flags.obey_robots ? " --obey-robots" : "");
}

std::string ReportPath(const MovedFlags& flags, MovedReportKind kind) {
  if (!flags.report.empty()) return flags.report;
  return kind == MovedReportKind::kPaper ? "report/paper_moved.html" : "report/moved.html";
}

}  // namespace

Result<int> RunMovedCommand(const MovedFlags& flags, MovedReportKind kind) {
  const bool is_paper = kind == MovedReportKind::kPaper;
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
               FormatMoved(plan, results), is_paper ? FormatStored(plan, results) : "");
  }
  if (unfinished) fmt::print(stderr, "stopped: {} of {} were done\n", results.size(), wanted);
  if (flags.wants_report() && !results.empty()) {
    const std::string path = ReportPath(flags, kind);
    const MovedReportFacts facts{
        .source = flags.SourceName(), .command = CommandOf(flags, kind), .unfinished = unfinished};
    const report::Report report = is_paper ? PaperMovedReport(cases, plan, results, facts)
                                           : MovedReport(cases, plan, results, facts);
    MEGURI_CHECK_STATUS(report::WriteReport(files, path, report, flags.figures));
    if (!flags.json) fmt::print("\nreport: {}\n", path);
  }
  return unfinished ? kExitNo : kExitYes;
}

}  // namespace meguri::app
