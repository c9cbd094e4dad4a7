// Pages in due order at a constant throughput, on a clock of their own: nobody has to guess by how
// much to stretch.
//
// The virtual clock stands at the due time of the page that was visited last. It runs as fast as
// pages can be visited, and never ahead of the real one. A page that is visited is due again at
// virtual now + T. If the pages want more visits than there are, the clock falls behind: everything
// is stretched by the same factor, real time / virtual time, and the lag says how much is missing.
// It is taken back by itself: with fewer pages, or more throughput, the clock catches up.
//
//   while (clock.MayVisit(first_due, now)) { visit; due = clock.Visit(first_due, now) + T; }
//
// Whose pages these are, a host's or a crawl's, is the caller's business, and so is their order.
// O(1); not thread-safe.
#pragma once

#include <cstdint>

#include "base/clock.h"

namespace meguri {

class DueClock {
 public:
  // `per_second` visits, more than 0; up to `burst` of them at once after a pause.
  DueClock(double per_second, WallTime start, double burst = 1);

  void SetThroughput(double per_second, WallTime now);

  // Whether a page that is due then, on the virtual clock, may be visited now.
  bool MayVisit(WallTime due, WallTime now);
  // It is: the clock goes to its time. Gives the virtual time. REQUIRES: MayVisit().
  WallTime Visit(WallTime due, WallTime now);
  // Nothing is due up to now: the clock goes there.
  void Idle(WallTime now);

  WallTime virtual_now() const { return virtual_; }
  // How far it is behind.
  Duration Lag(WallTime now) const;
  // By how much intervals are stretched at present, over the last `over` or so: 1 if it keeps up.
  double stretch() const { return stretch_; }

 private:
  void Earn(WallTime now);
  void Watch(WallTime now);

  static constexpr std::chrono::hours kOver{24};

  double per_second_;
  double burst_;
  double earned_;  // visits that may be made at once
  WallTime earned_at_;
  WallTime virtual_;
  // The stretch is measured from time to time, between two moments.
  WallTime watched_at_;
  WallTime watched_virtual_;
  double stretch_ = 1;
};

}  // namespace meguri
