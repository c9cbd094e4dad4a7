// From settings and a folder, new or old, to a crawl that runs.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/printable.h"
#include "crawl/crawl_loop.h"

namespace meguri {
namespace {

Status CheckSettings(const CrawlSettings& settings) {
  if (settings.contact.empty() && settings.allow_addresses.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "other people's servers are asked only by who can be reached: give --contact "
                "you@example.org or a URL (or --allow-address for your own machines)");
  }
  if (settings.manners.interval == Duration(0) && settings.allow_addresses.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--interval 0 is only for your own machines: name them with --allow-address");
  }
  if (settings.shards > 4096) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("--shards: {} is not within 1 to 4096", settings.shards));
  }
  const PaperSchedulerOptions usual;
  if (settings.scheduler != Scheduler::kPaper &&
      (settings.paper.queues != usual.queues || settings.paper.slots != usual.slots)) {
    return Fail(ErrorCode::kInvalidArgument,
                "--queues and --slots are for --scheduler paper: add that, or leave them out");
  }
  if (settings.scheduler == Scheduler::kPaper && settings.overflow == Overflow::kDiscard) {
    return Fail(ErrorCode::kInvalidArgument,
                "--overflow is for --scheduler wheel: paper discards what has no room; leave one "
                "of them out");
  }
  if (settings.scheduler == Scheduler::kPaper) {
    MEGURI_CHECK_STATUS(CheckPaperScheduler(settings.paper));
    const std::uint64_t bytes =
        PaperSteps::MemoryBytes(settings.paper.queues, settings.paper.slots);
    if (bytes > settings.memory_bytes / 4) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("--queues {} and --slots {} take {} bytes, and a quarter of --memory "
                              "is {}: choose less of them, or more memory",
                              settings.paper.queues, settings.paper.slots, bytes,
                              settings.memory_bytes / 4));
    }
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<Crawl>> Crawl::Open(const CrawlSettings& settings, const CrawlParts& parts) {
  MEGURI_TRY(std::unique_ptr<CrawlLoop> loop, CrawlLoop::Create(settings, parts));
  return std::unique_ptr<Crawl>(std::move(loop));
}

Result<std::unique_ptr<CrawlLoop>> CrawlLoop::Create(const CrawlSettings& settings,
                                                     const CrawlParts& parts) {
  MEGURI_CHECK_STATUS(CheckSettings(settings));
  std::unique_ptr<CrawlLoop> loop(new CrawlLoop(settings, parts));
  MEGURI_CHECK_STATUS(loop->Prepare());
  return loop;
}

CrawlLoop::CrawlLoop(CrawlSettings settings, const CrawlParts& parts)
    : settings_(std::move(settings)),
      parts_(parts),
      start_(parts.clock.Now()),
      exchange_(parts.exchange != nullptr ? *parts.exchange : memory_exchange_) {}

CrawlLoop::~CrawlLoop() = default;

Status CrawlLoop::Prepare() {
  settings_.user_agent = UserAgentOf(settings_);
  MEGURI_TRY(addresses_, AddressRuleOf(settings_));
  MEGURI_CHECK_STATUS(OpenStore());
  MEGURI_CHECK_STATUS(MakeParts());
  MEGURI_CHECK_STATUS(Replay());
  MEGURI_CHECK_STATUS(AddSeeds());
  BeginWork();
  return {};
}

Status CrawlLoop::OpenStore() {
  CrawlStoreOptions options;
  options.directory = settings_.directory;
  options.identity.seed = settings_.seed.value_or(0);
  options.identity.shards = settings_.shards;
  options.identity.canonical = settings_.canonical;
  auto list = ReadWholeFile(parts_.files, std::string(kSuffixListFile));
  if (!list) {
    return Fail(list.error().code,
                list.error().context + "; install Debian's package publicsuffix");
  }
  options.public_suffix_list = std::move(*list);
  options.simulated = parts_.simulated;
  options.archive.max_file_bytes = settings_.archive_file_bytes;
  options.archive.warcinfo.user_agent = settings_.user_agent;
  options.archive.warcinfo.operator_name = settings_.operator_name;
  options.archive.warcinfo.contact = settings_.contact;
  options.archive.warcinfo.description = settings_.description;
  options.archive.warcinfo.software = "meguri";
  options.archive.warcinfo.robots = "obey";
  for (const HostSettings& host : settings_.hosts) {
    if (host.ignore_robots) options.archive.warcinfo.robots += ", ignored for " + host.host;
  }
  MEGURI_TRY(store_, CrawlStore::Open(options, parts_.files, parts_.clock,
                                      [this] { parts_.fetcher.Wake(); }));
  return {};
}

