// Changes that come as a Poisson process: one by one, or in bursts.
#include <algorithm>
#include <cassert>

#include "sim/change/change_process.h"
#include "sim/change/changes_before.h"
#include "sim/change/poisson_cells.h"
#include "sim/draws.h"

namespace meguri {
namespace {

class Poisson final : public ChangeProcess {
 public:
  explicit Poisson(std::chrono::microseconds mean) : cells_(mean) {}

  PageState At(std::uint64_t key, WallTime t) const override {
    const PoissonCells::Place place = cells_.At(key, t);
    return {.version = place.ordinal, .trivial = 0, .since = place.last, .absent = false};
  }

  std::vector<WallTime> ChangesIn(std::uint64_t key, WallTime from, WallTime to) const override {
    return CollectChanges(*this, key, from, to);
  }

 private:
  PoissonCells cells_;
};

// A burst is cut into as many equal parts as it has changes. The first change begins it, the others
// lie anywhere in their parts: so which part a moment is in tells nearly all. A burst that begins
// before the one before is over ends that.
class Bursty final : public ChangeProcess {
 public:
  Bursty(std::chrono::microseconds quiet, std::uint32_t changes, std::chrono::microseconds within)
      : bursts_(quiet),
        changes_(changes),
        within_(std::max<std::uint64_t>(static_cast<std::uint64_t>(within.count()), changes)) {
    assert(changes > 0);
    assert(within >= std::chrono::microseconds(0));
  }

  PageState At(std::uint64_t key, WallTime t) const override {
    const PoissonCells::Place burst = bursts_.At(key, t);
    if (burst.ordinal == 0) return {};
    const std::uint64_t burst_key = Draw(key, ~burst.ordinal);
    const auto elapsed = static_cast<std::uint64_t>((t - burst.last).count());
    std::uint64_t change = changes_ - 1;
    if (elapsed < within_) change = std::min(change, Product(elapsed + 1, changes_, within_));
    while (change > 0 && OffsetOf(burst_key, change) > elapsed)
      --change;
    const std::uint64_t offset = OffsetOf(burst_key, change);
    return {.version = burst.ordinal * changes_ + change + 1,
            .trivial = 0,
            .since = burst.last + std::chrono::microseconds(static_cast<std::int64_t>(offset)),
            .absent = false};
  }

  std::vector<WallTime> ChangesIn(std::uint64_t key, WallTime from, WallTime to) const override {
    return CollectChanges(*this, key, from, to);
  }

 private:
  static std::uint64_t Product(std::uint64_t a, std::uint64_t b, std::uint64_t divisor) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Wide>(a) * b / divisor);
  }
  // When the change comes, since the burst's begin. Rises with `change`, or stays.
  std::uint64_t OffsetOf(std::uint64_t burst_key, std::uint64_t change) const {
    if (change == 0) return 0;
    return Product(within_, change, changes_) + Below(Draw(burst_key, change), within_ / changes_);
  }

  PoissonCells bursts_;
  std::uint64_t changes_;
  std::uint64_t within_;  // microseconds
};

}  // namespace

std::unique_ptr<ChangeProcess> PoissonChanges(std::chrono::microseconds mean) {
  return std::make_unique<Poisson>(mean);
}

std::unique_ptr<ChangeProcess> BurstyChanges(std::chrono::microseconds quiet, std::uint32_t changes,
                                             std::chrono::microseconds within) {
  return std::make_unique<Bursty>(quiet, changes, within);
}

}  // namespace meguri
