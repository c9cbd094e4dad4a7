// The refresh crawler's figures as tables for people, and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/revisit/refresh_experiment.h"
#include "sim/revisit/refresh_remedies.h"

namespace meguri::app {

struct RefreshResults {
  RefreshOutcome outcome;
  std::vector<RemedyReplay> remedies;
  std::string policy;
  std::string downloads;  // where their times are from: "drawn, …", "of FILE"
};

// "1 h", "3 d", "–" for no end.
std::string DaysText(double days);
// Pages that figures 3 and 4 are of.
std::uint64_t VisitedTwice(const RefreshOutcome& outcome);
// "l = 2.31", "d = 4.2", "100 d", "".
std::string AmountText(const RemedyReplay& replay);
// Sites that have a next visit, by R, least first.
std::vector<std::uint32_t> SitesByIndex(const RefreshOutcome& outcome);
// Of the sites that have a next visit.
double MeanDownload(const RefreshOutcome& outcome);
double MeanIndex(const RefreshOutcome& outcome);

std::string FormatRefresh(const RevisitPages& pages, const RefreshResults& results);
// A line for the whole, for each class of intervals, each site, each remedy; "kind" tells them
// apart.
std::string RefreshJson(const RevisitPages& pages, const RefreshResults& results);

}  // namespace meguri::app
