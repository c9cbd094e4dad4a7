// What a revisit policy is told, and what it is: "when again?" as a pure function of a small state.
//
// A policy is a class with
//
//   struct Page {…};   what it keeps of each page: plain bytes, 32 at most where it runs live
//   struct Site {…};   and of each site
//   double First(Page&, Site&, const FirstVisit&, const Tuning&) const;   days until the second
//   double Next(Page&, Site&, const Visit&, const Tuning&) const;         days until the next
//   double Rate(const Page&) const;         changes a day, as it believes; 0: it has no idea
//   static constexpr bool kSiteClock;       its days are those of the site's clock, which runs
//   double ClockSpeed(const Site&) const;   so many times as fast as time from the last visit on
//
// (the last two: kSiteClock false and no ClockSpeed() if it counts plain days). The answer may be
// kNever, and knows no shortest interval: that is the caller's, as are lateness and load. A policy
// object is constant: any thread may ask it, with states of its own. No I/O, no clock, no
// generator: chance comes in as `uniform`.
#pragma once

#include <limits>

namespace meguri::revisit {

inline constexpr double kNever = std::numeric_limits<double>::infinity();
inline constexpr double kSecond = 1.0 / 86'400;  // in days
inline constexpr double kHour = 1.0 / 24;

// The first access: nothing is known yet.
struct FirstVisit {
  double now = 0;         // days, on any clock that the page's other visits are on
  double uniform = 0;     // drawn evenly from [0, 1)
  double known_rate = 0;  // changes a day: the truth, for bounds that no crawler can have
};

struct Visit {
  double now = 0;
  double interval = 0;  // days since the visit before, lateness included; above 0
  // The same on the site's clock, where the policy has one; else as `interval`.
  double clock_interval = 0;
  bool changed = false;  // since then
  double uniform = 0;
};

// The same for all pages.
struct Tuning {
  // The one knob that brings a policy to a budget: larger is fewer visits. What it stands for is
  // the policy's; above 0.
  double stretch = 1;
  // From 0, lose no version, to 1, be fresh.
  double goal = 0;
};

// The second access, where nothing is known.
inline double SecondVisit(double uniform) {
  constexpr double kLeast = 1;
  constexpr double kMost = 14;
  return kLeast + (kMost - kLeast) * uniform;
}

// The longest interval; what is longer is drawn anew each time, so that dead servers are noticed
// and no date piles up.
inline constexpr double kLongest = 400;
inline double Capped(double interval, double uniform) {
  constexpr double kDrawnFrom = 300;
  return interval <= kLongest ? interval : kDrawnFrom + (kLongest - kDrawnFrom) * uniform;
}

}  // namespace meguri::revisit
