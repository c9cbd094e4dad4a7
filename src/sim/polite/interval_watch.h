// What the virtual servers see: is each asked for one page at a time, and left alone for long
// enough before the next? Knows the promise, and nothing of who schedules.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/histogram.h"

namespace meguri {

class IntervalWatch {
 public:
  // `promised`: from the end of an access to the begin of the next.
  IntervalWatch(std::uint32_t servers, Duration promised);

  // A request arrives, and is over `took` later.
  void Arrive(std::uint32_t server, TimePoint at, Duration took);

  std::uint64_t requests() const { return requests_; }
  // Requests that came too early; the first of them in words.
  std::uint64_t breaches() const { return breaches_; }
  const std::string& first_breach() const { return first_breach_; }
  // Between two accesses to the same server, in microseconds.
  const Histogram& intervals() const { return intervals_; }
  // The smallest one of each server that was asked more than once, in microseconds.
  Histogram SmallestByServer() const;

 private:
  static constexpr Duration kNone = Duration::max();
  struct Watched {
    TimePoint over = TimePoint::min();
    Duration smallest = kNone;
  };

  const Duration promised_;
  std::vector<Watched> servers_;
  std::uint64_t requests_ = 0;
  std::uint64_t breaches_ = 0;
  std::string first_breach_;
  Histogram intervals_;
};

}  // namespace meguri
