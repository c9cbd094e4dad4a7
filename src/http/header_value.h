// What values of headers are made of: lists, tokens, quoted strings, Cache-Control.
//
// All total and linear. No state: any thread may call these functions.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace meguri::http {

// RFC 9110's tchar, the WHATWG's "HTTP token code point".
bool IsTokenChar(char c);
bool IsToken(std::string_view text);  // one or more of them

// Spaces and tabs off both ends.
std::string_view TrimBlanks(std::string_view text);

// Reads the quoted string whose '"' is at text[at], sets `at` behind it and gives its contents,
// escapes undone. One that is not closed goes to the end of the text (Fetch, "collect an HTTP
// quoted string"). REQUIRES: text[at] == '"'.
std::string TakeQuotedString(std::string_view text, std::size_t& at);
// The same without its contents.
void SkipQuotedString(std::string_view text, std::size_t& at);

// Goes through a list "a, b;x=\",\"": cuts at commas outside of quoted strings (Fetch, "get,
// decode, and split"). Elements may be empty, and "" is a list of one of those.
class ValueSplitter {
 public:
  explicit ValueSplitter(std::string_view value) : rest_(value) {}
  // Without blanks around it; a view into the value.
  std::optional<std::string_view> Next();

 private:
  std::string_view rest_;
  bool at_end_ = false;
};

// Digits only, at least one; a number of over 64 bits gives the largest of 64 bits.
std::optional<std::uint64_t> ParseDigits(std::string_view text);

// What Cache-Control says to somebody who asks "when may this have changed?". The first of
// repeated directives counts; numbers in quotes are taken; what can't be read is left out.
struct CacheControl {
  std::optional<std::chrono::seconds> max_age;  // at most 2^31 s, as RFC 9111 section 1.2.2 has it
  bool no_store = false;
  bool no_cache = false;
  bool must_revalidate = false;

  bool operator==(const CacheControl&) const = default;
};
CacheControl ParseCacheControl(std::string_view value);

}  // namespace meguri::http
