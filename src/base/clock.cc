#include "base/clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>

namespace meguri {
namespace {

using std::chrono::microseconds;

struct WallFields {
  int year;
  unsigned month;
  unsigned day;
  std::int64_t hour;
  std::int64_t minute;
  std::int64_t second;
  std::int64_t micros;
};

WallFields FieldsOf(WallTime time) {
  using std::chrono::days;
  using std::chrono::sys_days;
  using std::chrono::year;
  constexpr WallTime kFirst = sys_days(year(0) / std::chrono::January / 1);
  constexpr WallTime kLast =
      sys_days(year(9999) / std::chrono::December / 31) + days(1) - microseconds(1);
  time = std::clamp(time, kFirst, kLast);
  const sys_days day = std::chrono::floor<days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return {static_cast<int>(date.year()),     static_cast<unsigned>(date.month()),
          static_cast<unsigned>(date.day()), clock.hours().count(),
          clock.minutes().count(),           clock.seconds().count(),
          clock.subseconds().count()};
}

}  // namespace

TimePoint RealClock::Now() const {
  return TimePoint(
      std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch()));
}

WallTime RealClock::WallNow() const {
  return std::chrono::floor<microseconds>(std::chrono::system_clock::now());
}

TimePoint ManualClock::Now() const { return TimePoint(Duration(steady_.load())); }

WallTime ManualClock::WallNow() const {
  const auto passed = std::chrono::floor<microseconds>(Duration(steady_.load()));
  return wall_start_ + passed + microseconds(wall_jumps_.load());
}

void ManualClock::Advance(Duration by) {
  assert(by >= Duration::zero());  // steady time never goes back
  steady_.fetch_add(by.count());
}

void ManualClock::AdvanceTo(TimePoint to) {
  assert(to >= Now());
  steady_.store(to.time_since_epoch().count());
}

void ManualClock::JumpWall(microseconds by) { wall_jumps_.fetch_add(by.count()); }

std::string FormatIso8601(WallTime time, Fraction fraction) {
  std::string text;
  AppendIso8601(time, fraction, text);
  return text;
}

void AppendIso8601(WallTime time, Fraction fraction, std::string& out) {
  const WallFields f = FieldsOf(time);
  const auto end = std::back_inserter(out);
  fmt::format_to(end, "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", f.year, f.month, f.day, f.hour,
                 f.minute, f.second);
  switch (fraction) {
    case Fraction::kNone:
      break;
    case Fraction::kMillis:
      fmt::format_to(end, ".{:03}", f.micros / 1000);
      break;
    case Fraction::kMicros:
      fmt::format_to(end, ".{:06}", f.micros);
      break;
  }
  out += 'Z';
}

std::string FormatTimestamp14(WallTime time) {
  const WallFields f = FieldsOf(time);
  return fmt::format("{:04}{:02}{:02}{:02}{:02}{:02}", f.year, f.month, f.day, f.hour, f.minute,
                     f.second);
}

}  // namespace meguri
