// The results of simulated politeness as a table for people, and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/simulate/polite_experiment_run.h"
#include "base/histogram.h"

namespace meguri::app {

// `at`: per cent of what the seeds reach, among the plan's points.
std::string FormatPolite(const PolitePlan& plan, const PoliteOutcome& outcome,
                         const std::vector<double>& at);
// A line for each setup.
std::string PoliteJson(const PolitePlan& plan, const PoliteOutcome& outcome,
                       const std::vector<double>& at);

// The value at a point of the plan; nullopt if the crawl doesn't get there.
std::optional<double> ValueAt(const PolitePlan& plan, const std::vector<double>& values,
                              double point);
// "1.234 s" of µs.
std::string SecondsText(std::uint64_t microseconds);
// "12.34", or "–" for none.
std::string ShareText(const std::optional<double>& per_cent);
// "2.00"; "–" if it knows no steps.
std::string PagesPerStepText(const PoliteRun& run);

}  // namespace meguri::app
