// `nutch`: the adaptive schedule of Apache Nutch with its default settings: 1.4 times as long after
// a visit that saw no change, 0.8 times after one that did, within a minute and a year; times the
// stretch. No model, 8 bytes a page.
#pragma once

#include <algorithm>

#include "revisit/fixed_policy.h"
#include "revisit/visit.h"

namespace meguri::revisit {

class NutchPolicy {
 public:
  struct Page {
    double interval = 0;  // before the stretch
  };
  using Site = NoSite;
  static constexpr bool kSiteClock = false;

  double First(Page& page, Site& /*site*/, const FirstVisit& visit,
               const Tuning& /*tuning*/) const {
    return page.interval = SecondVisit(visit.uniform);
  }
  double Next(Page& page, Site& /*site*/, const Visit& visit, const Tuning& tuning) const {
    constexpr double kLonger = 1.4;
    constexpr double kShorter = 0.8;
    constexpr double kLeast = 60 * kSecond;
    constexpr double kMost = 365;
    page.interval = std::clamp(page.interval * (visit.changed ? kShorter : kLonger), kLeast, kMost);
    return tuning.stretch * page.interval;
  }
  double Rate(const Page& /*page*/) const { return 0; }
};

}  // namespace meguri::revisit
