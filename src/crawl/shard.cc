#include "crawl/shard.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace meguri {

Shard::Shard(std::uint32_t number, CrawlContext& context)
    : number_(number),
      context_(context),
      order_(context.settings.strategy),
      queues_(order_, context.settings.strategy == Strategy::kMeguri),
      resting_(context.start),
      host_numbers_(context.store.identity().seed),
      budgets_(context.settings.site_budget == SiteBudget::kStar, context.store.identity().seed,
               context.budgets),
      may_discard_(context.slots != nullptr || context.settings.overflow == Overflow::kDiscard) {}

// --- At the start.

void Shard::RestoreUrl(const StoredUrl& url, std::uint64_t place, std::uint64_t sequence) {
  known_.Add(url.fingerprint);
  order_.Add(sequence, url.url);
  places_.push_back(place);
  depths_.push_back(url.depth);
  flags_.push_back(
      static_cast<std::uint8_t>((url.seed ? kSeed : 0) | (url.requisite ? kRequisite : 0)));
  if (url.seed) {
    order_.Boost(static_cast<UrlId>(places_.size() - 1), UrlOrder::kSeedBoost);
    if (url.hops == 0) context_.oldest.AddSeed();
  }
  const bool reads = url_.Assign(url.url);
  host_of_.push_back(reads ? HostOf(url_) : 0);
  const ScopeAnswer answer = (url.requisite ? context_.scope.CheckRequisite(url_, url.depth)
                                            : context_.scope.Check(url_, url.depth))
                                 .answer;
  // Not what is outside: seeds that say so may still come.
  if (answer == ScopeAnswer::kExcluded || answer == ScopeAnswer::kTooDeep) {
    flags_.back() |= kLeftOut;
  } else if (reads) {
    ++hosts_[host_of_.back()].left_to_do;
    ++left_to_do_;
  }
  if (url.seed) context_.scope.AddSeed(url_);
}

void Shard::RestorePage(UrlId id, const PageRecord& record) {
  if (id >= flags_.size()) return;
  HostState& host = hosts_[host_of_[id]];
  if ((flags_[id] & (kDone | kLeftOut)) == 0 && host.left_to_do > 0) {
    --host.left_to_do;
    --left_to_do_;
  }
  flags_[id] |= kDone;
  if (record.status == 0) return;
  flags_[id] |= kFetched;
  ++host.pages;
  ++site_pages_[host.site];
}

void Shard::RestoreHost(std::string_view name, std::string_view bytes) {
  if (const auto found = host_numbers_.Find(name)) LoadHost(bytes, hosts_[*found]);
}

void Shard::RestoreRobots(const url::Url& origin, std::string_view bytes) {
  const auto found = host_numbers_.Find(origin.host());
  if (!found) return;
  OriginRobots& robots = OriginOf(hosts_[*found], origin);
  const TimePoint now = context_.clock.Now();
  if (!robots.IsValid(now)) robots.Load(bytes, now, context_.clock.WallNow());
}

void Shard::ReplayPage(const LoggedPage& page) {
  const UrlId id = page.page.id;
  if (id >= places_.size() || order_.fetched(id)) return;
  if (!ReadUrl(id)) return;
  again_ = page;
  context_.links.Prepare(stored_, url_, again_.nofollow, again_);
  // Nothing in advance: nobody passes on a correction until all is replayed.
  const double share = ScoreOf(id, again_, 0);
  Announce(again_, page.share == 0 ? 0 : share, order_.score(id));
}

void Shard::BeginWork() {
  working_ = true;
  again_ = LoggedPage();  // its memory is that of the largest page
  order_.DropPassings();
  for (UrlId id = 0; id < flags_.size(); ++id) {
    if ((flags_[id] & (kDone | kLeftOut)) == kLeftOut) continue;
    if ((flags_[id] & kDone) == 0) {
      queues_.Push(host_of_[id], id);
    } else if (!order_.fetched(id)) {
      order_.Fetch(id, 0, host_of_[id]);
    }
  }
  for (std::uint32_t host = 0; host < hosts_.size(); ++host) {
    HostState& state = hosts_[host];
    IntervalOptions options = context_.settings.manners;
    options.interval = LeastInterval(state);
    state.interval = IntervalFor(options, state.manners);
    state.free_at = context_.start + kHearsOfIt + state.interval.length;
    WakeHost(host);
  }
}

// --- URLs.

void Shard::Send(std::uint32_t shard, MessageBody body) {
  context_.exchange.Send(shard, std::move(body));
}

std::uint32_t Shard::HostOf(const url::Url& url) {
  if (const auto found = host_numbers_.Find(url.host())) return *found;
  const std::uint32_t number = host_numbers_.Add(url.host());
  HostState& host = hosts_.emplace_back();
  host.name = url.host();
  TakeLiteral(host);
  host.interval.length = LeastInterval(host);
  host.free_at = context_.start + kHearsOfIt + host.interval.length;
  const auto site = site_numbers_.try_emplace(std::string(context_.sites.SiteOf(url)),
                                              static_cast<std::uint32_t>(site_numbers_.size()));
  if (site.second) {
    site_pages_.push_back(0);
    budgets_.Add(site.first->first);
  }
  host.site = site.first->second;
  return number;
}

