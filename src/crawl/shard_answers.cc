// What comes back from the web, and what is made of it.
#include <algorithm>
#include <utility>

#include "crawl/answer_meaning.h"
#include "crawl/shard.h"

namespace meguri {
namespace {

std::string TruncatedBy(FetchOutcome outcome) {
  switch (outcome) {
    case FetchOutcome::kTooLarge:
      return "length";
    case FetchOutcome::kTimedOut:
      return "time";
    case FetchOutcome::kCutOff:
      return "disconnect";
    default:
      return "";
  }
}

}  // namespace

void Shard::TakeAccess(const PlannedFetch& plan, const FetchResult& result, std::uint16_t status,
                       std::optional<Duration> retry_after) {
  HostState& host = hosts_[plan.host];
  const Access access = AccessOf(result, status, plan.kind, retry_after, context_.clock.Now());
  IntervalOptions options = context_.settings.manners;
  options.interval = LeastInterval(host);
  const Manners before = host.manners;
  Learn(options, access, host.manners);
  host.interval = IntervalFor(options, host.manners);
  host.free_at = access.end + host.interval.length;
  const bool failed = access.reply == Access::Reply::kFailed;
  const bool by_us = access.reply == Access::Reply::kEndedByUs;
  if (!by_us) {
    host.failures = failed ? static_cast<std::uint16_t>(host.failures + 1) : std::uint16_t{0};
  }
  if (before.back_off != host.manners.back_off || before.retry_after != host.manners.retry_after ||
      before.crawl_delay != host.manners.crawl_delay || failed) {
    context_.store.PutHost(host.name, SaveHost(host));
  }
  if (result.outcome == FetchOutcome::kConnectFailed) TakeNextAddress(host);
  Send(ServerShard(plan.turn.server),
       TurnEnded{.turn = plan.turn, .access = ServerAccessOf(access, result.outcome)});
}

// Another of its addresses may do, if it may be asked.
void Shard::TakeNextAddress(HostState& host) const {
  const auto count = static_cast<std::uint32_t>(host.addresses.size());
  for (std::uint32_t i = 1; i < count; ++i) {
    const std::uint32_t next = (host.address + i) % count;
    if (!context_.addresses.Allows(host.addresses[next])) continue;
    host.address = next;
    return;
  }
}

void Shard::CountAnswer(const FetchResult& result, std::uint16_t status) {
  CrawlStatus& counters = context_.status;
  if (status >= 100 && status < 600) ++counters.by_status[status / 100];
  counters.fetch_micros.Record(static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(result.end - result.start).count()));
}

void Shard::OnFetched(PlannedFetch plan, FetchResult result) {
  const std::uint32_t number = plan.host;
  SetPhase(number, HostPhase::kIdle);
  if (result.outcome == FetchOutcome::kCancelled) {
    TakeAccess(plan, result, 0, std::nullopt);
    if (plan.kind != RequestKind::kRobots) {
      queues_.Push(plan.host, plan.url);
    }
    return WakeHost(number);
  }
  if (plan.kind == RequestKind::kRobots) {
    OnRobots(plan, result);
  } else {
    OnPage(plan, result);
  }
  HostState& host = hosts_[number];
  if (host.failures >= context_.settings.max_host_failures && !host.given_up) {
    host.given_up = true;
    context_.store.PutHost(host.name, SaveHost(host));
    EndErrands(number, result.error);
    EndAll(number, PageEnd::kHostGivenUp, result.error);
  }
  WakeHost(number);
}

