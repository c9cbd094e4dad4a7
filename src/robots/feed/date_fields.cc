#include "robots/feed/date_fields.h"

#include <algorithm>

#include "base/ascii.h"

namespace meguri::robots {
namespace {

// More than HTTP's dates have (http/http_date.cc): here a zone is read where one has to stand.
struct Zone {
  std::string_view name;
  int hours;
};

constexpr std::array kZones = {
    Zone{"ut", 0},   Zone{"utc", 0},  Zone{"gmt", 0},  Zone{"z", 0},    Zone{"adt", -3},
    Zone{"ast", -4}, Zone{"at", -4},  Zone{"edt", -4}, Zone{"est", -5}, Zone{"et", -5},
    Zone{"cdt", -5}, Zone{"cst", -6}, Zone{"ct", -6},  Zone{"mdt", -6}, Zone{"mst", -7},
    Zone{"mt", -7},  Zone{"pdt", -7}, Zone{"pst", -8}, Zone{"pt", -8},  Zone{"a", -1},
    Zone{"n", 1},    Zone{"m", -12},  Zone{"y", 12},   Zone{"met", 1},  Zone{"mest", 2},
    Zone{"cet", 1},  Zone{"cest", 2}, Zone{"bst", 1},  Zone{"jst", 9},
};

bool StartsWith(std::string_view text, std::string_view prefix) {
  return EqualsIgnoringAsciiCase(text.substr(0, prefix.size()), prefix);
}

}  // namespace

Words SplitWords(std::string_view text) {
  Words words;
  while (words.count <= words.word.size()) {
    text = TrimAsciiSpace(text);
    if (text.empty()) break;
    const auto end = std::ranges::find_if(text, IsAsciiSpace);
    const auto size = static_cast<std::size_t>(end - text.begin());
    if (words.count < words.word.size()) words.word[words.count] = text.substr(0, size);
    ++words.count;
    text.remove_prefix(size);
  }
  return words;
}

std::optional<int> Number(std::string_view text) {
  constexpr std::size_t kMaxDigits = 9;
  if (text.empty() || text.size() > kMaxDigits) return std::nullopt;
  int number = 0;
  for (const char c : text) {
    if (!IsAsciiDigit(c)) return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return number;
}

bool ReadTime(std::string_view text, DateFields& fields) {
  std::array<int, 3> parts = {0, 0, 0};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t colon = text.find(':');
    std::string_view part = text.substr(0, colon);
    const bool last = colon == std::string_view::npos;
    if (!last && i + 1 == parts.size()) return false;
    if (last) {  // a fraction
      const std::size_t point = part.find_first_of(".,");
      if (point != std::string_view::npos) {
        const std::string_view fraction = part.substr(point + 1);
        if (!std::ranges::all_of(fraction, IsAsciiDigit)) return false;
        part = part.substr(0, point);
      }
    }
    const std::optional<int> number = Number(part);
    if (!number) return false;
    parts[i] = *number;
    if (last) break;
    text.remove_prefix(colon + 1);
  }
  fields.hour = parts[0];
  fields.minute = parts[1];
  fields.second = parts[2];
  return true;
}

bool ReadZone(std::string_view text, DateFields& fields) {
  if (StartsWith(text, "etc/")) text.remove_prefix(4);
  for (const std::string_view universal : {"gmt", "utc"}) {
    if (StartsWith(text, universal) && text.size() > universal.size()) {
      text.remove_prefix(universal.size());
      break;
    }
  }
  if (text.empty() || (text.front() != '+' && text.front() != '-')) {
    const auto* found = std::ranges::find_if(
        kZones, [text](const Zone& zone) { return EqualsIgnoringAsciiCase(zone.name, text); });
    fields.zone_minutes = found == kZones.end() ? 0 : found->hours * 60;
    return true;
  }
  const int sign = text.front() == '-' ? -1 : 1;
  text.remove_prefix(1);
  const std::size_t colon = text.find(':');
  const bool plain = colon == std::string_view::npos;
  const std::size_t hour_digits = plain ? std::min<std::size_t>(2, text.size()) : colon;
  const std::optional<int> hours = Number(text.substr(0, hour_digits));
  const std::string_view rest = text.substr(plain ? hour_digits : colon + 1);
  const std::optional<int> minutes = rest.empty() && plain ? 0 : Number(rest);
  if (!hours || !minutes || *hours > 99 || *minutes > 99) return false;
  fields.zone_minutes = sign * (*hours * 60 + *minutes);
  return true;
}

std::optional<FeedTime> TimeOf(const DateFields& fields) {
  const std::chrono::year_month_day date(std::chrono::year(fields.year),
                                         std::chrono::month(static_cast<unsigned>(fields.month)),
                                         std::chrono::day(static_cast<unsigned>(fields.day)));
  const auto in_range = [](int year) { return year >= 1 && year <= 9999; };
  if (!in_range(fields.year) || fields.month > 12 || fields.day > 31 || !date.ok()) {
    return std::nullopt;
  }
  // A leap second is the second before it.
  if (fields.hour > 23 || fields.minute > 59 || fields.second > 60) return std::nullopt;
  const FeedTime time = std::chrono::sys_days(date) + std::chrono::hours(fields.hour) +
                        std::chrono::minutes(fields.minute - fields.zone_minutes) +
                        std::chrono::seconds(std::min(fields.second, 59));
  const std::chrono::year_month_day there(std::chrono::floor<std::chrono::days>(time));
  if (!in_range(static_cast<int>(there.year()))) return std::nullopt;
  return time;
}

}  // namespace meguri::robots
