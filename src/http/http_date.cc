#include "http/http_date.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

#include "base/ascii.h"
#include "http/header_value.h"

namespace meguri::http {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::size_t kMaxDateBytes = 100;  // no date is longer; a header can be

constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr std::array<std::string_view, 7> kWeekdays = {"Sun", "Mon", "Tue", "Wed",
                                                       "Thu", "Fri", "Sat"};

// Fewer than feeds have (robots/feed/date_fields.cc), since here a word may stand anywhere in a
// date: "at" must not be Atlantic time, nor "m" a zone.
struct Zone {
  std::string_view name;
  int hours;
};
constexpr std::array kZones = {Zone{"EST", -5}, Zone{"EDT", -4}, Zone{"CST", -6}, Zone{"CDT", -5},
                               Zone{"MST", -7}, Zone{"MDT", -6}, Zone{"PST", -8}, Zone{"PDT", -7},
                               Zone{"BST", 1},  Zone{"WEST", 1}, Zone{"CET", 1},  Zone{"CEST", 2},
                               Zone{"MET", 1},  Zone{"MEST", 2}, Zone{"EET", 2},  Zone{"EEST", 3},
                               Zone{"MSK", 3},  Zone{"JST", 9}};

constexpr std::array kUtcNames = {std::string_view("GMT"), std::string_view("UTC"),
                                  std::string_view("UT"), std::string_view("Z")};

// Reads a date word by word.
class DateReader {
 public:
  explicit DateReader(std::string_view text) : text_(text) {}

  std::optional<std::chrono::sys_seconds> Read() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      bool fine = true;
      if (IsAsciiDigit(c)) {
        fine = ReadNumber();
      } else if (IsAsciiAlpha(c)) {
        ReadWord();
      } else if ((c == '+' || c == '-') && zone_may_follow_) {
        fine = ReadOffset();
      } else {
        // A sign counts as one right behind the time or "GMT", or behind a space.
        zone_may_follow_ = has_time_ && (c == ' ' || c == '\t');
        ++at_;
      }
      if (!fine) return std::nullopt;
    }
    return Result();
  }

 private:
  std::string_view TakeDigits() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && IsAsciiDigit(text_[at_]))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // One or two digits, or -1.
  int TakeSmallNumber() {
    const std::string_view digits = TakeDigits();
    if (digits.empty() || digits.size() > 2) return -1;
    return static_cast<int>(*ParseDigits(digits));
  }

  bool Take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool ReadNumber() {
    zone_may_follow_ = false;
    const std::size_t begin = at_;
    const std::string_view digits = TakeDigits();
    if (digits.size() > 4) return false;
    const int value = static_cast<int>(*ParseDigits(digits));
    if (at_ < text_.size() && text_[at_] == ':' && !has_time_) {
      at_ = begin;
      return ReadTime();
    }
    if (digits.size() == 4 && year_ < 0) {
      year_ = value;
      return ReadIsoMonthAndDay();
    }
    if (digits.size() <= 2 && day_ < 0) {
      day_ = value;
      return true;
    }
    if (digits.size() == 2 && year_ < 0) {
      // Feeds have 1990 to 2089 (robots/feed/feed_date.cc): there are none older than that.
      year_ = value < 70 ? 2000 + value : 1900 + value;
      return true;
    }
    return false;
  }

  // "-11-06" behind "1994", if it is there.
  bool ReadIsoMonthAndDay() {
    const std::string_view rest = text_.substr(at_);
    if (day_ >= 0 || rest.size() < 6 || rest[0] != '-' || rest[3] != '-') return true;
    ++at_;
    const int month = TakeSmallNumber();
    ++at_;
    day_ = TakeSmallNumber();
    if (month < 1 || month > 12 || month_ > 0) return false;
    month_ = month;
    return day_ > 0;
  }

  // "08:49:37", "8:49"
  bool ReadTime() {
    const int hour = TakeSmallNumber();
    if (!Take(':')) return false;
    const int minute = TakeSmallNumber();
    const int second = Take(':') ? TakeSmallNumber() : 0;
    if (Take('.')) TakeDigits();
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) {
      return false;
    }
    hour_ = hour;
    rest_of_time_ = minutes(minute) + seconds(second);
    has_time_ = true;
    zone_may_follow_ = true;
    return true;
  }

  void ReadWord() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && IsAsciiAlpha(text_[at_]))
      ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    zone_may_follow_ = false;
    const auto same = [word](std::string_view name) { return EqualsIgnoringAsciiCase(word, name); };
    if (std::ranges::any_of(kUtcNames, same)) {
      zone_may_follow_ = has_time_;
      return;
    }
    for (const Zone& zone : kZones) {
      if (same(zone.name)) offset_ = std::chrono::hours(zone.hours);
    }
    if (same("PM")) pm_ = true;
    if (same("AM")) am_ = true;
    if (month_ > 0) return;
    if (const int month = MonthOf(word); month > 0) month_ = month;
  }

  // "+2", "+0200", "-05:00"
  bool ReadOffset() {
    zone_may_follow_ = false;
    const bool west = text_[at_] == '-';
    ++at_;
    const std::string_view digits = TakeDigits();
    if (digits.empty()) return true;
    if (digits.size() > 4 || digits.size() == 3) return false;
    int hours = static_cast<int>(*ParseDigits(digits));
    int minute = 0;
    if (digits.size() == 4) {
      minute = hours % 100;
      hours /= 100;
    } else if (Take(':')) {
      minute = TakeSmallNumber();
    }
    if (hours > 14 || minute < 0 || minute > 59) return false;
    offset_ = minutes((west ? -1 : 1) * (hours * 60 + minute));
    return true;
  }

  std::optional<std::chrono::sys_seconds> Result() const {
    if (!has_time_ || day_ < 0 || month_ < 0 || year_ < 0) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(year_),
                                           std::chrono::month(static_cast<unsigned>(month_)),
                                           std::chrono::day(static_cast<unsigned>(day_))};
    if (!date.ok()) return std::nullopt;
    int hour = hour_;
    if ((pm_ || am_) && (hour < 1 || hour > 12)) return std::nullopt;
    if (am_ && hour == 12) hour = 0;
    if (pm_ && hour != 12) hour += 12;
    return std::chrono::sys_days(date) + std::chrono::hours(hour) + rest_of_time_ - offset_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int day_ = -1;
  int month_ = -1;
  int year_ = -1;
  int hour_ = 0;
  seconds rest_of_time_{0};
  seconds offset_{0};  // east of Greenwich
  bool has_time_ = false;
  bool zone_may_follow_ = false;
  bool am_ = false;
  bool pm_ = false;
};

}  // namespace

