// Pages for the tests of the refresh queues: page n has its own URL, on one of some hosts.
#pragma once

#include <cstdint>
#include <string>

#include "store/queues/due_page.h"
#include "tests/store/made_store.h"

namespace meguri::testing_store {

inline constexpr DayNumber kToday = 20'500;

inline std::string QueueUrl(std::uint32_t number) {
  const std::string host = "h" + std::to_string(number % 5) + ".example";
  if (number % 11 == 3)
    return "https://" + host + ":8443/?session=" + std::to_string(number * 7919);
  return "http://" + host + "/shop/item.php?product=" + std::to_string(number) + "&lang=ja";
}

inline DuePage MadeDue(std::uint32_t number, const std::string& url, DayNumber day) {
  DuePage page;
  page.key = MadeKey(number);
  page.url = url;
  page.due = day * kMinutesPerDay + number * 37 % kMinutesPerDay;
  page.interval = 60 + number % 100'000;
  page.is_new = number % 4 == 1;
  page.priority = static_cast<std::uint8_t>(number % 3);
  return page;
}

inline WallTime DayStart(DayNumber day) { return WallTime(std::chrono::days(day)); }

}  // namespace meguri::testing_store
