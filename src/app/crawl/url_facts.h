// All that a crawl's folder knows of one URL.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/crawl_store.h"

namespace meguri::app {

struct LinkingPage {
  std::string url;
  std::string text;  // of the link
  std::string kind;  // "a", "img", …, "redirect"

  bool operator==(const LinkingPage&) const = default;
};

struct UrlFacts {
  std::string url;  // as the crawl knows it, else as asked
  bool known = false;
  UrlKey key;
  std::uint16_t depth = 0;
  std::uint8_t hops = 0;
  bool seed = false;
  bool requisite = false;
  std::string found_on;              // "" for seeds
  std::optional<double> score;       // as of the last save
  std::optional<PageRecord> record;  // none: it waits
  std::string archive_file;
  std::vector<LinkingPage> linked_from;
};

// Goes through the logs: as long as they are large.
Result<UrlFacts> FindUrlFacts(CrawlStore& store, std::string_view url);

std::string UrlFactsInWords(const UrlFacts& facts, std::size_t max_links);
std::string UrlFactsAsJson(const UrlFacts& facts);

}  // namespace meguri::app
