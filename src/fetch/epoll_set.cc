#include "fetch/epoll_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

namespace meguri {

Result<EpollSet> EpollSet::Create() {
  OwnedFd epoll(::epoll_create1(EPOLL_CLOEXEC));
  if (!epoll) return Fail(ErrorCode::kIo, fmt::format("epoll: {}", std::strerror(errno)));
  return EpollSet(std::move(epoll));
}

void EpollSet::Watch(int fd, Owner owner, bool read, bool write) {
  if (fd < 0) return;
  const auto place = static_cast<std::size_t>(fd);
  if (place >= watched_.size()) watched_.resize(place + 1);
  epoll_event event{};
  event.events = (read ? std::uint32_t{EPOLLIN} : 0U) | (write ? std::uint32_t{EPOLLOUT} : 0U);
  event.data.u64 = std::uint64_t{static_cast<std::uint8_t>(owner)} << 32U | place;
  if (event.events == 0) {
    if (watched_[place]) ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, fd, &event);
    watched_[place] = false;
    return;
  }
  const int first = watched_[place] ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  const int second = watched_[place] ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
  watched_[place] = ::epoll_ctl(epoll_.get(), first, fd, &event) == 0 ||
                    ::epoll_ctl(epoll_.get(), second, fd, &event) == 0;
}

void EpollSet::Wait(Duration longest, std::vector<Event>& events) {
  using std::chrono::milliseconds;
  events.clear();
  const auto millis =
      std::clamp<milliseconds::rep>(std::chrono::ceil<milliseconds>(longest).count(), 0,
                                    milliseconds(std::chrono::hours(1)).count());
  const int got = ::epoll_wait(epoll_.get(), buffer_.data(), static_cast<int>(buffer_.size()),
                               static_cast<int>(millis));
  for (int i = 0; i < got; ++i) {  // got < 0: a signal, and nothing came
    const epoll_event& event = buffer_[static_cast<std::size_t>(i)];
    const bool failed = (event.events & (EPOLLERR | EPOLLHUP)) != 0;
    events.push_back({.fd = static_cast<int>(event.data.u64 & 0xFFFFFFFFU),
                      .owner = static_cast<Owner>(event.data.u64 >> 32U),
                      .readable = failed || (event.events & EPOLLIN) != 0,
                      .writable = failed || (event.events & EPOLLOUT) != 0,
                      .failed = failed});
  }
}

}  // namespace meguri