bool Shard::ReadUrl(UrlId id) {
  const Status read = context_.store.ReadUrl(places_[id], text_, stored_);
  if (!read || !url_.Assign(stored_.url)) {
    context_.log.Error("a known URL can't be read", {{"shard", number_}, {"id", id}});
    return false;
  }
  stored_.depth = depths_[id];
  stored_.requisite = (flags_[id] & kRequisite) != 0;
  return true;
}

void Shard::Handle(const FoundUrls& found) {
  for (const FoundUrl& url : found.urls) {
    if (const auto id = known_.Find(url.fingerprint)) {
      Meet(found, url, *id);
    } else {
      Discover(found, url);
    }
  }
}

void Shard::Discover(const FoundUrls& found, const FoundUrl& url) {
  if (!context_.discovers && !url.seed) return;
  const std::string_view text = found.text(url);
  if (!url_.Assign(text)) return;
  if (may_discard_ && !url.seed) {
    const auto full = host_numbers_.Find(url_.host());
    if (IsOverfull(full)) {
      if (working_) ++context_.status.discarded_now;
      if (full) CountLink(found, *full);
      return;
    }
  }
  const UrlId id = known_.Add(url.fingerprint).id;
  order_.Add(url.sequence, text);
  places_.push_back(context_.store.AddUrl({.key = KeyOf(id),
                                           .fingerprint = url.fingerprint,
                                           .url = text,
                                           .depth = url.depth,
                                           .hops = url.hops,
                                           .seed = url.seed,
                                           .requisite = url.requisite,
                                           .found_on = found.on}));
  depths_.push_back(url.depth);
  flags_.push_back(
      static_cast<std::uint8_t>((url.seed ? kSeed : 0) | (url.requisite ? kRequisite : 0)));
  const std::uint32_t host = HostOf(url_);
  host_of_.push_back(host);
  if (url.seed) {
    order_.Boost(id, UrlOrder::kSeedBoost);
    if (url.hops == 0) context_.oldest.AddSeed();  // not where one leads to
    context_.scope.AddSeed(url_);
  }
  if (url.requisite) order_.Boost(id, url.boost);
  order_.Receive(id, url.share, ShareOrigin(found, url, host));
  CountLink(found, host);
  if (text.size() > kMaxUrlBytes) {
    End(id, PageEnd::kUrlTooLong, fmt::format("{} bytes", text.size()));
    return;
  }
  if (url.hops > context_.settings.max_redirects) {
    End(id, PageEnd::kTooManyRedirects, fmt::format("more than {} in a row", url.hops - 1));
    return;
  }
  Enqueue(id);
}

// Not marked as known, so that it may come again.
bool Shard::IsOverfull(std::optional<std::uint32_t> host) {
  if (context_.slots == nullptr) {
    return host && queues_.size(*host) >= context_.settings.waiting_per_host;
  }
  // Also of hosts that have no place yet as nobody knows their addresses.
  SayWaiting();
  return context_.waiting >= context_.slots->most_in_slots() || (host && !HasPlace(*host));
}

void Shard::SayWaiting() {
  const std::uint64_t waiting = working_ ? this->waiting() : left_to_do_;
  context_.waiting += waiting - std::exchange(said_waiting_, waiting);
}

void Shard::Enqueue(UrlId id) {
  const std::uint32_t host = host_of_[id];
  if (!working_) {  // BeginWork() does it for all
    ++hosts_[host].left_to_do;
    ++left_to_do_;
    return;
  }
  queues_.Push(host, id);
  TakePlaces(host);
  OfferMore(host);
  WakeHost(host);
}

void Shard::Move(UrlId id) {
  queues_.Move(host_of_[id], id);
  OfferMore(host_of_[id]);
}

UrlOrder::Origin Shard::ShareOrigin(const FoundUrls& found, const FoundUrl& url,
                                    std::uint32_t host) const {
  UrlOrder::Origin origin{.page = std::nullopt, .site = host, .other_site = true};
  if (!found.on || found.on->shard != number_) return origin;
  origin.other_site = host_of_[found.on->id] != host;
  // Where a redirect leads to gives it nothing back: that would only come to it again.
  if (url.hops == 0) origin.page = found.on->id;
  return origin;
}

void Shard::Meet(const FoundUrls& found, const FoundUrl& url, UrlId id) {
  bool moved = order_.Receive(id, url.share, ShareOrigin(found, url, host_of_[id]));
  if (url.requisite) moved |= order_.Boost(id, url.boost);
  if (moved) Move(id);
  CountLink(found, host_of_[id]);
  const bool was_requisite = (flags_[id] & kRequisite) != 0;
  const bool nearer = url.depth < depths_[id];
  if (nearer) depths_[id] = url.depth;
  if (!url.requisite) flags_[id] &= static_cast<std::uint8_t>(~kRequisite);
  // What it links to was left out because it was too deep, or no page.
  const bool limits_depth = context_.settings.scope.max_depth.has_value();
  if ((flags_[id] & kFetched) != 0 &&
      ((nearer && limits_depth) || (was_requisite && !url.requisite))) {
    ExpandAgain(id);
  }
}

