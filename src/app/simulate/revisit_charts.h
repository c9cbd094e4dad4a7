// The report of simulated revisits: charts of all measures over the budgets, and tables.
#pragma once

#include <string>
#include <vector>

#include "app/simulate/revisit_text.h"
#include "report/report.h"
#include "sim/revisit/revisit_experiment.h"

namespace meguri::app {

struct RevisitReportFacts {
  std::string source;  // its name
  std::string command;
  bool unfinished = false;          // it was stopped
  std::vector<NamedErrors> errors;  // of estimators; empty: rates are not known
};

report::Report RevisitReport(const RevisitPlan& plan, const RevisitPages& pages,
                             const std::vector<RevisitResult>& results,
                             const RevisitReportFacts& facts);

}  // namespace meguri::app
