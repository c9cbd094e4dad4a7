#include "revisit/paper_policy.h"

#include <algorithm>
#include <cmath>

namespace meguri::revisit {
namespace {

constexpr double kNewest = 0.125;  // of the moving average

static_assert(sizeof(PaperPolicy::Page) == 32);

}  // namespace

double PaperPolicy::First(Page& page, Site& /*site*/, const FirstVisit& visit,
                          const Tuning& /*tuning*/) const {
  // Rounded first, so that the state has exactly what was waited.
  page.interval = static_cast<float>(SecondVisit(visit.uniform));
  return page.interval;
}

double PaperPolicy::Next(Page& page, Site& /*site*/, const Visit& visit,
                         const Tuning& tuning) const {
  if (visit.changed) {
    double& representative = page.representative;
    if (page.changes == 0) {
      representative = visit.interval;
    } else if (mean_ == ChangedMean::kMoving) {
      representative += kNewest * (visit.interval - representative);
    } else {
      representative = std::min(representative, visit.interval);
    }
    page.changed += visit.interval;
    ++page.changes;
  } else {
    page.stable += visit.interval;
  }
  const double rate = Rate(page);
  if (rate > 0) return Capped(tuning.stretch / rate, visit.uniform);
  page.interval = BackedOff(page.interval, visit.changed);
  return Capped(tuning.stretch * page.interval, visit.uniform);
}

double PaperPolicy::MeanChanged(const Page& page) const {
  const double average = page.changed / page.changes;
  switch (mean_) {
    case ChangedMean::kGeometric:
      return std::sqrt(page.representative * average);
    case ChangedMean::kAverage:
      return average;
    case ChangedMean::kLeast:
    case ChangedMean::kMoving:
      break;
  }
  return page.representative;
}

double PaperPolicy::Rate(const Page& page) const {
  if (page.changes == 0 || page.stable <= 0) return 0;
  // ln(T_total / T_stable), without the digits that the quotient loses near 1.
  return std::log1p(page.changed / page.stable) / MeanChanged(page);
}

}  // namespace meguri::revisit
