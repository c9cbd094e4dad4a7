// The pieces that all forms of a date have in common. For feed_date*.cc only.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>

#include "robots/feed/feed_date.h"

namespace meguri::robots {

struct DateFields {
  int year = 0;
  int month = 1;
  int day = 1;
  int hour = 0;
  int minute = 0;
  int second = 0;
  int zone_minutes = 0;  // east of UTC
};

// Words between blanks, the first few of them.
struct Words {
  std::array<std::string_view, 8> word;
  std::size_t count = 0;  // beyond the array: more words than any date has
};
Words SplitWords(std::string_view text);

// A number of one to nine digits, and nothing else.
std::optional<int> Number(std::string_view text);

// "10:14:55.5", "10:14", "10": into hour, minute, second. False if it is none.
bool ReadTime(std::string_view text, DateFields& fields);

// "+02:00", "-0800", "EST", "GMT-05:00", "Etc/GMT": into zone_minutes. A name that is not known
// is UTC; false for a number that is none.
bool ReadZone(std::string_view text, DateFields& fields);

// nullopt unless the calendar and the clock have it, in the years 1 to 9999.
std::optional<FeedTime> TimeOf(const DateFields& fields);

}  // namespace meguri::robots
