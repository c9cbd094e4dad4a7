#include "lab/http/connection.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <utility>

namespace meguri::lab {
namespace {

constexpr Duration kLingerTime = std::chrono::seconds(2);
constexpr Duration kResetPoll = std::chrono::milliseconds(5);
constexpr int kMaxResetPolls = 400;
constexpr int kTurnSteps = 32;  // requests and recv()s

}  // namespace

void Timers::Set(Connection& connection, TimePoint when) {
  Cancel(connection);
  connection.timer_ = when;
  connection.timer_set_ = true;
  queue_.emplace(when, &connection);
}

void Timers::Cancel(Connection& connection) {
  if (!connection.timer_set_) return;
  queue_.erase({connection.timer_, &connection});
  connection.timer_set_ = false;
}

Connection* Timers::PopDue(TimePoint now) {
  if (queue_.empty() || queue_.begin()->first > now) return nullptr;
  Connection* const connection = queue_.begin()->second;
  Cancel(*connection);
  return connection;
}

Connection::Connection(LoopContext& context, OwnedFd socket, std::uint64_t number, TimePoint opened,
                       const IpAddress& server, bool tls)
    : context_(context),
      socket_(std::move(socket)),
      number_(number),
      opened_(opened),
      server_(server.ToString()) {
  if (tls) tls_ = std::make_unique<TlsSession>(context_.tls, server_);
}

void Connection::BeginTurn() { turn_left_ = kTurnSteps; }

bool Connection::OnEvents(std::uint32_t events, TimePoint at) {
  BeginTurn();
  // Nothing was left to read before, so what is there now is what comes next.
  if ((events & EPOLLIN) != 0 && !readable_) arrived_ = at;
  if ((events & EPOLLIN) != 0) readable_ = true;
  if ((events & EPOLLRDHUP) != 0) peer_closed_ = readable_ = true;
  if ((events & (EPOLLERR | EPOLLHUP)) != 0) {
    End(AccessEnd::kClosed);
  } else {
    Drive();
  }
  return state_ != State::kOver;
}

bool Connection::OnTimer() {
  BeginTurn();
  switch (state_) {
    case State::kWaiting:
      state_ = State::kSending;
      Drive();
      break;
    case State::kReading:
    case State::kReadingBody:
    case State::kSending:
      Drive();
      break;
    case State::kResetting:
      Reset();
      break;
    case State::kLingering:
      if (Now() < linger_until_) {
        Drive();
      } else {
        End(AccessEnd::kReset);
      }
      break;
    case State::kOver:
      break;
  }
  return state_ != State::kOver;
}

bool Connection::OnIdle() {
  // A client that doesn't take its answer is let go by RST: what it has not taken is in its way.
  if (exchange_ != nullptr) ResetOnClose(fd());
  End(AccessEnd::kReset);
  return false;
}

void Connection::OnStop() { End(AccessEnd::kStopped); }

void Connection::Drive() {
  for (;;) {
    switch (state_) {
      case State::kReading:
      case State::kReadingBody:
        ReadMore();
        if (state_ == State::kReading || state_ == State::kReadingBody) return;
        break;
      case State::kSending:
        ContinueSending();
        if (state_ != State::kSending && state_ != State::kWaiting) break;
        if (peer_closed_) End(AccessEnd::kClosed);
        return;
      case State::kWaiting:
        if (peer_closed_) End(AccessEnd::kClosed);
        return;
      case State::kLingering:
        return Linger();
      case State::kResetting:
      case State::kOver:
        return;
    }
  }
}

void Connection::Linger() {
  while (readable_ && turn_left_ > 0 && Receive()) {
  }
  if (peer_closed_ && !readable_) End(AccessEnd::kClosed);
  if (state_ != State::kLingering) return;
  context_.timers.Set(*this, turn_left_ > 0 ? linger_until_ : Now());
}

RequestOrigin Connection::origin() const {
  return {
      .server = server_,
      .https = tls_ != nullptr,
      .tunnelled = tunnelled_,
      .asked_name = tls_ == nullptr ? std::string_view() : std::string_view(tls_->asked_name())};
}

void Connection::AfterAnswer() {
  if (state_ == State::kOver) return;
  state_ = State::kReading;
  if (close_after_) Close(linger_);
}

void Connection::Close(bool linger) {
  if (tls_ != nullptr) {
    context_.outgoing.clear();
    tls_->Close(context_.outgoing);
    if (!context_.outgoing.empty()) SendOrKeep(context_.outgoing, {});
  }
  if (state_ == State::kOver) return;
  if (!linger && !readable_) {
    End(AccessEnd::kReset);
    return;
  }
  // Closed at once, with bytes unread, the kernel would send RST, and the client lose the answer.
  ::shutdown(fd(), SHUT_WR);
  state_ = State::kLingering;
  linger_until_ = Now() + kLingerTime;
  context_.timers.Set(*this, linger_until_);
}

void Connection::Reset() {
  // RST drops what the client's kernel has not got yet: wait until it has, within reason.
  if (UnsentBytes(fd()) > 0 && ++resets_tried_ <= kMaxResetPolls) {
    state_ = State::kResetting;
    context_.timers.Set(*this, Now() + kResetPoll);
    return;
  }
  ResetOnClose(fd());
  End(AccessEnd::kReset);
}

void Connection::End(AccessEnd how) {
  if (state_ == State::kOver) return;
  if (exchange_ != nullptr) {
    Exchange& exchange = *exchange_;
    const std::uint64_t sent =
        exchange.produced - std::min<std::uint64_t>(exchange.produced, out_.size());
    if (sent == 0) exchange.entry.status = 0;
    exchange.entry.bytes = sent - std::min(sent, exchange.head_bytes);
    exchange.entry.end = Now();
    LogEntry(exchange.entry, how);
    exchange_.reset();
  } else if (body_ != nullptr) {
    AccessEntry entry;
    RequestHead head;
    ParseRequestHead(body_->head, 0, head);
    DescribeRequest(context_, origin(), head, entry);
    entry.start = body_->start;
    entry.end = Now();
    LogEntry(entry, how);
  } else if (requests_ == 0) {
    LogWithoutRequest(how);
  }
  context_.timers.Cancel(*this);
  state_ = State::kOver;
}

void Connection::LogEntry(AccessEntry& entry, AccessEnd how) {
  entry.connection = number_;
  entry.opened = opened_;
  entry.ended = how;
  LabCounters& counters = context_.counters;
  counters.requests.Add(1);
  counters.body_bytes.Add(entry.bytes);
  counters.by_class[std::clamp<std::size_t>(static_cast<std::size_t>(entry.status) / 100, 0, 5)]
      .Add(1);
  if (context_.log != nullptr) context_.log->Append(entry);
}

void Connection::LogWithoutRequest(AccessEnd how) {
  if (context_.log == nullptr) return;
  AccessEntry entry;
  entry.connection = number_;
  entry.opened = opened_;
  entry.end = Now();
  entry.start = first_byte_ == TimePoint{} ? entry.end : first_byte_;
  entry.ended = how;
  DescribeConnection(entry);
  context_.log->Append(entry);
}

void Connection::DescribeConnection(AccessEntry& entry) {
  entry.server = server_;
  entry.https = tls_ != nullptr;
  entry.host = tls_ != nullptr ? std::string_view(tls_->name()) : std::string_view(tunnel_host_);
  if (entry.host == server_) entry.host = {};
  const VirtualHost* const host = tunnelled_ ? context_.web.FindHost(tunnel_host_) : nullptr;
  if (host == nullptr) return;
  context_.server = host->addresses.front().ToString();
  entry.server = context_.server;
}

}  // namespace meguri::lab