Status CrawlLoop::MakeParts() {
  const std::string suffixes = store_->public_suffix_list_path();
  MEGURI_TRY(const std::string suffix_list, ReadWholeFile(parts_.files, suffixes));
  MEGURI_TRY(sites_, url::SiteList::Parse(suffix_list, suffixes));
  MEGURI_TRY(scope_, Scope::Create(settings_.scope, *sites_));
  MEGURI_TRY(url::Canonicalizer canonicalizer,
             url::Canonicalizer::Create(store_->identity().canonical));
  fingerprints_.emplace(store_->identity().seed, std::move(canonicalizer));
  links_.emplace(*scope_, *sites_, *fingerprints_, store_->identity().shards);
  pages_ = MakePageReading();
  // With a single connection there is nothing else to do meanwhile.
  if (settings_.reading_thread && !parts_.simulated && settings_.connections > 1) {
    reading_ =
        std::make_unique<ReadingThread>(MakePageReading(), [this] { parts_.fetcher.Wake(); });
  }
  blocked_.emplace(parts_.files, settings_.directory);
  if (const auto read = blocked_->ReadAgain(); !read) {
    return Fail(read.error().code, read.error().context);
  }
  MEGURI_TRY(promise_, PromiseOf(settings_));
  MEGURI_TRY(request_log_,
             RequestLog::Open(parts_.files, settings_.directory, parts_.clock, promise_));
  start_ = names_heard_ = parts_.clock.Now();
  TurnKeeperOptions turns;
  turns.intervals = settings_.manners;
  turns.max_turn = settings_.fetch.max_total + std::chrono::minutes(5);
  turns.over_after_start = kHearsOfIt;
  turns.interval_of = [this](const IpAddress& server) {
    return Duration(promise_.LeastForServer(server));
  };
  keeper_.emplace(std::move(turns), start_);
  if (settings_.scheduler == Scheduler::kPaper) {
    slots_.emplace(settings_.paper, settings_.manners.interval, start_);
  }
  context_.emplace(
      CrawlContext{.settings = settings_,
                   .clock = parts_.clock,
                   .log = parts_.log,
                   .store = *store_,
                   .exchange = exchange_,
                   .scope = *scope_,
                   .sites = *sites_,
                   .links = *links_,
                   .pages = *pages_,
                   .addresses = addresses_,
                   .promise = promise_,
                   .status = status_,
                   .agent = settings_.user_agent,
                   .budgets = {.range = settings_.star, .charged = start_},
                   .slots = slots_ ? &*slots_ : nullptr,
                   .start = start_,
                   .fetch = [this](PlannedFetch plan) { planned_.push_back(std::move(plan)); },
                   .read = [this](ReadPage page) { Read(std::move(page)); },
                   .resolve =
                       [this](std::uint32_t shard, std::uint32_t host, const std::string& name) {
                         const std::uint64_t ticket = next_ticket_++;
                         lookups_[ticket] = {shard, host};
                         parts_.fetcher.Resolve({.ticket = ticket, .host = name});
                       },
                   .blocked = [this](std::string_view host) { return blocked_->Find(host); }});
  for (std::uint32_t i = 0; i < store_->identity().shards; ++i)
    shards_.push_back(std::make_unique<Shard>(i, *context_));
  return {};
}

std::unique_ptr<PageReading> CrawlLoop::MakePageReading() const {
  // There may be two at work: an eighth for both.
  return std::make_unique<PageReading>("meguri", store_->identity().seed,
                                       settings_.memory_bytes / 16);
}

