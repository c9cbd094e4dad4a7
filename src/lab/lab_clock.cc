#include "lab/lab_clock.h"

#include <chrono>

namespace meguri {

WallTime LabClock::WallAt(TimePoint moment) const {
  const auto real = std::chrono::duration<double, std::micro>(moment - begin_);
  return start_ + std::chrono::microseconds(
                      static_cast<std::chrono::microseconds::rep>(real.count() * speed_));
}

}  // namespace meguri
