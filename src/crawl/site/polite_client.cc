#include "crawl/site/polite_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "crawl/answer_meaning.h"
#include "robots/robots_txt.h"

namespace meguri {
namespace {

constexpr Duration kSlice = std::chrono::milliseconds(100);
constexpr std::size_t kMostAddresses = 4;  // of a host that never answered

// Of a host that said that it is busy, or said nothing: not of one that likes long pauses.
bool IsTrouble(const Interval& interval) {
  return interval.rule == IntervalRule::kBackOff || interval.rule == IntervalRule::kRetryAfter;
}

}  // namespace

PoliteClient::PoliteClient(PoliteClientOptions options, const Clock& clock, Fetcher& fetcher,
                           PoliteClientHooks hooks)
    : options_(std::move(options)),
      clock_(clock),
      fetcher_(fetcher),
      hooks_(std::move(hooks)),
      start_(clock.Now()),
      keeper_({.intervals = options_.manners}, start_),
      reading_("meguri", 0) {}

PoliteClient::Host& PoliteClient::HostOf(const url::Url& url) {
  const auto found = hosts_.find(url.host());
  if (found != hosts_.end()) return found->second;
  Host host;
  host.number = static_cast<std::uint32_t>(hosts_.size());
  host.interval = IntervalFor(options_.manners, host.manners);
  host.free_at = start_ + host.interval.length;
  return hosts_.emplace(std::string(url.host()), std::move(host)).first->second;
}

PoliteClient::Origin& PoliteClient::OriginOf(const url::Url& url) {
  const std::string name = OriginText(url);
  const auto found = origins_.find(name);
  if (found != origins_.end()) return found->second;
  Origin origin{.robots = OriginRobots(name, options_.user_agent)};
  for (const HostSettings& settings : options_.hosts) {
    if (settings.ignore_robots && Covers(settings, url.host())) origin.robots.Ignore();
  }
  return origins_.emplace(name, std::move(origin)).first->second;
}

PoliteReply PoliteClient::Ask(const url::Url& url) {
  PoliteReply reply;
  if (IsStopped()) return reply;  // also if nobody would be asked
  Origin& origin = OriginOf(url);
  if (!LearnRobots(url, origin)) return reply;
  const robots::Verdict verdict = origin.robots.rules().Check(url.path_and_query());
  if (verdict.allowed) return AskOnce(url, RequestKind::kPage);
  if (verdict.reason != robots::VerdictReason::kWholeSite) {
    reply.kind = PoliteReply::Kind::kForbidden;
    reply.why = fmt::format("robots.txt: {}", verdict.rule);
    return reply;
  }
  reply.kind = origin.robots.closed_end() == PageEnd::kNoSuchName ? PoliteReply::Kind::kNoAddress
                                                                  : PoliteReply::Kind::kClosed;
  reply.status = origin.status;
  reply.why = origin.robots.closed_why();
  return reply;
}

const robots::RobotsRules* PoliteClient::KnownRules(const url::Url& url) const {
  const auto found = origins_.find(OriginText(url));
  const bool known = found != origins_.end() && found->second.robots.IsValid(clock_.Now());
  return known ? &found->second.robots.rules() : nullptr;
}

std::vector<std::string> PoliteClient::ForbiddenPaths(const url::Url& url) const {
  const robots::RobotsRules* const rules = KnownRules(url);
  return rules == nullptr ? std::vector<std::string>() : rules->DisallowedPaths();
}

bool PoliteClient::IsForbidden(const url::Url& url) const {
  const robots::RobotsRules* const rules = KnownRules(url);
  if (rules == nullptr || checking_ > kMostChecking) return false;
  const TimePoint start = clock_.Now();
  const robots::Verdict verdict = rules->Check(url.path_and_query());
  checking_ += clock_.Now() - start;
  return !verdict.allowed && verdict.reason != robots::VerdictReason::kWholeSite;
}

std::vector<std::string> PoliteClient::SitemapsOf(const url::Url& url) {
  Origin& origin = OriginOf(url);
  if (!LearnRobots(url, origin)) return {};
  return origin.sitemaps;
}

bool PoliteClient::LearnRobots(const url::Url& url, Origin& origin) {
  while (!origin.robots.IsValid(clock_.Now())) {
    url::Url next;
    if (!next.Assign(origin.robots.NextUrl())) {
      origin.robots.Take({.status = 404}, 1, clock_.Now());
      continue;
    }
    const PoliteReply reply = AskOnce(next, RequestKind::kRobots);
    if (reply.kind == PoliteReply::Kind::kNoMore) return false;
    RobotsAnswer answer;
    if (reply.kind == PoliteReply::Kind::kFetched) {
      answer = reading_.ReadRobots(next, reply.result);
      answer.end = EndWithoutRobots(reply.result.outcome);
    } else {
      answer.error = reply.why;
      const bool unknown = reply.kind == PoliteReply::Kind::kNoAddress;
      answer.end = unknown ? PageEnd::kNoSuchName : PageEnd::kRobots;
    }
    // Who doesn't get robots.txt at once keeps out: that is all the same to a search.
    origin.robots.Take(answer, 1, clock_.Now());
    origin.status = static_cast<std::uint16_t>(answer.status.value_or(0));
    origin.sitemaps = robots::RobotsTxt::Parse(answer.body).sitemaps();
  }
  Host& host = HostOf(url);
  const auto& delay = origin.robots.rules().crawl_delay();
  if (delay && host.manners.crawl_delay != *delay) {
    host.manners.crawl_delay = *delay;
    const Interval before = host.interval;
    host.interval = IntervalFor(options_.manners, host.manners);
    host.free_at += std::max(host.interval.length - before.length, Duration(0));
  }
  return true;
}

void PoliteClient::TakeAddresses(std::vector<IpAddress> addresses, Host& host) const {
  host.addresses = std::move(addresses);
  for (std::size_t i = 0; i < host.addresses.size() && !host.address; ++i) {
    if (options_.addresses.Allows(host.addresses[i])) host.address = i;
  }
  if (host.address || host.addresses.empty()) return;
  host.no_address = fmt::format("{} is an address that may not be asked (--allow-address)",
                                host.addresses.front().ToString());
}

bool PoliteClient::FindAddress(const url::Url& url, Host& host) {
  if (host.address) return true;
  if (!host.no_address.empty()) return false;
  std::string_view name = url.host();
  if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
  if (const auto literal = IpAddress::Parse(name)) {
    TakeAddresses({*literal}, host);
    return host.address.has_value();
  }
  resolved_.reset();
  fetcher_.Resolve({.ticket = ++ticket_, .host = std::string(name)});
  while (!resolved_) {
    if (IsStopped()) fetcher_.CancelAll();
    fetcher_.Run(clock_.Now() + kSlice, *this);
    if (hooks_.wait && !resolved_) hooks_.wait(url.href());
  }
  host.no_address = resolved_->error;
  TakeAddresses(std::move(resolved_->addresses), host);
  if (!host.address && host.no_address.empty()) host.no_address = "it has no address";
  return host.address.has_value();
}

bool PoliteClient::WaitUntil(TimePoint time, std::string_view url) {
  while (!IsStopped()) {
    const TimePoint now = clock_.Now();
    if (now >= time) return true;
    if (hooks_.wait) hooks_.wait(url);
    fetcher_.Run(std::min(time, now + kSlice), *this);
  }
  return false;
}

std::optional<Turn> PoliteClient::TakeTurn(Host& host, std::string_view url) {
  const TimePoint now = clock_.Now();
  const HostRef self{0, host.number};
  keeper_.Request({.host = self,
                   .server = ServerOf(host.addresses[*host.address]),
                   .again = std::exchange(host.asking, true),
                   .since = now},
                  now);
  for (;;) {
    const auto turn = keeper_.NextGrant(clock_.Now());
    if (turn && turn->host == self) {
      host.asking = false;
      return turn;
    }
    if (turn) {  // of a host that was given up while it asked
      for (auto& [name, other] : hosts_)
        other.asking = other.asking && other.number != turn->host.host;
      keeper_.Ended(*turn, std::nullopt, clock_.Now());
      continue;
    }
    const auto due = keeper_.NextDue();
    if (!WaitUntil(due ? *due : clock_.Now() + kSlice, url)) return std::nullopt;
  }
}

FetchResult PoliteClient::Fetch(FetchTask task) {
  const std::string url = task.url;
  fetched_.reset();
  fetcher_.Fetch(std::move(task));
  while (!fetched_) {
    if (IsStopped()) fetcher_.CancelAll();
    fetcher_.Run(clock_.Now() + kSlice, *this);
    if (hooks_.wait && !fetched_) hooks_.wait(url);
  }
  return *std::exchange(fetched_, std::nullopt);
}

// Where nobody listens at a host's address, another of its addresses may do.
PoliteReply PoliteClient::AskOnce(const url::Url& url, RequestKind kind) {
  for (;;) {
    PoliteReply reply = AskAtAddress(url, kind);
    const bool is_deaf = reply.kind == PoliteReply::Kind::kFetched &&
                         reply.result.outcome == FetchOutcome::kConnectFailed;
    if (!is_deaf || !TakeNextAddress(HostOf(url)) || !MayGoOn()) return reply;
  }
}

bool PoliteClient::TakeNextAddress(Host& host) const {
  if (host.has_answered || !host.address) return false;
  const std::size_t end = std::min(host.addresses.size(), kMostAddresses);
  const auto allowed = [&](std::size_t from) {
    while (from < end && !options_.addresses.Allows(host.addresses[from]))
      ++from;
    return from;
  };
  const std::size_t next = allowed(*host.address + 1);
  if (next >= end) {  // another port of it may be listened to, at the first one then
    host.address = allowed(0);
    return false;
  }
  host.address = next;
  // What it learnt is that address's; the keeper knows it, too.
  host.manners = Manners{.crawl_delay = host.manners.crawl_delay};
  host.interval = IntervalFor(options_.manners, host.manners);
  host.free_at = clock_.Now() + host.interval.length;
  return true;
}

PoliteReply PoliteClient::AskAtAddress(const url::Url& url, RequestKind kind) {
  PoliteReply reply;
  if (!MayGoOn()) return reply;
  Host& host = HostOf(url);
  if (!FindAddress(url, host)) {
    if (IsStopped()) return reply;
    reply.kind = PoliteReply::Kind::kNoAddress;
    reply.why = fmt::format("{}: {}", url.host(), host.no_address);
    return reply;
  }
  if (IsTrouble(host.interval) && host.free_at - clock_.Now() > options_.patience) {
    reply.kind = PoliteReply::Kind::kBusy;
    reply.status = host.last_status;
    reply.why =
        fmt::format("{} is not to be asked for {} s more", url.host(),
                    std::chrono::ceil<std::chrono::seconds>(host.free_at - clock_.Now()).count());
    return reply;
  }
  const std::string text(url.without_fragment());
  if (!WaitUntil(host.free_at, text)) return reply;
  const auto turn = TakeTurn(host, text);
  if (!turn) return reply;
  FetchTask task{.ticket = ++ticket_,
                 .url = text,
                 .address = host.addresses[*host.address],
                 .headers = RequestHeaders(options_.user_agent),
                 .limits = options_.limits};
  if (kind == RequestKind::kRobots) {
    task.limits.max_body_bytes = std::min(task.limits.max_body_bytes, kMaxRobotsBytes);
  }
  ++requests_;
  reply.result = Fetch(std::move(task));
  if (kind == RequestKind::kPage) {
    reply.findings = reading_.ReadAny(url, reply.result);
    reply.status = reply.findings.status;
  } else {
    const RobotsAnswer answer = reading_.ReadRobots(url, reply.result);
    reply.status = static_cast<std::uint16_t>(answer.status.value_or(0));
    if (answer.retry_after) reply.findings.retry_after = *answer.retry_after;
  }
  reply.why = reply.result.error;
  TakeAccess(host, *turn, kind, reply, reply.findings.retry_after);
  const bool by_us = reply.result.outcome == FetchOutcome::kCancelled;
  reply.kind = by_us ? PoliteReply::Kind::kNoMore : PoliteReply::Kind::kFetched;
  return reply;
}

void PoliteClient::TakeAccess(Host& host, const Turn& turn, RequestKind kind,
                              const PoliteReply& reply, std::optional<Duration> retry_after) {
  const TimePoint now = clock_.Now();
  const Access access = AccessOf(reply.result, reply.status, kind, retry_after, now);
  Learn(options_.manners, access, host.manners);
  host.interval = IntervalFor(options_.manners, host.manners);
  host.free_at = access.end + host.interval.length;
  host.last_status = reply.status;
  host.has_answered = host.has_answered || reply.status != 0;
  keeper_.Ended(turn, ServerAccessOf(access, reply.result.outcome), now);
}

}  // namespace meguri
