#include "base/distinct_count.h"

#include <algorithm>

namespace meguri {

bool DistinctCount::Add(std::uint64_t hash) {
  const bool is_whole = least_.size() == kExact;
  if (is_whole && hash >= least_.back()) return false;
  const auto at = std::ranges::lower_bound(least_, hash);
  if (at != least_.end() && *at == hash) return false;
  if (is_whole) {
    std::move_backward(at, least_.end() - 1, least_.end());
    *at = hash;
  } else {
    least_.insert(at, hash);
  }
  return true;
}

std::uint64_t DistinctCount::count() const {
  if (least_.size() < kExact) return least_.size();
  constexpr double kAll = 18446744073709551616.0;  // 2⁶⁴
  const double estimate = (kExact - 1) * (kAll / static_cast<double>(least_.back()));
  return std::max<std::uint64_t>(kExact, static_cast<std::uint64_t>(estimate));
}

}  // namespace meguri
