// `cgm` and `azar`: as much of the time as can be, the copy is what the page is.
//
// cgm: equal intervals T of G(λT) = μλ (marginal_gain.h), the optimum of Cho and Garcia-Molina
// (2003). azar: 1/T = √(λ/μ) - λ, that of Azar, Horvitz, Lubetzky, Peres and Shahaf (2018), who
// visit at random moments; here at equal intervals of the same frequency. Either leaves pages alone
// that change too often, which with estimated rates are looked at again after 300 to 400 days. The
// stretch is μ, in days.
#pragma once

#include <cstdint>

#include "revisit/fixed_policy.h"
#include "revisit/rate_estimate.h"
#include "revisit/visit.h"

namespace meguri::revisit {

enum class FreshRule : std::uint8_t { kCgm, kAzar };

// Days, by the rule; kNever for pages that are left alone. REQUIRES: both above 0.
double FreshInterval(FreshRule rule, double rate, double price);

// Rates as they are learnt (RateEstimate). 8 bytes a page.
class FreshPolicy {
 public:
  using Page = RateEstimate;
  using Site = NoSite;
  static constexpr bool kSiteClock = false;

  explicit FreshPolicy(FreshRule rule) : rule_(rule) {}

  double First(Page& page, Site& site, const FirstVisit& visit, const Tuning& tuning) const;
  double Next(Page& page, Site& site, const Visit& visit, const Tuning& tuning) const;
  double Rate(const Page& page) const { return page.rate(); }

 private:
  FreshRule rule_;
};

// The true rates: a bound.
class KnownFreshPolicy {
 public:
  using Page = KnownPolicy::Page;
  using Site = NoSite;
  static constexpr bool kSiteClock = false;

  explicit KnownFreshPolicy(FreshRule rule) : rule_(rule) {}

  double First(Page& page, Site& site, const FirstVisit& visit, const Tuning& tuning) const;
  double Next(Page& page, Site& site, const Visit& visit, const Tuning& tuning) const;
  double Rate(const Page& page) const { return page.rate; }

 private:
  FreshRule rule_;
};

}  // namespace meguri::revisit
