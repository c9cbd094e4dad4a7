// The lab's one thread: accepts, reads, writes, keeps time.
//
// epoll, edge-triggered: each connection is registered once, for everything, so that a request
// costs no call but its recv() and its send(). Listening sockets are level-triggered, and taken out
// while no more connections can be had.
#pragma once

#include <sys/epoll.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "lab/http/connection.h"
#include "lab/http/idle_list.h"
#include "lab/http/lab_sockets.h"
#include "lab/http/loop_context.h"

namespace meguri::lab {

struct EventLoopOptions {
  Duration idle_timeout = std::chrono::seconds(75);
  std::size_t max_connections = 10'000;
};

class EventLoop {
 public:
  // Borrows all. `wake_fd`: becomes readable when the loop is to end.
  EventLoop(LoopContext& context, const Listeners& listeners, int wake_fd,
            const EventLoopOptions& options, const Logger& logger);
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // Until it is woken. Then every connection is logged and closed.
  Status Run();

 private:
  void HandleEvents(std::span<const epoll_event> events);
  void Accept(const Listener& listener);
  void AddConnection(OwnedFd socket, bool tls, TimePoint now);
  // After the connection did something.
  void AfterStep(Connection& connection, bool alive, TimePoint now);
  void Remove(Connection& connection);
  void RunTimers();
  void DropIdle(TimePoint now);
  void FlushLog(TimePoint now);
  void SetAccepting(bool accepting);
  int TimeoutMillis() const;

  LoopContext& context_;
  const Listeners& listeners_;
  const int wake_fd_;
  const EventLoopOptions options_;
  const Logger logger_;
  OwnedFd epoll_;
  bool accepting_ = false;
  bool stopping_ = false;
  bool log_failed_ = false;
  TimePoint accept_again_;  // while no descriptors are left
  TimePoint flush_at_;
  TimePoint idle_check_;
  std::uint64_t last_number_ = 0;
  IdleList idle_;
  std::vector<std::unique_ptr<Connection>> connections_;  // by Connection::place_
  std::vector<std::unique_ptr<Connection>> over_;         // until the end of a round
};

}  // namespace meguri::lab
