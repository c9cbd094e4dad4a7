#include "sim/crawl/sim_network.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "polite/turn_keeper.h"
#include "robots/robots_txt.h"
#include "url/url.h"

namespace meguri {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr Duration kResolverGivesUp = seconds(5);
constexpr Duration kRetryAfter = seconds(20);
constexpr std::uint64_t kBytesPerSecond = 2'000'000;
constexpr std::uint32_t kSlowFactor = 40;
constexpr std::size_t kMostBody = std::size_t{1} << 20;  // of answers without end

Duration TimeFor(std::uint64_t bytes, std::uint64_t bytes_per_second) {
  return duration_cast<Duration>(seconds(1)) * static_cast<std::int64_t>(bytes) /
         static_cast<std::int64_t>(bytes_per_second);
}

}  // namespace

struct SimNetwork::Seen {
  FetchOutcome outcome = FetchOutcome::kComplete;
  std::string error;
  std::string head;
  std::string body;
  Duration took{0};  // from the arrival of the request to the last byte that leaves
  // The client has had enough so long after it sent the request: before the server has ended.
  std::optional<Duration> gives_up;
  std::optional<Duration> retry_after;
  std::optional<Duration> crawl_delay;
};

SimNetwork::SimNetwork(const VirtualWeb& web, ManualClock& clock, SimDisk& disk, ServerWatch& watch,
                       SimTrace& trace, Random draws)
    : web_(web), clock_(clock), disk_(disk), watch_(watch), trace_(trace), draws_(draws) {}

// One way.
Duration SimNetwork::Latency() {
  return milliseconds(1) + microseconds(draws_.Uniform(draws_.Chance(0.05) ? 90'000 : 20'000));
}

TroubledTime* SimNetwork::TroubleAt(std::string_view host, TimePoint at, bool lookup) {
  for (TroubledTime& trouble : troubles_) {
    if (at < trouble.from || at >= trouble.until) continue;
    if ((trouble.trouble == NetTrouble::kNoResolver) != lookup) continue;
    if (!trouble.host.empty() && trouble.host != host) continue;
    ++trouble.met;
    ++troubled_;
    return &trouble;
  }
  return nullptr;
}

std::uint32_t SimNetwork::troubles_met() const {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(troubles_, [](const TroubledTime& it) { return it.met > 0; }));
}

void SimNetwork::Add(TimePoint at, Event event) {
  if (event.is_fetch) ++fetching_;
  events_.emplace(std::pair(at, next_event_++), std::move(event));
}

void SimNetwork::Resolve(ResolveTask task) {
  if (disk_.dead()) return;
  const TimePoint now = clock_.Now();
  Event event{.host = task.host};
  ResolveResult& result = event.resolved;
  result.ticket = task.ticket;
  result.host = task.host;
  result.date = clock_.WallNow();
  result.server = "127.0.0.1:53";
  result.valid_for = kMinTtl;
  const VirtualHost* host = web_.FindHost(task.host);
  if (TroubleAt(task.host, now, true) != nullptr) {
    result.error = "no name server answers";
    trace_.Add(now, "lookup", fmt::format("{}: nobody answers", task.host));
    return Add(now + kResolverGivesUp, std::move(event));
  }
  if (host == nullptr) {
    result.outcome = ResolveOutcome::kNoSuchName;
    result.error = "no such name";
  } else if (auto addresses = web_.Resolve(*host, queries_[task.host]++); addresses.empty()) {
    result.error = "no name server answers";
    return Add(now + kResolverGivesUp, std::move(event));
  } else {
    result.outcome = ResolveOutcome::kAddresses;
    result.addresses = std::move(addresses);
    result.valid_for = std::clamp<Duration>(seconds(host->ttl_seconds), kMinTtl, kMaxTtl);
    for (const IpAddress& address : result.addresses) {
      result.records +=
          fmt::format("{}. {} IN A {}\n", task.host, host->ttl_seconds, address.ToString());
    }
  }
  trace_.Add(now, "lookup", task.host);
  Add(now + Latency() + Latency(), std::move(event));
}

