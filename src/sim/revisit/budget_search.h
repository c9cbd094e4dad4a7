// Finds the stretch at which a policy makes as many accesses as it may.
#pragma once

#include <cstdint>
#include <functional>

namespace meguri {

// More accesses or fewer do not count as the budget.
inline constexpr double kBudgetTolerance = 0.01;

struct BudgetFit {
  double stretch = 1;
  bool fits = false;  // else it is the nearest that was tried
};

// `accesses(stretch)` falls as the stretch grows, but for some noise; it may end early once it is
// beyond twice `allowed`. Tried from 1 on, between 1e-9 and 1e9, by the slope of the last two in
// logarithms, within what is known to be too much and too little. It ends when within a fifth of
// the tolerance; after 40 attempts with the best.
BudgetFit FitBudget(std::uint64_t allowed,
                    const std::function<std::uint64_t(double stretch)>& accesses);

}  // namespace meguri
