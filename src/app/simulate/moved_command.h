// What `meguri simulate moved` and `simulate paper moved` do, which differ in their report.
#pragma once

#include <cstdint>

#include "app/simulate/moved_flags.h"
#include "base/result.h"

namespace meguri::app {

enum class MovedReportKind : std::uint8_t {
  kComparison,  // every method, case by case
  kPaper,       // the paper's figures, and what is kept for a watched page
};

// Searches, says what came of it, and writes the report. kExitNo if it was stopped on the way.
Result<int> RunMovedCommand(const MovedFlags& flags, MovedReportKind kind);

}  // namespace meguri::app
