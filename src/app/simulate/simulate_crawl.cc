// `meguri simulate crawl`: crawls that are killed, starved and lied to, and checked.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/simulate/simulate_commands.h"
#include "app/simulate/simulate_report.h"
#include "base/mutex.h"

namespace meguri::app {
namespace {

constexpr std::uint64_t kMostRuns = 100'000'000;
constexpr std::uint64_t kMostTold = 10;  // runs that failed
constexpr std::uint32_t kMostJobs = 256;

struct Flags {
  std::string graph;
  std::uint64_t pages = 0;
  std::uint32_t hosts = 0;
  std::uint32_t servers = 0;
  std::uint32_t shards = 4;
  std::uint64_t seed = 1;
  std::uint64_t runs = 1;
  std::uint32_t jobs = 0;
  std::string faults = "default";
  bool trace = false;
  bool json = false;
};

Result<SimOptions> OptionsOf(const Flags& flags) {
  SimOptions options;
  options.seed = flags.seed;
  if (!flags.graph.empty()) {
    if (flags.pages != 0 || flags.hosts != 0) {
      return Fail(ErrorCode::kInvalidArgument,
                  "a GRAPH has its pages and hosts: leave out --generate and --hosts");
    }
    options.graph = flags.graph;
  }
  options.pages = flags.pages;
  options.hosts = flags.hosts;
  options.servers = flags.servers;
  options.shards = flags.shards;
  if (flags.shards == 0 || flags.shards > 4096) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("--shards: {} is not within 1 to 4096", flags.shards));
  }
  if (flags.runs == 0 || flags.runs > kMostRuns) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("--runs: {} is not within 1 to {}", flags.runs, kMostRuns));
  }
  if (flags.seed > std::numeric_limits<std::uint64_t>::max() - flags.runs) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("--seed: there are no {} seeds from {} on", flags.runs, flags.seed));
  }
  if (flags.jobs > kMostJobs) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("--jobs: {} is not within 1 to {}", flags.jobs, kMostJobs));
  }
  if (flags.trace && flags.json) {
    return Fail(ErrorCode::kInvalidArgument, "--trace is for people, --json is not: leave one out");
  }
  MEGURI_TRY(options.faults, ParseFaults(flags.faults));
  return options;
}

// How to see it again.
std::string Replay(const Flags& flags, std::uint64_t seed) {
  std::string text = "meguri simulate crawl";
  if (!flags.graph.empty()) text += " " + flags.graph;
  if (flags.pages != 0) text += fmt::format(" --generate {}", flags.pages);
  if (flags.hosts != 0) text += fmt::format(" --hosts {}", flags.hosts);
  if (flags.servers != 0) text += fmt::format(" --servers {}", flags.servers);
  if (flags.shards != 4) text += fmt::format(" --shards {}", flags.shards);
  if (flags.faults != "default") text += " --faults " + flags.faults;
  return text + fmt::format(" --seed {} --trace", seed);
}

void TellEvent(const SimEvent& event) {
  fmt::print("{:12.6f} {:<7} {}\n",
             std::chrono::duration<double>(event.time.time_since_epoch()).count(), event.what,
             event.detail);
}

Result<int> RunOne(const SimOptions& options, const Flags& flags) {
  MEGURI_TRY(const SimReport report,
             SimulateCrawl(options, flags.trace ? SimTrace::Sink(TellEvent) : SimTrace::Sink()));
  fmt::print("{}", flags.json ? RunJson(report) : FormatRun(report));
  return report.findings.empty() ? kExitYes : kExitNo;
}

// Many seeds in a few threads.
class ManyRuns {
 public:
  ManyRuns(const SimOptions& options, const Flags& flags)
      : options_(options), flags_(flags), next_(flags.seed) {
    totals_.first_seed = flags.seed;
    totals_.last_seed = flags.seed + flags.runs - 1;
  }

