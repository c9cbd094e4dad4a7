// From settings and a folder, new or old, to a crawl that runs.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/printable.h"
#include "crawl/crawl_loop.h"

namespace meguri {
namespace {

constexpr std::string_view kSuffixList = "/usr/share/publicsuffix/public_suffix_list.dat";

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
    : settings_(std::move(settings)), parts_(parts), start_(parts.clock.Now()) {}

CrawlLoop::~CrawlLoop() = default;

Status CrawlLoop::Prepare() {
  if (settings_.user_agent.empty()) {
    settings_.user_agent =
        settings_.contact.empty() ? "meguri" : fmt::format("meguri (+{})", settings_.contact);
  }
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
  auto list = ReadWholeFile(parts_.files, std::string(kSuffixList));
  if (!list) {
    return Fail(list.error().code,
                list.error().context + "; install Debian's package publicsuffix");
  }
  options.public_suffix_list = std::move(*list);
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
  MEGURI_TRY(sites_, url::SiteList::Load(store_->public_suffix_list_path()));
  MEGURI_TRY(scope_, Scope::Create(settings_.scope, *sites_));
  MEGURI_TRY(url::Canonicalizer canonicalizer,
             url::Canonicalizer::Create(store_->identity().canonical));
  fingerprints_.emplace(store_->identity().seed, std::move(canonicalizer));
  links_.emplace(*scope_, *sites_, *fingerprints_, store_->identity().shards);
  pages_ = MakePageReading();
  // With a single connection there is nothing else to do meanwhile.
  if (settings_.reading_thread && settings_.connections > 1) {
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
  start_ = parts_.clock.Now();
  TurnKeeperOptions turns;
  turns.intervals = settings_.manners;
  turns.max_turn = settings_.fetch.max_total + std::chrono::minutes(5);
  turns.interval_of = [this](const IpAddress& server) {
    return Duration(promise_.LeastForServer(server));
  };
  keeper_.emplace(std::move(turns), start_);
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

Status CrawlLoop::Replay() {
  MEGURI_CHECK_STATUS(store_->ReplayUrls([this](const StoredUrl& url, std::uint64_t place) {
    if (url.key.shard < shards_.size()) {
      shards_[url.key.shard]->RestoreUrl(url, place, context_->sequence++);
    }
  }));
  MEGURI_CHECK_STATUS(store_->ReplayPages([this](UrlKey key, const PageRecord& record) {
    if (key.shard >= shards_.size()) return;
    shards_[key.shard]->RestorePage(key.id, record);
    ++status_.ended[static_cast<std::size_t>(record.end) % status_.ended.size()];
    if (record.status != 0) ++pages_before_;
  }));
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
  if (scores.shards.size() == shards_.size()) {
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      if (!shards_[i]->RestoreScores(scores.shards[i])) scores.links_end = 0;
    }
  } else {
    scores.links_end = 0;
  }
  return store_->ReplayLinks(scores.links_end, [this](const LoggedPage& page) {
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
  next_save_ = start_ + std::chrono::minutes(10);
  Deliver();
}

}  // namespace meguri
