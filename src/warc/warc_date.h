// The dates of an archive.
//
// WARC-Date is W3C-DTF in UTC, from "2006" to "2006-12-31T23:59:59.123456789Z"; ARC and CDX have
// fourteen digits, and users give as many of them as they please. No state: any thread may call
// these functions.
#pragma once

#include <optional>
#include <string_view>

#include "base/clock.h"

namespace meguri::warc {

// A WARC-Date; what it leaves out is the first (month, day) or zero. A zone other than Z is taken
// off. nullopt if it is none, or its day doesn't exist.
std::optional<WallTime> ParseWarcDate(std::string_view text);

// "20061231235959" or a beginning of it of at least four digits; digits beyond are passed over,
// as ARC files of some crawlers have sixteen.
std::optional<WallTime> ParseTimestamp14(std::string_view text);

// What a person writes after --at: either of the two.
std::optional<WallTime> ParseAnyDate(std::string_view text);

}  // namespace meguri::warc
