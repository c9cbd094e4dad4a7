// The reports of searches for moved pages: `simulate moved`, and the figures of the paper.
#pragma once

#include <string>
#include <vector>

#include "report/report.h"
#include "sim/moved/moved_experiment.h"

namespace meguri::app {

struct MovedReportFacts {
  std::string source;  // its name
  std::string command;
  bool unfinished = false;  // it was stopped
};

// Capture rates of all methods, without and with the preparation, tables of them and of each case.
report::Report MovedReport(const MovedCases& cases, const MovedPlan& plan,
                           const std::vector<MovedResult>& results, const MovedReportFacts& facts);

// Figures 9 to 14. REQUIRES: the plan's methods are PaperMovedMethods().
report::Report PaperMovedReport(const MovedCases& cases, const MovedPlan& plan,
                                const std::vector<MovedResult>& results,
                                const MovedReportFacts& facts);
// The paper's (a) to (d), and (a) with d + 5 and d + 10 for max.
const std::vector<std::string>& PaperMovedMethods();

}  // namespace meguri::app