// What the client sees of it.
SimNetwork::Seen SimNetwork::Play(const FetchTask& task, std::string_view host, TimePoint arrives) {
  Seen seen;
  const TroubledTime* trouble = TroubleAt(host, arrives, false);
  const auto has = [&](NetTrouble kind) { return trouble != nullptr && trouble->trouble == kind; };
  const VirtualHost* virtual_host = web_.FindHost(host);
  if (has(NetTrouble::kRefuses)) {
    return {.outcome = FetchOutcome::kConnectFailed, .error = "connection refused"};
  }
  url::Url url;
  const bool https = url.Assign(task.url) && url.scheme() == "https";
  if (https && virtual_host != nullptr && virtual_host->tls != TlsService::kValid) {
    return {.outcome = FetchOutcome::kTlsFailed, .error = "the certificate is not valid"};
  }
  WebAnswer answer;
  const std::string target(url.path_and_query());
  web_.Answer({.https = https,
               .host = host,
               .target = target,
               .user_agent = "meguri",
               .accepts_gzip = true,
               .ordinal = asked_[std::string(host)]++},
              clock_.WallNow(), answer);
  Delivery& delivery = answer.delivery;
  if (has(NetTrouble::kHangs)) delivery.never = true;
  if (has(NetTrouble::kBusy)) {
    answer.Clear();
    answer.status = 503;
    answer.fields = fmt::format("Content-Type: text/plain\r\nRetry-After: {}\r\n",
                                duration_cast<seconds>(kRetryAfter).count());
    answer.body = "busy\n";
    seen.retry_after = kRetryAfter;
  }
  if (delivery.never) {
    seen.outcome = FetchOutcome::kTimedOut;
    seen.error = "no byte came in time";
    seen.took = std::chrono::hours(1);
    seen.gives_up = task.limits.max_idle;
    return seen;
  }
  if (delivery.endless_head) {
    seen.outcome = FetchOutcome::kHeadTooLarge;
    seen.error = "the head is too large";
    seen.took = std::chrono::hours(1);
    seen.gives_up = TimeFor(task.limits.max_head_bytes, kBytesPerSecond);
    return seen;
  }
  for (std::uint64_t i = 0; i < delivery.repeats && answer.body.size() < kMostBody; ++i)
    answer.body += delivery.repeated;
  const std::uint64_t length = delivery.claimed_length.value_or(answer.body.size());
  seen.head = fmt::format("HTTP/1.1 {} -\r\n{}Content-Length: {}\r\n\r\n", answer.status,
                          answer.fields, length);
  seen.body = std::move(answer.body);
  std::optional<std::uint64_t> cut = delivery.reset_after;
  if (has(NetTrouble::kCuts)) cut = draws_.Uniform(seen.body.size() + 1);
  if (length > seen.body.size() && !cut) cut = seen.body.size();
  if (length < seen.body.size()) seen.body.resize(length);
  if (cut && *cut < length) {
    seen.body.resize(std::min<std::uint64_t>(*cut, seen.body.size()));
    seen.outcome = FetchOutcome::kCutOff;
    seen.error = "the connection was closed early";
  }
  std::uint64_t speed = kBytesPerSecond;
  Duration thinks = milliseconds(1) + microseconds(draws_.Uniform(30'000)) + delivery.delay;
  if (delivery.bytes_per_second != 0) speed = delivery.bytes_per_second;
  if (has(NetTrouble::kSlow)) {
    thinks *= kSlowFactor;
    speed /= kSlowFactor;
  }
  seen.took = thinks + TimeFor(seen.head.size() + seen.body.size(), speed);
  if (delivery.delay > task.limits.max_idle || seen.took > task.limits.max_total) {
    seen.gives_up = std::min<Duration>(task.limits.max_total, task.limits.max_idle);
    seen.outcome = FetchOutcome::kTimedOut;
    seen.error = "it took too long";
    seen.head.clear();
    seen.body.clear();
  }
  if (target == "/robots.txt" && answer.status == 200 && seen.outcome == FetchOutcome::kComplete) {
    seen.crawl_delay = robots::RobotsTxt::Parse(seen.body).RulesFor("meguri").crawl_delay();
  }
  return seen;
}

void SimNetwork::Fetch(FetchTask task) {
  if (disk_.dead()) return;
  const TimePoint now = clock_.Now();
  url::Url url;
  Event event{.is_fetch = true};
  if (url.Assign(task.url)) event.host = url.host();
  const TimePoint arrives = now + Latency();
  Seen seen = Play(task, event.host, arrives);
  const TimePoint over = arrives + seen.took;
  const TimePoint first = arrives + Latency();
  TimePoint ends = over + (first - arrives);
  if (seen.gives_up) ends = now + *seen.gives_up;
  event.server = ServerOf(task.address);
  event.url = task.url;
  event.retry_after = seen.retry_after;
  event.crawl_delay = seen.crawl_delay;
  watch_.Arrive(event.host, event.server, arrives, over, task.url);
  ++served_[task.url].requests;
  trace_.Add(now, "ask",
             fmt::format("{} of {}: {}", task.url, task.address.ToString(),
                         FetchOutcomeName(seen.outcome)));
  FetchResult& result = event.fetched;
  result.ticket = task.ticket;
  result.outcome = seen.outcome;
  result.error = std::move(seen.error);
  if (seen.outcome != FetchOutcome::kConnectFailed) {
    result.request = fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\n{}\r\n", url.path_and_query(),
                                 url.host(), task.headers);
  }
  result.head = std::move(seen.head);
  result.body = std::move(seen.body);
  result.address = task.address;
  result.date = clock_.WallNow();
  result.start = now;
  result.first_byte = std::min(first, ends);
  result.download_time = ends - now;
  result.new_connection = true;
  result.tls = url.scheme() == "https";
  Add(ends, std::move(event));
}

void SimNetwork::CancelAll() {
  const TimePoint now = clock_.Now();
  std::map<std::pair<TimePoint, std::uint64_t>, Event> events;
  events.swap(events_);
  fetching_ = 0;
  for (auto& [key, event] : events) {
    if (event.is_fetch) {
      watch_.Gone(event.host, event.server, now + Latency());
      event.fetched.outcome = FetchOutcome::kCancelled;
      event.fetched.head.clear();
      event.fetched.body.clear();
      event.retry_after.reset();
      event.crawl_delay.reset();
    } else {
      event.resolved.outcome = ResolveOutcome::kUnanswered;
      event.resolved.addresses.clear();
    }
    Add(now, std::move(event));
  }
}

void SimNetwork::HangUp() {
  const TimePoint now = clock_.Now();
  for (const auto& [key, event] : events_) {
    if (event.is_fetch) watch_.Gone(event.host, event.server, now + Latency());
  }
  events_.clear();
  fetching_ = 0;
  woken_ = false;
}

void SimNetwork::Run(TimePoint until, FetchSink& sink) {
  if (disk_.dead()) {  // the time that it takes to notice
    clock_.AdvanceTo(std::max(until, clock_.Now()));
    return;
  }
  ++idle_runs_;
  if (std::exchange(woken_, false)) return;
  TimePoint next = std::max(until, clock_.Now());
  if (!events_.empty()) {
    next = std::max(clock_.Now(), std::min(next, events_.begin()->first.first));
  }
  if (!standstills_.empty() && standstills_.begin()->first <= next) {
    const auto [at, lasts] = *standstills_.begin();
    standstills_.erase(standstills_.begin());
    ++standstills_met_;
    const TimePoint began = clock_.Now();
    next = std::max(next, std::max(at, clock_.Now()) + lasts);
    // One soon after another is one: there was no time to do much in between.
    const bool goes_on = last_standstill_ && began - last_standstill_->second < seconds(3);
    last_standstill_ = {goes_on ? last_standstill_->first : began, next};
    trace_.Add(clock_.Now(), "STAND",
               fmt::format("still until {}", next.time_since_epoch().count()));
  }
  if (next > clock_.Now()) idle_runs_ = 0;
  clock_.AdvanceTo(next);
  bool any = false;
  while (!events_.empty() && events_.begin()->first.first <= next && !disk_.dead() && !any) {
    Event event = std::move(events_.begin()->second);
    events_.erase(events_.begin());
    Hand(std::move(event), sink);
    any = true;
  }
}

void SimNetwork::Hand(Event event, FetchSink& sink) {
  const TimePoint now = clock_.Now();
  if (!event.is_fetch) return sink.OnResolved(std::move(event.resolved));
  --fetching_;
  if (kill_at_answer_ && --*kill_at_answer_ == 0) {
    kill_at_answer_.reset();
    watch_.Gone(event.host, event.server, now + Latency());
    return disk_.Kill("an answer");
  }
  FetchResult& result = event.fetched;
  result.end = now;
  if (result.head.empty()) {
    result.first_byte = now;
  } else {
    ServedUrl& served = served_[event.url];
    if (result.outcome == FetchOutcome::kComplete) ++served.delivered;
    served.hashes.push_back(StableHash64(result.head + result.body));
  }
  if (result.outcome == FetchOutcome::kTimedOut || result.outcome == FetchOutcome::kHeadTooLarge) {
    watch_.Gone(event.host, event.server, now + Latency());
  }
  trace_.Add(now, "answer",
             fmt::format("{} {} {} bytes", event.url, result.status(),
                         result.head.size() + result.body.size()));
  watch_.Delivered(event.host, now, event.retry_after, event.crawl_delay);
  sink.OnFetched(std::move(result));
}

}  // namespace meguri
