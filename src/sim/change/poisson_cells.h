// A Poisson process cut into cells: how many events there were until a moment, and the last one.
//
// A cell is 16 mean gaps long. Its count is drawn from the Poisson distribution of mean 16 by a
// table of 64-bit thresholds, its moments evenly. A cell without an event comes once in nine
// million, so that a question costs one cell, seldom two: about 16 hashes, 50 ns.
#pragma once

#include <chrono>
#include <cstdint>

#include "base/clock.h"

namespace meguri {

class PoissonCells {
 public:
  // Rises with every event, not necessarily by one; 0 before the first, and then `last` is 1970.
  struct Place {
    std::uint64_t ordinal = 0;
    WallTime last;
  };

  // REQUIRES: mean >= 1 ms. Longer than a millennium counts as one.
  explicit PoissonCells(std::chrono::microseconds mean);

  Place At(std::uint64_t key, WallTime t) const;

 private:
  std::uint64_t cell_micros_;
};

}  // namespace meguri