void Shard::OnRobots(const PlannedFetch& plan, FetchResult& result) {
  RobotsAnswer answer;
  if (url_.Assign(plan.text)) answer = context_.pages.ReadRobots(url_, result);
  const auto status = static_cast<std::uint16_t>(answer.status.value_or(0));
  answer.end = plan.errand ? PageEnd::kRobots : EndWithoutRobots(result.outcome);
  answer.may_pass = answer.status || MayPass(result.outcome);
  CountAnswer(result, status);
  TakeAccess(plan, result, status,
             answer.retry_after ? std::optional<Duration>(*answer.retry_after) : std::nullopt);
  if (!result.head.empty()) {
    Capture capture;
    capture.key = {number_, 0};
    capture.url = plan.text;
    capture.has_record = false;
    capture.request = std::move(result.request);
    capture.head = std::move(result.head);
    capture.body = std::move(result.body);
    capture.ip = result.address.ToString();
    capture.date = result.date;
    capture.truncated = TruncatedBy(result.outcome);
    context_.store.Submit(std::move(capture));
  }
  HostState& host = hosts_[plan.host];
  if (plan.errand) {
    if (host.errands.empty()) return;  // given up meanwhile
    RobotsErrand errand = std::move(host.errands.front());
    host.errands.pop_front();
    Send(errand.asker.shard, RobotsErrandDone{.asker = errand.asker,
                                              .origin = std::move(errand.origin),
                                              .answer = std::move(answer)});
    return;
  }
  const auto origin = std::ranges::find(host.origins, plan.origin, &OriginRobots::origin);
  if (origin != host.origins.end()) TakeRobots(plan.host, *origin, answer);
}

void Shard::TakeRobots(std::uint32_t number, OriginRobots& origin, const RobotsAnswer& answer) {
  HostState& host = hosts_[number];
  const TimePoint now = context_.clock.Now();
  origin.Take(answer, context_.settings.max_attempts, now);
  if (origin.IsValid(now) && host.manners.crawl_delay != origin.rules().crawl_delay()) {
    host.manners.crawl_delay = origin.rules().crawl_delay();
    IntervalOptions options = context_.settings.manners;
    options.interval = LeastInterval(host);
    host.interval = IntervalFor(options, host.manners);
    host.free_at = std::max(host.free_at, now + host.interval.length);
    // Before the rules: they are not to be known without the delay.
    context_.store.PutHost(host.name, SaveHost(host));
  }
  if (std::string saved = origin.Save(answer, now, context_.clock.WallNow()); !saved.empty()) {
    context_.store.PutHost(RobotsKey(origin.origin()), std::move(saved));
  }
}

// Of the pages that are there the turn is over at once, and nobody waits until they are read. The
// others say little, but it may be about the turn.
void Shard::OnPage(PlannedFetch& plan, FetchResult& result) {
  budgets_.Charge(hosts_[plan.host].site, context_.clock.Now());
  const bool came =
      result.outcome == FetchOutcome::kComplete || result.outcome == FetchOutcome::kTooLarge;
  const std::uint16_t status = result.status();  // the reading has the last word
  if (came && status >= 200 && status < 300) {
    TakeAccess(plan, result, status, std::nullopt);
    HostState& host = hosts_[plan.host];
    ++host.pages;  // so that no limit is passed meanwhile
    ++site_pages_[host.site];
    return context_.read({.plan = std::move(plan), .result = std::move(result), .findings = {}});
  }
  PageFindings findings;
  if (url_.Assign(plan.text)) findings = context_.pages.Read(url_, result);
  TakeAccess(plan, result, findings.status, findings.retry_after);
  TakePage(plan, result, findings);
}

void Shard::OnRead(ReadPage page) {
  HostState& host = hosts_[page.plan.host];
  const std::uint32_t site = host.site;
  const std::uint64_t counted = site_pages_[site]--;
  --host.pages;
  TakePage(page.plan, page.result, page.findings);
  WakeHost(page.plan.host);
  if (site_pages_[site] == counted || counted != context_.settings.limits.pages_per_site) return;
  // The site was full, and isn't: it was no page to keep.
  for (std::uint32_t other = 0; other < hosts_.size(); ++other) {
    if (hosts_[other].site == site) WakeHost(other);
  }
}

