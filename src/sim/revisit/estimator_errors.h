// What the policies' estimators make of pages whose rates are known.
#pragma once

#include <cstdint>
#include <vector>

#include "revisit/policy_name.h"
#include "sim/revisit/revisit_pages.h"

namespace meguri {

// Of the pages of a site that have an estimate at their end.
struct EstimatorErrors {
  std::uint64_t pages = 0;
  // Of ln(estimate / truth).
  double sum = 0;
  double squares = 0;
  // Of all the site's pages, with one access expected for each change.
  std::uint64_t accesses = 0;
  double expected = 0;

  // The estimate is so many times the truth, in the geometric mean, less 1.
  double bias() const;
  // Deviation of the logarithm.
  double spread() const;
  // Accesses made for each that was expected.
  double effort() const { return expected > 0 ? static_cast<double>(accesses) / expected : 0; }
};

// By site, after all 730 days with an access every 1/λ as the policy believes λ to be: no budget,
// a stretch of 1. Empty if the policy has no estimator of its own.
std::vector<EstimatorErrors> MeasureEstimator(const RevisitPages& pages,
                                              const revisit::Policy& policy, std::uint64_t seed);

}  // namespace meguri
