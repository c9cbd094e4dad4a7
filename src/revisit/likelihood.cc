#include "revisit/likelihood.h"

#include <cmath>
#include <numeric>

namespace meguri::revisit {

double LikeliestRate(std::span<const double> changed, double stable) {
  const double sum = std::accumulate(changed.begin(), changed.end(), 0.0);
  const double mean = sum / static_cast<double>(changed.size());
  double rate = std::log1p(sum / stable) / mean;
  constexpr int kMostSteps = 100;
  constexpr double kExact = 1e-15;
  for (int step = 0; step < kMostSteps; ++step) {
    double value = -stable;
    double slope = 0;
    for (const double t : changed) {
      const double grown = std::expm1(rate * t);
      const double part = t / grown;
      value += part;
      slope -= part * t * (1 + 1 / grown);  // t² e^x / (e^x - 1)²
    }
    const double by = -value / slope;
    rate += by;
    if (!(by > kExact * rate)) break;
  }
  return rate;
}

}  // namespace meguri::revisit
