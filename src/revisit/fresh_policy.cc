#include "revisit/fresh_policy.h"

#include <cmath>

#include "revisit/marginal_gain.h"

namespace meguri::revisit {

double FreshInterval(FreshRule rule, double rate, double price) {
  if (price * rate >= 1) return kNever;
  if (rule == FreshRule::kCgm) return ChangesForGain(price * rate) / rate;
  const double frequency = std::sqrt(rate / price) - rate;
  return frequency > 0 ? 1 / frequency : kNever;  // rounding may leave nothing of it
}

double FreshPolicy::First(Page& /*page*/, Site& /*site*/, const FirstVisit& visit,
                          const Tuning& /*tuning*/) const {
  return SecondVisit(visit.uniform);
}

double FreshPolicy::Next(Page& page, Site& /*site*/, const Visit& visit,
                         const Tuning& tuning) const {
  page.Learn(visit.interval, visit.changed);
  return Capped(FreshInterval(rule_, page.rate(), tuning.stretch), visit.uniform);
}

double KnownFreshPolicy::First(Page& page, Site& /*site*/, const FirstVisit& visit,
                               const Tuning& tuning) const {
  page.rate = visit.known_rate;
  if (page.rate <= 0) return kNever;
  const double interval = FreshInterval(rule_, page.rate, tuning.stretch);
  return interval == kNever ? kNever : visit.uniform * interval;
}

double KnownFreshPolicy::Next(Page& page, Site& /*site*/, const Visit& /*visit*/,
                              const Tuning& tuning) const {
  return FreshInterval(rule_, page.rate, tuning.stretch);
}

}  // namespace meguri::revisit
