// Revisits that learn nothing: `fixed`, every page alike, and `known`, by the true rates, which is
// no policy but a bound.
#pragma once

#include "revisit/visit.h"

namespace meguri::revisit {

struct NoSite {};

// Every `stretch` days, from a moment of the page's own.
class FixedPolicy {
 public:
  struct Page {};
  using Site = NoSite;
  static constexpr bool kSiteClock = false;

  double First(Page& /*page*/, Site& /*site*/, const FirstVisit& visit,
               const Tuning& tuning) const {
    return tuning.stretch * visit.uniform;
  }
  double Next(Page& /*page*/, Site& /*site*/, const Visit& /*visit*/, const Tuning& tuning) const {
    return tuning.stretch;
  }
  double Rate(const Page& /*page*/) const { return 0; }
};

// `stretch` / rate: the most versions that Poisson pages can give.
class KnownPolicy {
 public:
  struct Page {
    double rate = 0;
  };
  using Site = NoSite;
  static constexpr bool kSiteClock = false;

  double First(Page& page, Site& /*site*/, const FirstVisit& visit, const Tuning& tuning) const {
    page.rate = visit.known_rate;
    return page.rate > 0 ? visit.uniform * tuning.stretch / page.rate : kNever;
  }
  double Next(Page& page, Site& /*site*/, const Visit& /*visit*/, const Tuning& tuning) const {
    return tuning.stretch / page.rate;
  }
  double Rate(const Page& page) const { return page.rate; }
};

}  // namespace meguri::revisit
