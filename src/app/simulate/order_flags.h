// The flags that all commands which simulate orders have, and what they print alike.
#pragma once

#include <cstdint>
#include <vector>

#include "app/simulate/graph_flags.h"
#include "app/simulate/order_experiment_run.h"
#include "base/result.h"

namespace meguri::app {

class Command;

struct OrderFlags : GraphFlags {
  std::uint64_t repeats = 10;

  // Adds them to the command, as GraphFlags does.
  void AddTo(Command& command);
  // Into the plan; kInvalidArgument names the flag.
  Status Apply(OrderPlan& plan) const;
};

// The table, or JSON; and on stderr whether it was stopped.
void PrintOutcome(const OrderFlags& flags, const GraphOfSites& graph, const OrderPlan& plan,
                  const Outcome& outcome, const std::vector<double>& at);

}  // namespace meguri::app
