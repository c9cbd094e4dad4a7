// The records that are written under fire: number n has always the same URL and body.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/random.h"

namespace meguri::warc {

inline constexpr std::string_view kKillUrls = "http://example.org/";
inline constexpr std::string_view kKillHead = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n";

inline std::string KillUrl(std::uint64_t number) {
  return std::string(kKillUrls) + std::to_string(number);
}

// One more than the number of the record with that URL; 0 for a warcinfo.
inline std::uint64_t KillNumberOf(std::string_view url) {
  if (!url.starts_with(kKillUrls)) return 0;
  return std::strtoull(std::string(url.substr(kKillUrls.size())).c_str(), nullptr, 10) + 1;
}

inline std::string KillBody(std::uint64_t number) {
  Random random(number);
  std::string body = "record " + std::to_string(number) + "\n";
  const std::uint64_t words = random.Uniform(300);
  for (std::uint64_t i = 0; i < words; ++i) {
    body += std::to_string(random.Next());
  }
  return body;
}

}  // namespace meguri::warc
