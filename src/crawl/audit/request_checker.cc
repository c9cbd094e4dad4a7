#include "crawl/audit/request_checker.h"

#include <algorithm>
#include <array>
#include <utility>

namespace meguri {
namespace {

using Kind = RequestLogLine::Kind;
using std::chrono::microseconds;

// An address; of IPv6 its /64, which is one machine's or one customer's.
std::string_view ServerBytes(const IpAddress& address, std::array<char, 16>& storage) {
  const std::size_t significant = address.is_v4() ? 16 : 8;
  storage.fill(0);
  std::copy_n(address.bytes().begin(), significant, storage.begin());
  return {storage.data(), storage.size()};
}

std::string ServerName(const IpAddress& address) {
  if (address.is_v4()) return address.ToString();
  std::array<std::uint8_t, 16> bytes = address.bytes();
  std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t{0});
  return IpAddress::V6(bytes).ToString() + "/64";
}

}  // namespace

void RequestChecker::Take(const RequestLogLine& line,
                          const std::optional<IntervalPromise>& promise) {
  switch (line.kind) {
    case Kind::kProcess:
      promise_ = promise;
      return BeginProcess(line);
    case Kind::kContinued:
      promise_ = promise;
      return ContinueProcess(line);
    case Kind::kStart:
      if (process_.empty()) return AddDamage(line.line, "a request before any process began");
      return TakeStart(line.start, {static_cast<std::uint32_t>(file_names_.size()), line.line});
    case Kind::kEnd:
      return TakeEnd(line);
    case Kind::kDamaged:
      return AddDamage(line.line, line.damage);
  }
}

void RequestChecker::EndFile(const RequestLogReader& reader) {
  ++audit_.files;
  audit_.lines += reader.lines();
  if (reader.torn()) ++audit_.torn;
}

Audit RequestChecker::Finish() {
  ForgetProcess();
  return std::move(audit_);
}

void RequestChecker::BeginProcess(const RequestLogLine& line) {
  ForgetProcess();
  if (!promise_) AddDamage(line.line, "a process began without saying its interval");
  ++audit_.processes;
  process_ = line.begun.empty() ? "?" : line.begun;
  from_start_ = true;
  next_number_ = 1;
}

void RequestChecker::ContinueProcess(const RequestLogLine& line) {
  if (!process_.empty() && process_ == line.begun) return;
  // The files before are gone. What went before can't be known, and isn't held against anybody.
  ForgetProcess();
  if (!promise_) AddDamage(line.line, "a process goes on without saying its interval");
  if (audit_.processes > 0) AddDamage(line.line, "goes on from a file that is not there");
  audit_.beginning_lost = audit_.beginning_lost || audit_.processes == 0;
  ++audit_.processes;
  process_ = line.begun.empty() ? "?" : line.begun;
  from_start_ = false;
  next_number_.reset();
}

void RequestChecker::ForgetProcess() {
  audit_.unfinished += flights_.size();
  audit_.hosts.seen = std::max<std::uint64_t>(audit_.hosts.seen, hosts_.size());
  audit_.servers.seen = std::max<std::uint64_t>(audit_.servers.seen, servers_.size());
  flights_.clear();
  hosts_.clear();
  servers_.clear();
}

void RequestChecker::TakeStart(const LoggedStart& start, const Place& place) {
  if (next_number_ && start.number < *next_number_) {
    return AddDamage(place.line, "a request's number came before");
  }
  if (next_number_) audit_.missing += start.number - *next_number_;
  next_number_ = start.number + 1;
  ++audit_.requests;
  ++audit_.by_kind[static_cast<std::size_t>(start.kind)];
  std::array<char, 16> storage;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled there
  const HashValue128 host = hash_.Hash128(start.host);
  const HashValue128 server = hash_.Hash128(ServerBytes(start.server, storage));
  CheckSide(start, place, /*server=*/false, host);
  CheckSide(start, place, /*server=*/true, server);
  flights_.emplace(start.number, Flight{host, server, start.time, place});
}

