#include "crawl/reading/link_finding.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/hash.h"

namespace meguri {
namespace {

bool CarriesScore(const LoggedLink& link) {
  if (link.redirect) return true;
  if (link.nofollow) return false;
  switch (link.kind) {
    case html::LinkKind::kAnchor:
    case html::LinkKind::kArea:
    case html::LinkKind::kFrame:
    case html::LinkKind::kIframe:
    case html::LinkKind::kRefresh:
      return true;
    default:
      return false;
  }
}

// True if it wasn't there yet. `table`: a power of two in size, not full.
bool Insert(std::uint64_t value, std::vector<std::uint64_t>& table) {
  if (value == 0) value = 1;  // 0: empty
  std::size_t at = static_cast<std::size_t>(value) & (table.size() - 1);
  while (table[at] != 0) {
    if (table[at] == value) return false;
    at = (at + 1) & (table.size() - 1);
  }
  table[at] = value;
  return true;
}

}  // namespace

std::uint32_t LinkFinding::ShardFor(const url::Url& url) {
  KnownShard& known = known_shards_[StableHash64(url.host()) % kKnownShards];
  if (known.host != url.host() || known.host.empty()) {
    known.host = url.host();
    known.shard = ShardOf(StableHash64(sites_.SiteOf(url)), shards_);
  }
  return known.shard;
}

bool LinkFinding::Accepts(const StoredUrl& from, const LoggedLink& link, bool nofollow,
                          Accepted& accepted) {
  if (link.redirect) {
    accepted.hops = static_cast<std::uint8_t>(
        std::min<int>(from.hops + 1, std::numeric_limits<std::uint8_t>::max()));
    accepted.depth = from.depth;
    accepted.seed = from.seed;  // where a seed leads to is one
    accepted.requisite = from.requisite;
    if (from.seed) return true;
    return from.requisite ? scope_.CheckRequisite(target_, from.depth).in()
                          : scope_.Check(target_, from.depth).in();
  }
  accepted.depth = static_cast<std::uint16_t>(
      std::min<int>(from.depth + 1, std::numeric_limits<std::uint16_t>::max()));
  if (html::IsPageLink(link.kind) && !nofollow && from_in_scope_ &&
      scope_.Check(target_, accepted.depth).in()) {
    return true;
  }
  accepted.requisite = true;
  return html::IsRequisiteLink(link.kind) && scope_.CheckRequisite(target_, accepted.depth).in();
}

std::size_t LinkFinding::Prepare(const StoredUrl& from, const url::Url& url, bool nofollow,
                                 LoggedPage& page) {
  accepted_.clear();
  page.targets.clear();
  from_in_scope_ = from.seed || !from.requisite || scope_.Check(url, from.depth).in();
  seen_.assign(std::bit_ceil(2 * page.links.size() + 2), 0);
  Insert(fingerprints_.Of(url), seen_);
  for (std::uint32_t i = 0; i < page.links.size(); ++i) {
    LoggedLink& link = page.links[i];
    link.scored = false;
    if (!target_.Assign(link.url) || !target_.is_http()) continue;
    Accepted accepted{.link = i, .fingerprint = fingerprints_.Of(target_)};
    const bool accepts = Accepts(from, link, nofollow, accepted);
    const bool may_score = !nofollow && CarriesScore(link);
    if (!accepts && !may_score) continue;
    accepted.shard = ShardFor(target_);
    if (may_score && Insert(accepted.fingerprint, seen_)) {
      link.scored = true;
      page.targets.push_back({accepted.shard, accepted.fingerprint});
    }
    if (!accepts) continue;
    accepted.scored = link.scored;
    accepted.other_host = target_.host() != url.host();
    accepted_.push_back(accepted);
  }
  return page.targets.size();
}

std::vector<std::pair<std::uint32_t, FoundUrls>> LinkFinding::Found(const LoggedPage& page,
                                                                    double share, double score,
                                                                    std::uint64_t& sequence) const {
  std::vector<std::pair<std::uint32_t, FoundUrls>> found;
  const auto add = [&](const Accepted& accepted) {
    auto at = std::ranges::find(found, accepted.shard, &std::pair<std::uint32_t, FoundUrls>::first);
    if (at == found.end()) {
      found.emplace_back(accepted.shard, FoundUrls{.on = page.page, .urls = {}});
      at = found.end() - 1;
    }
    at->second.Add({.fingerprint = accepted.fingerprint,
                    .sequence = sequence++,
                    .share = accepted.scored ? share : 0,
                    .boost = accepted.requisite ? score : 0,
                    .depth = accepted.depth,
                    .hops = accepted.hops,
                    .seed = accepted.seed,
                    .requisite = accepted.requisite},
                   page.links[accepted.link].url);
  };
  for (const bool other_host : {true, false}) {
    for (const Accepted& accepted : accepted_)
      if (accepted.other_host == other_host) add(accepted);
  }
  return found;
}

}  // namespace meguri
