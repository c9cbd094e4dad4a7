// Charts as simulations make them, for tests and for tests/report/browser: made up, but of the
// shapes and sizes of real ones.
#pragma once

#include <vector>

#include "report/report.h"

namespace meguri::report {

// Curves with bands over the pages crawled. REQUIRES: series <= 24.
Chart CurvesChart(int series, int points);
// Bars across, one for each crawler.
Chart SpeedChart();
// Many points over several decades of both axes.
Chart ConcentrationChart();
Chart ScatterChart(int points);
Chart BarGroupsChart();

std::vector<Chart> AllSampleCharts();

// Charts at the limits: nothing, one point, no number, all the same, the largest, unsorted.
Report EdgeReport();

// With all of them, tables, and names that try to break out.
Report SampleReport();

}  // namespace meguri::report
