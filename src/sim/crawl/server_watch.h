// What the servers of a simulated crawl see, by their own clocks: is each of them, and each host,
// asked for one thing at a time, and left alone for long enough before the next?
//
// Knows nothing of the crawler but what was promised: the interval, what Retry-After asked for, and
// that a Crawl-delay counts once it was delivered. One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/ip_address.h"

namespace meguri {

struct WatchPromise {
  Duration interval{0};
  Duration max_retry_after{0};
  Duration max_crawl_delay{0};
};

class ServerWatch {
 public:
  explicit ServerWatch(const WatchPromise& promise) : promise_(promise) {}

  // A request arrives, and will be over at `over` unless the client goes away before.
  void Arrive(std::string_view host, const IpAddress& server, TimePoint at, TimePoint over,
              std::string_view url);
  // The client has gone: who was sending hears of it then, if it is not over before.
  void Gone(std::string_view host, const IpAddress& server, TimePoint hears);
  // An answer has reached the client.
  void Delivered(std::string_view host, TimePoint at, std::optional<Duration> retry_after,
                 std::optional<Duration> crawl_delay);
  // The client's process is no more; what it had heard since `durable` may be forgotten.
  void Forget(TimePoint durable);

  std::uint64_t requests() const { return requests_; }
  const std::vector<std::string>& breaches() const { return breaches_; }

 private:
  struct Watched {
    TimePoint busy_until = TimePoint::min();
    std::string url;  // of the last request
    // What the last answers asked for, and since when the client knows.
    Duration retry_after{0};
    Duration crawl_delay{0};
    TimePoint heard_retry;
    TimePoint heard_delay;
  };

  void Check(const Watched& watched, std::string_view who, TimePoint at, Duration wanted,
             std::string_view url);

  const WatchPromise promise_;
  std::unordered_map<std::string, Watched> hosts_;
  std::unordered_map<std::string, Watched> servers_;
  std::uint64_t requests_ = 0;
  std::vector<std::string> breaches_;
};

}  // namespace meguri
