// How near the scores of an order are to the exact PageRank of what is collected. Private to
// order_experiment.cc.
#pragma once

#include <span>
#include <vector>

#include "sim/order/order_experiment.h"

namespace meguri {

// `fetched`: the pages so far; known are they and what they link to. `scores`: of all pages.
ScoreAccuracy CompareScores(const OrderWeb& web, std::span<const PageId> fetched,
                            const std::vector<double>& scores);

}  // namespace meguri
