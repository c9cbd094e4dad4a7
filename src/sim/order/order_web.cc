#include "sim/order/order_web.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "graph/page_rank.h"
#include "graph/url_list.h"

namespace meguri {
namespace {

constexpr std::uint32_t kMostSimplicities = (1U << 24U) - 1;

std::vector<std::uint32_t> SitesOf(const UrlList& urls) {
  std::unordered_map<std::string, std::uint32_t> numbers;
  std::vector<std::uint32_t> sites(urls.size());
  std::string host;
  for (PageId page = 0; page < urls.size(); ++page) {
    host = HostOfUrl(urls.url(page));
    AsciiLowerInPlace(host);
    const auto next = static_cast<std::uint32_t>(numbers.size());
    sites[page] = numbers.emplace(host, next).first->second;
  }
  return sites;
}

std::vector<std::uint32_t> SimplicityOf(const UrlList& urls) {
  const auto key = [&](PageId page) {
    const std::string_view url = urls.url(page);
    return static_cast<std::uint64_t>(std::ranges::count(url, '/')) << 32U | url.size();
  };
  std::vector<std::uint64_t> keys(urls.size());
  for (PageId page = 0; page < urls.size(); ++page)
    keys[page] = key(page);
  std::vector<std::uint64_t> distinct = keys;
  std::ranges::sort(distinct);
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  std::vector<std::uint32_t> simplicity(urls.size());
  for (PageId page = 0; page < urls.size(); ++page) {
    const auto place = std::ranges::lower_bound(distinct, keys[page]) - distinct.begin();
    simplicity[page] =
        static_cast<std::uint32_t>(std::min<std::ptrdiff_t>(place, kMostSimplicities));
  }
  return simplicity;
}

// Equal to nine digits after the point counts as equal; then the lower id is better.
void RankPages(OrderWeb& web) {
  std::vector<double> rounded(web.size());
  for (PageId page = 0; page < web.size(); ++page)
    rounded[page] = std::round(web.page_rank[page] * 1e9);
  web.by_rank.resize(web.size());
  std::iota(web.by_rank.begin(), web.by_rank.end(), PageId{0});
  std::ranges::sort(web.by_rank, [&](PageId a, PageId b) {
    return std::tuple(-rounded[a], a) < std::tuple(-rounded[b], b);
  });
  web.ranks.resize(web.size());
  for (std::uint32_t rank = 0; rank < web.size(); ++rank)
    web.ranks[web.by_rank[rank]] = rank;
}

template <class T>
std::vector<T> Picked(const std::vector<T>& all, const std::vector<PageId>& pages) {
  std::vector<T> picked;
  if (all.empty()) return picked;
  picked.reserve(pages.size());
  for (const PageId page : pages)
    picked.push_back(all[page]);
  return picked;
}

}  // namespace

GraphOfSites::GraphOfSites(StoredGraph stored)
    : graph(WithoutSelfAndRepeatedLinks(stored.graph)), urls(std::move(stored.urls)) {
  stored.graph = {};
  if (urls.empty()) return;
  sites = SitesOf(urls);
  simplicity = SimplicityOf(urls);
}

PageId OrderWeb::page(PageId original) const {
  return static_cast<PageId>(std::ranges::lower_bound(originals, original) - originals.begin());
}

std::vector<bool> ReachedFrom(const WebGraph& graph, std::span<const PageId> seeds) {
  std::vector<bool> reached(graph.page_count());
  std::vector<PageId> open;
  for (const PageId seed : seeds) {
    if (reached[seed]) continue;
    reached[seed] = true;
    open.push_back(seed);
  }
  while (!open.empty()) {
    const PageId page = open.back();
    open.pop_back();
    for (const PageId to : graph.successors(page)) {
      if (reached[to]) continue;
      reached[to] = true;
      open.push_back(to);
    }
  }
  return reached;
}

std::shared_ptr<const OrderWeb> ReachedWeb(const GraphOfSites& graph,
                                           const std::vector<bool>& reached,
                                           const WebOptions& options) {
  auto web = std::make_shared<OrderWeb>();
  std::vector<PageId> numbers(reached.size());
  std::uint64_t arcs = 0;
  for (PageId page = 0; page < reached.size(); ++page) {
    if (!reached[page]) continue;
    numbers[page] = static_cast<PageId>(web->originals.size());
    web->originals.push_back(page);
    arcs += graph.graph.successors(page).size();
  }
  std::vector<std::uint64_t> starts{0};
  starts.reserve(web->size() + 1);
  std::vector<PageId> targets;
  targets.reserve(arcs);
  for (const PageId page : web->originals) {
    for (const PageId to : graph.graph.successors(page))
      targets.push_back(numbers[to]);
    starts.push_back(targets.size());
  }
  web->graph = WebGraph(std::move(starts), std::move(targets));
  web->sites = Picked(graph.sites, web->originals);
  web->simplicity = Picked(graph.simplicity, web->originals);
  web->page_rank =
      PageRank(web->graph,
               {.d = options.d, .tolerance = options.tolerance, .threads = options.threads})
          .ranks;
  web->page_rank_sum = std::accumulate(web->page_rank.begin(), web->page_rank.end(), 0.0);
  RankPages(*web);
  return web;
}

}  // namespace meguri
