#include "revisit/mle_policy.h"

#include <algorithm>
#include <span>

#include "revisit/back_off.h"
#include "revisit/likelihood.h"

namespace meguri::revisit {

double MlePolicy::First(Page& page, Site& /*site*/, const FirstVisit& visit,
                        const Tuning& /*tuning*/) const {
  page.interval = static_cast<float>(SecondVisit(visit.uniform));
  return page.interval;
}

double MlePolicy::Next(Page& page, Site& /*site*/, const Visit& visit, const Tuning& tuning) const {
  const std::uint32_t place = page.visits++ % kWindow;
  page.intervals[place] = static_cast<float>(visit.interval);
  const std::uint32_t bit = std::uint32_t{1} << place;
  page.changed = visit.changed ? page.changed | bit : page.changed & ~bit;
  const double rate = Rate(page);
  if (rate > 0) {
    // Where the window's changes run out, back-off goes on from here.
    page.interval = static_cast<float>(std::min(1 / rate, kLongest));
    return Capped(tuning.stretch / rate, visit.uniform);
  }
  page.interval = BackedOff(page.interval, visit.changed);
  return Capped(tuning.stretch * page.interval, visit.uniform);
}

double MlePolicy::Rate(const Page& page) const {
  std::array<double, kWindow> changed;
  std::size_t changes = 0;
  double stable = 0;
  const std::size_t filled = std::min<std::size_t>(page.visits, kWindow);
  for (std::size_t i = 0; i < filled; ++i) {
    if ((page.changed >> i & 1U) != 0) {
      changed[changes++] = page.intervals[i];
    } else {
      stable += page.intervals[i];
    }
  }
  if (changes == 0 || stable <= 0) return 0;
  return LikeliestRate(std::span(changed).first(changes), stable);
}

}  // namespace meguri::revisit
