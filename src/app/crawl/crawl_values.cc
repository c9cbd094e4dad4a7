#include "app/crawl/crawl_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <system_error>

#include "base/ascii.h"
#include "base/duration_text.h"
#include "base/ip_address.h"
#include "base/printable.h"
#include "base/size_text.h"
#include "url/url.h"

namespace meguri::app {
namespace {

constexpr Duration kLongest = std::chrono::hours(24 * 36500);
constexpr std::uint16_t kDnsPort = 53;

constexpr std::string_view kTokenMarks = "!#$%&'*+-.^_`|~";  // RFC 9110, 5.6.2

bool IsToken(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return IsAsciiAlphanumeric(c) || kTokenMarks.find(c) != std::string_view::npos;
  });
}

bool HasControls(std::string_view text) {
  return std::ranges::any_of(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

bool IsMailAddress(std::string_view text) {
  const std::size_t at = text.find('@');
  if (at == std::string_view::npos || at == 0) return false;
  const std::string_view domain = text.substr(at + 1);
  return !domain.empty() && text.find_first_of(" \t()<>,;\"") == std::string_view::npos &&
         domain.find('@') == std::string_view::npos && !HasControls(text);
}

bool IsWebAddress(std::string_view text) {
  const auto url = url::Url::Parse(text);
  return url && url->is_http() && text.find_first_of(" ()") == std::string_view::npos &&
         !HasControls(text);
}

}  // namespace

tl::unexpected<Error> NotWhatIsWanted(std::string_view text, std::string_view what,
                                      std::string_view want) {
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("'{}' is no {}; want {}", Printable(text), what, want));
}

Result<std::uint64_t> ParseCount(std::string_view text, std::uint64_t least, std::uint64_t most) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && at == end && number >= least && number <= most) return number;
  const bool open = most == std::numeric_limits<std::uint64_t>::max();
  return NotWhatIsWanted(text, "number that fits",
                         open ? fmt::format("a whole one from {} on", least)
                              : fmt::format("a whole one from {} to {}", least, most));
}

Result<std::uint64_t> ParseBytes(std::string_view text) {
  const auto size = ParseSize(text);
  if (size && *size > 0) return *size;
  return NotWhatIsWanted(text, "size", "one such as 500MB, 2GB or 1.5GiB");
}

Result<std::uint64_t> ParseByteRate(std::string_view text) {
  const auto rate = ParseSize(text.substr(0, text.size() - (text.ends_with("/s") ? 2 : 0)));
  if (rate && *rate > 0) return *rate;
  return NotWhatIsWanted(text, "rate", "bytes a second, such as 5MB");
}

Result<Duration> ParseTime(std::string_view text) {
  if (text == "0") return Duration(0);
  const auto time = ParseDuration(text);
  if (time && *time <= kLongest) return Duration(*time);
  return NotWhatIsWanted(text, "length of time",
                         time ? "at most a hundred years" : "one such as 200ms, 5s, 10m or 2h");
}

Result<std::string> CheckLine(std::string_view text) {
  if (!text.empty() && !HasControls(text)) return std::string(text);
  return NotWhatIsWanted(text, "line of text", "some, without line ends or control characters");
}

Result<std::string> CheckContact(std::string_view text) {
  if (IsMailAddress(text) || IsWebAddress(text)) return std::string(text);
  return NotWhatIsWanted(text, "contact",
                         "a mail address or URL, such as you@example.org or "
                         "https://example.org/crawler");
}

Result<std::string> CheckScopeRule(std::string_view text) {
  for (const std::string_view kind : {"host:", "site:", "surt:", "regex:"}) {
    if (text.starts_with(kind) && text.size() > kind.size()) return std::string(text);
  }
  return NotWhatIsWanted(text, "rule",
                         "host:www.example.org, site:example.org, surt:org,example,)/docs/ or "
                         "regex:…");
}

