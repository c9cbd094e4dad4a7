// The path and query of a test vector's absolute URL, as the crawler would pass it on.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace meguri::robots {

// "http://host/a?b#c" → "/a?b"; raw non-ASCII bytes become %-escapes, as in any URL that has
// been parsed and serialised. "" → "/".
inline std::string PathOfUrl(std::string_view url) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  url = url.substr(0, url.find('#'));
  const std::size_t scheme_end = url.find("://");
  const std::size_t host_at = scheme_end == std::string_view::npos ? 0 : scheme_end + 3;
  const std::size_t path_at = url.find_first_of("/?", host_at);
  const std::string_view raw =
      path_at == std::string_view::npos ? std::string_view() : url.substr(path_at);
  std::string path = raw.starts_with('/') ? "" : "/";
  for (const char c : raw) {
    const auto octet = static_cast<unsigned char>(c);
    if (octet < 0x80) {
      path += c;
    } else {
      path += {'%', kDigits[octet / 16], kDigits[octet % 16]};
    }
  }
  return path;
}

}  // namespace meguri::robots
