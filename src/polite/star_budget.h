// How much of a site may be fetched in a round, by how many other sites link to it: STAR, of IRLbot
// (Lee, Leonard, Wang and Loguinov, 2009). Who makes endless pages does not so easily find others
// that link to them.
#pragma once

#include <cstdint>

namespace meguri {

inline constexpr std::uint32_t kLeastStarBudget = 10;
inline constexpr std::uint32_t kMostStarBudget = 1000;

struct StarRange {
  std::uint32_t least = kLeastStarBudget;  // more than 0
  std::uint32_t most = kMostStarBudget;    // not less
};

// B_x = 10 + 990 · linking / largest, rounded down. REQUIRES: linking ≤ largest < 2^32.
constexpr std::uint32_t StarBudget(std::uint64_t linking, std::uint64_t largest,
                                   const StarRange& range = {}) {
  if (largest == 0) return range.least;
  const std::uint64_t share = (range.most - range.least) * linking / largest;
  return range.least + static_cast<std::uint32_t>(share);
}

}  // namespace meguri
