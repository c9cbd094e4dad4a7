// The report of simulated orders: charts of all criteria, and tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/simulate/order_summary.h"
#include "report/report.h"

namespace meguri::app {

struct OrderReportFacts {
  std::string graph;  // its name
  std::size_t pages = 0;
  std::uint64_t links = 0;
  std::string command;
  bool unfinished = false;  // it was stopped
};

// For the head of a report.
std::vector<std::pair<std::string, std::string>> FactList(const OrderReportFacts& facts);

report::Report OrderReport(const OrderPlan& plan, const std::vector<OrderSummary>& summaries,
                           const std::vector<double>& at, const OrderReportFacts& facts);

}  // namespace meguri::app
