#include "sim/crawl/simulated_crawl.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "crawl/audit/audit.h"
#include "crawl/crawl.h"
#include "sim/crawl/crawl_checker.h"
#include "sim/crawl/disk_account.h"
#include "sim/crawl/server_watch.h"
#include "sim/crawl/sim_exchange.h"
#include "sim/crawl/sim_network.h"
#include "sim/crawl/sim_web.h"

namespace meguri {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr const char* kFolder = "/crawl";
constexpr const char* kSuffixPath = "/usr/share/publicsuffix/public_suffix_list.dat";
constexpr std::string_view kSuffixes = "test\ncom\norg\nnet\njp\nco.jp\nac.jp\nedu\nuk\nco.uk\n";
constexpr std::uint32_t kMostLives = 100;  // and as many as there are kills
constexpr std::uint64_t kManyAnswers = 100;
constexpr std::uint64_t kMostIdleRuns = 1'000'000;
constexpr std::uint64_t kShortLife = 30;  // changes to the disk by a crawl with nothing to do
constexpr Duration kLongest = hours(48);
constexpr Duration kSlice = seconds(1);
// What was heard so long before a kill is on disk, if the disk took it.
constexpr Duration kDurableAfter = seconds(3);

// Who logs into the void.
class Silence final : public LogSink {
 public:
  void Write(std::string_view /*line*/) override {}
};

class SimulatedCrawl {
 public:
  SimulatedCrawl(const SimOptions& options, VirtualWeb web, SimTrace::Sink trace)
      : options_(options),
        draws_(Random(options.seed).Split("crawl")),
        web_(std::move(web)),
        trace_(std::move(trace)),
        disk_(clock_, trace_, draws_.Split("disk")),
        settings_(DrawSettings()),
        watch_({.interval = settings_.manners.interval,
                .max_retry_after = settings_.manners.max_retry_after,
                .max_crawl_delay = settings_.manners.max_crawl_delay}),
        network_(web_, clock_, disk_, watch_, trace_, draws_.Split("network")),
        checker_(web_, network_, std::string(kSuffixes), settings_) {}

  SimReport Run();

 private:
  enum class LifeEnd : std::uint8_t { kKilled, kGaveUp, kStopped, kFinished };

  CrawlSettings DrawSettings();
  void AddSeeds(std::vector<std::string>& seeds) const;
  void WriteSuffixes();
  void PlanFaults();
  LifeEnd Live();
  LifeEnd RunIt(Crawl& crawl);
  void PassTime();
  LifeEnd Finish(Crawl& crawl);
  // `closed`: in good order.
  void Revive(bool closed);
  TimePoint SurelyDurable() const;
  std::optional<DiskAccount> CheckDisk();
  void Note(std::string_view what, const std::string& detail) {
    trace_.Add(clock_.Now(), what, detail);
  }

