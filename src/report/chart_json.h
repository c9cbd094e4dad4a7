// A chart's data for web/chart.js, as JSON that may stand inside a <script>.
#pragma once

#include <string>

#include "report/report.h"

namespace meguri::report {

// Numbers to ten digits, null for what is none. A series with the x of an earlier one has that
// one's index instead.
std::string ChartJson(const Chart& chart);

}  // namespace meguri::report
