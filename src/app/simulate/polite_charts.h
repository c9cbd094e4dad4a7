// The charts and tables of simulated politeness, one by one: for the report of an experiment, and
// for that of the paper's figures.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/simulate/polite_experiment_run.h"
#include "report/report.h"

namespace meguri::app {

class PoliteCharts {
 public:
  // All must outlive this. `at`: per cent of what the seeds reach that the tables show.
  PoliteCharts(const PolitePlan& plan, const PoliteOutcome& outcome, const std::vector<double>& at)
      : plan_(plan), outcome_(outcome), at_(at) {}

  // Only setups of which it is true; for all that is made from now on.
  void Show(std::function<bool(const PoliteSetup&)> shown) { shown_ = std::move(shown); }

  // `id` names the chart's files.
  report::Chart Gathered(std::string id) const;        // PageRank over pages
  report::Chart Stored(std::string id) const;          // URLs that wait, over pages
  report::Chart StoredOverTime(std::string id) const;  // and over time
  report::Chart Intervals(std::string id) const;       // how long those were that servers saw
  // Pages and PageRank of whole crawls, over what `x` makes of their setups.
  report::Chart Whole(std::string id, const std::string& x_label,
                      const std::function<double(const PoliteSetup&)>& x) const;
  report::Table GatheredTable() const;
  report::Table CostTable() const;
  report::Table IntervalTable() const;

 private:
  void ForEach(const std::function<void(const PoliteSetup&, const PoliteResult&)>& each) const;
  report::Chart Curves(std::string id, std::string title, std::string note,
                       const std::vector<double> PoliteResult::*values) const;

  const PolitePlan& plan_;
  const PoliteOutcome& outcome_;
  const std::vector<double>& at_;
  std::function<bool(const PoliteSetup&)> shown_;
};

}  // namespace meguri::app
