#include "warc/warc_date.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>

#include "base/ascii.h"

namespace meguri::warc {
namespace {

struct Parts {
  int year = 0;
  int month = 1;
  int day = 1;
  int hour = 0;
  int minute = 0;
  int second = 0;
};

std::optional<WallTime> TimeOf(const Parts& parts) {
  const std::chrono::year_month_day date(std::chrono::year(parts.year),
                                         std::chrono::month(static_cast<unsigned>(parts.month)),
                                         std::chrono::day(static_cast<unsigned>(parts.day)));
  if (!date.ok() || parts.hour > 24 || parts.minute > 59 || parts.second > 60) return std::nullopt;
  return WallTime(std::chrono::sys_days(date)) + std::chrono::hours(parts.hour) +
         std::chrono::minutes(parts.minute) + std::chrono::seconds(parts.second);
}

// Takes exactly `digits` digits off the front.
std::optional<int> TakeNumber(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  int value = 0;
  for (const char c : text.substr(0, digits)) {
    if (!IsAsciiDigit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
  }
  text.remove_prefix(digits);
  return value;
}

// Takes `mark` and two digits into `value`; true if there were such, or nothing at all.
bool TakePart(std::string_view& text, char mark, int& value, bool& there) {
  there = !text.empty() && text.front() == mark;
  if (!there) return true;
  text.remove_prefix(1);
  const std::optional<int> number = TakeNumber(text, 2);
  if (number) value = *number;
  return number.has_value();
}

std::chrono::microseconds TakeFraction(std::string_view& text) {
  if (text.empty() || (text.front() != '.' && text.front() != ',')) return {};
  text.remove_prefix(1);
  std::int64_t micros = 0;
  std::int64_t unit = 100'000;
  while (!text.empty() && IsAsciiDigit(text.front())) {
    micros += unit * (text.front() - '0');
    unit /= 10;
    text.remove_prefix(1);
  }
  return std::chrono::microseconds(micros);
}

// "Z", "+09:00", "-0500" or nothing, to the end of `text`.
std::optional<std::chrono::minutes> TakeZone(std::string_view text) {
  if (text.empty() || text == "Z" || text == "z") return std::chrono::minutes(0);
  const char sign = text.front();
  if (sign != '+' && sign != '-') return std::nullopt;
  text.remove_prefix(1);
  const std::optional<int> hours = TakeNumber(text, 2);
  if (!text.empty() && text.front() == ':') text.remove_prefix(1);
  const std::optional<int> minutes = TakeNumber(text, 2);
  if (!hours || !minutes || !text.empty() || *hours > 23 || *minutes > 59) return std::nullopt;
  const std::chrono::minutes offset(*hours * 60 + *minutes);
  return sign == '+' ? offset : -offset;
}

}  // namespace

std::optional<WallTime> ParseWarcDate(std::string_view text) {
  text = TrimAsciiSpace(text);
  Parts parts;
  const std::optional<int> year = TakeNumber(text, 4);
  if (!year) return std::nullopt;
  parts.year = *year;
  bool month = false;
  bool day = false;
  if (!TakePart(text, '-', parts.month, month)) return std::nullopt;
  if (month && !TakePart(text, '-', parts.day, day)) return std::nullopt;
  std::chrono::microseconds fraction{0};
  std::chrono::minutes zone{0};
  if (day && !text.empty() && (text.front() == 'T' || text.front() == 't' || text.front() == ' ')) {
    text.remove_prefix(1);
    const std::optional<int> hour = TakeNumber(text, 2);
    bool minute = false;
    bool second = false;
    if (!hour || !TakePart(text, ':', parts.minute, minute) || !minute) return std::nullopt;
    parts.hour = *hour;
    if (!TakePart(text, ':', parts.second, second)) return std::nullopt;
    if (second) fraction = TakeFraction(text);
    const std::optional<std::chrono::minutes> offset = TakeZone(text);
    if (!offset) return std::nullopt;
    zone = *offset;
    text = {};
  }
  if (!text.empty()) return std::nullopt;
  std::optional<WallTime> time = TimeOf(parts);
  if (time) *time += fraction - zone;
  return time;
}

std::optional<WallTime> ParseTimestamp14(std::string_view text) {
  text = TrimAsciiSpace(text);
  if (!std::ranges::all_of(text, IsAsciiDigit)) return std::nullopt;
  if (text.size() < 4 || (text.size() < 14 && text.size() % 2 != 0)) return std::nullopt;
  text = text.substr(0, 14);
  Parts parts;
  parts.year = *TakeNumber(text, 4);
  for (int* part :
       std::array{&parts.month, &parts.day, &parts.hour, &parts.minute, &parts.second}) {
    if (const std::optional<int> number = TakeNumber(text, 2)) *part = *number;
  }
  return TimeOf(parts);
}

std::optional<WallTime> ParseAnyDate(std::string_view text) {
  const std::optional<WallTime> time = ParseTimestamp14(text);
  return time ? time : ParseWarcDate(text);
}

}  // namespace meguri::warc
