#include "crawl/crawl_loop.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <variant>

#include "crawl/answer_meaning.h"
#include "http/base64.h"

namespace meguri {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// What may wait for the disk before no more is fetched.
constexpr std::uint64_t kMaxWaitingBytes = std::uint64_t{128} << 20U;
constexpr Duration kStopWithin = seconds(4);
constexpr Duration kCheckEvery = seconds(1);
constexpr std::size_t kPassingsPerPage = 4;
constexpr int kFew = 8;  // pages that are taken before turns and sockets have theirs
// What may wait to be read. Beyond it the loop reads, too, and so fetches no faster than is read.
constexpr std::size_t kMostUnread = 64;
constexpr std::uint64_t kMostUnreadBytes = std::uint64_t{16} << 20U;

std::uint64_t ResidentBytes(Files& files) {
  const auto text = ReadWholeFile(files, "/proc/self/statm", 4096);
  if (!text) return 0;
  const std::size_t space = text->find(' ');
  if (space == std::string::npos) return 0;
  std::uint64_t pages = 0;
  std::from_chars(text->data() + space + 1, text->data() + text->size(), pages);
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

void CrawlLoop::RunFor(Duration time) {
  const TimePoint until = parts_.clock.Now() + time;
  while (status_.end == CrawlEnd::kRunning && parts_.clock.Now() < until)
    Step(until);
}

void CrawlLoop::Step(TimePoint until) {
  const TimePoint now = parts_.clock.Now();
  store_->Pump(now);
  TakeDurable();
  for (const auto& shard : shards_)
    shard->OnTime(now);
  if (slots_) {
    slots_->Step(
        now, [this](const HostRef& host) { shards_[host.shard]->OnSlot(host.host); },
        [this](const HostRef& host) { return shards_[host.shard]->WantsSlot(host.host); });
  }
  Deliver();
  const bool more_read = TakeRead();
  CheckLimits(now);
  CheckStop(now);
  StartFetches();
  if (status_.end != CrawlEnd::kRunning) return;
  parts_.fetcher.Run(more_read ? now : NextMoment(until), *this);
  Deliver();
}

TimePoint CrawlLoop::NextMoment(TimePoint until) const {
  TimePoint next = std::min(until, next_check_);
  if (stop_by_) next = std::min(next, *stop_by_);
  for (const auto& shard : shards_) {
    if (const auto due = shard->NextDue()) next = std::min(next, *due);
  }
  if (const auto due = keeper_->NextDue()) next = std::min(next, *due);
  if (const auto due = slots_ ? slots_->NextDue() : std::nullopt) next = std::min(next, *due);
  if (const auto due = RoundDue()) next = std::min(next, *due);
  if (const auto due = store_->NextPump()) next = std::min(next, *due);
  return next;
}

void CrawlLoop::Deliver() {
  while (auto message = exchange_.Receive()) {
    if (const auto* request = std::get_if<TurnRequest>(&message->body)) {
      keeper_->Request(*request, parts_.clock.Now());
    } else if (const auto* ended = std::get_if<TurnEnded>(&message->body)) {
      const auto manners = keeper_->Ended(ended->turn, ended->access, parts_.clock.Now());
      if (manners && manners->back_off > Duration(0)) {
        store_->PutHost(ServerKey(ended->turn.server), SaveManners(*manners));
      }
    } else {
      Shard& shard = *shards_[message->to];
      std::visit(
          [&shard](const auto& body) {
            if constexpr (requires { shard.Handle(body); }) shard.Handle(body);
          },
          message->body);
    }
  }
}

bool CrawlLoop::MayStart() {
  if (ending_ != CrawlEnd::kRunning || !log_trouble_.empty()) return false;
  const std::size_t under_way = flights_.size() + unread();
  if (under_way >= settings_.connections) return false;
  const StoreState state = store_->state();
  const std::uint64_t most = std::min(kMaxWaitingBytes, settings_.memory_bytes / 8);
  const std::uint64_t waiting = state.bytes_waiting + (reading_ ? reading_->waiting_bytes() : 0);
  if (state.disk_full || state.failure || waiting > most) return false;
  const CrawlLimits& limits = settings_.limits;
  if (limits.pages && pages_before_ + status_.pages_kept + under_way >= *limits.pages) {
    return false;
  }
  return !limits.max_rate || flights_.empty() || ExpectedBytes() < *limits.max_rate / 2;
}

// Of what is under way, if it is as what came before. The fetcher keeps the rate; but who waits for
// it too long had better not been asked.
std::uint64_t CrawlLoop::ExpectedBytes() const {
  constexpr std::uint64_t kFirstGuess = 32'768;
  const std::uint64_t ended = status_.requests_now - flights_.size();
  return (status_.bytes_now + kFirstGuess) / (ended + 1) * flights_.size();
}

// Nobody knows when the log can be written again, and a turn has its end.
void CrawlLoop::HandBack() {
  for (PlannedFetch& plan : std::exchange(planned_, {})) {
    FetchResult result;
    result.outcome = FetchOutcome::kCancelled;
    result.start = result.end = parts_.clock.Now();
    request_log_->End(plan.request, {.time = result.end, .outcome = result.outcome});
    Shard& shard = *shards_[plan.shard];
    shard.OnFetched(std::move(plan), std::move(result));
  }
}

void CrawlLoop::StartFetches() {
  if (!log_trouble_.empty() && request_log_->Flush()) log_trouble_.clear();
  // Also if nothing may start: else who is due would be waited for in vain, again and again.
  keeper_->Advance(parts_.clock.Now());
  while (MayStart()) {
    const auto turn = keeper_->NextGrant(parts_.clock.Now());
    if (!turn) break;
    exchange_.Send(turn->host.shard, *turn);
    Deliver();
    SendPlanned();
  }
}

std::string CrawlLoop::HeadersFor(std::string_view host) const {
  std::string headers = RequestHeaders(settings_.user_agent);
  for (const HostSettings& settings : settings_.hosts) {
    if (!Covers(settings, host)) continue;
    for (const auto& [name, value] : settings.headers)
      headers += fmt::format("{}: {}\r\n", name, value);
    if (!settings.cookies.empty()) headers += fmt::format("Cookie: {}\r\n", settings.cookies);
    if (!settings.user.empty()) {
      headers += fmt::format("Authorization: Basic {}\r\n",
                             http::EncodeBase64(settings.user + ":" + settings.password));
    }
  }
  return headers;
}

// Each request's line is in the log before its first byte is sent.
void CrawlLoop::SendPlanned() {
  if (planned_.empty()) return;
  for (PlannedFetch& plan : planned_) {
    const std::uint64_t ticket = next_ticket_++;
    const std::uint64_t number = request_log_->Start({.time = parts_.clock.Now(),
                                                      .server = plan.address,
                                                      .host = plan.host_name,
                                                      .url = plan.text,
                                                      .kind = plan.kind,
                                                      .host_interval = plan.host_interval,
                                                      .server_interval = plan.turn.interval,
                                                      .waited = plan.turn.waited});
    plan.ticket = ticket;
    plan.request = number;
  }
  if (const Status flushed = request_log_->Flush(); !flushed) {
    log_trouble_ = flushed.error().context;
    return HandBack();
  }
  for (PlannedFetch& plan : planned_) {
    ++status_.requests_now;
    FetchTask task{.ticket = plan.ticket,
                   .url = plan.text,
                   .address = plan.address,
                   .headers = HeadersFor(plan.host_name),
                   .limits = settings_.fetch};
    if (plan.kind == RequestKind::kRobots) {
      task.limits.max_body_bytes = std::min(task.limits.max_body_bytes, kMaxRobotsBytes);
    }
    flights_.emplace(plan.ticket, std::move(plan));
    parts_.fetcher.Fetch(std::move(task));
  }
  planned_.clear();
}

void CrawlLoop::OnFetched(FetchResult result) {
  const auto found = flights_.find(result.ticket);
  if (found == flights_.end()) return;
  PlannedFetch plan = std::move(found->second);
  flights_.erase(found);
  request_log_->End(plan.request, {.time = result.end,
                                   .status = result.status(),
                                   .bytes = result.head.size() + result.body.size(),
                                   .outcome = result.outcome});
  status_.bytes_now += result.head.size() + result.body.size();
  Shard& shard = *shards_[plan.shard];
  shard.OnFetched(std::move(plan), std::move(result));
  PassOn(shard);
  CheckMemory();  // a page may have had many links
}

// One at a time, so that what one of them gets of another goes on with its own.
void CrawlLoop::PassOn(Shard& shard) {
  Deliver();
  for (std::size_t pages = 0; pages < kPassingsPerPage && shard.PassOn(); ++pages)
    Deliver();
}

void CrawlLoop::Read(ReadPage page) {
  if (reading_ && reading_->waiting() < kMostUnread &&
      reading_->waiting_bytes() < kMostUnreadBytes) {
    return reading_->Submit(std::move(page));
  }
  url::Url url;
  if (url.Assign(page.plan.text)) page.findings = pages_->Read(url, page.result);
  Shard& shard = *shards_[page.plan.shard];
  shard.OnRead(std::move(page));
}

// A few, so that nobody else waits for long; true if there may be more.
bool CrawlLoop::TakeRead() {
  for (int few = kFew; few > 0 && unread() > 0; --few) {
    auto page = reading_->TakeRead();
    if (!page) return false;
    Shard& shard = *shards_[page->plan.shard];
    shard.OnRead(*std::move(page));
    PassOn(shard);
    CheckMemory();  // a page may have had many links
  }
  return unread() > 0;
}

void CrawlLoop::TakeDurable() {
  const auto all_durable = store_->TakeDurable();
  for (const CrawlStore::Durable& durable : all_durable) {
    if (!durable.has_record) continue;
    ++status_.ended[static_cast<std::size_t>(durable.record.end) % status_.ended.size()];
    if (durable.record.status != 0) ++status_.pages_now;
  }
  if (all_durable.empty()) return;
  for (const auto& shard : shards_)
    shard->OnDurable();
}

void CrawlLoop::CheckLimits(TimePoint now) {
  if (now < next_check_) return;
  next_check_ = now + kCheckEvery;
  CheckStore();
  CheckBlocked();
  CheckMemory();
  const CrawlLimits& limits = settings_.limits;
  if (limits.time && now - start_ >= *limits.time) End(CrawlEnd::kTimeLimit);
  if (limits.bytes && status_.bytes_now >= *limits.bytes) End(CrawlEnd::kByteLimit);
  if (now >= next_save_) SaveScores();
}

void CrawlLoop::End(CrawlEnd end) {
  if (ending_ == CrawlEnd::kRunning) ending_ = end;
}

void CrawlLoop::CheckStore() {
  const StoreState state = store_->state();
  status_.trouble.clear();
  if (state.failure) {
    status_.trouble = ToString(*state.failure);
    ending_ = CrawlEnd::kFailed;
  } else if (state.disk_full) {
    status_.trouble = "paused: " + state.message;
  } else if (!log_trouble_.empty()) {
    status_.trouble = "paused: " + log_trouble_;
  } else if (!names_trouble_.empty()) {
    status_.trouble = names_trouble_;
  } else if (!context_->discovers) {
    status_.trouble = fmt::format(
        "the memory's cap is reached: {} URLs are known, further links only logged; --memory "
        "raises "
        "it",
        status_.known_urls);
  }
}

void CrawlLoop::CheckBlocked() {
  const auto changed = blocked_->ReadAgain();
  if (!changed && changed.error().context != blocked_trouble_) {
    blocked_trouble_ = changed.error().context;
    parts_.log.Warning("the list of blocked hosts stays as it was", {{"why", blocked_trouble_}});
  }
  if (!changed || !*changed) return;
  for (const auto& shard : shards_)
    shard->CheckBlocked();
}

void CrawlLoop::CheckMemory() {
  // A quarter is for what is fetched and written just now.
  context_->discovers = CountedBytes() < settings_.memory_bytes / 4 * 3;
}

std::uint64_t CrawlLoop::CountedBytes() const {
  std::uint64_t bytes = slots_ ? slots_->memory_bytes() : 0;
  for (const auto& shard : shards_)
    bytes += shard->memory_bytes();
  return bytes;
}

void CrawlLoop::SaveScores() {
  next_save_ = parts_.clock.Now() + settings_.save_every;
  std::vector<std::string> scores;
  scores.reserve(shards_.size());
  for (const auto& shard : shards_)
    scores.push_back(shard->SaveScores());
  store_->SaveScores(std::move(scores));
}

bool CrawlLoop::AllIdle() const {
  return flights_.empty() && lookups_.empty() && planned_.empty() && unread() == 0 &&
         exchange_.size() == 0 &&
         std::ranges::all_of(shards_, [](const auto& shard) { return shard->idle(); });
}

void CrawlLoop::CheckStop(TimePoint now) {
  if (stop_asked_.load(std::memory_order_relaxed) && !status_.stopping) {
    status_.stopping = true;
    ending_ = CrawlEnd::kStopped;
    stop_by_ = now + kStopWithin;
  }
  const CrawlLimits& limits = settings_.limits;
  if (limits.pages && pages_before_ + status_.pages_kept >= *limits.pages)
    End(CrawlEnd::kPageLimit);
  if (ending_ == CrawlEnd::kRunning && !BeginNextRound(now) && AllIdle()) {
    ending_ = CrawlEnd::kFinished;
  }
  if (ending_ == CrawlEnd::kRunning) return;
  if (stop_by_ && now >= *stop_by_) {
    if (!flights_.empty() || !lookups_.empty()) parts_.fetcher.CancelAll();
    stop_by_.reset();
    gives_up_unread_ = true;  // they are fetched again
  }
  const StoreState state = store_->state();
  // Names that are still looked up, a hundred thousand after a start, are of no more use.
  const bool done =
      flights_.empty() && (unread() == 0 || gives_up_unread_) && exchange_.size() == 0;
  // A crawl that has come to its end by itself waits for room; a user who waits doesn't have to.
  const bool waits_for_nothing =
      state.bytes_waiting == 0 ||
      (state.disk_full && (ending_ == CrawlEnd::kStopped || ending_ == CrawlEnd::kTimeLimit));
  if (ending_ == CrawlEnd::kFailed || (done && waits_for_nothing)) {
    TakeDurable();
    status_.end = ending_;
  }
}

void CrawlLoop::Stop() {
  stop_asked_.store(true, std::memory_order_relaxed);
  parts_.fetcher.Wake();
}

void CrawlLoop::TakeStoreFigures() {
  const StoreState state = store_->state();
  status_.archive_bytes = state.archive_bytes;
  status_.table_reads_now = state.table.reads;
  status_.table_writes_now = state.table.writes;
}

const CrawlStatus& CrawlLoop::status() {
  status_.running = parts_.clock.Now() - start_;
  status_.pages = pages_before_ + status_.pages_now;
  if (store_ && !closed_) TakeStoreFigures();
  status_.known_urls = status_.waiting_urls = status_.hosts_known = status_.hosts_waiting = 0;
  status_.score_known = status_.score_fetched = 0;
  for (const auto& shard : shards_) {
    status_.known_urls += shard->known();
    status_.waiting_urls += shard->waiting();
    status_.hosts_known += shard->hosts();
    status_.hosts_waiting += shard->busy_hosts();
    status_.score_known += shard->score_known();
    status_.score_fetched += shard->score_fetched();
  }
  status_.hosts_waiting -= std::min<std::uint64_t>(status_.hosts_waiting, flights_.size());
  status_.places_taken = slots_ ? slots_->in_slots() : 0;
  status_.places_awaited = slots_ ? slots_->aside() : 0;
  if (slots_) status_.places = slots_->most_in_slots();
  if (settings_.site_budget != SiteBudget::kNone) status_.round = context_->budgets.number;
  status_.fetches_under_way = flights_.size();
  status_.lookups_under_way = lookups_.size();
  status_.memory_bytes = ResidentBytes(parts_.files);
  status_.counted_bytes = CountedBytes();
  status_.memory_cap_bytes = settings_.memory_bytes;
  const CrawlLimits& limits = settings_.limits;
  const auto left = [](std::uint64_t limit, std::uint64_t used) {
    return limit - std::min(limit, used);
  };
  if (limits.time) status_.time_left = std::max(Duration(0), *limits.time - status_.running);
  if (limits.pages) status_.pages_left = left(*limits.pages, status_.pages);
  if (limits.bytes) status_.bytes_left = left(*limits.bytes, status_.bytes_now);
  return status_;
}

Status CrawlLoop::ForEachUrl(const std::function<void(const LedgerUrl& url)>& sink) {
  std::vector<std::unordered_set<UrlId>> under_way(shards_.size());
  const auto note = [&](const PlannedFetch& plan) {
    if (plan.kind != RequestKind::kRobots) under_way[plan.shard].insert(plan.url);
  };
  for (const auto& [ticket, plan] : flights_)
    note(plan);
  std::ranges::for_each(planned_, note);
  for (std::size_t i = 0; i < shards_.size(); ++i)
    MEGURI_CHECK_STATUS(shards_[i]->ForEachUrl(under_way[i], sink));
  return {};
}

Status CrawlLoop::Close() {
  if (closed_) return {};
  if (!store_->state().failure) SaveScores();
  const Status synced = request_log_->Sync();
  TakeStoreFigures();
  const Status closed = store_->Close();
  closed_ = true;
  return closed ? synced : closed;
}

}  // namespace meguri
