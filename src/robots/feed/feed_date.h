// Dates as feeds and sitemaps write them.
//
// Read are, in this order:
//   2003-12-31T10:14:55.5+02:00   W3C date and time in all its lengths, from "2003" on; with a
//                                 blank for the T, slashes for dashes; seconds missing; a zone by
//                                 name
//   Wed, 31 Dec 03 10:14:55 EST   RFC 822: weekday, seconds, zone, time may be missing, the month
//                                 be a whole word or stand before the day
//   Wed Dec 31 10:14:55 2003      asctime, perhaps with a zone before the year
//   Wed, 2003/12/31 10:14:55 EST  Perforce
//   2003-december-31T9:15+01:00   and Greek and Korean ones, by the names they have for months
//   20031231, 2003-365, 03-12-31  the rest of ISO 8601 that names a day; what follows is ignored
// A missing zone is UTC. A date that no calendar has is none. Fractions of a second are cut off.
// These are the forms that the Universal Feed Parser documents.
//
// Total, linear; no state: any thread may call these functions.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace meguri::robots {

using FeedTime = std::chrono::sys_seconds;

std::optional<FeedTime> ParseFeedDate(std::string_view text);

// True for "05 Jan 2017 13:34:55": an hour, but of which zone? Good enough to sort entries by,
// not to tell whether a page has changed since.
bool LacksZone(std::string_view text);

// The forms, each by itself.
std::optional<FeedTime> ParseW3cDate(std::string_view text);
std::optional<FeedTime> ParseRfc822Date(std::string_view text);
std::optional<FeedTime> ParseIso8601Date(std::string_view text);
std::optional<FeedTime> ParseAsctimeDate(std::string_view text);
std::optional<FeedTime> ParsePerforceDate(std::string_view text);
std::optional<FeedTime> ParseHungarianDate(std::string_view text);
std::optional<FeedTime> ParseGreekDate(std::string_view text);
std::optional<FeedTime> ParseKoreanDate(std::string_view text);

}  // namespace meguri::robots
