#include "app/crawl/crawl_seeds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>

#include "app/crawl/crawl_values.h"
#include "base/ascii.h"
#include "base/printable.h"
#include "url/url.h"

namespace meguri::app {
namespace {

constexpr std::size_t kMaxSeedBytes = 8192;  // more than any server reads
constexpr std::size_t kMaxNamedLines = 5;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kWant = "one such as https://example.org/ or example.org";

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

// "example.org:8080/a" has a port where "mailto:a@b" has something else.
bool LacksScheme(std::string_view text) {
  if (text.find("://") < text.find_first_of("/?#") || text.starts_with("//")) return false;
  const std::size_t colon = text.find(':');
  return colon == std::string_view::npos || colon > text.find_first_of("/?#") ||
         (colon + 1 < text.size() && IsAsciiDigit(text[colon + 1])) || text.starts_with('[');
}

}  // namespace

Result<std::string> ParseSeed(std::string_view text) {
  if (text.size() > kMaxSeedBytes) {
    return NotWhatIsWanted(fmt::format("{}…", text.substr(0, 60)), "URL that servers read",
                           fmt::format("at most {} bytes", kMaxSeedBytes));
  }
  const bool spaced = text.find_first_of(" \t\n\r") != std::string_view::npos;
  const auto url =
      url::Url::Parse(LacksScheme(text) ? fmt::format("http://{}", text) : std::string(text));
  if (!url || spaced || text.empty()) return NotWhatIsWanted(text, "URL", kWant);
  if (!url->is_http()) return NotWhatIsWanted(text, "URL of http or https", kWant);
  if (!url->username().empty() || !url->password().empty()) {
    return NotWhatIsWanted(
        text, "URL to keep in an archive",
        "it without user and password; `meguri crawl` takes those in [[host]] of its "
        "--config");
  }
  return std::string(url->without_fragment());
}

Result<std::vector<std::string>> ParseSeedFile(std::string_view text, std::string_view file) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<std::string> seeds;
  std::string first_error;
  std::vector<std::size_t> more;
  std::size_t bad = 0;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = Trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty() || line.starts_with('#')) continue;
    auto seed = ParseSeed(line);
    if (seed) {
      seeds.push_back(*std::move(seed));
    } else if (++bad == 1) {
      first_error = fmt::format("{}:{}: {}", Printable(file), number, seed.error().context);
    } else if (more.size() < kMaxNamedLines) {
      more.push_back(number);
    }
  }
  if (bad == 0) return seeds;
  if (bad > 1) {
    first_error += fmt::format(" ({} more such lines: {}{})", bad - 1, fmt::join(more, ", "),
                               bad - 1 > more.size() ? ", …" : "");
  }
  return Fail(ErrorCode::kInvalidArgument, first_error);
}

std::string FolderFor(std::string_view seed) {
  const auto url = url::Url::Parse(seed);
  std::string name = "crawl-";
  for (const char c : url ? url->host() : std::string_view()) {
    if (c == '[' || c == ']') continue;
    name += IsAsciiAlphanumeric(c) || c == '.' || c == '-' || c == '_' ? c : '-';
  }
  return name;
}

}  // namespace meguri::app
