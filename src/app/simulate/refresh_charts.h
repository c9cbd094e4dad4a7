// The report of the refresh crawler's figures.
#pragma once

#include <string>

#include "app/simulate/refresh_text.h"
#include "report/report.h"

namespace meguri::app {

struct RefreshReportFacts {
  std::string source;  // its name
  std::string command;
};

report::Report RefreshReport(const RevisitPages& pages, const RefreshResults& results,
                             const RefreshReportFacts& facts);

}  // namespace meguri::app
