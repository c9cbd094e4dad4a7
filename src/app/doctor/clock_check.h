// Is the machine's time right enough? Certificates are judged by it, and archives are dated by it.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "app/doctor/findings.h"
#include "base/clock.h"

namespace meguri::app {

// A correct clock is later than this: 0.1.0 came out in this year.
inline constexpr WallTime kReleaseYear =
    std::chrono::sys_days(std::chrono::year(2026) / std::chrono::January / 1);
// And earlier than this: a release is not used for so long.
inline constexpr WallTime kEndOfUse = kReleaseYear + std::chrono::years(30);

enum class TimeSync : std::uint8_t { kSynchronised, kNot, kUnknown };

struct ClockFacts {
  WallTime wall;
  Duration slept{0};   // by the steady clock,
  Duration wanted{0};  // when it should be this much or somewhat more
  TimeSync sync = TimeSync::kUnknown;
};

// Sleeps for 20 ms.
ClockFacts ReadClocks(const Clock& clock);

// Rows for the date, the steady clock and the synchronisation.
std::vector<Finding> JudgeClocks(const ClockFacts& facts);

}  // namespace meguri::app
