// Graphs and URLs drawn by a seed, for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "graph/url_list.h"
#include "graph/web_graph.h"

namespace meguri::testing_support {

// Successors in any order, self-links and repeated ones too.
inline WebGraph RandomGraph(std::uint64_t seed, std::size_t pages, std::size_t arcs) {
  Random random(seed);
  std::vector<std::uint64_t> starts(pages + 1, 0);
  for (std::size_t i = 0; i < arcs; ++i)
    ++starts[1 + random.Uniform(pages)];
  for (std::size_t i = 0; i < pages; ++i)
    starts[i + 1] += starts[i];
  std::vector<PageId> targets(arcs);
  for (PageId& target : targets)
    target = static_cast<PageId>(random.Uniform(pages));
  return {std::move(starts), std::move(targets)};
}

// Lists that are much like the ones before them, with runs: what a BVGraph is made for. Ascending.
inline WebGraph SimilarLists(std::uint64_t seed, std::size_t pages) {
  Random random(seed);
  std::vector<std::uint64_t> starts{0};
  std::vector<PageId> targets;
  std::vector<bool> list(pages);
  for (std::size_t page = 0; page < pages; ++page) {
    for (std::uint64_t changes = random.Uniform(6); changes > 0; --changes) {
      const std::size_t at = random.Uniform(pages);
      const bool value = random.Chance(0.5);
      for (std::size_t i = at; i < at + 1 + random.Uniform(9) && i < pages; ++i)
        list[i] = value;
    }
    if (random.Chance(0.1)) list.assign(pages, false);
    for (std::size_t i = 0; i < pages; ++i) {
      if (list[i]) targets.push_back(static_cast<PageId>(i));
    }
    starts.push_back(targets.size());
  }
  return {std::move(starts), std::move(targets)};
}

inline UrlList RandomUrls(std::uint64_t seed, std::size_t pages) {
  Random random(seed);
  UrlList urls;
  std::string url = "http://a.test/";
  for (std::size_t i = 0; i < pages; ++i) {
    url.resize(random.Uniform(url.size() + 1));
    for (std::uint64_t more = random.Uniform(i % 100 == 0 ? 700 : 9); more > 0; --more)
      url += static_cast<char>('a' + random.Uniform(26));
    urls.Add(url);
  }
  return urls;
}

}  // namespace meguri::testing_support
