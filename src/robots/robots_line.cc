#include "robots/robots_line.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace meguri::robots {
namespace {

struct KeyName {
  std::string_view name;
  RobotsKey key;
};

constexpr std::array kKeyNames = {
    KeyName{"user-agent", RobotsKey::kUserAgent},
    KeyName{"disallow", RobotsKey::kDisallow},
    KeyName{"allow", RobotsKey::kAllow},
    KeyName{"sitemap", RobotsKey::kSitemap},
    KeyName{"crawl-delay", RobotsKey::kCrawlDelay},
    // Misspellings. None of "allow": one that we took for it could open what is closed.
    KeyName{"useragent", RobotsKey::kUserAgent},
    KeyName{"user agent", RobotsKey::kUserAgent},
    KeyName{"dissallow", RobotsKey::kDisallow},
    KeyName{"dissalow", RobotsKey::kDisallow},
    KeyName{"disalow", RobotsKey::kDisallow},
    KeyName{"diasllow", RobotsKey::kDisallow},
    KeyName{"disallaw", RobotsKey::kDisallow},
    KeyName{"site-map", RobotsKey::kSitemap},
    KeyName{"crawldelay", RobotsKey::kCrawlDelay},
    KeyName{"crawl delay", RobotsKey::kCrawlDelay},
};

RobotsKey KeyOf(std::string_view name) {
  const auto found = std::ranges::find_if(
      kKeyNames, [name](const KeyName& key) { return EqualsIgnoringAsciiCase(key.name, name); });
  return found == kKeyNames.end() ? RobotsKey::kUnknown : found->key;
}

RobotsLine ParseLine(std::string_view bytes, std::uint32_t number) {
  RobotsLine line{.text = TrimAsciiSpace(bytes.substr(0, bytes.find('#'))), .number = number};
  if (line.text.empty()) return line;
  const std::size_t colon = line.text.find(':');
  if (colon != std::string_view::npos) {
    line.key = KeyOf(TrimAsciiSpace(line.text.substr(0, colon)));
    line.value = TrimAsciiSpace(line.text.substr(colon + 1));
    return line;
  }
  line.key = RobotsKey::kUnknown;
  const auto blank = std::ranges::find_if(line.text, IsAsciiSpace);
  const auto word_size = static_cast<std::size_t>(blank - line.text.begin());
  const std::string_view second = TrimAsciiSpace(line.text.substr(word_size));
  if (!second.empty() && std::ranges::none_of(second, IsAsciiSpace)) {
    line.key = KeyOf(line.text.substr(0, word_size));
    line.value = second;
    // Guessing must not open what is closed.
    if (line.key == RobotsKey::kAllow) line.key = RobotsKey::kUnknown;
  }
  return line;
}

}  // namespace

RobotsLineReader::RobotsLineReader(std::string_view bytes) : rest_(bytes) {
  for (const char mark : {'\xEF', '\xBB', '\xBF'}) {
    if (!rest_.starts_with(mark)) break;
    rest_.remove_prefix(1);
  }
}

std::optional<RobotsLine> RobotsLineReader::Next() {
  if (rest_.empty()) return std::nullopt;
  const auto end = std::ranges::find_if(rest_, [](char c) { return c == '\n' || c == '\r'; });
  const std::string_view line = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
  rest_.remove_prefix(line.size());
  if (rest_.starts_with("\r\n")) {
    rest_.remove_prefix(2);
  } else if (!rest_.empty()) {
    rest_.remove_prefix(1);
  }
  return ParseLine(line, ++number_);
}

}  // namespace meguri::robots
