// The charts and tables of simulated orders, one by one: for the report of an experiment, and for
// that of the papers' figures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/simulate/order_summary.h"
#include "report/report.h"

namespace meguri::app {

class OrderCharts {
 public:
  // All must outlive this. `at`: per cent of the crawl that the tables show.
  OrderCharts(const OrderPlan& plan, const std::vector<OrderSummary>& summaries,
              const std::vector<double>& at)
      : plan_(plan), summaries_(summaries), at_(at) {}

  // Only these orders, by their names; all if empty. For all that is made from now on.
  void Show(std::vector<std::string> names) { names_ = std::move(names); }

  // Each for one set of seeds of the plan. `id` names the chart's files.
  report::Chart Gathered(std::size_t set, std::string id) const;  // criterion B
  // Criterion A; `top` of kTopShares.
  report::Chart TopPages(std::size_t set, std::string id, std::size_t top) const;
  report::Chart Error(std::size_t set, std::string id) const;  // criterion C
  // Pages per second of CPU, with and without link expansion.
  report::Chart Speed(std::size_t set, std::string id) const;
  // Of scores, over their cost. REQUIRES: the plan has accuracy points.
  report::Chart Accuracy(std::size_t set, std::string id) const;
  report::Table GatheredTable(std::size_t set) const;
  report::Table WholeTable(std::size_t set) const;

 private:
  using Curve = std::function<const std::vector<Estimate>&(const OrderSummary&)>;
  report::Chart CurveChart(std::size_t set, std::string id, std::string title, std::string note,
                           std::string y, const Curve& curve) const;
  void ForEach(std::size_t set, const std::function<void(const OrderSummary&)>& each) const;
  const std::string& NameOf(const OrderSummary& summary) const {
    return plan_.orders[summary.order].name;
  }

  const OrderPlan& plan_;
  const std::vector<OrderSummary>& summaries_;
  const std::vector<double>& at_;
  std::vector<std::string> names_;
};

}  // namespace meguri::app
