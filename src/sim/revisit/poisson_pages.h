// Pages that change as Poisson processes of known rates, to see what an estimator makes of them.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/revisit/revisit_pages.h"

namespace meguri {

// `count` pages for each mean interval between changes (days, above 0), a site each; all live
// through all 730 days. REQUIRES: all together some 10^8 changes at most.
RevisitPages PoissonPages(const std::vector<double>& mean_days, std::uint64_t count,
                          std::uint64_t seed);

}  // namespace meguri
