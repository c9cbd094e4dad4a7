// The results of simulated orders as a table for people, and as JSON.
#pragma once

#include <string>
#include <vector>

#include "app/simulate/order_summary.h"

namespace meguri::app {

// What the tables show of each summary: `at` are per cent of the crawl that are among the plan's
// points.
std::string FormatOrders(const OrderPlan& plan, const std::vector<OrderSummary>& summaries,
                         const std::vector<double>& at);
// A line for each order and set of seeds.
std::string OrdersJson(const OrderPlan& plan, const std::vector<OrderSummary>& summaries,
                       const std::vector<double>& at);

// "12.34 ± 0.56"; of one run alone "12.34".
std::string EstimateText(const Estimate& estimate, std::size_t runs, int digits);
// "10", "0.5".
std::string PointText(double point);
// 1,234,567
std::string CountText(double count);
// Where `point` is among the plan's. REQUIRES: it is there.
std::size_t PlaceOf(const OrderPlan& plan, double point);

}  // namespace meguri::app
