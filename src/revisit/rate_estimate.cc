#include "revisit/rate_estimate.h"

#include <algorithm>
#include <cmath>

namespace meguri::revisit {
namespace {

struct Curve {
  double slope;  // of the likelihood's logarithm, by ln λ
  double bend;   // of the same, downwards
};

// `expected`: changes in the interval, λt.
Curve LogLikelihood(double expected, bool changed) {
  if (!changed) return {-expected, expected};
  constexpr double kCertain = 700;  // beyond, e^x is none
  if (expected > kCertain) return {0, 0};
  const double share = expected / std::expm1(expected);
  return {share, share * (expected + share - 1)};
}

}  // namespace

void RateEstimate::Learn(double interval, bool changed, const RatePrior& prior) {
  const double before = log_rate;
  double expected = std::exp(before) * interval;
  const double known =
      1 / (1 / static_cast<double>(information) - prior.wandering * std::expm1(-expected));
  constexpr int kMostSteps = 8;
  constexpr double kLongestStep = 2;
  constexpr double kExact = 1e-2;  // a step after which the next would be some 1e-4
  double now = before;
  Curve curve = LogLikelihood(expected, changed);
  for (int step = 0; step < kMostSteps; ++step) {
    const double by = std::clamp((curve.slope - known * (now - before)) / (known + curve.bend),
                                 -kLongestStep, kLongestStep);
    now += by;
    expected = std::exp(now) * interval;
    curve = LogLikelihood(expected, changed);
    if (std::abs(by) < kExact) break;
  }
  log_rate = static_cast<float>(now);
  information = static_cast<float>(known + curve.bend);
}

double RateEstimate::rate() const { return std::exp(static_cast<double>(log_rate)); }

}  // namespace meguri::revisit
