// A line on the terminal while simulated crawls run: how far, how fast, how long still.
#pragma once

#include <chrono>
#include <string>

#include "app/simulate/live_line.h"
#include "sim/order/order_experiment.h"

namespace meguri::app {

// Shown from the beginning to the end of its life, if stderr is a terminal.
class OrderProgressLine {
 public:
  // `progress` must outlive this. `runs`: in all.
  OrderProgressLine(const OrderProgress& progress, std::uint64_t runs);
  OrderProgressLine(const OrderProgressLine&) = delete;
  OrderProgressLine& operator=(const OrderProgressLine&) = delete;

 private:
  std::string Line() const;

  const OrderProgress& progress_;
  const std::uint64_t runs_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  LiveLine line_;  // the last: it shows the others
};

}  // namespace meguri::app
