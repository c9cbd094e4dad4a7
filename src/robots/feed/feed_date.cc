#include "robots/feed/feed_date.h"

#include <array>
#include <cstddef>
#include <string>

#include "base/ascii.h"
#include "http/http_date.h"
#include "robots/feed/date_fields.h"

namespace meguri::robots {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

bool IsWeekday(std::string_view word) {
  for (const std::string_view name : {"mon", "tue", "wed", "thu", "fri", "sat", "sun"}) {
    if (EqualsIgnoringAsciiCase(word.substr(0, name.size()), name)) return true;
  }
  return false;
}

std::string_view WithoutComma(std::string_view word) {
  if (word.ends_with(',')) word.remove_suffix(1);
  return word;
}

// "2003", "2003-12", "2003-12-31", "2003/12/31".
bool ReadYearFirst(std::string_view text, DateFields& fields) {
  constexpr std::string_view kDashes = "-/";
  const std::size_t first = text.find_first_of(kDashes);
  const std::optional<int> year = Number(text.substr(0, first));
  if (!year || text.substr(0, first).size() != 4) return false;
  fields.year = *year;
  if (first == kNone) return true;
  const std::size_t second = text.find_first_of(kDashes, first + 1);
  const std::string_view month_text =
      text.substr(first + 1, second == kNone ? kNone : second - first - 1);
  const std::optional<int> month = Number(month_text);
  if (!month || month_text.size() > 2) return false;
  fields.month = *month;
  if (second == kNone) return true;
  const std::optional<int> day = Number(text.substr(second + 1));
  if (!day) return false;
  fields.day = *day;
  return true;
}

// The day and the month, in either order, from two words.
bool ReadDayAndMonth(std::string_view first, std::string_view second, DateFields& fields) {
  first = WithoutComma(first);
  second = WithoutComma(second);
  std::optional<int> day = Number(first);
  fields.month = http::MonthOf(second);
  if (!day) {
    day = Number(second);
    fields.month = http::MonthOf(first);
  }
  fields.day = day.value_or(0);
  return day && fields.month != 0;
}

// Two digits are 1990 to 2089; in HTTP 1970 to 2069 (http/http_date.h).
bool ReadYear(std::string_view word, DateFields& fields) {
  const std::optional<int> year = Number(WithoutComma(word));
  if (!year) return false;
  fields.year = *year;
  if (WithoutComma(word).size() <= 2) fields.year += *year < 90 ? 2000 : 1900;
  return true;
}

}  // namespace

std::optional<FeedTime> ParseFeedDate(std::string_view text) {
  constexpr std::size_t kMaxBytes = 128;  // no date is as long as that
  text = TrimAsciiSpace(text);
  if (text.empty() || text.size() > kMaxBytes) return std::nullopt;
  constexpr std::array kForms = {ParseW3cDate,      ParseRfc822Date,    ParseAsctimeDate,
                                 ParsePerforceDate, ParseHungarianDate, ParseGreekDate,
                                 ParseKoreanDate,   ParseIso8601Date};
  for (const auto form : kForms) {
    if (const std::optional<FeedTime> time = form(text)) return time;
  }
  return std::nullopt;
}

bool LacksZone(std::string_view text) {
  const Words words = SplitWords(text);
  if (words.count < 4 || words.count > words.word.size()) return false;
  const std::string_view last = words.word[words.count - 1];
  return IsAsciiDigit(last.front()) && last.find(':') != kNone;
}

std::optional<FeedTime> ParseW3cDate(std::string_view text) {
  DateFields fields;
  text = TrimAsciiSpace(text);
  const std::size_t separator = text.find_first_of("Tt \t\n\r");
  if (!ReadYearFirst(text.substr(0, separator), fields)) return std::nullopt;
  if (separator == kNone) return TimeOf(fields);
  std::string_view rest = TrimAsciiSpace(text.substr(separator + 1));
  const std::size_t zone = rest.find_first_not_of("0123456789:.,");
  if (!ReadTime(rest.substr(0, zone), fields)) return std::nullopt;
  if (zone != kNone && !ReadZone(TrimAsciiSpace(rest.substr(zone)), fields)) return std::nullopt;
  return TimeOf(fields);
}

std::optional<FeedTime> ParseRfc822Date(std::string_view text) {
  // "Fri,24 Nov 2023": the comma without its blank.
  std::string spaced;
  const std::size_t comma = text.find(',');
  if (comma != kNone && IsWeekday(text) && comma + 1 < text.size()) {
    spaced = std::string(text.substr(0, comma + 1)) + " " + std::string(text.substr(comma + 1));
    text = spaced;
  }
  const Words words = SplitWords(text);
  const std::size_t first = words.count > 0 && IsWeekday(words.word[0]) ? 1 : 0;
  if (words.count < first + 3 || words.count > words.word.size()) return std::nullopt;
  DateFields fields;
  if (!ReadDayAndMonth(words.word[first], words.word[first + 1], fields)) return std::nullopt;
  if (!ReadYear(words.word[first + 2], fields)) return std::nullopt;
  if (words.count > first + 3 && !ReadTime(words.word[first + 3], fields)) return std::nullopt;
  if (words.count > first + 4 && !ReadZone(words.word[first + 4], fields)) return std::nullopt;
  return TimeOf(fields);
}

std::optional<FeedTime> ParseAsctimeDate(std::string_view text) {
  const Words words = SplitWords(text);
  if (words.count != 5 && words.count != 6) return std::nullopt;
  if (!IsWeekday(words.word[0])) return std::nullopt;
  DateFields fields;
  if (!ReadDayAndMonth(words.word[1], words.word[2], fields)) return std::nullopt;
  if (!ReadTime(words.word[3], fields)) return std::nullopt;
  if (words.count == 6 && !ReadZone(words.word[4], fields)) return std::nullopt;
  if (!ReadYear(words.word[words.count - 1], fields)) return std::nullopt;
  return TimeOf(fields);
}

std::optional<FeedTime> ParsePerforceDate(std::string_view text) {
  const Words words = SplitWords(text);
  if (words.count != 4 || !IsWeekday(words.word[0])) return std::nullopt;
  DateFields fields;
  if (!ReadYearFirst(words.word[1], fields) || !ReadTime(words.word[2], fields))
    return std::nullopt;
  if (!ReadZone(words.word[3], fields)) return std::nullopt;
  return TimeOf(fields);
}

}  // namespace meguri::robots
