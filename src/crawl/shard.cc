#include "crawl/shard.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace meguri {

Shard::Shard(std::uint32_t number, CrawlContext& context)
    : number_(number),
      context_(context),
      order_(context.settings.strategy),
      queues_(order_),
      resting_(context.start) {}

// --- At the start.

void Shard::RestoreUrl(const StoredUrl& url, std::uint64_t place, std::uint64_t sequence) {
  known_.Add(url.fingerprint);
  order_.Add(sequence, url.url);
  places_.push_back(place);
  depths_.push_back(url.depth);
  flags_.push_back(
      static_cast<std::uint8_t>((url.seed ? kSeed : 0) | (url.requisite ? kRequisite : 0)));
  if (url.seed) order_.Boost(static_cast<UrlId>(places_.size() - 1), UrlOrder::kSeedBoost);
  host_of_.push_back(url_.Assign(url.url) ? HostOf(url_) : 0);
  const ScopeAnswer answer = (url.requisite ? context_.scope.CheckRequisite(url_, url.depth)
                                            : context_.scope.Check(url_, url.depth))
                                 .answer;
  // Not what is outside: seeds that say so may still come.
  if (answer == ScopeAnswer::kExcluded || answer == ScopeAnswer::kTooDeep) {
    flags_.back() |= kLeftOut;
  }
  if (url.seed) context_.scope.AddSeed(url_);
}

void Shard::RestorePage(UrlId id, const PageRecord& record) {
  if (id >= flags_.size()) return;
  flags_[id] |= kDone;
  if (record.status == 0) return;
  flags_[id] |= kFetched;
  HostState& host = hosts_[host_of_[id]];
  ++host.pages;
  ++site_pages_[host.site];
}

void Shard::RestoreHost(std::string_view name, std::string_view bytes) {
  const auto found = host_numbers_.find(std::string(name));
  if (found != host_numbers_.end()) LoadHost(bytes, hosts_[found->second]);
}

void Shard::RestoreRobots(const url::Url& origin, std::string_view bytes) {
  const auto found = host_numbers_.find(std::string(origin.host()));
  if (found == host_numbers_.end()) return;
  OriginRobots& robots = OriginOf(hosts_[found->second], origin);
  const TimePoint now = context_.clock.Now();
  if (!robots.IsValid(now)) robots.Load(bytes, now, context_.clock.WallNow());
}

void Shard::ReplayPage(const LoggedPage& page) {
  const UrlId id = page.page.id;
  if (id >= places_.size() || order_.fetched(id)) return;
  const bool redirect = page.links.size() == 1 && page.links.front().redirect;
  const double share = redirect ? order_.Redirect(id) : order_.Fetch(id, page.targets.size());
  if (!ReadUrl(id)) return;
  LoggedPage again = page;
  context_.links.Prepare(stored_, url_, again.nofollow, again);
  Announce(again, page.share == 0 ? 0 : share, order_.score(id));
}

void Shard::BeginWork() {
  for (UrlId id = 0; id < flags_.size(); ++id) {
    if ((flags_[id] & (kDone | kLeftOut)) == kLeftOut) continue;
    if ((flags_[id] & kDone) == 0) {
      queues_.Push(host_of_[id], id);
    } else if (!order_.fetched(id)) {
      order_.Fetch(id, 0);
    }
  }
  for (std::uint32_t host = 0; host < hosts_.size(); ++host) {
    HostState& state = hosts_[host];
    IntervalOptions options = context_.settings.manners;
    options.interval = LeastInterval(state);
    state.interval = IntervalFor(options, state.manners);
    state.free_at = context_.start + state.interval.length;
    WakeHost(host);
  }
}

// --- URLs.

void Shard::Send(std::uint32_t shard, MessageBody body) {
  context_.exchange.Send(shard, std::move(body));
}

std::uint32_t Shard::HostOf(const url::Url& url) {
  const auto [found, is_new] =
      host_numbers_.try_emplace(std::string(url.host()), static_cast<std::uint32_t>(hosts_.size()));
  if (is_new) {
    HostState& host = hosts_.emplace_back();
    host.name = url.host();
    TakeLiteral(host);
    host.interval.length = LeastInterval(host);
    host.free_at = context_.start + host.interval.length;
    const auto site = site_numbers_.try_emplace(std::string(context_.sites.SiteOf(url)),
                                                static_cast<std::uint32_t>(site_numbers_.size()));
    if (site.second) site_pages_.push_back(0);
    host.site = site.first->second;
  }
  return found->second;
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
      Meet(url, *id);
    } else {
      Discover(found, url);
    }
  }
}

