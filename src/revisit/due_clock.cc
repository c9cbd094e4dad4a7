#include "revisit/due_clock.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace meguri {
namespace {

// Sums of small parts miss 1 by less than that.
constexpr double kOneVisit = 1 - 1e-9;

}  // namespace

DueClock::DueClock(double per_second, TimePoint steady, WallTime wall, double burst)
    : per_second_(per_second),
      burst_(std::max(burst, 1.0)),
      steady_(steady),
      wall_(wall),
      virtual_(wall),
      watched_at_(steady),
      watched_virtual_(wall) {
  assert(per_second > 0);
}

bool DueClock::Advance(TimePoint steady, WallTime wall) {
  if (steady > steady_) {
    const double seconds = std::chrono::duration<double>(steady - steady_).count();
    earned_ = std::min(burst_, earned_ + seconds * per_second_);
    steady_ = steady;
  }
  wall_ = wall;
  if (wall_ >= virtual_) return false;
  virtual_ = wall_;
  watched_at_ = steady_;
  watched_virtual_ = virtual_;
  return true;
}

WallTime DueClock::PutRight(WallTime due, Duration interval) const {
  // It got virtual now + interval, which never was above what is now.
  const auto whole = std::chrono::ceil<std::chrono::microseconds>(interval);
  return due - whole > wall_ ? wall_ : due;
}

bool DueClock::MayVisit(WallTime due) const { return due <= wall_ && earned_ >= kOneVisit; }

WallTime DueClock::Visit(WallTime due) {
  assert(MayVisit(due));
  earned_ = std::max(earned_ - 1, 0.0);
  virtual_ = std::max(virtual_, due);
  Watch();
  return virtual_;
}

void DueClock::Idle() {
  virtual_ = wall_;
  Watch();
}

void DueClock::Watch() {
  const Duration passed = steady_ - watched_at_;
  if (passed < kOver) return;
  const double ran = std::chrono::duration<double>(virtual_ - watched_virtual_).count();
  stretch_ = ran > 0 ? std::chrono::duration<double>(passed).count() / ran
                     : std::numeric_limits<double>::infinity();
  watched_at_ = steady_;
  watched_virtual_ = virtual_;
}

}  // namespace meguri
