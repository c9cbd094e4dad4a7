// The order of IRLbot: STAR's budgets and BEAST's queues (Lee, Leonard, Wang and Loguinov, 2009).
//
// A fixed number of queues is read one after the other. Of a domain x each has at most B_x URLs: a
// URL goes to the first queue behind the one that is read that has room for its domain, or aside if
// there is none. When all are read, the budgets are found anew, and what is aside is dealt out
// again, in its order.
#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "sim/polite/servers.h"

namespace meguri {

inline constexpr std::size_t kBeastQueues = 16;

// Empty if it was stopped; `stop` may be null.
std::vector<PageId> BeastOrder(const PoliteWeb& web, std::span<const PageId> seeds,
                               const std::atomic<bool>* stop = nullptr);

}  // namespace meguri
