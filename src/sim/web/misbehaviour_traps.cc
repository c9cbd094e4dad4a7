// Sites without end: a calendar, a million links, a very long link.
#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <optional>

#include "sim/web/content_answer.h"
#include "sim/web/misbehaviour_groups.h"

namespace meguri::bad {
namespace {

using enum Misbehaviour;

constexpr std::string_view kCalendarPrefix = "/calendar/";
constexpr std::string_view kManyPrefix = "/many/";
constexpr std::uint64_t kManyLinks = 1'000'000;
constexpr std::size_t kLongestTarget = 8192;  // as servers have it

// A day of any year from 1 on: <chrono> ends at 32767, but the calendar repeats itself every 400
// years.
struct Day {
  std::int64_t year = 1;
  std::chrono::month month{1};
  std::chrono::day day{1};
};
constexpr std::int64_t kCycleYears = 400;
constexpr std::int64_t kLastYear = 999'999'999'999;

std::chrono::year_month_day ToChrono(const Day& day) {
  return {std::chrono::year(static_cast<int>(2000 + day.year % kCycleYears)), day.month, day.day};
}

// `to`: some days or a year away from ToChrono(day). A day that its month doesn't have is brought
// back to the month's last.
Day Moved(const Day& day, std::chrono::year_month_day to) {
  if (!to.ok()) to = to.year() / to.month() / std::chrono::last;
  const std::int64_t years = static_cast<int>(to.year()) - static_cast<int>(ToChrono(day).year());
  return {day.year + years, to.month(), to.day()};
}

Day DaysOn(const Day& day, int days) {
  return Moved(day, std::chrono::sys_days(ToChrono(day)) + std::chrono::days(days));
}

std::string PathOf(const Day& day) {
  return fmt::format("{}{:04}-{:02}-{:02}", kCalendarPrefix, day.year,
                     static_cast<unsigned>(day.month), static_cast<unsigned>(day.day));
}

template <class Number>
bool TakeNumber(std::string_view& text, Number& number) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return true;
}

bool TakeDash(std::string_view& text) {
  if (!text.starts_with('-')) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<Day> ParseDay(std::string_view text) {
  Day day;
  unsigned month = 0;
  unsigned of_month = 0;
  const bool whole = TakeNumber(text, day.year) && TakeDash(text) && TakeNumber(text, month) &&
                     TakeDash(text) && TakeNumber(text, of_month) && text.empty();
  if (!whole || day.year < 1 || day.year > kLastYear || month > 12 || of_month > 31) {
    return std::nullopt;
  }
  day.month = std::chrono::month(month);
  day.day = std::chrono::day(of_month);
  if (!ToChrono(day).ok()) return std::nullopt;
  return day;
}

bool AnswerDay(std::string_view target, WebAnswer& answer) {
  const auto day = ParseDay(target.substr(kCalendarPrefix.size()));
  if (!day) return false;
  const auto date = ToChrono(*day);
  const auto link = [&](const Day& to, std::string_view text) {
    if (to.year < 1 || to.year > kLastYear) return std::string();
    return fmt::format("<a href=\"{}\">{}</a>\n", PathOf(to), text);
  };
  std::string inner = fmt::format("<h1>{}</h1><p>No events on this day.</p>\n",
                                  PathOf(*day).substr(kCalendarPrefix.size()));
  inner += link(DaysOn(*day, -1), "day before");
  inner += link(DaysOn(*day, 1), "day after");
  inner += link(Moved(*day, date - std::chrono::months(1)), "month before");
  inner += link(Moved(*day, date + std::chrono::months(1)), "month after");
  inner += link(Moved(*day, date - std::chrono::years(1)), "year before");
  inner += link(Moved(*day, date + std::chrono::years(1)), "year after");
  AnswerPage("Calendar", inner, answer);
  return true;
}

// A line for each; 30 MB that need not be held.
void AnswerManyLinks(WebAnswer& answer) {
  AnswerPage("A million links", "", answer);
  const std::size_t end = answer.body.rfind("</body>");
  answer.delivery.trailer = answer.body.substr(end);
  answer.body.resize(end);
  answer.delivery.repeats = kManyLinks;
  answer.delivery.repeated = "<a href=\"/many/######\">Link ######</a>\n";
  answer.delivery.numbered = true;
}

}  // namespace

bool AnswerTrap(Misbehaviour kind, const WebRequest& request, WebAnswer& answer) {
  const std::string_view target = request.target;
  if (kind == kCalendar && target.starts_with(kCalendarPrefix)) return AnswerDay(target, answer);
  if (kind == kMillionLinks && (target == "/" || target == "/many")) {
    AnswerManyLinks(answer);
    return true;
  }
  if (kind == kMillionLinks && target.starts_with(kManyPrefix)) {
    AnswerPage("One of a million", "<p>Nothing here. <a href=\"/\">Back</a></p>", answer);
    return true;
  }
  if (kind == kRobotsHuge && target.starts_with("/private/")) {
    AnswerPage("Private", "<p>No robot should have come here.</p>", answer);
    return true;
  }
  if (kind == kLongUrl && target.size() > kLongestTarget) {
    AnswerStatus(414, "URI Too Long", answer);
    return true;
  }
  return false;
}

}  // namespace meguri::bad
