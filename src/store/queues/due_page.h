// A page and when it is to be visited next: what the queues of a refresh crawl carry.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/clock.h"
#include "store/page_record.h"

namespace meguri {

// Since 1970-01-01 UTC: goes to the year 2149.
using DayNumber = std::uint16_t;
inline constexpr DayNumber kLastDay = 65'535;
inline constexpr std::uint32_t kMinutesPerDay = 1'440;

// Minutes since 1970 UTC. A visit a minute early or late is all the same: the host's own interval
// is as long.
using DueMinute = std::uint32_t;

constexpr DayNumber DayOf(DueMinute due) {
  return static_cast<DayNumber>(std::min<DueMinute>(due / kMinutesPerDay, kLastDay));
}
constexpr DueMinute MinuteOf(WallTime time) {
  const auto minutes = std::chrono::floor<std::chrono::minutes>(time.time_since_epoch()).count();
  constexpr std::int64_t kEnd = (std::int64_t{kLastDay} + 1) * kMinutesPerDay - 1;
  return static_cast<DueMinute>(std::clamp<std::int64_t>(minutes, 0, kEnd));
}

struct DuePage {
  UrlKey key;
  std::string_view url;
  DueMinute due = 0;
  std::uint32_t interval = 0;    // minutes: its share of the host's load is 1 / interval; 0: none
  std::uint16_t generation = 0;  // how often it was scheduled, around the circle; the queue's own
  std::uint8_t priority = 0;     // of new URLs: higher first
  bool is_new = false;           // never visited
  bool is_ended = false;         // it has no next visit

  bool operator==(const DuePage&) const = default;
};

}  // namespace meguri