void Shard::TakePage(const PlannedFetch& plan, FetchResult& result, PageFindings& findings) {
  if (!ReadUrl(plan.url)) return;
  CountAnswer(result, findings.status);
  if (findings.status == 0) return OnNoAnswer(plan, result);
  const bool cut =
      result.outcome == FetchOutcome::kCutOff || result.outcome == FetchOutcome::kTimedOut;
  if (cut && TryAgain(plan, context_.settings.manners.first_back_off)) return;
  if (IsBusy(findings.status) && TryAgain(plan, Duration(0))) return;
  const bool success = findings.status >= 200 && findings.status < 300;
  if (success && !context_.scope.KeepsContent(findings.content_type)) {
    return End(plan.url, PageEnd::kUnwanted, findings.content_type);
  }
  Keep(plan, result, findings, IsBusy(findings.status) ? PageEnd::kBusy : PageEnd::kFetched);
}

std::uint16_t Shard::AttemptsAt(UrlId id) const {
  const auto before = attempts_.find(id);
  return static_cast<std::uint16_t>(before == attempts_.end() ? 1 : before->second + 1);
}

bool Shard::TryAgain(const PlannedFetch& plan, Duration wait) {
  const std::uint16_t attempts = AttemptsAt(plan.url);
  if (attempts >= context_.settings.max_attempts) return false;
  attempts_[plan.url] = attempts;
  HostState& host = hosts_[plan.host];
  ++retrying_;
  host.retries.push_back(
      {context_.clock.Now() + wait * (1U << std::min<unsigned>(attempts - 1U, 8U)), plan.url});
  return true;
}

void Shard::OnNoAnswer(const PlannedFetch& plan, const FetchResult& result) {
  // Who closes a connection that was kept just as it is used is not in trouble.
  const bool was_kept = result.outcome == FetchOutcome::kNoAnswer && !result.new_connection;
  const Duration wait = was_kept ? Duration(0) : context_.settings.manners.first_back_off;
  if (MayPass(result.outcome) && TryAgain(plan, wait)) return;
  End(plan.url, EndOf(result.outcome), result.error, AttemptsAt(plan.url));
}

void Shard::Keep(const PlannedFetch& plan, FetchResult& result, PageFindings& findings,
                 PageEnd end) {
  const UrlId id = plan.url;
  const std::uint16_t status = findings.status;
  Capture capture;
  capture.key = KeyOf(id);
  capture.url = plan.text;
  capture.first_visit = (flags_[id] & kDone) == 0;
  capture.record.end = end;
  capture.record.status = status;
  capture.record.attempts = AttemptsAt(id);
  attempts_.erase(id);
  capture.record.visited = result.date;
  capture.record.etag = std::move(findings.etag);
  capture.record.last_modified = std::move(findings.last_modified);
  capture.record.simhash = findings.simhash;
  capture.record.detail = result.error.empty() ? std::move(findings.trouble) : result.error;
  capture.metadata = std::move(findings.metadata);

  LoggedPage page;
  page.page = capture.key;
  page.url = plan.text;
  page.date = result.date;
  page.depth = depths_[id];
  page.nofollow = findings.nofollow;
  page.links = std::move(findings.links);
  if (!findings.location.empty()) {
    page.links.push_back({.redirect = true, .url = std::move(findings.location)});
  }
  if (!context_.settings.log_links) {
    for (LoggedLink& link : page.links)
      link.text.clear();
  }
  if (context_.settings.metadata_links) {
    for (const LoggedLink& link : page.links)
      capture.metadata.emplace_back("outlink", link.url);
  }
  context_.status.links_now += page.links.size();
  context_.links.Prepare(stored_, url_, page.nofollow, page);
  flags_[id] |= kDone | kFetched;
  page.share = ScoreOf(id, page, CountFresh());
  Announce(page, page.share, order_.score(id));

  capture.request = std::move(result.request);
  capture.head = std::move(result.head);
  capture.body = std::move(result.body);
  capture.ip = result.address.ToString();
  capture.date = result.date;
  capture.truncated = TruncatedBy(result.outcome);
  if (!page.links.empty()) capture.links = std::move(page);
  context_.store.Submit(std::move(capture));
  ++context_.status.pages_kept;
  HostState& host = hosts_[plan.host];
  ++host.pages;
  ++site_pages_[host.site];
}

}  // namespace meguri
