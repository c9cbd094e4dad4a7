#include "html/links/meta_refresh.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "base/ascii.h"

namespace meguri::html {
namespace {

void SkipSpace(std::string_view& text) {
  while (!text.empty() && IsAsciiSpace(text.front())) {
    text.remove_prefix(1);
  }
}

// The standard's "parse" steps after the separator: "url=" may be missing, quotes too.
std::string_view UrlPart(std::string_view text) {
  constexpr std::string_view kUrl = "url";
  std::string_view value = text;
  if (EqualsIgnoringAsciiCase(value.substr(0, kUrl.size()), kUrl)) {
    value.remove_prefix(kUrl.size());
    SkipSpace(value);
    if (value.empty() || value.front() != '=') return text;
    value.remove_prefix(1);
    SkipSpace(value);
  }
  if (!value.empty() && (value.front() == '"' || value.front() == '\'')) {
    const char quote = value.front();
    value.remove_prefix(1);
    value = value.substr(0, value.find(quote));
  }
  return value;
}

}  // namespace

std::optional<MetaRefresh> ParseMetaRefresh(std::string_view content) {
  SkipSpace(content);
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  std::uint64_t delay = 0;
  std::size_t digits = 0;
  for (; digits < content.size() && IsAsciiDigit(content[digits]); ++digits) {
    delay = std::min(delay * 10 + static_cast<std::uint64_t>(content[digits] - '0'), kMost);
  }
  content.remove_prefix(digits);
  if (digits == 0 && (content.empty() || content.front() != '.')) return std::nullopt;
  while (!content.empty() && (IsAsciiDigit(content.front()) || content.front() == '.')) {
    content.remove_prefix(1);
  }
  MetaRefresh refresh{.delay_s = static_cast<std::uint32_t>(delay), .url = std::nullopt};
  if (content.empty()) return refresh;
  const char after = content.front();
  if (after != ';' && after != ',' && !IsAsciiSpace(after)) return std::nullopt;
  SkipSpace(content);
  if (!content.empty() && (content.front() == ';' || content.front() == ',')) {
    content.remove_prefix(1);
  }
  SkipSpace(content);
  if (!content.empty()) refresh.url = UrlPart(content);
  return refresh;
}

}  // namespace meguri::html
