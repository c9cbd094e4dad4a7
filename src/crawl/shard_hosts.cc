// A host's way to its turn: rest, address, turn, and what the turn is used for.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "crawl/answer_meaning.h"
#include "crawl/shard.h"
#include "robots/robots_rules.h"

namespace meguri {
namespace {

// So many URLs that turn out to be forbidden are gone through in one turn.
constexpr int kMaxChoices = 2000;
constexpr const char* kGivenUp = "it failed too often in a row";

}  // namespace

void Shard::SetPhase(std::uint32_t host, HostPhase phase) {
  HostState& state = hosts_[host];
  if (state.phase == HostPhase::kIdle && phase != HostPhase::kIdle) ++busy_hosts_;
  if (state.phase != HostPhase::kIdle && phase == HostPhase::kIdle) --busy_hosts_;
  state.phase = phase;
}

bool Shard::IsFull(const HostState& host) const {
  const CrawlLimits& limits = context_.settings.limits;
  return (limits.pages_per_host && host.pages >= *limits.pages_per_host) ||
         (limits.pages_per_site && site_pages_[host.site] >= *limits.pages_per_site);
}

bool Shard::HasWork(const HostState& host, std::uint32_t number) const {
  if (!host.errands.empty()) return true;
  if (IsFull(host)) return false;
  return queues_.size(number) > 0 || !host.retries.empty();
}

void Shard::WakeHost(std::uint32_t host) {
  HostState& state = hosts_[host];
  if (state.phase != HostPhase::kIdle) return;
  if (!HasWork(state, host)) {
    state.slot_is_due = false;
    return;
  }
  const std::string* blocked = context_.blocked(state.name);
  if (blocked != nullptr) {
    EndErrands(host, *blocked);
    return EndAll(host, PageEnd::kBlocked, *blocked);
  }
  if (state.given_up) return EndAll(host, PageEnd::kHostGivenUp, kGivenUp);
  if (state.no_address && context_.clock.Now() < state.addresses_valid_until) {
    EndErrands(host, state.no_address_why);
    return EndAll(host, *state.no_address, state.no_address_why);
  }
  if (state.errands.empty() && IsOverBudget(state)) return Park(host);
  if (AwaitsSlot(host)) return;
  TimePoint until = state.free_at;
  if (queues_.size(host) == 0 && state.errands.empty()) {
    const auto first = std::ranges::min_element(state.retries, {}, &Retry::not_before);
    until = std::max(until, first->not_before);
  }
  const TimePoint now = context_.clock.Now();
  if (until > now) return Rest(host, until);
  if (state.wanted_since < until) state.wanted_since = now;
  AskForTurn(host);
}

void Shard::Rest(std::uint32_t host, TimePoint until) {
  SetPhase(host, HostPhase::kResting);
  hosts_[host].wanted_since = until;
  resting_.Arm(host, until);
}

void Shard::OnTime(TimePoint now) {
  if (context_.slots != nullptr) SayWaiting();
  while (const auto host = resting_.PopDue(now)) {
    SetPhase(*host, HostPhase::kIdle);
    WakeHost(*host);
  }
}

std::uint32_t Shard::ServerShard(const IpAddress& server) const {
  const auto& bytes = server.bytes();
  return ShardOf(StableHash64({reinterpret_cast<const char*>(bytes.data()), bytes.size()}),
                 context_.store.identity().shards);
}

void Shard::AskForTurn(std::uint32_t host) {
  HostState& state = hosts_[host];
  if (state.addresses.empty() || context_.clock.Now() >= state.addresses_valid_until) {
    SetPhase(host, HostPhase::kResolving);
    return context_.resolve(number_, host, state.name);
  }
  SetPhase(host, HostPhase::kAsking);
  Offer(host, false);
}

void Shard::Offer(std::uint32_t host, bool again) {
  HostState& state = hosts_[host];
  const IpAddress server = ServerOf(state.addresses[state.address]);
  TurnRequest request{
      .host = {number_, host}, .server = server, .again = again, .since = state.wanted_since};
  if (!state.errands.empty()) {
    request.value = UrlOrder::kSeedBoost;
  } else if (const auto best = queues_.Best(host)) {
    const Priority priority = order_.priority(*best);
    request.value = priority.value;
    request.tie = priority.tie;
  }
  state.offered = request.value;
  Send(ServerShard(server), request);
}

void Shard::OfferMore(std::uint32_t host) {
  const HostState& state = hosts_[host];
  if (state.phase != HostPhase::kAsking || !state.errands.empty()) return;
  const auto best = queues_.Best(host);
  if (best && order_.priority(*best).value > state.offered) Offer(host, true);
}

void Shard::OnResolved(std::uint32_t host, const ResolveResult& result, TimePoint heard) {
  HostState& state = hosts_[host];
  const TimePoint now = context_.clock.Now();
  SetPhase(host, HostPhase::kIdle);
  state.addresses = result.addresses;
  state.address = 0;
  state.addresses_valid_until = now + result.valid_for;
  state.no_address.reset();
  if (result.outcome == ResolveOutcome::kAddresses) {
    state.lookup_failures = 0;
    state.unanswered_at.reset();
    // The first that may be asked; if none may, the first, whose refusal is recorded.
    for (std::uint32_t i = 0; i < state.addresses.size(); ++i) {
      if (!context_.addresses.Allows(state.addresses[i])) continue;
      state.address = i;
      break;
    }
    CheckAddress(state);
    // It may be that it was looked up just to know its slot.
    const bool awaits_slot = context_.slots != nullptr && !state.slot_is_due;
    return state.no_address || awaits_slot ? WakeHost(host) : AskForTurn(host);
  }
  const bool failed =
      result.outcome == ResolveOutcome::kFailed || result.outcome == ResolveOutcome::kUnanswered;
  // Nobody is blamed for a name server that is gone: silence counts if that was heard since the
  // last.
  const bool excused = result.outcome == ResolveOutcome::kUnanswered &&
                       (!state.unanswered_at || heard < *state.unanswered_at);
  state.unanswered_at.reset();
  if (result.outcome == ResolveOutcome::kUnanswered) state.unanswered_at = now;
  if (failed && (excused || ++state.lookup_failures < context_.settings.max_attempts)) {
    const Duration wait = context_.settings.manners.first_back_off * (1U << state.lookup_failures);
    state.free_at = now + std::min<Duration>(wait, context_.settings.manners.max_back_off);
    return WakeHost(host);
  }
  state.no_address = failed ? PageEnd::kDnsFailed : PageEnd::kNoSuchName;
  state.no_address_why = result.error;
  WakeHost(host);
}

// The last word on who is asked: nobody gets a turn for an address that the rule forbids.
void Shard::CheckAddress(HostState& host) const {
  host.no_address.reset();
  const IpAddress& address = host.addresses[host.address];
  if (context_.addresses.Allows(address)) return;
  host.no_address = PageEnd::kForbiddenAddress;
  host.no_address_why = address.ToString();
}

// A host that is an address needs no name server.
void Shard::TakeLiteral(HostState& host) const {
  std::string_view name = host.name;
  if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
  const auto address = IpAddress::Parse(name);
  if (!address) return;
  host.addresses = {*address};
  host.addresses_valid_until = TimePoint::max();
  CheckAddress(host);
}

void Shard::EndAll(std::uint32_t host, PageEnd end, const std::string& detail) {
  hosts_[host].slot_is_due = false;
  while (queues_.size(host) > 0)
    End(queues_.Pop(host), end, detail);
  for (const Retry& retry : std::exchange(hosts_[host].retries, {})) {
    --retrying_;
    End(retry.url, end, detail);
  }
}

// It won't be otherwise if they come again.
void Shard::EndErrands(std::uint32_t host, const std::string& why) {
  const std::string error = hosts_[host].name + ": " + why;
  for (RobotsErrand& errand : std::exchange(hosts_[host].errands, {})) {
    Send(errand.asker.shard, RobotsErrandDone{.asker = errand.asker,
                                              .origin = std::move(errand.origin),
                                              .answer = {.error = error, .may_pass = false}});
  }
}

void Shard::CheckBlocked() {
  for (std::uint32_t host = 0; host < hosts_.size(); ++host) {
    const std::string* blocked = context_.blocked(hosts_[host].name);
    if (blocked == nullptr) continue;
    EndAll(host, PageEnd::kBlocked, *blocked);
    // The errand of a request that is under way ends with it.
    if (hosts_[host].phase != HostPhase::kFetching) EndErrands(host, *blocked);
    if (hosts_[host].phase == HostPhase::kAwaitingSlot) SetPhase(host, HostPhase::kIdle);
  }
}

// --- The turn.

void Shard::Handle(const Turn& turn) {
  const std::uint32_t host = turn.host.host;
  HostState& state = hosts_[host];
  const TimePoint now = context_.clock.Now();
  std::optional<PlannedFetch> plan;
  if (state.phase == HostPhase::kAsking && !state.addresses.empty() &&
      ServerOf(state.addresses[state.address]) == turn.server) {
    plan = Choose(host, now);
  }
  if (!plan) {
    Send(ServerShard(turn.server), TurnEnded{.turn = turn, .access = std::nullopt});
    // It may wait for its robots.txt now.
    if (state.phase == HostPhase::kAsking) {
      SetPhase(host, HostPhase::kIdle);
      WakeHost(host);
    }
    return;
  }
  plan->shard = number_;
  plan->host = host;
  plan->turn = turn;
  plan->host_name = state.name;
  plan->host_interval = state.interval;
  plan->address = state.addresses[state.address];
  state.slot_is_due = false;
  SetPhase(host, HostPhase::kFetching);
  context_.fetch(std::move(*plan));
}

std::optional<Shard::NextUrl> Shard::NextOf(std::uint32_t host, TimePoint now) {
  HostState& state = hosts_[host];
  if (IsFull(state) || IsOverBudget(state)) return std::nullopt;
  const auto due = std::ranges::find_if(
      state.retries, [now](const Retry& retry) { return retry.not_before <= now; });
  if (due != state.retries.end()) {
    // Back to its queue, where its score decides.
    const UrlId url = due->url;
    state.retries.erase(due);
    --retrying_;
    queues_.Push(host, url);
  }
  for (;;) {
    const auto best = queues_.Best(host);
    if (!best) return std::nullopt;
    if (!order_.KeepsPlace(*best)) {
      queues_.Move(host, *best);
      continue;
    }
    // Seeds, and what pages need to be shown, are before it.
    const bool by_age = context_.oldest.is_due() && !order_.is_boosted(*best);
    const auto oldest = by_age ? queues_.Oldest(host) : std::nullopt;
    return NextUrl{oldest.value_or(*best), oldest.has_value()};
  }
}

std::optional<PlannedFetch> Shard::Choose(std::uint32_t host, TimePoint now) {
  if (!hosts_[host].errands.empty()) return PlanErrand(host);
  for (int tries = 0; tries < kMaxChoices; ++tries) {
    const auto next = NextOf(host, now);
    if (!next) return std::nullopt;
    if (!ReadUrl(next->id)) {
      queues_.Remove(host, next->id);
      End(next->id, PageEnd::kUrlTooLong, "it can't be read");
      continue;
    }
    OriginRobots& origin = OriginOf(hosts_[host], url_);
    if (!origin.IsValid(now)) return PlanRobots(host, origin);
    queues_.Remove(host, next->id);
    const robots::Verdict verdict = origin.rules().Check(url_.path_and_query(), text_);
    if (!verdict.allowed) {
      const bool whole = verdict.reason == robots::VerdictReason::kWholeSite;
      End(next->id, whole ? origin.closed_end() : PageEnd::kRobots,
          whole ? origin.closed_why() : std::string(verdict.rule));
      continue;
    }
    order_.Choose(next->id, !next->oldest);
    context_.oldest.Count(next->oldest);
    PlannedFetch plan;
    plan.kind = stored_.requisite  ? RequestKind::kRequisite
                : stored_.hops > 0 ? RequestKind::kRedirect
                                   : RequestKind::kPage;
    plan.url = next->id;
    plan.text = url_.without_fragment();
    return plan;
  }
  return std::nullopt;
}

OriginRobots& Shard::OriginOf(HostState& host, const url::Url& url) {
  const std::string name = OriginText(url);
  const auto found = std::ranges::find(host.origins, name, &OriginRobots::origin);
  if (found != host.origins.end()) return *found;
  OriginRobots& origin = host.origins.emplace_back(name, context_.agent);
  for (const HostSettings& settings : context_.settings.hosts) {
    if (settings.ignore_robots && Covers(settings, host.name)) origin.Ignore();
  }
  return origin;
}

std::optional<PlannedFetch> Shard::PlanRobots(std::uint32_t host, OriginRobots& origin) {
  const std::string next = origin.NextUrl();
  if (!url_.Assign(next)) {
    origin.Take({.status = 404}, 1, context_.clock.Now());
    return std::nullopt;
  }
  if (origin.is_hop() && url_.host() != hosts_[host].name) {
    SetPhase(host, HostPhase::kWaitingForRobots);
    Send(context_.links.ShardFor(url_),
         RobotsErrand{
             .asker = {number_, host}, .origin = std::string(origin.origin()), .url = next});
    return std::nullopt;
  }
  PlannedFetch plan;
  plan.kind = RequestKind::kRobots;
  plan.text = next;
  plan.origin = origin.origin();
  return plan;
}

std::optional<PlannedFetch> Shard::PlanErrand(std::uint32_t host) {
  PlannedFetch plan;
  plan.kind = RequestKind::kRobots;
  plan.text = hosts_[host].errands.front().url;
  plan.errand = true;
  return plan;
}

void Shard::Handle(const RobotsErrand& errand) {
  if (!url_.Assign(errand.url)) return;
  const std::uint32_t host = HostOf(url_);
  hosts_[host].errands.push_back(errand);
  if (hosts_[host].given_up) return EndErrands(host, kGivenUp);
  if (const std::string* blocked = context_.blocked(hosts_[host].name)) {
    return EndErrands(host, *blocked);
  }
  TakePlaces(host);
  WakeHost(host);
}

void Shard::Handle(const RobotsErrandDone& done) {
  const std::uint32_t host = done.asker.host;
  HostState& state = hosts_[host];
  const auto origin = std::ranges::find(state.origins, done.origin, &OriginRobots::origin);
  if (origin != state.origins.end()) TakeRobots(host, *origin, done.answer);
  if (state.phase == HostPhase::kWaitingForRobots) SetPhase(host, HostPhase::kIdle);
  WakeHost(host);
}

Duration Shard::LeastInterval(const HostState& host) const {
  const IpAddress address = host.addresses.empty() ? IpAddress() : host.addresses[host.address];
  return context_.promise.LeastForHost(host.name, address);
}

}  // namespace meguri
