// How often a page changes, learnt visit by visit: the logarithm of the rate and how sure it is.
//
// What is known is kept as a normal distribution of ln λ: its middle and its information (1 /
// variance), at first a prior of how pages are. A visit multiplies it by its likelihood, 1 - e^-λt
// or e^-λt, and puts the normal distribution of the same maximum and curvature in its place
// (Laplace's approximation): a few Newton steps. No history has a singular point. Pages change
// their ways: with each change that is expected, ln λ may have wandered a little, which takes
// information away.
//
// 8 bytes; some 80 ns an update.
#pragma once

namespace meguri::revisit {

struct RatePrior {
  double log_rate;     // per day
  double information;  // 1 / variance
  // Variance that each expected change adds.
  double wandering;
};
// Half of all pages change less often than every 180 days; rates spread over some e^±2.
inline constexpr RatePrior kRatePrior{.log_rate = -5.193, .information = 0.25, .wandering = 0.05};

struct RateEstimate {
  float log_rate = static_cast<float>(kRatePrior.log_rate);
  float information = static_cast<float>(kRatePrior.information);

  static constexpr RateEstimate From(const RatePrior& prior) {
    return {static_cast<float>(prior.log_rate), static_cast<float>(prior.information)};
  }

  // `interval` days passed, and something changed in them or nothing. REQUIRES: interval > 0.
  void Learn(double interval, bool changed, const RatePrior& prior = kRatePrior);
  double rate() const;  // changes a day
};

}  // namespace meguri::revisit
