// A policy, with what is done for an overloaded site on top of it; and that remembers the interval
// it gave last, which is what loads are summed of.
//
// Rate() is that of visits, not of changes: one in each interval, 0 if there is no next visit. Days
// are plain ones, also of a policy that counts on its site's clock, at the clock's speed when the
// interval was given. As any policy (revisit/visit.h): constant, any thread.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>

#include "revisit/overload.h"
#include "revisit/visit.h"

namespace meguri {

// Kept by the crawl, whatever the policy says.
struct ScheduleRule {
  Relief relief;
  double least = 0;                  // days: shorter intervals become as long, after the relief
  double shortest = revisit::kHour;  // that of the replay
};

inline Duration FromDays(double days) {
  // Longer ones are as good as this, and fit.
  constexpr double kMost = 100'000;
  if (days == revisit::kNever) return Duration::zero();
  using Days = std::chrono::duration<double, std::chrono::days::period>;
  return std::chrono::duration_cast<Duration>(Days(std::min(days, kMost)));
}
inline double ToDays(Duration interval) {
  return std::chrono::duration<double, std::chrono::days::period>(interval).count();
}

template <class Policy>
class ScheduledPolicy {
 public:
  struct Page {
    typename Policy::Page own;
    double interval = revisit::kNever;  // days
  };
  using Site = typename Policy::Site;
  static constexpr bool kSiteClock = Policy::kSiteClock;

  // `policy` must outlive it.
  ScheduledPolicy(const Policy& policy, const ScheduleRule& rule) : policy_(policy), rule_(rule) {}

  double First(Page& page, Site& site, const revisit::FirstVisit& visit,
               const revisit::Tuning& tuning) const {
    return Schedule(page, site, policy_.First(page.own, site, visit, tuning));
  }
  double Next(Page& page, Site& site, const revisit::Visit& visit,
              const revisit::Tuning& tuning) const {
    return Schedule(page, site, policy_.Next(page.own, site, visit, tuning));
  }
  double Rate(const Page& page) const { return 1 / page.interval; }
  double ClockSpeed(const Site& site) const {
    if constexpr (kSiteClock) return policy_.ClockSpeed(site);
    return 1;
  }

 private:
  double Schedule(Page& page, const Site& site, double days) const {
    page.interval = days;
    if (days == revisit::kNever) return days;
    const double speed = ClockSpeed(site);
    // First, so that what is relieved is what weighs: l times the interval is the load / l.
    double plain = std::max(days / speed, rule_.shortest);
    if (rule_.relief != Relief{}) plain = ToDays(RelievedInterval(FromDays(plain), rule_.relief));
    page.interval = std::max(plain, rule_.least);
    return page.interval * speed;
  }

  const Policy& policy_;
  ScheduleRule rule_;
};

}  // namespace meguri
