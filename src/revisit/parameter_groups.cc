#include "revisit/parameter_groups.h"

#include <algorithm>

#include "base/ascii.h"
#include "revisit/overload.h"

namespace meguri {
namespace {

constexpr std::size_t kShortestId = 16;

bool IsDate(std::string_view value) {
  // 2026-11-16, 2026/11, 16.11.2026: two or three groups, one of them a year's four digits.
  std::size_t groups = 0;
  bool year = false;
  std::size_t digits = 0;
  for (std::size_t i = 0; i <= value.size(); ++i) {
    if (i < value.size() && IsAsciiDigit(value[i])) {
      ++digits;
      continue;
    }
    const bool separates =
        i == value.size() || value[i] == '-' || value[i] == '.' || value[i] == '/';
    if (!separates || digits == 0 || digits > 4 || digits == 3) return false;
    year = year || digits == 4;
    ++groups;
    digits = 0;
  }
  return year && (groups == 2 || groups == 3);
}

bool IsId(std::string_view value) {
  if (value.size() < kShortestId) return false;
  std::size_t digits = 0;
  bool hexadecimal = true;
  for (const char c : value) {
    if (!IsAsciiAlphanumeric(c)) return false;
    digits += IsAsciiDigit(c) ? 1 : 0;
    hexadecimal = hexadecimal && IsAsciiHexDigit(c);
  }
  return digits > 0 && (hexadecimal || digits * 8 >= value.size());
}

// "" if it is a word.
std::string_view KindOf(std::string_view value) {
  if (value.empty()) return "";
  if (std::ranges::all_of(value, IsAsciiDigit)) return "{number}";
  if (IsDate(value)) return "{date}";
  if (IsId(value)) return "{id}";
  return "";
}

// A segment of a path: "1234", "1234.html", "item-1234.html", "item_1234".
void AppendSegment(std::string_view segment, std::string& out) {
  const std::size_t dot = segment.rfind('.');
  std::string_view stem = segment.substr(0, dot);
  std::string_view end = segment.substr(stem.size());
  if (KindOf(segment) == "{date}") {  // its dots are no end
    stem = segment;
    end = {};
  }
  if (const std::string_view kind = KindOf(stem); !kind.empty()) {
    out += kind;
    out += end;
    return;
  }
  std::size_t digits = stem.size();
  while (digits > 0 && IsAsciiDigit(stem[digits - 1]))
    --digits;
  const bool numbered =
      digits < stem.size() && digits > 0 && (stem[digits - 1] == '-' || stem[digits - 1] == '_');
  out += numbered ? stem.substr(0, digits) : stem;
  if (numbered) out += "{number}";
  out += end;
}

// name=value, or a bare value.
void AppendParameter(std::string_view parameter, std::string& out) {
  const std::size_t equals = parameter.find('=');
  const std::size_t start = equals == std::string_view::npos ? 0 : equals + 1;
  const std::string_view kind = KindOf(parameter.substr(start));
  out += parameter.substr(0, start);
  out += kind.empty() ? parameter.substr(start) : kind;
}

}  // namespace

std::string PatternOf(std::string_view url) {
  const std::size_t scheme = url.find("://");
  const std::size_t host = scheme == std::string_view::npos ? 0 : scheme + 3;
  const std::size_t path = std::min(url.find_first_of("/?#", host), url.size());
  std::string pattern(url.substr(0, path));
  bool in_query = false;
  bool is_parameter = false;
  for (std::size_t at = path; at < url.size();) {
    const char separator = url[at];
    pattern += separator;
    if (separator == '?') in_query = true;
    is_parameter = in_query || separator == ';';
    const std::size_t end =
        std::min(url.find_first_of(in_query ? "&;#" : "/;?#", at + 1), url.size());
    const std::string_view part = url.substr(at + 1, end - at - 1);
    if (is_parameter) {
      AppendParameter(part, pattern);
    } else {
      AppendSegment(part, pattern);
    }
    at = end;
  }
  return pattern;
}

std::uint32_t ParameterGroups::Add(std::string_view url) {
  std::string pattern = PatternOf(url);
  if (pattern == url) return kNoGroup;
  const auto [found, is_new] =
      groups_.try_emplace(std::move(pattern), static_cast<std::uint32_t>(sizes_.size()));
  if (is_new) sizes_.push_back(0);
  ++sizes_[found->second];
  return found->second;
}

}  // namespace meguri
