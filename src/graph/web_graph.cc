#include "graph/web_graph.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace meguri {

WebGraph WithoutSelfAndRepeatedLinks(const WebGraph& graph) {
  constexpr PageId kNobody = std::numeric_limits<PageId>::max();
  const auto pages = static_cast<PageId>(graph.page_count());
  std::vector<std::uint64_t> starts;
  starts.reserve(graph.page_count() + 1);
  std::vector<PageId> targets;
  targets.reserve(graph.arc_count());
  std::vector<PageId> last_source(graph.page_count(), kNobody);  // who linked to it last
  for (PageId page = 0; page < pages; ++page) {
    starts.push_back(targets.size());
    for (const PageId target : graph.successors(page)) {
      if (target == page || last_source[target] == page) continue;
      last_source[target] = page;
      targets.push_back(target);
    }
  }
  starts.push_back(targets.size());
  targets.shrink_to_fit();
  return {std::move(starts), std::move(targets)};
}

bool HasSortedLinks(const WebGraph& graph) {
  for (PageId page = 0; page < graph.page_count(); ++page) {
    const auto successors = graph.successors(page);
    if (std::ranges::adjacent_find(successors, std::greater_equal<>()) != successors.end())
      return false;
  }
  return true;
}

WebGraph WithSortedLinks(const WebGraph& graph) {
  std::vector<std::uint64_t> starts;
  starts.reserve(graph.page_count() + 1);
  std::vector<PageId> targets;
  targets.reserve(graph.arc_count());
  for (PageId page = 0; page < graph.page_count(); ++page) {
    starts.push_back(targets.size());
    const auto successors = graph.successors(page);
    targets.insert(targets.end(), successors.begin(), successors.end());
    const auto begin = targets.begin() + static_cast<std::ptrdiff_t>(starts.back());
    std::sort(begin, targets.end());
    targets.erase(std::unique(begin, targets.end()), targets.end());
  }
  starts.push_back(targets.size());
  targets.shrink_to_fit();
  return {std::move(starts), std::move(targets)};
}

}  // namespace meguri
