// `meguri`: how often a page changes as its own history and its site's say, what is not sure
// weighed in, on a clock that runs faster where much is going on.
//
// - The page: ln λ and how sure it is (rate_estimate.h).
// - The interval: what the last visit brings is the same everywhere (uncertain_gain.h), for a goal
//   between "lose no version" and "be fresh".
// - The site's prior: its pages begin as its others turned out to be, by what their second visits
//   saw. Not if the goal is nearer to freshness, which it does not serve.
// - The site's clock: if its pages show more changes than expected it runs faster, and all of them
//   come up sooner; a template that changes is seen on a few pages, and the others follow.
//
// 12 bytes a page, 16 a site; docs/design/revisit.md has what each part brings.
#pragma once

#include <cstdint>

#include "revisit/rate_estimate.h"
#include "revisit/visit.h"

namespace meguri::revisit {

class MeguriPolicy {
 public:
  // What is known of a page, or of a site's before they were looked at twice.
  static constexpr RatePrior kPrior{.log_rate = -4.605, .information = 0.25, .wandering = 0.5};

  struct Page {
    RateEstimate estimate = RateEstimate::From(kPrior);
    std::uint32_t visits = 0;
  };
  struct Site {
    RateEstimate pages = RateEstimate::From(kPrior);  // its middle, as of a page that is new
    float changes = 0;                                // that were seen, and
    float expected = 0;                               // those expected, of the last visits
  };
  static constexpr bool kSiteClock = true;

  double First(Page& page, Site& site, const FirstVisit& visit, const Tuning& tuning) const;
  double Next(Page& page, Site& site, const Visit& visit, const Tuning& tuning) const;
  double Rate(const Page& page) const { return page.estimate.rate(); }
  double ClockSpeed(const Site& site) const;
};

static_assert(sizeof(MeguriPolicy::Page) <= 32 && sizeof(MeguriPolicy::Site) <= 32);

}  // namespace meguri::revisit