void RequestChecker::CheckSide(const LoggedStart& start, const Place& place, bool server,
                               const HashValue128& key) {
  AuditSide& side = server ? audit_.servers : audit_.hosts;
  const LoggedInterval& stated = server ? start.server_interval : start.host_interval;
  ++side.by_rule[static_cast<std::size_t>(stated.rule)];
  NoteWait(start, place, server);
  const auto breach = [&](BreachKind kind, const Place& before, microseconds got,
                          microseconds wanted) {
    ++side.breaches[static_cast<std::size_t>(kind)];
    if (audit_.breaches.size() >= options_.max_listed) return;
    audit_.breaches.push_back({kind, server,
                               server ? ServerName(start.server) : std::string(start.host),
                               Named(place), Named(before), got, wanted, std::string(start.url)});
  };

  if (promise_) {
    const microseconds least = server ? promise_->LeastForServer(start.server)
                                      : promise_->LeastForHost(start.host, start.server);
    if (stated.length < least) breach(BreachKind::kShortInterval, {}, stated.length, least);
  }
  Group& group = (server ? servers_ : hosts_)[key];
  const microseconds gap = start.time - group.last_end;
  const bool first = group.last.line == 0;
  if (group.in_flight > 0) {
    breach(BreachKind::kInFlight, group.flying, microseconds(0), microseconds(0));
  } else if (!first || from_start_) {
    if (gap < stated.length) {
      breach(first ? BreachKind::kAfterStart : BreachKind::kTooSoon, group.last, gap,
             stated.length);
    }
    if (!first && stated.length.count() > 0) {
      // Time in which nobody asked for a turn is nobody's delay.
      const microseconds unasked =
          std::max(start.time - start.waited - (group.last_end + stated.length), microseconds(0));
      const microseconds asked = std::max(gap - unasked, microseconds(0));
      side.gap_permille.Record(static_cast<std::uint64_t>(asked.count()) * 1000 /
                               static_cast<std::uint64_t>(stated.length.count()));
    }
  }
  ++group.in_flight;
  group.flying = place;
}

void RequestChecker::TakeEnd(const RequestLogLine& line) {
  const LoggedEnd& end = line.end;
  const auto found = flights_.find(end.number);
  if (found == flights_.end()) {
    // One that began in a file that is gone ends here.
    if (!process_.empty() && !from_start_) return;
    return AddDamage(line.line, "ends a request that is not under way");
  }
  const Flight flight = found->second;
  flights_.erase(found);
  audit_.bytes += end.bytes;
  if (end.time < flight.start) AddDamage(line.line, "a request ends before it starts");
  const microseconds time = std::max(end.time, flight.start);
  const auto land = [&](Group& group) {
    --group.in_flight;
    if (group.last.line != 0 && time < group.last_end) return;
    group.last_end = time;
    group.last = flight.place;
  };
  land(hosts_[flight.host]);
  land(servers_[flight.server]);
}

void RequestChecker::NoteWait(const LoggedStart& start, const Place& place, bool server) {
  const LoggedInterval& stated = server ? start.server_interval : start.host_interval;
  std::vector<LongWait>& longest = audit_.longest;
  const bool full = longest.size() >= options_.longest_waits;
  if (options_.longest_waits == 0 || stated.length.count() == 0) return;
  if (full && longest.back().interval >= stated.length) return;
  std::string who = server ? ServerName(start.server) : std::string(start.host);
  const auto same = std::ranges::find_if(
      longest, [&](const LongWait& wait) { return wait.server == server && wait.who == who; });
  if (same != longest.end()) {
    if (same->interval >= stated.length) return;
    longest.erase(same);
  } else if (full) {
    longest.pop_back();
  }
  const auto after = std::ranges::find_if(
      longest, [&](const LongWait& wait) { return wait.interval < stated.length; });
  longest.insert(after, {std::move(who), server, Named(place), stated.length, stated.rule});
}

void RequestChecker::AddDamage(std::uint64_t line, std::string_view what) {
  ++audit_.damaged;
  if (audit_.damages.size() >= options_.max_listed) return;
  audit_.damages.push_back(
      {Named({static_cast<std::uint32_t>(file_names_.size()), line}), std::string(what)});
}

// Files are numbered from 1.
LogPlace RequestChecker::Named(const Place& place) const {
  if (place.line == 0) return {};
  return {file_names_[place.file - 1], place.line};
}

}  // namespace meguri
