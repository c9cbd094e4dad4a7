#include "moved/likeness/page_spelling.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/ascii.h"
#include "base/utf8.h"

namespace meguri::moved {
namespace {

constexpr std::size_t kMaxEnding = 6;  // ".xhtml"

struct Split {
  std::string_view origin;  // "http://a:80"
  std::string_view path;    // "/x/y"; may be empty
  std::string_view query;   // "?a=b"; "" if there is none
};

Split SplitOf(std::string_view url) {
  url = url.substr(0, url.find('#'));
  const std::size_t query = std::min(url.find('?'), url.size());
  const std::size_t scheme = url.find("://");
  const std::size_t host = scheme == std::string_view::npos ? 0 : scheme + 3;
  const std::size_t path = std::min(url.find('/', std::min(host, query)), query);
  return {url.substr(0, path), url.substr(path, query - path), url.substr(query)};
}

bool IsIndexFile(std::string_view name) {
  static constexpr std::array<std::string_view, 10> kNames = {
      "default.asp", "default.aspx", "default.htm", "index.asp",   "index.htm",
      "index.html",  "index.jsp",    "index.php",   "index.shtml", "index.xhtml"};
  return std::ranges::binary_search(kNames, AsciiLowered(name));
}

// ".html" of "x.html"; "" if there is nothing like it.
std::string_view EndingOf(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || name.size() - dot > kMaxEnding) return "";
  return name.substr(dot);
}

std::string MadeUpPath(std::string_view path, const std::string& word) {
  const bool is_folder = path.ends_with('/');
  if (is_folder) path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  const std::string_view folder = slash == std::string_view::npos ? "" : path.substr(0, slash);
  std::string made(folder);
  made.append("/").append(word);
  made.append(is_folder ? "/" : EndingOf(path.substr(folder.size())));
  return made;
}

// Where a value of the query begins and ends.
struct Place {
  std::size_t begin;
  std::size_t end;
  bool is_number;
};
std::vector<Place> ValuesOf(std::string_view query) {
  std::vector<Place> places;
  for (std::size_t begin = 1; begin < query.size();) {
    const std::size_t end = std::min(query.find_first_of("&;", begin), query.size());
    const std::size_t equals = query.substr(begin, end - begin).find('=');
    const std::size_t value = equals == std::string_view::npos ? begin : begin + equals + 1;
    const std::string_view text = query.substr(value, end - value);
    if (!text.empty()) places.push_back({value, end, std::ranges::all_of(text, IsAsciiDigit)});
    begin = end + 1;
  }
  std::ranges::reverse(places);
  // Not std::ranges::stable_partition, which clang 14 can't take.
  std::stable_partition(places.begin(), places.end(),
                        [](const Place& place) { return place.is_number; });
  return places;
}

std::string DigitsOf(std::uint64_t number) {
  return std::to_string(1'000'000'000 + (number % 1'000'000'000));
}

std::optional<char> Octet(std::string_view hex) {
  if (hex.size() != 2 || !IsAsciiHexDigit(hex[0]) || !IsAsciiHexDigit(hex[1])) return std::nullopt;
  return static_cast<char>((HexDigitValue(hex[0]) * 16) + HexDigitValue(hex[1]));
}

}  // namespace

std::string SpellingKey(std::string_view url) {
  Split split = SplitOf(url);
  const std::size_t slash = split.path.rfind('/');
  if (slash != std::string_view::npos && IsIndexFile(split.path.substr(slash + 1)))
    split.path = split.path.substr(0, slash);
  if (split.path.ends_with('/')) split.path.remove_suffix(1);
  std::string key(split.origin);
  key.append(split.path).append(split.query);
  return key;
}

std::string MadeUpUrlBeside(std::string_view url, std::uint64_t number) {
  const Split split = SplitOf(url);
  return std::string(split.origin) + MadeUpPath(split.path, "zq" + DigitsOf(number));
}

std::string MadeUpNumberOf(std::string_view url, std::uint64_t number, bool longer) {
  const Split split = SplitOf(url);
  std::string path(split.path.substr(0, split.path.find_last_not_of('/') + 1));
  const std::size_t name = path.rfind('/') + 1;  // 0 if there is none
  const std::size_t last = path.find_last_of("0123456789");
  if (last == std::string::npos || last < name) return "";
  for (std::size_t at = last + 1; at > name && IsAsciiDigit(path[at - 1]); --at) {
    // Another digit than it was, and no zero, which might stand in front.
    const auto was = static_cast<std::uint64_t>(path[at - 1] - '0');
    path[at - 1] = static_cast<char>('1' + ((was + (number % 7)) % 9));
    number /= 7;
  }
  if (longer) path.insert(last + 1, std::to_string(1000 + (number % 9000)));
  std::string made(split.origin);
  made += path;
  if (split.path.ends_with('/')) made += '/';
  return made;
}

std::vector<std::string> MadeUpQueriesOf(std::string_view url, std::uint64_t number,
                                         std::size_t most) {
  const Split split = SplitOf(url);
  std::vector<std::string> all;
  for (const Place& value : ValuesOf(split.query)) {
    if (all.size() == most) break;
    std::string& made = all.emplace_back(split.origin);
    made.append(split.path).append(split.query.substr(0, value.begin));
    made.append(value.is_number ? "" : "zq").append(DigitsOf(number));
    made.append(split.query.substr(value.end));
  }
  return all;
}

std::string ReadableSegment(std::string_view segment) {
  if (segment.find('%') == std::string_view::npos) return std::string(segment);
  std::string readable;
  for (std::size_t i = 0; i < segment.size(); ++i) {
    const auto octet = segment[i] == '%' ? Octet(segment.substr(i + 1, 2)) : std::nullopt;
    readable += octet.value_or(segment[i]);
    if (octet) i += 2;
  }
  return IsValidUtf8(readable) ? readable : std::string(segment);
}

}  // namespace meguri::moved
