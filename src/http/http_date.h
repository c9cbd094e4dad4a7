// Dates in headers: the three forms of RFC 9110 section 5.6.7, and what servers make of them.
//
//   Sun, 06 Nov 1994 08:49:37 GMT     IMF-fixdate
//   Sunday, 06-Nov-94 08:49:37 GMT    RFC 850
//   Sun Nov  6 08:49:37 1994          asctime
//   Sun, 6 Nov 1994 10:49:37 +0200    as in mail; GMT+2, EST, CET; single digits
//   1994-11-06T08:49:37Z              ISO 8601
//
// A date is read word by word: whatever has a time, a day, a month's English name and a year is
// one, in any order; words that say nothing (weekdays, right or wrong, and unknown zones) are
// passed over. Total, constant memory. No state: any thread may call these functions.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace meguri::http {

// nullopt if `text` is no date, also "0" and "-1", as many an Expires says. Years of two digits
// are 1970 to 2069: RFC 9110 has them move with the clock, but a pure function has none, and the
// two differ only for dates more than about forty years away.
std::optional<std::chrono::sys_seconds> ParseHttpDate(std::string_view text);

// 1 to 12 for a word that begins like an English month, else 0. "Mayor" does, but nobody writes it
// in a date; "Sept" and "March" are written.
int MonthOf(std::string_view word);

// "Sun, 06 Nov 1994 08:49:37 GMT". REQUIRES: the year is 0 to 9999.
std::string FormatHttpDate(std::chrono::sys_seconds time);
// The same at the end of `out`, for writers that reuse their buffers.
void AppendHttpDate(std::chrono::sys_seconds time, std::string& out);

// How long Retry-After asks to wait: seconds, or a date, which `now` is taken from; a date that is
// past gives zero. At most 2^31 s. nullopt if it is neither.
std::optional<std::chrono::seconds> ParseRetryAfter(std::string_view value,
                                                    std::chrono::sys_seconds now);

}  // namespace meguri::http
