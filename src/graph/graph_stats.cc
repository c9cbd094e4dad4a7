#include "graph/graph_stats.h"

#include <algorithm>
#include <limits>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/ascii.h"

namespace meguri {
namespace {

// Sorts them.
DegreeStats StatsOfDegrees(std::vector<std::uint32_t>& degrees, std::uint64_t arcs) {
  DegreeStats stats;
  if (degrees.empty()) return stats;
  const auto most = std::ranges::max_element(degrees);
  stats.max = *most;
  stats.max_page = static_cast<PageId>(most - degrees.begin());
  stats.mean = static_cast<double>(arcs) / static_cast<double>(degrees.size());
  std::ranges::sort(degrees);
  // The least that so many thousandths of the pages don't exceed.
  const auto quantile = [&](std::size_t thousandths) {
    const std::size_t rank = (degrees.size() * thousandths + 999) / 1000;
    return degrees[std::max<std::size_t>(rank, 1) - 1];
  };
  stats.median = quantile(500);
  stats.p90 = quantile(900);
  stats.p99 = quantile(990);
  stats.p999 = quantile(999);
  stats.zeros = static_cast<std::uint64_t>(std::ranges::upper_bound(degrees, 0U) - degrees.begin());
  return stats;
}

}  // namespace

GraphStats StatsOf(const WebGraph& graph) {
  constexpr PageId kNobody = std::numeric_limits<PageId>::max();
  const std::size_t pages = graph.page_count();
  GraphStats stats{.pages = pages, .arcs = graph.arc_count()};
  std::vector<std::uint32_t> degrees(pages);
  {
    std::vector<PageId> last_source(pages, kNobody);
    for (PageId page = 0; page < pages; ++page) {
      const auto successors = graph.successors(page);
      degrees[page] = static_cast<std::uint32_t>(successors.size());
      for (const PageId target : successors) {
        stats.self_links += target == page ? 1 : 0;
        stats.repeated_links += last_source[target] == page ? 1 : 0;
        last_source[target] = page;
      }
    }
  }
  stats.out = StatsOfDegrees(degrees, stats.arcs);
  std::ranges::fill(degrees, 0U);
  for (PageId page = 0; page < pages; ++page) {
    for (const PageId target : graph.successors(page))
      ++degrees[target];
  }
  stats.in = StatsOfDegrees(degrees, stats.arcs);
  return stats;
}

std::uint64_t CountHosts(const UrlList& urls) {
  std::unordered_set<std::string> hosts;
  std::string host;
  std::string last;
  for (PageId page = 0; page < urls.size(); ++page) {
    host = HostOfUrl(urls.url(page));
    for (char& c : host)
      c = AsciiToLower(c);
    if (page > 0 && host == last) continue;  // mostly they come together
    hosts.insert(host);
    last = host;
  }
  return hosts.size();
}

}  // namespace meguri
