// Working hours: Monday to Friday, 8:00 to 18:00 UTC, as a time line of their own on which the
// nights and weekends take no time.
#pragma once

#include <cstdint>

namespace meguri {

// Microseconds since 1970; the second is working time since Monday, 1969-12-29.
// REQUIRES, for all three: micros >= 0.
std::int64_t WorkedUntil(std::int64_t micros);
// The first moment of the calendar at which so much has been worked and more is about to be.
std::int64_t WhenWorked(std::int64_t worked);
// `micros` itself if it lies in working time, else the last moment of the working time before;
// negative if there is none since 1970.
std::int64_t LastWorkingMoment(std::int64_t micros);

}  // namespace meguri
