// What one more visit brings, to a page that changes as a Poisson process and is visited at equal
// intervals, r changes each on average.
//
// Versions got per day are (1 - e^-r)/T, the share of time that the copy is fresh (1 - e^-r)/r.
// Both grow with the frequency 1/T by the same function of r, the latter divided by the rate:
//
//   G(r) = 1 - (1 + r)·e^-r
//
// At a best use of a budget the last visit brings the same everywhere. For versions: G(r) = μ, so T
// = l/λ for all; for freshness: G(r) = μλ, nothing for pages of λ >= 1/μ (Cho and Garcia-Molina,
// 2003).
#pragma once

namespace meguri::revisit {

double MarginalGain(double r);

// r such that MarginalGain(r) == gain, to 1e-12 of it; kNever if gain >= 1. REQUIRES: gain >= 0.
double ChangesForGain(double gain);

}  // namespace meguri::revisit