void Shard::Discover(const FoundUrls& found, const FoundUrl& url) {
  if (!context_.discovers && !url.seed) return;
  const std::string_view text = found.text(url);
  if (!url_.Assign(text) || (!url.seed && IsOverfull(url_))) return;
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
    context_.scope.AddSeed(url_);
  }
  if (url.requisite) order_.Boost(id, url.boost);
  order_.Receive(id, url.share);
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
bool Shard::IsOverfull(const url::Url& url) const {
  if (context_.settings.overflow != Overflow::kDiscard) return false;
  const auto host = host_numbers_.find(std::string(url.host()));
  if (host == host_numbers_.end()) return false;
  if (queues_.size(host->second) < context_.settings.waiting_per_host) return false;
  ++context_.status.discarded_now;
  return true;
}

void Shard::Enqueue(UrlId id) {
  const std::uint32_t host = host_of_[id];
  queues_.Push(host, id);
  OfferMore(host);
  WakeHost(host);
}

void Shard::Raise(UrlId id) {
  queues_.Raise(host_of_[id], id);
  OfferMore(host_of_[id]);
}

void Shard::Meet(const FoundUrl& url, UrlId id) {
  bool raised = order_.Receive(id, url.share);
  if (url.requisite) raised |= order_.Boost(id, url.boost);
  if (raised) Raise(id);
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
  if (!page || !ReadUrl(id)) return;
  context_.links.Prepare(stored_, url_, page->nofollow, *page);
  Announce(*page, 0, order_.score(id));
}

void Shard::Announce(const LoggedPage& page, double share, double score) {
  for (auto& [shard, found] : context_.links.Found(page, share, score, context_.sequence))
    Send(shard, std::move(found));
}

void Shard::Handle(const PassedShares& shares) {
  for (const std::uint64_t fingerprint : shares.fingerprints) {
    const auto id = known_.Find(fingerprint);
    if (id && order_.Receive(*id, shares.share)) Raise(*id);
  }
}

bool Shard::PassOn(std::size_t pages) {
  bool any = false;
  for (; pages > 0; --pages) {
    const auto passing = order_.NextPassing();
    if (!passing) return any;
    any = true;
    const auto targets = context_.store.ReadTargets(KeyOf(passing->page));
    if (!targets) continue;
    std::vector<std::pair<std::uint32_t, PassedShares>> shares;
    for (const LinkTarget& target : *targets) {
      auto at =
          std::ranges::find(shares, target.shard, &std::pair<std::uint32_t, PassedShares>::first);
      if (at == shares.end()) {
        shares.emplace_back(target.shard,
                            PassedShares{.share = passing->share, .fingerprints = {}});
        at = shares.end() - 1;
      }
      at->second.fingerprints.push_back(target.fingerprint);
    }
    for (auto& [shard, message] : shares)
      Send(shard, std::move(message));
  }
  return any;
}

void Shard::End(UrlId id, PageEnd end, std::string detail, std::uint16_t attempts) {
  Capture capture;
  capture.first_visit = (flags_[id] & kDone) == 0;
  flags_[id] |= kDone;
  attempts_.erase(id);
  if (!order_.fetched(id)) order_.Fetch(id, 0);
  capture.key = KeyOf(id);
  capture.record.end = end;
  capture.record.attempts = attempts;
  capture.record.visited = context_.clock.WallNow();
  capture.record.detail = std::move(detail);
  context_.store.Submit(std::move(capture));
}

std::uint64_t Shard::waiting() const { return queues_.total() + retrying_; }

std::size_t Shard::memory_bytes() const {
  // As of host_queues.h and url_order.h; hosts with their names, addresses and rules.
  return known_.memory_bytes() + places_.capacity() * (8 + 4 + 2 + 1) + order_.size() * 48 +
         hosts_.size() * 600;
}

}  // namespace meguri
