// The lab's time: real steady time for what is measured, and a virtual wall clock that may run
// faster, by which pages change and move. Any thread may read it.
#pragma once

#include "base/clock.h"

namespace meguri {

// Virtual time so many real microseconds after `start`. Whoever has the log computes the same as
// the lab did: both count whole microseconds. Stays within what WallTime can hold.
WallTime VirtualTimeAt(WallTime start, std::chrono::microseconds real, double speed);

class LabClock final : public Clock {
 public:
  // At this moment it is `start`, and `speed` virtual seconds go by in a real one. `real` must
  // outlive this. REQUIRES: speed >= 0.
  LabClock(const Clock& real, WallTime start, double speed)
      : real_(real), begin_(real.Now()), start_(start), speed_(speed) {}

  TimePoint Now() const override { return real_.Now(); }  // real time
  WallTime WallNow() const override { return WallAt(real_.Now()); }
  // Virtual time at a moment of real time.
  WallTime WallAt(TimePoint moment) const;

  TimePoint begin() const { return begin_; }
  WallTime start() const { return start_; }
  double speed() const { return speed_; }

 private:
  const Clock& real_;
  const TimePoint begin_;
  const WallTime start_;
  const double speed_;
};

}  // namespace meguri
