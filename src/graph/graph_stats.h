// Figures of a graph: how many links pages have, and have to them. Linear but for the sorting of
// degrees; needs 8 bytes a page.
#pragma once

#include <cstdint>

#include "graph/url_list.h"
#include "graph/web_graph.h"

namespace meguri {

struct DegreeStats {
  double mean = 0;
  std::uint64_t median = 0;
  std::uint64_t p90 = 0;  // 90 % of the pages have no more
  std::uint64_t p99 = 0;
  std::uint64_t p999 = 0;
  std::uint64_t max = 0;
  PageId max_page = 0;      // the first that has so many
  std::uint64_t zeros = 0;  // pages that have none
};

struct GraphStats {
  std::uint64_t pages = 0;
  std::uint64_t arcs = 0;
  std::uint64_t self_links = 0;
  std::uint64_t repeated_links = 0;  // to a page that the same page links to before
  DegreeStats out;
  DegreeStats in;
};

GraphStats StatsOf(const WebGraph& graph);

// Different hosts among the URLs; as they are written, but for the case of letters.
std::uint64_t CountHosts(const UrlList& urls);

}  // namespace meguri