Result<std::string> CheckContentType(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos && IsToken(text.substr(0, slash)) &&
      IsToken(text.substr(slash + 1)) && !text.starts_with('*')) {
    std::string type(text);
    std::ranges::transform(type, type.begin(), [](char c) { return AsciiToLower(c); });
    return type;
  }
  return NotWhatIsWanted(text, "content type", "one such as text/html or image/*");
}

Result<std::string> CheckAddressRange(std::string_view text) {
  if (IpRange::Parse(text)) return std::string(text);
  return NotWhatIsWanted(text, "range of addresses",
                         "one such as 127.0.0.0/8, 192.0.2.7 or 2001:db8::/32, with no bit set "
                         "behind the prefix");
}

Result<std::string> CheckResolver(std::string_view text) {
  std::string_view address = text;
  std::string_view port;
  const std::size_t bracket = text.find(']');
  if (text.starts_with('[') && bracket != std::string_view::npos) {
    address = text.substr(1, bracket - 1);
    port = text.substr(bracket + 1);
  } else if (std::ranges::count(text, ':') == 1) {
    address = text.substr(0, text.find(':'));
    port = text.substr(address.size());
  }
  const auto parsed = IpAddress::Parse(address);
  const auto number =
      port.empty() ? Result<std::uint64_t>(kDnsPort) : ParseCount(port.substr(1), 1, 65535);
  if (!parsed || !number || (!port.empty() && port.front() != ':')) {
    return NotWhatIsWanted(text, "address of a name server",
                           "one such as 127.0.0.1:5353 or [::1]:53");
  }
  const std::string name = parsed->ToString();
  return parsed->is_v4() ? fmt::format("{}:{}", name, *number)
                         : fmt::format("[{}]:{}", name, *number);
}

Result<std::string> CheckHost(std::string_view text) {
  const auto url = url::Url::Parse(fmt::format("http://{}/", text));
  if (url && url->path() == "/" && !url->port() && url->username().empty() &&
      text.find_first_of(text.starts_with('[') ? "@/?#\\" : "@/?#\\:") == std::string_view::npos) {
    return std::string(url->host());
  }
  return NotWhatIsWanted(text, "host", "a name such as www.example.org, without scheme and port");
}

Result<std::pair<std::string, std::string>> ParseHeader(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || !IsToken(text.substr(0, colon)) || HasControls(text)) {
    return NotWhatIsWanted(text, "header", "one such as \"Accept-Language: ja\"");
  }
  for (const std::string_view ours : {"Host", "User-Agent", "Accept-Encoding", "Connection",
                                      "Content-Length", "Transfer-Encoding", "TE", "Upgrade"}) {
    if (EqualsIgnoringAsciiCase(text.substr(0, colon), ours))
      return NotWhatIsWanted(text, "header of a host's", "one that the crawl doesn't set itself");
  }
  std::string_view value = text.substr(colon + 1);
  while (value.starts_with(' '))
    value.remove_prefix(1);
  while (value.ends_with(' '))
    value.remove_suffix(1);
  return std::pair(std::string(text.substr(0, colon)), std::string(value));
}

Result<std::vector<std::string>> CheckAll(const std::vector<std::string>& texts, ValueCheck check) {
  std::vector<std::string> values;
  for (const std::string& text : texts) {
    MEGURI_TRY(values.emplace_back(), check(text));
  }
  return values;
}

Result<std::vector<std::string>> CheckAllOfLists(const std::vector<std::string>& texts,
                                                 ValueCheck check) {
  std::vector<std::string> parts;
  for (std::string_view rest : texts) {
    std::size_t comma = 0;
    while ((comma = rest.find(',')) != std::string_view::npos) {
      parts.emplace_back(rest.substr(0, comma));
      rest.remove_prefix(comma + 1);
    }
    parts.emplace_back(rest);
  }
  return CheckAll(parts, check);
}

}  // namespace meguri::app
