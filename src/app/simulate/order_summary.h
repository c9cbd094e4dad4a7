// What the runs of an experiment come to: for each order and set of seeds the mean over the sets
// that were drawn, and how far they were apart.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/order/order_experiment.h"

namespace meguri::app {

struct Estimate {
  double mean = 0;
  double deviation = 0;  // of one run; 0 if there is but one
};
Estimate EstimateOf(const std::vector<double>& values);

struct OrderSummary {
  std::size_t order = 0;  // in the plan
  std::size_t seed_set = 0;
  std::size_t runs = 0;
  // At the plan's points.
  std::array<std::vector<Estimate>, kTopShares.size()> a;
  std::vector<Estimate> b;
  std::vector<Estimate> c;
  Estimate mean_b;
  Estimate whole_c;
  Estimate tau;
  Estimate updates_per_page;
  Estimate pages_per_cpu_second;  // the links of the pages included
  // Without keeping them and finding the new ones; 0 if hardly anything is left then.
  Estimate decisions_per_cpu_second;
  // At the plan's accuracy points; empty from orders without scores.
  std::vector<Estimate> accuracy_tau;
  std::vector<Estimate> accuracy_distance;
};

// By set of seeds, then by order, both as the plan has them; those without a run are left out.
std::vector<OrderSummary> Summarise(const OrderPlan& plan, const std::vector<OrderResult>& results);

// Of the way from bf to oracle at point `at`: how much; nullopt if the plan lacks either, or there
// is no way.
std::optional<double> GapClosed(const OrderPlan& plan, const std::vector<OrderSummary>& summaries,
                                const OrderSummary& of, std::size_t at);

}  // namespace meguri::app