  const SimOptions options_;
  Random draws_;
  VirtualWeb web_;
  ManualClock clock_;
  SimTrace trace_;
  SimDisk disk_;
  CrawlSettings settings_;
  ServerWatch watch_;
  SimNetwork network_;
  CrawlChecker checker_;
  Silence silence_;
  LogOutput log_{clock_, silence_, {.level = LogLevel::kError}};
  FaultTimes times_;
  std::uint32_t kills_left_ = 0;
  std::uint32_t faults_before_ = 0;  // of the disk, when this life began
  std::optional<TimePoint> full_until_;
  bool all_closed_ = false;
  bool finished_before_ = false;
  SimReport report_;
};

CrawlSettings SimulatedCrawl::DrawSettings() {
  Random draws = draws_.Split("settings");
  CrawlSettings settings;
  settings.seeds = web_.SeedUrls();
  AddSeeds(settings.seeds);
  settings.directory = kFolder;
  settings.scope.kind = ScopeKind::kAny;
  if (draws.Chance(0.1)) {
    settings.scope.max_depth = static_cast<std::uint16_t>(3 + draws.Uniform(5));
  }
  settings.save_every = seconds(2 + draws.Uniform(30));
  settings.allow_addresses = {"127.1.0.0/16"};
  settings.user_agent = "meguri";
  settings.shards = options_.shards;
  settings.seed = draws.Next() | 1U;
  // So small that files end on the way; and some have not enough memory for all URLs.
  settings.archive_file_bytes = 20'000 + draws.Uniform(200'000);
  settings.memory_bytes = std::uint64_t{256} << 20U;
  if (draws.Chance(0.07)) settings.memory_bytes = 130'000 + draws.Uniform(50'000);
  settings.strategy = draws.Chance(0.3)                      ? Strategy::kDirect
                      : draws_.Split("strategy").Chance(0.5) ? Strategy::kMeguri
                                                             : Strategy::kAccumulated2;
  if (Random star = draws_.Split("site budget"); star.Chance(0.3)) {
    settings.site_budget = SiteBudget::kStar;
    // So small that there are rounds.
    settings.star.least = static_cast<std::uint32_t>(1 + star.Uniform(3));
    settings.star.most = settings.star.least + static_cast<std::uint32_t>(star.Uniform(20));
  }
  if (Random paper = draws_.Split("scheduler"); paper.Chance(0.1)) {
    settings.scheduler = Scheduler::kPaper;
    settings.paper.queues = static_cast<std::uint32_t>(3 + paper.Uniform(40));
    settings.paper.slots = static_cast<std::uint32_t>(1 + paper.Uniform(40));
  }
  settings.connections = draws.Chance(0.2) ? 2 : 100;
  settings.manners.interval = milliseconds(500 + draws.Uniform(1000));
  settings.manners.first_back_off = seconds(2);
  settings.manners.max_back_off = minutes(1);
  settings.manners.max_from_download = seconds(5);
  settings.manners.max_crawl_delay = seconds(10);
  settings.fetch.max_connect = seconds(5);
  settings.fetch.max_idle = seconds(5);
  settings.fetch.max_total = seconds(30);
  return settings;
}

// A crawl hangs on more than one host.
void SimulatedCrawl::AddSeeds(std::vector<std::string>& seeds) const {
  constexpr std::size_t kSeeds = 4;
  const VirtualHost* last = nullptr;
  web_.ForEachPage(web_.start(), [&](const VirtualHost& host, std::string_view url) {
    if (&host == last || seeds.size() >= kSeeds) return;
    last = &host;
    if (std::ranges::find(seeds, url) == seeds.end()) seeds.emplace_back(url);
  });
}

void SimulatedCrawl::WriteSuffixes() {
  MemFiles& files = disk_.undisturbed();
  (void)files.MakeDirectories(DirectoryOf(kSuffixPath));
  (void)ReplaceFile(files, kSuffixPath, kSuffixes);
}

void SimulatedCrawl::PlanFaults() {
  kills_left_ = options_.faults.kills;
  FaultCounts counts = options_.faults;
  // In some nothing is wrong with the network: then every page must be there.
  if (draws_.Split("calm").Chance(0.2)) counts.resolvers = counts.servers = 0;
  times_ = DrawFaultTimes(counts, web_, draws_.Split("faults"));
  for (const TroubledTime& trouble : times_.troubles)
    network_.AddTrouble(trouble);
  for (const auto& [at, lasts] : times_.standstills)
    network_.AddStandstill(at, lasts);
}

SimReport SimulatedCrawl::Run() {
  WriteSuffixes();
  PlanFaults();
  if (settings_.scheduler == Scheduler::kPaper) checker_.LinksMayBeLeftOut();
  report_.seed = options_.seed;
  report_.pages = web_.PageCount(web_.start());
  report_.hosts = web_.hosts().size();
  report_.servers = web_.server_count();
  report_.shards = options_.shards;
  bool finished = false;
  while (!finished && checker_.findings().empty()) {
    if (report_.lives >= kMostLives + 20 * options_.faults.kills + options_.faults.stops ||
        clock_.Now().time_since_epoch() > kLongest) {
      checker_.Find(fmt::format("it does not come to an end: {} lives", report_.lives));
      break;
    }
    const LifeEnd end = Live();
    Revive(end == LifeEnd::kFinished || end == LifeEnd::kStopped);
    // A crawl that has finished may be begun again, and killed at that, too.
    finished_before_ = finished_before_ || end == LifeEnd::kFinished;
    finished = end == LifeEnd::kFinished && kills_left_ == 0;
  }
  if (const auto account = CheckDisk(); account && finished) {
    checker_.CheckEnd(*account, watch_, report_.lives);
    if (all_closed_) checker_.CheckArchive(disk_.undisturbed(), fmt::format("{}/archive", kFolder));
    report_.urls = account->urls.size();
    for (const auto& [key, record] : account->pages) {
      record.end == PageEnd::kFetched ? ++report_.fetched : ++report_.reasons;
    }
    const auto audit = AuditRequests(disk_.undisturbed(), kFolder);
    if (!audit) checker_.Find("the log of requests can't be read: " + audit.error().context);
    if (audit && audit->breach_count() > 0) checker_.Find("the log of requests has a breach");
  }
  report_.took = clock_.Now().time_since_epoch();
  report_.disk_faults = disk_.faults();
  report_.troubled = network_.troubled();
  report_.other_faults += network_.troubles_met() + network_.standstills_met();
  report_.requests = watch_.requests();
  report_.twice = static_cast<std::uint64_t>(std::ranges::count_if(
      network_.served(), [](const auto& it) { return it.second.delivered > 1; }));
  report_.records_checked = checker_.records_checked();
  report_.scores_checked = checker_.scores_checked();
  report_.order = trace_.hash();
  report_.events = trace_.events();
  report_.bytes = disk_.Hash();
  report_.sites = disk_.sites();
  report_.findings = checker_.findings();
  return std::move(report_);
}

