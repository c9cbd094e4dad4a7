// Pages in due order at a constant throughput, on a clock of their own: nobody has to guess by how
// much to stretch.
//
// The virtual clock stands at the due time of the page that was visited last. It runs as fast as
// pages can be visited, and never ahead of the real one. A page that is visited is due again at
// virtual now + T. If the pages want more visits than there are, the clock falls behind: everything
// is stretched by the same factor, real time / virtual time, and the lag says how much is missing.
// It is taken back by itself: with fewer pages, or more throughput, the clock catches up.
//
//   if (clock.Advance(steady, wall)) for all pages: due = clock.PutRight(due, T);
//   while (clock.MayVisit(first_due)) { visit; due = clock.Visit(first_due) + T; }
//   if (first_due > wall) clock.Idle();
//
// The real clock is the wall's, since due times are kept on disk, and it may be set. Visits are
// earned by the steady one, so that no jump stalls or doubles them. If the wall clock is put back
// behind the virtual one, that goes back, too; pages that were visited meanwhile have a due time
// that is too far away, which Advance() tells and PutRight() mends.
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
  DueClock(double per_second, TimePoint steady, WallTime wall, double burst = 1);

  void SetThroughput(double per_second) { per_second_ = per_second; }

  // It is now. True: the wall clock was put back to before what virtual_now() was.
  [[nodiscard]] bool Advance(TimePoint steady, WallTime wall);
  // `due`, or now if a page of that interval can only have got it from a clock that was ahead.
  WallTime PutRight(WallTime due, Duration interval) const;

  // Whether a page that is due then, on the virtual clock, may be visited now.
  bool MayVisit(WallTime due) const;
  // It is: the clock goes to its time. Gives the virtual time. REQUIRES: MayVisit().
  WallTime Visit(WallTime due);
  // Nothing is due up to now: the clock goes there.
  void Idle();

  WallTime virtual_now() const { return virtual_; }
  // How far it is behind. Not in nanoseconds: a clock that is wrong may be so by centuries.
  std::chrono::microseconds lag() const { return wall_ - virtual_; }
  // By how much intervals are stretched at present, over the last day or so: 1 if it keeps up.
  double stretch() const { return stretch_; }

 private:
  void Watch();

  static constexpr std::chrono::hours kOver{24};

  double per_second_;
  double burst_;
  double earned_ = 1;  // visits that may be made at once
  TimePoint steady_;
  WallTime wall_;
  WallTime virtual_;  // never above wall_
  // The stretch is measured from time to time, between two moments.
  TimePoint watched_at_;
  WallTime watched_virtual_;
  double stretch_ = 1;
};

}  // namespace meguri
