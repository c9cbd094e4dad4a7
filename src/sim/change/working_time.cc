#include "sim/change/working_time.h"

#include <algorithm>

namespace meguri {
namespace {

constexpr std::int64_t kHour = 3'600'000'000;
constexpr std::int64_t kDay = 24 * kHour;
constexpr std::int64_t kOpens = 8 * kHour;
constexpr std::int64_t kWorkday = 10 * kHour;
constexpr std::int64_t kWorkdays = 5;
constexpr std::int64_t kDaysBefore1970 = 3;  // since the Monday: 1970 began on a Thursday

}  // namespace

std::int64_t WorkedUntil(std::int64_t micros) {
  const std::int64_t day = micros / kDay + kDaysBefore1970;
  const std::int64_t weekday = day % 7;
  const std::int64_t full_days = day / 7 * kWorkdays + std::min(weekday, kWorkdays);
  const std::int64_t today =
      weekday < kWorkdays ? std::clamp(micros % kDay - kOpens, std::int64_t{0}, kWorkday) : 0;
  return full_days * kWorkday + today;
}

std::int64_t WhenWorked(std::int64_t worked) {
  const std::int64_t workday = worked / kWorkday;
  const std::int64_t day = workday / kWorkdays * 7 + workday % kWorkdays - kDaysBefore1970;
  return day * kDay + kOpens + worked % kWorkday;
}

std::int64_t LastWorkingMoment(std::int64_t micros) {
  const std::int64_t worked = WorkedUntil(micros);
  const std::int64_t next = WhenWorked(worked);
  return next == micros ? micros : WhenWorked(worked - 1);
}

}  // namespace meguri