int MonthOf(std::string_view word) {
  const auto* found = std::ranges::find_if(kMonths, [word](std::string_view name) {
    return EqualsIgnoringAsciiCase(word.substr(0, name.size()), name);
  });
  return found == kMonths.end() ? 0 : static_cast<int>(found - kMonths.begin()) + 1;
}

std::optional<std::chrono::sys_seconds> ParseHttpDate(std::string_view text) {
  text = TrimAsciiSpace(text.substr(0, kMaxDateBytes + 1));
  if (text.size() > kMaxDateBytes) return std::nullopt;
  return DateReader(text).Read();
}

std::string FormatHttpDate(std::chrono::sys_seconds time) {
  std::string date;
  AppendHttpDate(time, date);
  return date;
}

void AppendHttpDate(std::chrono::sys_seconds time, std::string& out) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  fmt::format_to(std::back_inserter(out), "{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT",
                 kWeekdays[std::chrono::weekday(day).c_encoding()],
                 static_cast<unsigned>(date.day()),
                 kMonths[static_cast<unsigned>(date.month()) - 1], static_cast<int>(date.year()),
                 clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

std::optional<seconds> ParseRetryAfter(std::string_view value, std::chrono::sys_seconds now) {
  constexpr std::int64_t kMaxSeconds = std::int64_t{1} << 31U;
  value = TrimAsciiSpace(value);
  // "1.5" is no delay-seconds, but clear enough; rounded up.
  const std::size_t dot = std::min(value.find('.'), value.size());
  const std::string_view fraction = value.substr(std::min(dot + 1, value.size()));
  const bool has_fraction = dot < value.size();
  if (const auto whole = ParseDigits(value.substr(0, dot));
      whole && (!has_fraction || ParseDigits(fraction))) {
    const bool more = fraction.find_first_not_of('0') != std::string_view::npos;
    const auto capped = static_cast<std::int64_t>(
        std::min<std::uint64_t>(*whole, static_cast<std::uint64_t>(kMaxSeconds)));
    return seconds(std::min(capped + (more ? 1 : 0), kMaxSeconds));
  }
  const auto date = ParseHttpDate(value);
  if (!date) return std::nullopt;
  return std::clamp(*date - now, seconds(0), seconds(kMaxSeconds));
}

}  // namespace meguri::http
