#include "revisit/marginal_gain.h"

#include <cmath>

#include "revisit/visit.h"

namespace meguri::revisit {
namespace {

// Below, differences lose digits, and three terms of a series have them all.
constexpr double kSmall = 1e-4;

}  // namespace

double MarginalGain(double r) {
  if (r < kSmall) return r * r * (0.5 - r / 3 + r * r / 8);
  return -std::expm1(-r) - r * std::exp(-r);
}

double ChangesForGain(double gain) {
  if (gain >= 1) return kNever;
  // r - ln(1 + r) = -ln(1 - gain) by Newton's steps; the start is within 15 %.
  const double wanted = -std::log1p(-gain);
  double r = std::sqrt(2 * wanted) + 2 * wanted / 3;
  if (r < kSmall) return r + r * r * r / 36;
  constexpr int kSteps = 3;
  for (int step = 0; step < kSteps; ++step)
    r -= (r - std::log1p(r) - wanted) * (1 + r) / r;
  return r;
}

}  // namespace meguri::revisit
