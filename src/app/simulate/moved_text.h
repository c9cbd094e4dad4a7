// The results of searches for moved pages as tables for people, and as JSON.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "sim/moved/moved_experiment.h"

namespace meguri::app {

// Where capture rates are told.
inline constexpr std::array<int, 7> kCaptureAt = {10, 20, 50, 100, 200, 500, 1000};

// One line of a table or chart: a method, with or without what it did before the move.
struct MovedCurve {
  std::string name;  // "paper", "paper, with its preparation"
  std::size_t method = 0;
  bool with_preparation = false;
};
// Those of the methods that have a preparation stand for two.
std::vector<MovedCurve> CurvesOf(const MovedPlan& plan);

// Sums of a method's searches, and medians of those that found it.
struct MovedTotals {
  int searches = 0;
  int found = 0;
  double preparation = 0;  // on average
  int median = 0;          // requests until found; 0: never
  double gone_share = 0;   // of all requests
  double paths = 0;        // on average, as are these
  double urls = 0;
  double anchors = 0;
  double url_bytes = 0;     // of one
  double anchor_bytes = 0;  // of one
  double stored_bytes = 0;  // for one watched page
};
MovedTotals TotalsOf(const std::vector<MovedResult>& results, std::size_t method);

// Capture rates, and what the searches cost.
std::string FormatMoved(const MovedPlan& plan, const std::vector<MovedResult>& results);
// What is kept for each watched page, by each variant of the paper's method.
std::string FormatStored(const MovedPlan& plan, const std::vector<MovedResult>& results);
// A line for each case and method.
std::string MovedJson(const MovedCases& cases, const MovedPlan& plan,
                      const std::vector<MovedResult>& results);

}  // namespace meguri::app
