// A URL as it was discovered: what the log of URLs keeps of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "store/page_record.h"

namespace meguri {

struct StoredUrl {
  UrlKey key;
  std::uint64_t fingerprint = 0;  // keyed with the crawl's seed
  std::string_view url;           // what is fetched: as found, fragment off
  std::uint16_t depth = 0;        // links from a seed
  std::uint8_t hops = 0;          // redirects in a row that led here
  bool seed = false;
  bool requisite = false;  // found only as part of a page: no links of it are followed as pages
  std::optional<UrlKey> found_on;
};

}  // namespace meguri
