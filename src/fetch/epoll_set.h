// The descriptors that a fetcher waits for, and whose they are.
//
// Level-triggered. What libcurl and c-ares close without a word is forgotten by the kernel; the
// next Watch() of the same number finds out and registers it anew. One thread.
#pragma once

#include <sys/epoll.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/owned_fd.h"
#include "base/result.h"

namespace meguri {

class EpollSet {
 public:
  enum class Owner : std::uint8_t { kWake, kNames, kPages };
  struct Event {
    int fd;
    Owner owner;
    bool readable;  // or at its end
    bool writable;
    bool failed;  // then both of the above are true as well
  };

  static constexpr std::size_t kFew = 8;

  static Result<EpollSet> Create();

  // For none of both: forgotten.
  void Watch(int fd, Owner owner, bool read, bool write);
  // Waits for `longest`, rounded up to milliseconds, or until something comes. Into `events`,
  // which is cleared: kFew at most of those that are ready, who waited longest first. So what is
  // made of them takes little time, and then timers, turns and the others have theirs.
  void Wait(Duration longest, std::vector<Event>& events);

 private:
  explicit EpollSet(OwnedFd epoll) : epoll_(std::move(epoll)) {}

  OwnedFd epoll_;
  std::vector<bool> watched_;  // by descriptor
  std::vector<epoll_event> buffer_ = std::vector<epoll_event>(kFew);
};

}  // namespace meguri
