#include "app/simulate/polite_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/command.h"
#include "app/crawl/crawl_words.h"
#include "app/simulate/polite_text.h"
#include "base/duration_text.h"

namespace meguri::app {
namespace {

tl::unexpected<Error> Wrong(std::string text) {
  return Fail(ErrorCode::kInvalidArgument, std::move(text));
}

Result<SlotForm> FormOf(const std::string& name) {
  if (name == "max") return SlotForm::kMax;
  if (name == "paper") return SlotForm::kParity;
  return Wrong(fmt::format("--form: '{}' is neither max nor paper", name));
}

Result<OverflowPolicy> OverflowOf(const std::string& name) {
  if (name == "discard") return OverflowPolicy::kDiscard;
  if (name == "spill") return OverflowPolicy::kSpill;
  return Wrong(fmt::format("--overflow: '{}' is neither discard nor spill", name));
}

Result<Duration> TimeOf(std::string_view flag, const std::string& text) {
  const auto duration = ParseDuration(text);
  // Longer ones add nothing where time is virtual, and their sums must fit.
  if (duration && *duration <= std::chrono::minutes(1)) return Duration(*duration);
  return Wrong(fmt::format("{}: '{}' is no time up to a minute, such as 500ms or 5s", flag, text));
}

// All setups, in the order of the flags; each once.
class SetupList {
 public:
  void Add(const PoliteSetup& setup) {
    const std::string name = setup.Name();
    if (std::ranges::find(names_, name) != names_.end()) return;
    names_.push_back(name);
    setups_.push_back(setup);
  }
  std::vector<PoliteSetup> Take() { return std::move(setups_); }

 private:
  std::vector<std::string> names_;
  std::vector<PoliteSetup> setups_;
};

// With every form, overflow and strategy.
Status AddPolicies(const PoliteChoices& choices, PoliteSetup setup, SetupList& list) {
  for (const std::string& form : choices.forms) {
    MEGURI_TRY(setup.paper.form, FormOf(form));
    for (const std::string& overflow : choices.overflows) {
      MEGURI_TRY(setup.overflow, OverflowOf(overflow));
      for (const std::string& strategy : choices.strategies) {
        const Result<UrlChoice> choice = ParseUrlChoice(strategy);
        if (!choice) return Wrong("--strategy: " + choice.error().context);
        setup.choice = *choice;
        list.Add(setup);
      }
    }
  }
  return {};
}

Status AddCombinations(PoliteChoices choices, PoliteSetup setup, SetupList& list) {
  const bool paper = setup.scheduler == SchedulerKind::kPaper;
  if (choices.overflows.empty()) choices.overflows.emplace_back(paper ? "discard" : "spill");
  if (choices.strategies.empty()) choices.strategies.emplace_back(paper ? "fifo" : "meguri");
  for (const std::uint32_t queues : choices.queues) {
    for (const std::uint32_t slots : choices.slots) {
      setup.paper.queues = queues;
      setup.paper.slots = slots;
      const Status fits = CheckPaperScheduler(setup.paper);
      if (!fits) return Wrong("--" + fits.error().context);
      MEGURI_CHECK_STATUS(AddPolicies(choices, setup, list));
    }
  }
  return {};
}

}  // namespace

void PoliteFlags::AddTo(Command& command, const std::string& line_of) {
  GraphFlags::AddTo(command, line_of);
  command.AddOption("--seeds", seeds,
                    "as in meguri simulate order (" + (seeds.empty() ? "scc:1024" : seeds) + ")");
  command.AddOption("--interval", interval,
                    "between the end of an access to a server and the next (" + interval + ")");
  command.AddOption("--download", download,
                    "of a page, on average; each server has its own (" + download + ")");
  command
      .AddOption("--hosts-file", hosts_file,
                 "lines 'host address', or 'host address 120ms' with its download time:\n"
                 "servers are addresses then, not hosts")
      .Type("FILE");
}

std::string PoliteFlags::ServersText() const {
  std::string text = fmt::format(" --interval {} --download {}", interval, download);
  if (!hosts_file.empty()) text += " --hosts-file " + hosts_file;
  return text;
}

Status PoliteFlags::Apply(Files& files, PolitePlan& plan) const {
  MEGURI_CHECK_STATUS(Check());
  MEGURI_TRY(plan.servers.download, TimeOf("--download", download));
  if (!hosts_file.empty()) {
    MEGURI_TRY(plan.servers.hosts, ReadHostsFile(files, hosts_file));
  }
  plan.servers.seed = seed;
  plan.seeds = seeds;
  plan.seed = seed;
  plan.threads = threads;
  plan.web.threads = threads;
  return {};
}

Result<std::vector<PoliteSetup>> PoliteFlags::Setups(const PoliteChoices& choices) const {
  PoliteSetup setup{.budgets = choices.budgets, .connections = choices.connections};
  MEGURI_TRY(setup.interval, TimeOf("--interval", interval));
  SetupList list;
  for (const std::string& name : choices.schedulers) {
    const Result<SchedulerKind> kind = ParseScheduler(name);
    if (!kind) return Wrong("--scheduler: " + kind.error().context);
    setup.scheduler = *kind;
    MEGURI_CHECK_STATUS(AddCombinations(choices, setup, list));
  }
  return list.Take();
}

void PrintOutcome(const GraphFlags& flags, const GraphOfSites& graph, const PolitePlan& plan,
                  const PoliteOutcome& outcome, const std::vector<double>& at) {
  if (flags.json) {
    fmt::print("{}", PoliteJson(plan, outcome, at));
  } else {
    fmt::print("{}: {} pages, {} links, {}", GraphName(flags.choice()),
               Grouped(graph.graph.page_count()), Grouped(graph.graph.arc_count()),
               FormatPolite(plan, outcome, at));
  }
  if (outcome.unfinished()) {
    fmt::print(stderr, "stopped: {} of {} crawls were done\n", outcome.results.size(),
               outcome.planned);
  }
}

}  // namespace meguri::app
