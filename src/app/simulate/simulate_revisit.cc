// `meguri simulate revisit`: when should a page be fetched again, by every policy, on histories of
// real changes.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/crawl/crawl_words.h"
#include "app/simulate/live_line.h"
#include "app/simulate/revisit_charts.h"
#include "app/simulate/revisit_flags.h"
#include "app/simulate/revisit_text.h"
#include "app/simulate/simulate_commands.h"
#include "app/simulate/stop_signal.h"

namespace meguri::app {
namespace {

std::vector<RevisitResult> RunPlan(const RevisitPages& pages, const RevisitPlan& plan) {
  RevisitProgress progress;
  const StopSignal signal(progress.stop);
  const LiveLine line([&] {
    if (progress.stop) return std::string(kStoppingLine);
    return fmt::format("{} of {} policies and budgets", progress.runs_done.load(), plan.runs());
  });
  return RunRevisitExperiment(pages, plan, progress);
}

void Print(const RevisitFlags& flags, const RevisitPages& pages, const RevisitPlan& plan,
           const std::vector<RevisitResult>& results, const std::vector<NamedErrors>& errors) {
  if (flags.json) {
    fmt::print("{}{}", RevisitsJson(plan, pages, results), ErrorsJson(pages, errors));
  } else {
    fmt::print("{}: {} live pages of {} sites, {} new versions in 730 days\n{}{}",
               flags.SourceName(), Grouped(pages.pages.size()), Grouped(pages.sites.size()),
               Grouped(pages.new_versions), FormatRevisits(plan, pages, results),
               FormatErrors(pages, errors));
  }
  if (results.size() < plan.runs())
    fmt::print(stderr, "stopped: {} of {} were done\n", results.size(), plan.runs());
}

Result<int> Run(const RevisitFlags& flags) {
  RealFiles files;
  MEGURI_TRY(const RevisitPlan plan, flags.Plan());
  MEGURI_TRY(const RevisitPages pages, flags.Pages(files));
  const std::vector<RevisitResult> results = RunPlan(pages, plan);
  const bool unfinished = results.size() < plan.runs();
  std::vector<NamedErrors> errors;
  if (!flags.poisson.empty() && !unfinished) errors = EstimatorErrorsOf(plan, pages);
  Print(flags, pages, plan, results, errors);
  const bool wants_report =
      !flags.no_report && (!flags.json || !flags.report.empty() || !flags.figures.empty());
  if (wants_report && !results.empty()) {
    const std::string path = flags.report.empty() ? "report/revisit.html" : flags.report;
    MEGURI_CHECK_STATUS(report::WriteReport(files, path,
                                            RevisitReport(plan, pages, results,
                                                          {.source = flags.SourceName(),
                                                           .command = flags.CommandText(),
                                                           .unfinished = unfinished,
                                                           .errors = errors}),
                                            flags.figures));
    if (!flags.json) fmt::print("\nreport: {}\n", path);
  }
  return unfinished ? kExitNo : kExitYes;
}

}  // namespace

void AddSimulateRevisit(Command& simulate) {
  const auto flags = std::make_shared<RevisitFlags>();
  Command& command = simulate.AddCommand(
      "revisit", "When again? Replays how pages changed, with each policy's visits");
  command.SetFooter(
      "When again? Replays how pages changed, with the accesses that each policy makes, all of "
      "the\n"
      "same number. Writes a report with charts. Ctrl-C keeps what is done; exit 1 then.\n"
      "\n"
      "  meguri simulate revisit traces.tsv.zst\n"
      "  meguri simulate revisit DIR --policy paper,meguri --budget 30 --json\n"
      "  meguri simulate revisit DIR --policy meguri,cgm --goal freshness\n"
      "  meguri simulate revisit --poisson 6h,1d,7d,30d,180d     pages of known rates\n"
      "\n"
      "Policies: fixed; paper (1/λ from four numbers a page; tc: what stands for the intervals "
      "that\n"
      "saw a change); mle (the full likelihood of 32 intervals); nutch; cgm, azar (the freshest\n"
      "copy); meguri; and as bounds known, cgm:known, azar:known, which know the true rates.");
  flags->AddTo(command);
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
