#include "revisit/due_clock.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace meguri {
namespace {

double SecondsBetween(WallTime from, WallTime to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

DueClock::DueClock(double per_second, WallTime start, double burst)
    : per_second_(per_second),
      burst_(std::max(burst, 1.0)),
      earned_(1),
      earned_at_(start),
      virtual_(start),
      watched_at_(start),
      watched_virtual_(start) {
  assert(per_second > 0);
}

void DueClock::SetThroughput(double per_second, WallTime now) {
  assert(per_second > 0);
  Earn(now);
  per_second_ = per_second;
}

void DueClock::Earn(WallTime now) {
  if (now <= earned_at_) return;  // a clock that went back earns nothing twice
  earned_ = std::min(burst_, earned_ + SecondsBetween(earned_at_, now) * per_second_);
  earned_at_ = now;
}

bool DueClock::MayVisit(WallTime due, WallTime now) {
  Earn(now);
  // Sums of small parts miss 1 by less than that.
  return due <= now && earned_ >= 1 - 1e-9;
}

WallTime DueClock::Visit(WallTime due, WallTime now) {
  assert(due <= now && earned_ >= 1 - 1e-9);
  earned_ = std::max(earned_ - 1, 0.0);
  virtual_ = std::max(virtual_, due);
  Watch(now);
  return virtual_;
}

void DueClock::Idle(WallTime now) {
  virtual_ = std::max(virtual_, now);
  Watch(now);
}

Duration DueClock::Lag(WallTime now) const {
  return std::max<Duration>(now - virtual_, Duration::zero());
}

void DueClock::Watch(WallTime now) {
  const double passed = SecondsBetween(watched_at_, now);
  if (passed < std::chrono::duration<double>(kOver).count()) return;
  const double ran = SecondsBetween(watched_virtual_, virtual_);
  stretch_ = ran > 0 ? passed / ran : std::numeric_limits<double>::infinity();
  watched_at_ = now;
  watched_virtual_ = virtual_;
}

}  // namespace meguri
