// ISO 8601 beyond what W3C takes of it, and dates with the names of months in other languages.
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "base/ascii.h"
#include "robots/feed/date_fields.h"
#include "robots/feed/feed_date.h"

namespace meguri::robots {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

// Y, M, D: a digit of year, month, day; N: of the day in the year; ?: the dash before it may be
// missing; anything else stands for itself. The first that fits is meant.
constexpr std::array<std::string_view, 8> kTemplates = {
    "YYYY-?MM-?DD", "YYYY-0MM-?DD", "YYYY-MM", "YYYY-?NNN",
    "YY-?MM-?DD",   "YY-?NNN",      "YYYY",    "-YY-?MM",
};

struct IsoDate {
  int year = 0;
  int month = 0;
  int day = 0;
  int day_of_year = 0;
};

int* FieldOf(char letter, IsoDate& date) {
  switch (letter) {
    case 'Y':
      return &date.year;
    case 'M':
      return &date.month;
    case 'D':
      return &date.day;
    case 'N':
      return &date.day_of_year;
    default:
      return nullptr;
  }
}

// How much of `text` fits, or kNone.
std::size_t Match(std::string_view form, std::string_view text, IsoDate& date) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] == '?') continue;
    int* field = FieldOf(form[i], date);
    if (field != nullptr) {
      if (at == text.size() || !IsAsciiDigit(text[at])) return kNone;
      *field = *field * 10 + (text[at] - '0');
      ++at;
    } else if (at < text.size() && text[at] == form[i]) {
      ++at;
    } else if (i + 1 == form.size() || form[i + 1] != '?') {
      return kNone;
    }
  }
  // "0333" is no month 33.
  const bool sensible = date.month <= 19 && date.day <= 39 && date.day_of_year <= 399;
  return sensible ? at : kNone;
}

// "T10:14:55.5+02:00" at the front of `text`, as far as it goes.
void ReadIsoTime(std::string_view text, DateFields& fields) {
  if (!text.empty() && (text.front() == 'T' || text.front() == 't')) text.remove_prefix(1);
  const std::size_t end = text.find_first_not_of("0123456789:.");
  if (text.substr(0, end).find(':') == kNone) return;
  DateFields with_time = fields;
  if (!ReadTime(text.substr(0, end), with_time)) return;
  fields = with_time;
  if (end == kNone || (text[end] != '+' && text[end] != '-')) return;
  const std::string_view zone = text.substr(end);
  const std::size_t zone_end = zone.find_first_not_of("0123456789:", 1);
  (void)ReadZone(zone.substr(0, zone_end), fields);
}

struct Name {
  std::string_view name;
  std::string_view number;
};

constexpr std::array kHungarianMonths = {
    Name{"január", "01"},    Name{"februári", "02"},   Name{"február", "02"},
    Name{"március", "03"},   Name{"április", "04"},    Name{"máujus", "05"},
    Name{"május", "05"},     Name{"június", "06"},     Name{"július", "07"},
    Name{"augusztus", "08"}, Name{"szeptember", "09"}, Name{"október", "10"},
    Name{"november", "11"},  Name{"december", "12"},
};

struct GreekMonth {
  std::string_view name;
  std::string_view english;
};

constexpr std::array kGreekMonths = {
    GreekMonth{"Ιαν", "Jan"},  GreekMonth{"Φεβ", "Feb"},  GreekMonth{"Μάώ", "Mar"},
    GreekMonth{"Μαώ", "Mar"},  GreekMonth{"Μάρ", "Mar"},  GreekMonth{"Μαρ", "Mar"},
    GreekMonth{"Απρ", "Apr"},  GreekMonth{"Μάι", "May"},  GreekMonth{"Μαϊ", "May"},
    GreekMonth{"Μαι", "May"},  GreekMonth{"Ιούν", "Jun"}, GreekMonth{"Ιον", "Jun"},
    GreekMonth{"Ιούλ", "Jul"}, GreekMonth{"Ιολ", "Jul"},  GreekMonth{"Αύγ", "Aug"},
    GreekMonth{"Αυγ", "Aug"},  GreekMonth{"Σεπ", "Sep"},  GreekMonth{"Οκτ", "Oct"},
    GreekMonth{"Νοέ", "Nov"},  GreekMonth{"Νοε", "Nov"},  GreekMonth{"Δεκ", "Dec"},
};

