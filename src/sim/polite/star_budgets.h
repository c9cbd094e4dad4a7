// How much of each domain may be fetched, by how many other domains link to it: IRLbot's STAR (Lee,
// Leonard, Wang and Loguinov, 2009), B_x = 10 + 990 · in(x) / the largest in.
//
// O(1) a link; 8 bytes a domain, and some 40 for each pair of linked domains.
// Not thread-safe: owned by one simulation.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "polite/star_budget.h"

namespace meguri {

class StarBudgets {
 public:
  static constexpr std::uint32_t kLeast = kLeastStarBudget;
  static constexpr std::uint32_t kMost = kMostStarBudget;

  explicit StarBudgets(std::uint32_t domains) : linking_(domains) {}

  // A page of one was fetched, with a link to the other.
  void Link(std::uint32_t from, std::uint32_t to) {
    if (from == to) return;
    if (!pairs_.insert(std::uint64_t{from} << 32U | to).second) return;
    largest_ = std::max(largest_, ++linking_[to]);
  }
  // By what is known now.
  std::uint32_t Budget(std::uint32_t domain) const {
    return StarBudget(linking_[domain], largest_);
  }

 private:
  std::vector<std::uint32_t> linking_;
  std::uint32_t largest_ = 0;
  std::unordered_set<std::uint64_t> pairs_;
};

}  // namespace meguri
