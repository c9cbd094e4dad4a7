// Single values of a crawl's settings, from the text that a flag or a file has for them.
//
// Errors are kInvalidArgument and say what is wrong and what is wanted, not whose value it was:
// "'5' is no length of time; want …". The caller knows flag or line.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace meguri::app {

// "'x' is no size; want 5MB": the text is made printable.
tl::unexpected<Error> NotWhatIsWanted(std::string_view text, std::string_view what,
                                      std::string_view want);

// A whole number in [least, most].
Result<std::uint64_t> ParseCount(std::string_view text, std::uint64_t least, std::uint64_t most);
// "500MB"; at least a byte.
Result<std::uint64_t> ParseBytes(std::string_view text);
// "5MB" or "5MB/s".
Result<std::uint64_t> ParseByteRate(std::string_view text);
// "200ms", "2h", "0"; at most a hundred years, so that adding some of them is no overflow.
Result<Duration> ParseTime(std::string_view text);

// Each gives the text back if it is one, in its usual form.
Result<std::string> CheckLine(std::string_view text);       // not empty, no control characters
Result<std::string> CheckContact(std::string_view text);    // "you@example.org", "https://…"
Result<std::string> CheckScopeRule(std::string_view text);  // "host:…"; the rest is the engine's
Result<std::string> CheckContentType(std::string_view text);  // "text/html", "text/*"
Result<std::string> CheckAddressRange(std::string_view text);
Result<std::string> CheckResolver(std::string_view text);  // "127.0.0.1" as "127.0.0.1:53"
Result<std::string> CheckHost(std::string_view text);      // in lower case and punycode
// "Accept-Language: ja": nothing that could forge another line of a request.
Result<std::pair<std::string, std::string>> ParseHeader(std::string_view text);

using ValueCheck = Result<std::string> (*)(std::string_view);
Result<std::vector<std::string>> CheckAll(const std::vector<std::string>& texts, ValueCheck check);
// The same of what commas divide.
Result<std::vector<std::string>> CheckAllOfLists(const std::vector<std::string>& texts,
                                                 ValueCheck check);

}  // namespace meguri::app
