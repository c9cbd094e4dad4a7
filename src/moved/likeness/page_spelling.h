// Two URLs of one page, and a URL of none.
//
// Of absolute http URLs; any bytes have an answer. Linear; pure functions: any thread may call
// them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace meguri::moved {

// What /x/index.html, /x/ and /x have in common; the query stays, the fragment doesn't. A key, not
// what is asked for.
std::string SpellingKey(std::string_view url);

// URLs that nobody made: with a number instead of the last name of its path, without its query;
// likewise with other digits in that name, for its last number ("" if it has none); and with
// another value in its query, in place of its last number or else of its last value ("" if it has
// none). What a site gives for these it gives for everything.
std::string MadeUpUrlBeside(std::string_view url, std::uint64_t number);
std::string MadeUpNumberOf(std::string_view url, std::uint64_t number);
std::string MadeUpQueryOf(std::string_view url, std::uint64_t number);

// A segment of a path as people read it: %XX undone, if UTF-8 comes of it.
std::string ReadableSegment(std::string_view segment);

}  // namespace meguri::moved