void Shard::ExpandAgain(UrlId id) {
  auto page = context_.store.LinksOf(KeyOf(id));
  // They are on their way to the disk, or can't be read while that is full.
  if (!page && page.error().code == ErrorCode::kDiskFull) return expand_later_.push_back(id);
  if (!page || !ReadUrl(id)) return;
  context_.links.Prepare(stored_, url_, page->nofollow, *page);
  Announce(*page, 0, order_.score(id));
}

void Shard::OnDurable() {
  for (const UrlId id : std::exchange(expand_later_, {}))
    ExpandAgain(id);
}

// After Prepare() of a page's links: how many of them will give something back.
std::size_t Shard::CountFresh() const {
  if (context_.settings.strategy != Strategy::kMeguri) return 0;
  // What may be refused is not counted on.
  const bool takes_new = context_.discovers && !may_discard_;
  std::size_t fresh = 0;
  context_.links.ForEachScored(number_, [&](std::uint64_t fingerprint) {
    const auto known = known_.Find(fingerprint);
    if (known ? order_.is_new(*known) : takes_new) ++fresh;
  });
  return fresh;
}

// After Prepare() of its links: what each of them that counts is to receive.
double Shard::ScoreOf(UrlId id, const LoggedPage& page, std::size_t fresh) {
  if (IsRedirect(page)) return order_.Redirect(id);
  return order_.Fetch(id, page.targets.size(), host_of_[id], fresh);
}

void Shard::Announce(const LoggedPage& page, double share, double score) {
  const std::uint64_t site = budgets_.NameOf(hosts_[host_of_[page.page.id]].site);
  for (auto& [shard, found] : context_.links.Found(page, share, score, context_.sequence)) {
    found.from_site = site;
    Send(shard, std::move(found));
  }
}

void Shard::Handle(const PassedShares& shares) {
  for (const std::uint64_t fingerprint : shares.fingerprints) {
    const auto id = known_.Find(fingerprint);
    if (id && order_.Receive(*id, shares.share)) Move(*id);
  }
}

bool Shard::PassOn() {
  const auto passing = order_.NextPassing();
  if (!passing) return false;
  const auto targets = context_.store.ReadTargets(KeyOf(passing->page));
  if (!targets) return true;
  std::vector<std::pair<std::uint32_t, PassedShares>> shares;
  for (const LinkTarget& target : *targets) {
    auto at =
        std::ranges::find(shares, target.shard, &std::pair<std::uint32_t, PassedShares>::first);
    if (at == shares.end()) {
      shares.emplace_back(target.shard, PassedShares{.share = passing->share, .fingerprints = {}});
      at = shares.end() - 1;
    }
    at->second.fingerprints.push_back(target.fingerprint);
  }
  for (auto& [shard, message] : shares)
    Send(shard, std::move(message));
  return true;
}

void Shard::End(UrlId id, PageEnd end, std::string detail, std::uint16_t attempts) {
  Capture capture;
  capture.first_visit = (flags_[id] & kDone) == 0;
  flags_[id] |= kDone;
  attempts_.erase(id);
  if (!order_.fetched(id)) order_.Fetch(id, 0, host_of_[id]);
  capture.key = KeyOf(id);
  capture.record.end = end;
  capture.record.attempts = attempts;
  capture.record.visited = context_.clock.WallNow();
  capture.record.detail = std::move(detail);
  context_.store.Submit(std::move(capture));
}

Status Shard::ForEachUrl(const std::unordered_set<UrlId>& under_way,
                         const std::function<void(const LedgerUrl& url)>& sink) {
  std::unordered_set<UrlId> retried;
  for (const HostState& host : hosts_) {
    for (const Retry& retry : host.retries)
      retried.insert(retry.url);
  }
  for (UrlId id = 0; id < flags_.size(); ++id) {
    MEGURI_CHECK_STATUS(context_.store.ReadUrl(places_[id], text_, stored_));
    sink({.key = KeyOf(id),
          .url = stored_.url,
          .done = (flags_[id] & kDone) != 0,
          .waits = queues_.contains(id) || retried.contains(id) || under_way.contains(id),
          .left_out = (flags_[id] & kLeftOut) != 0,
          .rank = order_.rank(id)});
  }
  return {};
}

std::uint64_t Shard::waiting() const { return queues_.total() + retrying_; }

std::size_t Shard::memory_bytes() const {
  // As of host_queues.h; hosts with their names, addresses and rules.
  return known_.memory_bytes() + places_.capacity() * (8 + 4 + 2 + 1) + order_.memory_bytes() +
         order_.size() * 16 + hosts_.size() * 600 + budgets_.memory_bytes();
}

}  // namespace meguri
