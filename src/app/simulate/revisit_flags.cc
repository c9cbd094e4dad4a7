#include "app/simulate/revisit_flags.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <optional>

#include "app/cli/command.h"
#include "base/duration_text.h"
#include "sim/revisit/poisson_pages.h"

namespace meguri::app {
namespace {

constexpr unsigned kMostThreads = 1024;
constexpr double kLeastBudget = revisit::kHour;
constexpr double kMostChanges = 1e8;  // Poisson pages with more would not fit into memory

tl::unexpected<Error> Wrong(std::string text) {
  return Fail(ErrorCode::kInvalidArgument, std::move(text));
}

template <class T>
void AddList(Command& command, const std::string& name, std::vector<T>& list,
             const std::string& help) {
  command.AddOption(name, list, help).Separator(',');
}

std::optional<double> GoalOf(const std::string& text) {
  if (text == "versions") return 0;
  if (text == "freshness") return 1;
  double goal = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, goal);
  if (error != std::errc() || stop != end || !(goal >= 0 && goal <= 1)) return std::nullopt;
  return goal;
}

Result<std::vector<double>> MeanDays(const std::vector<std::string>& texts, std::uint64_t pages) {
  std::vector<double> days;
  double changes = 0;
  for (const std::string& text : texts) {
    const auto mean = ParseDuration(text);
    if (!mean || mean->count() == 0)
      return Wrong(fmt::format("--poisson: '{}' is no time such as 6h or 30d", text));
    days.push_back(std::chrono::duration<double, std::ratio<86'400>>(*mean).count());
    changes += kRevisitDays / days.back() * static_cast<double>(pages);
  }
  if (changes <= kMostChanges) return days;
  return Wrong(
      fmt::format("--poisson: {:.0f} changes are too many; fewer --pages, or rarer", changes));
}

}  // namespace

void RevisitFlags::AddTo(Command& command) {
  command.AddOption("TRACES", traces, "change histories: traces.tsv, packed or not, or its folder")
      .Type("PATH");
  AddList(command, "--policy,--policies", policies,
          fmt::format("({})", fmt::join(revisit::AllPolicies(), ",")));
  AddList(command, "--budget,--budgets", budgets,
          "one access of each live page in so many days, on average (7,30,90)");
  command.AddOption("--goal", goal,
                    "of meguri: versions (lose none), freshness, or a number from 0 to 1 between\n"
                    "them (versions)");
  command.AddFlag("--ignore-trivial", ignore_trivial,
                  "a change is what moves the simhash by more than 3 bits since the last one that\n"
                  "counted, where simhashes are known; every version is kept nevertheless");
  AddList(command, "--poisson", poisson,
          "instead of TRACES: pages that change once in so long on average, as 6h,1d,7d,30d,180d");
  command.AddOption("--pages", pages, "of each of --poisson (1000)");
  command.AddOption("--seed", seed, "of all that is drawn (1)");
  command.AddOption("--threads", threads, "crawls at a time (one for each core)");
  command.AddOption("--report", report, "the report's file, or its folder (report/revisit.html)")
      .Type("FILE");
  command.AddOption("--figures", figures, "a folder for each chart as SVG and CSV").Type("DIR");
  command.AddFlag("--no-report", no_report, "write none");
  command.AddFlag("--json", json, "a line per policy and budget");
}

Result<RevisitPlan> RevisitFlags::Plan() const {
  RevisitPlan plan{.policies = {},
                   .budgets = budgets,
                   .ignore_trivial = ignore_trivial,
                   .seed = seed,
                   .threads = threads};
  if (threads > kMostThreads)
    return Wrong(fmt::format("--threads: {} is not within 1 to {}", threads, kMostThreads));
  for (const std::string& name : policies.empty() ? revisit::AllPolicies() : policies) {
    const auto policy = revisit::ParsePolicy(name);
    if (!policy) return Wrong("--policy: " + policy.error().context);
    plan.policies.push_back(*policy);
  }
  for (const double budget : budgets) {
    if (!(budget >= kLeastBudget && budget <= kRevisitDays))
      return Wrong(fmt::format("--budget: {} is not within an hour and 730 days", budget));
  }
  const auto number = GoalOf(goal);
  if (!number) {
    return Wrong(
        fmt::format("--goal: '{}' is neither versions, freshness nor a number from 0 to 1", goal));
  }
  plan.goal = *number;
  return plan;
}

Result<RevisitPages> RevisitFlags::Pages(Files& files) const {
  if (traces.empty() == poisson.empty())
    return Wrong("TRACES, the file of change histories, or --poisson: one of them");
  if (poisson.empty()) return ReadRevisitPages(files, traces);
  if (pages == 0) return Wrong("--pages: 0 is not 1 or more");
  MEGURI_TRY(const std::vector<double> days, MeanDays(poisson, pages));
  return PoissonPages(days, pages, seed);
}

std::string RevisitFlags::SourceName() const {
  if (!poisson.empty()) return "Poisson pages";
  const std::filesystem::path path(traces);
  return path.has_filename() ? path.filename().string() : path.parent_path().filename().string();
}

std::string RevisitFlags::CommandText() const {
  std::string text = "meguri simulate revisit";
  if (poisson.empty()) {
    text += " " + SourceName();
  } else {
    text += fmt::format(" --poisson {} --pages {}", fmt::join(poisson, ","), pages);
  }
  if (!policies.empty()) text += fmt::format(" --policy {}", fmt::join(policies, ","));
  text += fmt::format(" --budget {} --goal {} --seed {}", fmt::join(budgets, ","), goal, seed);
  return text + (ignore_trivial ? " --ignore-trivial" : "");
}

}  // namespace meguri::app