SimulatedCrawl::LifeEnd SimulatedCrawl::Live() {
  ++report_.lives;
  Note("LIFE", fmt::format("{}", report_.lives));
  Random draws = draws_.Split("lives").Split(report_.lives);
  LifeFaults faults{.kill = kills_left_ > 0};
  if (finished_before_) faults.most_changes = kShortLife;
  // One of each in a life, until all were met.
  if (disk_.errors() < options_.faults.disk_errors && draws.Chance(0.5)) faults.errors = 1;
  if (disk_.fulls() < options_.faults.full_disks && draws.Chance(0.5)) faults.full = 1;
  const bool at_answer = faults.kill && draws.Chance(0.3);
  network_.KillAtAnswer(std::nullopt);
  if (at_answer) {
    faults.kill = finished_before_;  // then there are no answers
    network_.KillAtAnswer(1 + draws.Uniform(kManyAnswers));
  }
  disk_.Arm(DrawDiskPlan(faults, disk_.sites(), draws));
  faults_before_ = disk_.faults();
  SimExchange exchange(options_.shards, draws.Split("exchange"));
  const CrawlParts parts{.files = disk_,
                         .clock = clock_,
                         .fetcher = network_,
                         .log = Logger(log_, "crawl"),
                         .exchange = &exchange,
                         .simulated = draws.Next()};
  const auto before = CheckDisk();
  auto crawl = Crawl::Open(settings_, parts);
  if (disk_.dead()) return LifeEnd::kKilled;
  if (!crawl) {
    if (disk_.faults() == faults_before_ && !disk_.full()) {
      checker_.Find("the crawl can't be begun again: " + crawl.error().context);
    }
    Note("GAVEUP", crawl.error().context);
    return LifeEnd::kGaveUp;
  }
  if (before) checker_.CheckEngine(**crawl, *before);
  return RunIt(**crawl);
}