void CrawlLoop::Tell(std::string_view what, std::uint64_t count) const {
  constexpr std::uint64_t kEach = 1024;
  if (count % kEach == 0 && parts_.opening) parts_.opening(what, count);
}

Status CrawlLoop::Replay() {
  std::uint64_t pages = 0;
  std::uint64_t linking = 0;
  MEGURI_CHECK_STATUS(store_->ReplayUrls([this](const StoredUrl& url, std::uint64_t place) {
    if (url.key.shard < shards_.size()) {
      shards_[url.key.shard]->RestoreUrl(url, place, context_->sequence++);
    }
    Tell("known URLs", context_->sequence);
  }));
  MEGURI_CHECK_STATUS(store_->ReplayPages([this, &pages](UrlKey key, const PageRecord& record) {
    Tell("page records", ++pages);
    if (key.shard >= shards_.size()) return;
    shards_[key.shard]->RestorePage(key.id, record);
    ++status_.ended[static_cast<std::size_t>(record.end) % status_.ended.size()];
    if (record.status != 0) ++pages_before_;
  }));
  context_->oldest.Resume(pages_before_);
  for (const std::string& lost : store_->LostArchives())
    parts_.log.Warning("a part of the archive is not here", {{"what", lost}});
  MEGURI_CHECK_STATUS(store_->ReplayHosts([this](std::string_view key, std::string_view bytes) {
    if (const auto server = ServerOfKey(key)) {
      Manners manners;
      if (LoadManners(bytes, manners)) keeper_->Restore(*server, manners);
      return;
    }
    if (const auto origin = OriginOfRobotsKey(key)) {
      url::Url url;
      if (url.Assign(*origin)) shards_[links_->ShardFor(url)]->RestoreRobots(url, bytes);
      return;
    }
    for (const auto& shard : shards_)
      shard->RestoreHost(key, bytes);
  }));
  MEGURI_TRY(CrawlStore::Scores scores, store_->LoadScores());
  // Who links to whose site is learnt from the links alone.
  if (settings_.site_budget != SiteBudget::kNone) scores = {};
  // Where depth counts, all links are needed: what was found again nearer is only in them.
  if (settings_.scope.max_depth) scores = {};
  bool restored = scores.shards.size() == shards_.size();
  for (std::size_t i = 0; restored && i < shards_.size(); ++i)
    restored = shards_[i]->RestoreScores(scores.shards[i]);
  if (!restored) {  // all of them or none: a page's shares go to all
    for (const auto& shard : shards_)
      shard->ForgetScores();
    scores.links_end = 0;
  }
  return store_->ReplayLinks(scores.links_end, [this, &linking](const LoggedPage& page) {
    Tell("links of pages", ++linking);
    if (page.page.shard >= shards_.size()) return;
    shards_[page.page.shard]->ReplayPage(page);
    Deliver();
  });
}

Status CrawlLoop::AddSeeds() {
  url::Url url;
  for (const std::string& seed : settings_.seeds) {
    if (!url.Assign(seed) || !url.is_http()) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("seed '{}' is no http or https URL", Printable(seed)));
    }
    if (url.without_fragment().size() > kMaxUrlBytes) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("seed '{}...' has {} bytes; no more than {} are asked for",
                              Printable(seed.substr(0, 60)), seed.size(), kMaxUrlBytes));
    }
    if (const ScopeVerdict verdict = scope_->Check(url, 0);
        verdict.answer == ScopeAnswer::kExcluded) {
      parts_.log.Warning("a seed is excluded",
                         {{"seed", Printable(seed)}, {"by", std::string(verdict.rule)}});
      continue;
    }
    scope_->AddSeed(url);
    FoundUrls found;
    found.Add(
        {.fingerprint = fingerprints_->Of(url), .sequence = context_->sequence++, .seed = true},
        url.without_fragment());
    exchange_.Send(links_->ShardFor(url), std::move(found));
  }
  return {};
}

void CrawlLoop::BeginWork() {
  for (const auto& shard : shards_)
    shard->BeginWork();
  next_check_ = start_;
  next_save_ = start_ + settings_.save_every;
  Deliver();
}

}  // namespace meguri
