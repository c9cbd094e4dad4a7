// Two URLs of one page, and a URL of none.
//
// Of absolute http URLs; any bytes have an answer. Linear; pure functions: any thread may call
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace meguri::moved {

// What /x/index.html, /x/ and /x have in common; the query stays, the fragment doesn't. A key, not
// what is asked for.
std::string SpellingKey(std::string_view url);

// URLs that nobody made: with a number instead of the last name of its path, without its query;
// likewise with other digits in that name, for its last number ("" if it has none), as many or four
// more, as "chapter-3" has real neighbours; and with another value in its query, one URL for each
// of its values: its numbers first, then the others, from the end; `most` at the most. What a site
// gives for these it gives for everything.
std::string MadeUpUrlBeside(std::string_view url, std::uint64_t number);
std::string MadeUpNumberOf(std::string_view url, std::uint64_t number, bool longer);
std::vector<std::string> MadeUpQueriesOf(std::string_view url, std::uint64_t number,
                                         std::size_t most = 3);

// A segment of a path as people read it: %XX undone, if UTF-8 comes of it.
std::string ReadableSegment(std::string_view segment);

}  // namespace meguri::moved
