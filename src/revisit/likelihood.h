// The rate of a Poisson process of which only is known in which intervals something happened.
#pragma once

#include <span>

namespace meguri::revisit {

// Solves Σ t/(e^(λt) - 1) = stable for λ, over the intervals t that saw a change; to the last
// digits. `stable`: the sum of the others. REQUIRES: changed is not empty, all numbers are above 0.
//
// The left side is convex and falls, and equal intervals of the same sum make it smaller: so the
// solution for those, which is a logarithm, is below the one looked for, and Newton's steps from
// there only go up. About 4 of them.
double LikeliestRate(std::span<const double> changed, double stable);

}  // namespace meguri::revisit
