// The search of a site for a page that moved, along the paths that led to it: near its old place
// first, and depth-first wherever a link says what a link to it said.
//
// `crawl` and `traverse` of the WISH system's paper; note: docs/design/moved_pages.md. From the
// first start that is there it runs over the whole site, unless it is told to stop. Memory: the
// links of the pages read.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "moved/paper/link_paths.h"
#include "moved/site_page.h"

namespace meguri::moved {

// Told of each candidate, in the order in which they were read; false ends the search.
using PageVisitor = std::function<bool(const std::string& url, const SitePage& page)>;

struct PathStart {
  std::string url;
  std::vector<std::string> anchors;  // those that led from here on, on all paths; none empty
};

// Where to begin, in this order: nearer to the old page first, then the deeper directory, then as
// discovered; the root last, whether a path has it or not; the old page is none.
std::vector<PathStart> StartsOf(const std::vector<LinkPath>& paths, std::string_view old_url,
                                std::string_view root);

// Paths as FindLinkPaths() gave them before the move; none: that of the directories is taken. The
// old URL is not asked for.
void SearchAlongPaths(const std::vector<LinkPath>& paths, std::string_view old_url,
                      std::string_view root, SiteReader& site, const PageVisitor& visit);

}  // namespace meguri::moved
