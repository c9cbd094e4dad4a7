// How many times the interval a server rests, by its domain's budget: 1 if there are none. Private
// to polite_run.cc.
#pragma once

#include "sim/polite/polite_setup.h"
#include "sim/polite/servers.h"
#include "sim/polite/star_budgets.h"

namespace meguri {

class RarerTurns {
 public:
  static constexpr std::uint32_t kMost = StarBudgets::kMost / StarBudgets::kLeast;

  RarerTurns(const PoliteWeb& web, bool budgets)
      : web_(web), on_(budgets), budgets_(web.servers.domain_count) {}

  void Fetched(PageId page) {
    if (!on_) return;
    for (const PageId link : web_.web.graph.successors(page))
      budgets_.Link(web_.domain[page], web_.domain[link]);
  }
  std::uint32_t Times(std::uint32_t server) const {
    if (!on_) return 1;
    const std::uint32_t budget = budgets_.Budget(web_.servers.domain_of[server]);
    return (StarBudgets::kMost + budget - 1) / budget;
  }

 private:
  const PoliteWeb& web_;
  const bool on_;
  StarBudgets budgets_;
};

}  // namespace meguri