constexpr int kKoreaZoneMinutes = 9 * 60;

// "2004년 05월 28일" to "2004-05-28".
std::string ReplaceAll(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  for (std::size_t at = text.find(from); at != kNone; at = text.find(from)) {
    result += text.substr(0, at);
    result += to;
    text.remove_prefix(at + from.size());
  }
  result += text;
  return result;
}

}  // namespace

std::optional<FeedTime> ParseIso8601Date(std::string_view text) {
  for (const std::string_view form : kTemplates) {
    IsoDate date;
    const std::size_t length = Match(form, text, date);
    if (length == kNone) continue;
    // A longer number is something else, but for a date with the time of day behind it.
    const bool goes_on = length < text.size() && IsAsciiDigit(text[length]);
    if (goes_on && form != kTemplates.front()) continue;
    DateFields fields{.year = date.year};
    if (form.find("YYYY") == kNone) fields.year += 2000;  // ISO 8601: of this century
    if (date.month != 0) fields.month = date.month;
    if (date.day != 0) fields.day = date.day;
    ReadIsoTime(text.substr(length), fields);
    const std::optional<FeedTime> time = TimeOf(fields);
    if (!time || date.day_of_year == 0) return time;
    return *time + std::chrono::days(date.day_of_year - 1);
  }
  return std::nullopt;
}

std::optional<FeedTime> ParseHungarianDate(std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash == kNone) return std::nullopt;
  for (const Name& month : kHungarianMonths) {
    const std::string_view rest = text.substr(dash + 1);
    if (!rest.starts_with(month.name)) continue;
    std::string date(text.substr(0, dash + 1));
    date += month.number;
    date += rest.substr(month.name.size());
    return ParseW3cDate(date);
  }
  return std::nullopt;
}

std::optional<FeedTime> ParseGreekDate(std::string_view text) {
  const Words words = SplitWords(text);
  if (words.count < 5 || words.count > words.word.size()) return std::nullopt;
  const std::size_t first = words.word[0].ends_with(',') ? 1 : 0;
  for (const GreekMonth& month : kGreekMonths) {
    if (!words.word[first + 1].starts_with(month.name)) continue;
    std::string date(words.word[first]);
    date += ' ';
    date += month.english;
    for (std::size_t i = first + 2; i < words.count; ++i) {
      date += ' ';
      date += words.word[i];
    }
    return ParseRfc822Date(date);
  }
  return std::nullopt;
}

std::optional<FeedTime> ParseKoreanDate(std::string_view text) {
  constexpr std::string_view kMorning = "오전";
  constexpr std::string_view kAfternoon = "오후";
  std::string date = ReplaceAll(text, "년 ", "-");
  date = ReplaceAll(ReplaceAll(date, "월 ", "-"), "일", " ");
  if (date == text && date.find(kMorning) == kNone && date.find(kAfternoon) == kNone) {
    return std::nullopt;
  }
  const bool afternoon = date.find(kAfternoon) != kNone;
  date = ReplaceAll(ReplaceAll(date, kMorning, " "), kAfternoon, " ");
  const Words words = SplitWords(date);
  DateFields time;
  if (words.count != 2 || !ReadTime(words.word[1], time)) return std::nullopt;
  const std::optional<FeedTime> day = ParseW3cDate(words.word[0]);
  if (!day || time.hour > 23) return std::nullopt;
  if (afternoon && time.hour < 12) time.hour += 12;
  return *day + std::chrono::hours(time.hour) +
         std::chrono::minutes(time.minute - kKoreaZoneMinutes) + std::chrono::seconds(time.second);
}

}  // namespace meguri::robots