// What happens by the clock, and not by the disk's or the network's own doing.
void SimulatedCrawl::PassTime() {
  const TimePoint now = clock_.Now();
  while (!times_.jumps.empty() && times_.jumps.front().first <= now) {
    Note("JUMP", fmt::format("{} us", times_.jumps.front().second.count()));
    clock_.JumpWall(times_.jumps.front().second);
    times_.jumps.erase(times_.jumps.begin());
    ++report_.other_faults;
  }
  if (disk_.full()) {
    if (!full_until_) full_until_ = now + milliseconds(draws_.Uniform(20'000));
    if (now >= *full_until_) {
      Note("ROOM", "there is room again");
      disk_.FreeSpace();
      full_until_.reset();
    }
  }
}

SimulatedCrawl::LifeEnd SimulatedCrawl::RunIt(Crawl& crawl) {
  bool stopped = false;
  while (!disk_.dead()) {
    const CrawlStatus& status = crawl.status();
    if (status.counted_bytes > status.memory_cap_bytes) {
      checker_.Find(fmt::format("{} bytes are taken, {} were allowed", status.counted_bytes,
                                status.memory_cap_bytes));
    }
    if (status.counted_bytes >= status.memory_cap_bytes / 4 * 3) checker_.LinksMayBeLeftOut();
    if (status.end == CrawlEnd::kFailed) {
      if (disk_.faults() == faults_before_) checker_.Find("it gave up: " + status.trouble);
      Note("GAVEUP", status.trouble);
      (void)crawl.Close();
      return LifeEnd::kGaveUp;
    }
    if (status.end != CrawlEnd::kRunning) return Finish(crawl);
    if (clock_.Now().time_since_epoch() > kLongest) return LifeEnd::kGaveUp;
    if (network_.idle_runs() > kMostIdleRuns) {
      checker_.Find("it spins, and no time goes by");
      return LifeEnd::kGaveUp;
    }
    if (!stopped && !times_.stops.empty() && times_.stops.front() <= clock_.Now()) {
      Note("STOP", "by the user");
      times_.stops.erase(times_.stops.begin());
      ++report_.other_faults;
      crawl.Stop();
      stopped = true;
    }
    PassTime();
    crawl.RunFor(kSlice);
  }
  return LifeEnd::kKilled;
}

SimulatedCrawl::LifeEnd SimulatedCrawl::Finish(Crawl& crawl) {
  const bool finished = crawl.status().end == CrawlEnd::kFinished;
  if (finished && !disk_.full()) {
    // Nothing waits to be written: the disk has it all.
    if (const auto account = CheckDisk()) checker_.CheckEngine(crawl, *account);
  }
  const Status closed = crawl.Close();
  // What a fault kept from being closed or indexed is so at the next start.
  all_closed_ = disk_.faults() == faults_before_;
  if (disk_.dead()) return LifeEnd::kKilled;
  if (!closed) {
    if (disk_.faults() == faults_before_ && !disk_.full()) {
      checker_.Find("it can't be closed: " + closed.error().context);
    }
    Note("GAVEUP", closed.error().context);
    return LifeEnd::kGaveUp;
  }
  return finished ? LifeEnd::kFinished : LifeEnd::kStopped;
}

// What was heard before this is on disk: there was time, and room.
TimePoint SimulatedCrawl::SurelyDurable() const {
  TimePoint since = clock_.Now();
  if (disk_.filled_at() && since - *disk_.filled_at() < minutes(2)) since = *disk_.filled_at();
  const auto stood_still = network_.last_standstill();
  if (stood_still && stood_still->second > since - kDurableAfter) {
    since = std::min(since, stood_still->first);
  }
  return since - kDurableAfter;
}

void SimulatedCrawl::Revive(bool closed) {
  Random draws = draws_.Split("deaths").Split(report_.lives);
  network_.HangUp();
  MachineCrash crash = MachineCrash::kNone;
  if (disk_.dead()) {
    ++report_.kills;
    --kills_left_;
    if (draws.Chance(0.5)) {
      crash = draws.Chance(0.7) ? MachineCrash::kTorn : MachineCrash::kWorst;
      ++report_.crashes;
      Note("CRASH", crash == MachineCrash::kTorn ? "torn" : "worst");
    }
  }
  // What was heard since shortly before may not be on disk; after a good close all is.
  if (!closed) watch_.Forget(SurelyDurable());
  disk_.Restart(crash);
  disk_.Disarm();
  full_until_.reset();
  // Some are begun again at once.
  clock_.Advance(milliseconds(draws.Uniform(draws.Chance(0.5) ? 50 : 3000)));
}

std::optional<DiskAccount> SimulatedCrawl::CheckDisk() {
  auto account = ReadAccount(disk_.undisturbed(), clock_, kFolder);
  if (!account) {
    checker_.Find("the folder can't be read: " + account.error().context);
    return std::nullopt;
  }
  if (!*account) return std::nullopt;
  checker_.CheckDisk(disk_.undisturbed(), **account);
  std::uint64_t state = (*account)->urls.size();
  std::uint64_t pages = 0;
  for (const auto& [key, record] : (*account)->pages) {  // in any order
    pages += StableHash64(fmt::format("{} {}", key, static_cast<int>(record.end)));
  }
  report_.states.push_back(
      StableHash64(fmt::format("{} {} {}", state, pages, (*account)->links.size())));
  return *std::move(account);
}

}  // namespace

Result<SimReport> SimulateCrawl(const SimOptions& options, SimTrace::Sink trace) {
  MEGURI_TRY(VirtualWeb web, MakeWeb(options));
  return SimulatedCrawl(options, std::move(web), std::move(trace)).Run();
}

}  // namespace meguri
