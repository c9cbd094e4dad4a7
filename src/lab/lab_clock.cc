#include "lab/lab_clock.h"

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace meguri {
namespace {

// Where the years have four digits. Sums of two don't overflow.
constexpr double kMaxMicroseconds = 250e15;

}  // namespace

WallTime VirtualTimeAt(WallTime start, std::chrono::microseconds real, double speed) {
  constexpr auto kMost = static_cast<std::int64_t>(kMaxMicroseconds);
  const double since =
      std::clamp(static_cast<double>(real.count()) * speed, -kMaxMicroseconds, kMaxMicroseconds);
  const std::int64_t from =
      std::clamp<std::int64_t>(start.time_since_epoch().count(), -kMost, kMost);
  const std::int64_t sum = from + static_cast<std::int64_t>(since);
  return WallTime(std::chrono::microseconds(std::clamp<std::int64_t>(sum, -kMost, kMost)));
}

WallTime LabClock::WallAt(TimePoint moment) const {
  return VirtualTimeAt(
      start_, std::chrono::duration_cast<std::chrono::microseconds>(moment - begin_), speed_);
}

}  // namespace meguri
