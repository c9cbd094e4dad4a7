#include "lab/http/event_loop.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace meguri::lab {
namespace {

constexpr std::size_t kEventsPerRound = 256;
constexpr int kAcceptsPerRound = 64;
constexpr Duration kFlushEvery = std::chrono::milliseconds(150);
constexpr Duration kAcceptPause = std::chrono::milliseconds(100);
constexpr Duration kIdleCheckEvery = std::chrono::milliseconds(250);

// What an event is of: small numbers, which no pointer is.
constexpr std::uint64_t kWakeTag = 0;
constexpr std::uint64_t kListenerTag = 1;  // and the next ones
constexpr std::uint64_t kTags = 64;

}  // namespace

EventLoop::EventLoop(LoopContext& context, const Listeners& listeners, int wake_fd,
                     const EventLoopOptions& options, const Logger& logger)
    : context_(context),
      listeners_(listeners),
      wake_fd_(wake_fd),
      options_(options),
      logger_(logger),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)) {}

EventLoop::~EventLoop() = default;

Status EventLoop::Run() {
  epoll_event wake{.events = EPOLLIN, .data = {.u64 = kWakeTag}};
  if (!epoll_ || ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, wake_fd_, &wake) != 0) {
    return Fail(ErrorCode::kIo, std::string("can't use epoll: ") + std::strerror(errno));
  }
  SetAccepting(true);
  flush_at_ = idle_check_ = context_.clock.Now();
  std::array<epoll_event, kEventsPerRound> events{};
  while (!stopping_) {
    const int count =
        ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), TimeoutMillis());
    if (count < 0 && errno != EINTR) {
      return Fail(ErrorCode::kIo, std::string("epoll_wait: ") + std::strerror(errno));
    }
    HandleEvents({events.data(), static_cast<std::size_t>(std::max(count, 0))});
    RunTimers();
    over_.clear();
  }
  for (const auto& connection : connections_) {
    connection->OnStop();
    context_.counters.open_connections.Subtract(1);
  }
  connections_.clear();
  if (context_.log == nullptr) return {};
  context_.log->Flush();
  if (context_.log->error()) {
    logger_.Warning("the access log is incomplete",
                    {{"reason", context_.log->error()->context}, {"lines", context_.log->lines()}});
  }
  return {};
}

void EventLoop::HandleEvents(std::span<const epoll_event> events) {
  const TimePoint now = context_.clock.Now();  // all that the events tell of has happened
  for (const epoll_event& event : events) {
    const std::uint64_t tag = event.data.u64;
    if (tag == kWakeTag) {
      stopping_ = true;
    } else if (tag < kTags) {
      Accept(listeners_.sockets[tag - kListenerTag]);
    } else {
      auto& connection = *static_cast<Connection*>(event.data.ptr);
      // Something earlier in this round may have ended it; it is kept until the round's end.
      if (connection.state_ == Connection::State::kOver) continue;
      const bool alive = connection.OnEvents(event.events, now);
      AfterStep(connection, alive, now);
    }
  }
}

void EventLoop::Accept(const Listener& listener) {
  for (int i = 0; i < kAcceptsPerRound && accepting_; ++i) {
    OwnedFd socket(
        ::accept4(listener.socket.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    const TimePoint now = context_.clock.Now();
    if (socket) {
      AddConnection(std::move(socket), listener.tls, now);
      if (connections_.size() >= options_.max_connections) SetAccepting(false);
      continue;
    }
    if (errno == EINTR || errno == ECONNABORTED) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) {
      // EMFILE, ENFILE, ENOBUFS, ENOMEM: those who wait are served when others have gone.
      logger_.Warning("can't accept",
                      {{"reason", std::strerror(errno)}, {"connections", connections_.size()}});
      accept_again_ = now + kAcceptPause;
      SetAccepting(false);
    }
    return;
  }
}

void EventLoop::AddConnection(OwnedFd socket, bool tls, TimePoint now) {
  const std::optional<IpAddress> server = LoopbackAddressOf(socket.get());
  if (!server) {
    ResetOnClose(socket.get());
    context_.counters.refused_connections.Add(1);
    return;
  }
  const int fd = socket.get();
  auto made =
      std::make_unique<Connection>(context_, std::move(socket), ++last_number_, now, *server, tls);
  Connection& connection = *made;
  epoll_event event{.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET,
                    .data = {.ptr = &connection}};
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event) != 0) {
    ResetOnClose(fd);
    return;
  }
  connection.place_ = connections_.size();
  connections_.push_back(std::move(made));
  context_.counters.connections.Add(1);
  context_.counters.open_connections.Add(1);
  idle_.Touch(connection, now);
}

void EventLoop::AfterStep(Connection& connection, bool alive, TimePoint now) {
  if (!alive) {
    Remove(connection);
  } else if (connection.waits_for_client()) {
    idle_.Touch(connection, now);
  } else {
    idle_.Remove(connection);
  }
}

void EventLoop::Remove(Connection& connection) {
  idle_.Remove(connection);
  const std::size_t place = connection.place_;
  std::swap(connections_[place], connections_.back());
  connections_[place]->place_ = place;
  connections_.back()->socket_ = OwnedFd();  // closed now, deleted at the end of the round
  over_.push_back(std::move(connections_.back()));
  connections_.pop_back();
  context_.counters.open_connections.Subtract(1);
  if (!accepting_ && connections_.size() < options_.max_connections) SetAccepting(true);
}

void EventLoop::RunTimers() {
  const TimePoint now = context_.clock.Now();
  while (Connection* const connection = context_.timers.PopDue(now)) {
    const bool alive = connection->OnTimer();
    AfterStep(*connection, alive, now);
  }
  if (now >= idle_check_) DropIdle(now);
  if (now >= flush_at_) FlushLog(now);
  if (!accepting_ && now >= accept_again_ && connections_.size() < options_.max_connections) {
    SetAccepting(true);
  }
}

void EventLoop::DropIdle(TimePoint now) {
  idle_check_ = now + std::min(kIdleCheckEvery, options_.idle_timeout);
  while (Connection* const connection = idle_.front()) {
    if (now - IdleList::since(*connection) < options_.idle_timeout) break;
    connection->OnIdle();
    Remove(*connection);
  }
}

void EventLoop::FlushLog(TimePoint now) {
  flush_at_ = now + kFlushEvery;
  if (context_.log == nullptr) return;
  context_.log->Flush();
  if (context_.log->error() && !log_failed_) {
    log_failed_ = true;
    logger_.Warning("the access log can't be written and is incomplete from here on",
                    {{"reason", context_.log->error()->context}});
  }
}

void EventLoop::SetAccepting(bool accepting) {
  if (accepting == accepting_) return;
  accepting_ = accepting;
  for (std::size_t i = 0; i < listeners_.sockets.size(); ++i) {
    epoll_event event{.events = EPOLLIN, .data = {.u64 = kListenerTag + i}};
    ::epoll_ctl(epoll_.get(), accepting ? EPOLL_CTL_ADD : EPOLL_CTL_DEL,
                listeners_.sockets[i].socket.get(), &event);
  }
}

int EventLoop::TimeoutMillis() const {
  TimePoint next = idle_check_;
  if (context_.log != nullptr && !context_.log->empty()) next = std::min(next, flush_at_);
  if (!context_.timers.empty()) next = std::min(next, context_.timers.next());
  if (!accepting_) next = std::min(next, accept_again_);
  const auto wait = std::chrono::ceil<std::chrono::milliseconds>(next - context_.clock.Now());
  return static_cast<int>(std::clamp<std::int64_t>(wait.count(), 0, 1000));
}

}  // namespace meguri::lab
