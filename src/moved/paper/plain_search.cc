#include "moved/paper/plain_search.h"

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_set>
#include <utility>

#include "moved/paper/page_urls.h"

namespace meguri::moved {
namespace {

enum class Order : std::uint8_t { kBreadthFirst, kDepthFirst };

void Search(Order order, std::string_view old_url, std::string_view root, SiteReader& site,
            const PageVisitor& visit) {
  std::unordered_set<std::string> seen = {std::string(PageIdentity(old_url))};
  std::deque<std::string> next = {std::string(root)};
  while (!next.empty()) {
    const std::string url = std::move(next.front());
    next.pop_front();
    if (!seen.emplace(PageIdentity(url)).second) continue;
    const SitePage* const page = site.Read(url);
    if (page == nullptr || !visit(url, *page)) return;
    if (order == Order::kBreadthFirst) {
      for (const SiteLink& link : page->links)
        next.push_back(link.url);
    } else {
      for (auto link = page->links.rbegin(); link != page->links.rend(); ++link)
        next.push_front(link->url);
    }
  }
}

}  // namespace

void SearchDirectories(std::string_view old_url, std::string_view root, SiteReader& site,
                       const PageVisitor& visit) {
  SearchAlongPaths({}, old_url, root, site, visit);
}

void SearchBreadthFirst(std::string_view old_url, std::string_view root, SiteReader& site,
                        const PageVisitor& visit) {
  Search(Order::kBreadthFirst, old_url, root, site, visit);
}

void SearchDepthFirst(std::string_view old_url, std::string_view root, SiteReader& site,
                      const PageVisitor& visit) {
  Search(Order::kDepthFirst, old_url, root, site, visit);
}

}  // namespace meguri::moved