  Result<int> Run() {
    const std::uint32_t cores = std::max(1U, std::thread::hardware_concurrency());
    const std::uint32_t jobs = flags_.jobs != 0 ? flags_.jobs : cores;
    std::vector<std::thread> threads;
    threads.reserve(jobs);
    for (std::uint32_t i = 0; i < jobs; ++i)
      threads.emplace_back([this] { Work(); });
    for (std::thread& thread : threads)
      thread.join();
    const MutexLock lock(mutex_);
    if (::isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r\x1b[K");
    if (error_) return tl::unexpected(*error_);
    fmt::print("{}",
               flags_.json ? TotalsJson(totals_, Seconds()) : FormatTotals(totals_, Seconds()));
    return totals_.failed == 0 ? kExitYes : kExitNo;
  }

 private:
  double Seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  void Work() {
    for (;;) {
      SimOptions options = options_;
      options.seed = next_.fetch_add(1);
      if (options.seed > totals_.last_seed || stop_) return;
      const auto report = SimulateCrawl(options, {});
      const MutexLock lock(mutex_);
      if (!report) {
        error_ = report.error();
        stop_ = true;
        return;
      }
      Take(*report);
    }
  }

  void Take(const SimReport& report) MEGURI_REQUIRES(mutex_) {
    totals_.Add(report);
    if (!report.findings.empty() && totals_.failed <= kMostTold) {
      fmt::print(flags_.json ? stderr : stdout, "seed {} FAILED: {}\n  replay: {}\n", report.seed,
                 report.findings.front(), Replay(flags_, report.seed));
      std::fflush(stdout);
    }
    const double seconds = Seconds();
    if (::isatty(STDERR_FILENO) == 0 || seconds - told_ < 0.5) return;
    told_ = seconds;
    fmt::print(stderr, "\r\x1b[K{} of {} runs, {} failed, {:.0f} s", totals_.runs, flags_.runs,
               totals_.failed, seconds);
  }

  const SimOptions options_;
  const Flags& flags_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<std::uint64_t> next_;
  std::atomic<bool> stop_{false};
  Mutex mutex_;
  SimTotals totals_;  // its seeds don't change; the rest is the lock's
  double told_ MEGURI_GUARDED_BY(mutex_) = 0;
  std::optional<Error> error_ MEGURI_GUARDED_BY(mutex_);
};

Result<int> Run(const Flags& flags) {
  MEGURI_TRY(const SimOptions options, OptionsOf(flags));
  if (flags.runs == 1) return RunOne(options, flags);
  if (flags.trace) {
    return Fail(ErrorCode::kInvalidArgument,
                "--trace is of one run: give its --seed, and no --runs");
  }
  return ManyRuns(options, flags).Run();
}

}  // namespace

void AddSimulateCrawl(Command& simulate) {
  const auto flags = std::make_shared<Flags>();
  Command& command = simulate.AddCommand(
      "crawl", "The live engine on a virtual web, killed, starved and lied to, and checked");
  command.SetFooter(
      "A crawl of a virtual web by the live engine: killed at random writes, with disks that fail\n"
      "and fill up, names that nobody knows, servers that hang; checked after each crash and at "
      "the\n"
      "end. The same seed gives the same crawl, event for event. Exit 1 if a promise was broken.\n"
      "\n"
      "  meguri simulate crawl --seed 42              one crawl\n"
      "  meguri simulate crawl --seed 42 --trace      and each of its events\n"
      "  meguri simulate crawl --runs 1000            a thousand, seeds 1 to 1000\n"
      "  meguri simulate crawl NAME --faults none     a web graph: NAME.urls.gz and NAME.adj.gz");
  command.AddOption("GRAPH", flags->graph, "a web graph; without it the web is generated")
      .Type("NAME");
  command
      .AddOption("--generate", flags->pages,
                 "a web as the lab's, of so many pages; without it a small one is drawn")
      .Type("PAGES");
  command.AddOption("--hosts", flags->hosts, "of a web that is drawn or generated (24 to 32)");
  command.AddOption("--servers", flags->servers, "that they are on (20 to 24, drawn)");
  command.AddOption("--shards", flags->shards, "of the crawl (4)");
  command.AddOption("--seed", flags->seed, "of the first run, from which all else is drawn (1)");
  command.AddOption("--runs", flags->runs, "so many, each with the next seed (1)");
  command.AddOption("--jobs", flags->jobs, "at a time (one for each core)");
  command
      .AddOption("--faults", flags->faults,
                 "default, none, or how many of each:\n"
                 "kill=3,disk-error=1,full=1,resolver=1,server=4,standstill=2,jump=2,stop=1")
      .Type("LIST");
  command.AddFlag("--trace", flags->trace, "a line for each event");
  command.AddFlag("--json", flags->json, "the result as JSON");
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
