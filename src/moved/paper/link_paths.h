// Link paths: how a reader gets from a site's root page to a watched page, and by which words.
//
//   root ─ "Manual" ─▶ /docs/ ─ "Reference" ─▶ /docs/ref/ ─ "load" ─▶ /docs/ref/load.html
//
// They are found backwards, from the page: the pages around it are asked whether they link to it,
// those which look most like its parent are asked for theirs, until the root does. That needs the
// page to be there still: paths are kept from before the move. PathFind and PathGrow of the WISH
// system's paper; note: docs/design/moved_pages.md.
//
// Each URL asked is a request, whether it is there or not: over a hundred where pages have rich
// navigation. From an archive's link graph they cost none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "moved/moved_search.h"
#include "moved/site_page.h"

namespace meguri::moved {

struct LinkPath {
  std::vector<std::string> urls;     // the root page first, the watched page last; none twice
  std::vector<std::string> anchors;  // of the link from each URL to the next; "" if it has none
};

struct LinkPathOptions {
  // Executions of PathGrow beyond the URL's directory length, which is enough: 5 and 10 more find
  // more paths and gain nothing.
  int more_calls = 0;
  // Likely parents by their URL alone: of http://a/b/c/x.html, those that begin it. The paper names
  // it without a number.
  double prefix_weight = 0;
};

// In the order of discovery; none if the site says stop before, or the root links to nothing that
// leads there. `root`: the site's root page.
std::vector<LinkPath> FindLinkPaths(std::string_view url, std::string_view root, SiteReader& site,
                                    const LinkPathOptions& options = {});

// The one that needs no request: a path over the directories of `url`, without anchors.
LinkPath DirectoryPath(std::string_view url, std::string_view root);

// What of link paths helps a search that doesn't go along them: the pages on them, nearest to the
// page first, before those that `old` names already, and the words of the links.
void TakePaths(const std::vector<LinkPath>& paths, OldPage& old);

// What has to be kept of a watched page: each URL and each link's anchor once.
struct LinkPathsSize {
  std::size_t urls = 0;
  std::size_t url_bytes = 0;
  std::size_t anchors = 0;
  std::size_t anchor_bytes = 0;

  std::size_t bytes() const { return url_bytes + anchor_bytes; }
};
LinkPathsSize SizeOf(const std::vector<LinkPath>& paths);

}  // namespace meguri::moved
