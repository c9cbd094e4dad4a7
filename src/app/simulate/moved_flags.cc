#include "app/simulate/moved_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/cli/command.h"
#include "app/simulate/live_line.h"
#include "app/simulate/stop_signal.h"
#include "sim/moved/meguri_method.h"

namespace meguri::app {
namespace {

constexpr unsigned kMostThreads = 1024;
constexpr int kMostRequests = 1'000'000;

tl::unexpected<Error> Wrong(std::string text) {
  return Fail(ErrorCode::kInvalidArgument, std::move(text));
}

}  // namespace

void MovedFlags::AddTo(Command& command, const std::string& report_path) {
  command
      .AddOption(
          "DATA", data,
          "a folder with cases.json and the snapshots that it names (SNAP.old.jsonl.zst, …):\n"
          "docs/formats/moved_data.md")
      .Required()
      .Type("PATH");
  command.AddFlag("--obey-robots", obey_robots,
                  "keep to the snapshots' robots.txt (a snapshot is nobody's server)");
  command.AddOption("--threads", threads, "searches at a time (one for each core)");
  command
      .AddOption("--report", report,
                 fmt::format("the report's file, or its folder ({})", report_path))
      .Type("FILE");
  command.AddOption("--figures", figures, "a folder for each chart as SVG and CSV").Type("DIR");
  command.AddFlag("--no-report", no_report, "write none");
  command.AddFlag("--json", json, "a line for each case and method");
}

void MovedFlags::AddMethodsTo(Command& command) {
  command
      .AddOption("--method,--methods", methods,
                 fmt::format("({}); also paper+N: N more calls of PathGrow",
                             fmt::join(AllMovedMethods(), ",")))
      .Separator(',');
  command.AddFlag("--learn", learn, "meguri knows the moves of all other cases of the same site");
  command.AddOption("--budget", budget, "requests of meguri at the most, for each page (1000)");
}

Result<MovedPlan> MovedFlags::Plan() const {
  MovedPlan plan;
  plan.obey_robots = obey_robots;
  plan.threads = threads;
  if (no_report && (!figures.empty() || !report.empty()))
    return Wrong("--no-report: nothing is written then; leave out --report and --figures");
  if (threads > kMostThreads)
    return Wrong(fmt::format("--threads: {} is not within 1 to {}", threads, kMostThreads));
  if (budget < 1 || budget > kMostRequests)
    return Wrong(fmt::format("--budget: {} is not within 1 and {}", budget, kMostRequests));
  for (const std::string& name : methods.empty() ? AllMovedMethods() : methods) {
    const auto method = ParseMovedMethod(name);
    if (!method) return Wrong("--method: " + method.error().context);
    if (std::ranges::find(plan.methods, name, &MovedMethod::name) != plan.methods.end())
      return Wrong(fmt::format("--method: {} is there twice", name));
    plan.methods.push_back(*method);
  }
  plan.meguri_budget = budget;
  plan.meguri = [options = MeguriMethodOptions{.learn = learn}, most = budget](
                    const MovedQuestion& question, SnapshotSite& site) {
    SearchAsMeguri(question, site, most, options);
  };
  return plan;
}

std::string MovedFlags::SourceName() const {
  const std::filesystem::path path(data);
  return path.has_filename() ? path.filename().string() : path.parent_path().filename().string();
}

std::string MovedFlags::CommandText(const std::string& command) const {
  std::string text = fmt::format("meguri simulate {} {}", command, SourceName());
  if (!methods.empty()) text += fmt::format(" --method {}", fmt::join(methods, ","));
  if (learn) text += " --learn";
  if (budget != MovedFlags().budget) text += fmt::format(" --budget {}", budget);
  return text + (obey_robots ? " --obey-robots" : "");
}

Result<std::vector<MovedResult>> RunMovedPlan(Files& files, const MovedFlags& flags,
                                              const MovedCases& cases, const MovedPlan& plan) {
  MovedProgress progress;
  const StopSignal signal(progress.stop);
  const LiveLine line([&] {
    if (progress.stop) return std::string(kStoppingLine);
    return fmt::format("{} of {} searches", progress.searches_done.load(),
                       cases.cases.size() * plan.methods.size());
  });
  return RunMovedExperiment(files, flags.data, cases, plan, progress);
}

}  // namespace meguri::app
