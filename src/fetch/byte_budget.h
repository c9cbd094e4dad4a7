// How many bytes may come in by now: so many a second, and what isn't used within a twentieth of a
// second is lost, so that nobody saves up for a flood.
//
// May be overdrawn by what came in one piece; that is paid back first. A value; one thread.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "base/clock.h"

namespace meguri {

class ByteBudget {
 public:
  // 0: there is no limit.
  ByteBudget(std::uint64_t bytes_per_second, TimePoint now)
      : rate_(static_cast<double>(bytes_per_second)), at_(now) {}

  bool IsSpent(TimePoint now) {
    if (rate_ == 0) return false;
    const double seconds = std::chrono::duration<double>(now - at_).count();
    at_ = now;
    left_ = std::min(left_ + seconds * rate_, rate_ / 20);
    return left_ <= 0;
  }
  void Spend(std::uint64_t bytes) { left_ -= static_cast<double>(bytes); }
  // When it is no longer spent, and has something worth to go on for. REQUIRES: there is a limit.
  TimePoint NextTime() const {
    const double seconds = std::max(0.0, rate_ / 100 - left_) / rate_;
    return at_ + std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds)) +
           Duration(1);
  }

 private:
  double rate_;
  double left_ = 0;
  TimePoint at_;
};

}  // namespace meguri
