// A made-up web, for experiments of a size that nobody hands out, and for tests.
//
// It has what matters to an order of crawling: sites of heavy-tailed sizes, most links within the
// site, few pages and few sites that very many link to, and pages with no links.
//   - Sites take consecutive ids, home page first. Within a site pages form a tree of eight
//     branches, and each page links to its children; so all of a site is reached from its home, in
//     few steps.
//   - A page also links to its home, its parent, its neighbours and the menu, then to pages of its
//     site, the first ones most, and a quarter of the time to other sites: the popular ones most,
//     by Zipf's law with exponent 7/8, which gives in-degrees a tail of exponent 2.1. Out-degrees
//     have one of 2.6.
//   - Every site but the first is linked from a page of an earlier one, so that all pages are
//     reached from page 0.
// Successors ascend; no self-links, none twice.
//
// The same options give the same graph, on every machine and with any number of threads: a page's
// links are a function of seed, page and the table of sites, in exactly rounded arithmetic.
// Memory: the graph, and 12 bytes a site. About 10 M links a second and core.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "graph/url_list.h"
#include "graph/web_graph.h"

namespace meguri {

struct GenerateOptions {
  std::uint64_t pages = 100'000;
  double links = 15;        // of a page on average; met within a few percent, if pages are enough
  std::uint64_t sites = 0;  // 0: one for a hundred pages
  std::uint64_t seed = 1;
  unsigned threads = 0;  // 0: all that the machine has
  PagesDone progress;    // called by one thread at a time
};

struct GeneratedGraph {
  WebGraph graph;
  std::vector<PageId> site_starts;  // the home page of each site, and the end of the last
};

// kInvalidArgument if there are no pages or more than kMaxPages, more sites than pages, or links
// are not within 1 to 1000.
Result<GeneratedGraph> GenerateGraph(const GenerateOptions& options);

// http://s12.test/, http://s12.test/c3/, http://s12.test/c3/1234: home, section, page.
UrlList MakeSiteUrls(const std::vector<PageId>& site_starts);

}  // namespace meguri
