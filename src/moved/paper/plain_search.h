// The searches that know nothing of a page but its URL, or not even that: what others are compared
// with. Each runs over the whole site unless it is told to stop. The old URL is not asked for.
#pragma once

#include <string_view>

#include "moved/paper/path_search.h"
#include "moved/site_page.h"

namespace meguri::moved {

// From its directories, the innermost first, and then from the root; each breadth-first.
void SearchDirectories(std::string_view old_url, std::string_view root, SiteReader& site,
                       const PageVisitor& visit);

// From the root, links in the order of the document.
void SearchBreadthFirst(std::string_view old_url, std::string_view root, SiteReader& site,
                        const PageVisitor& visit);
void SearchDepthFirst(std::string_view old_url, std::string_view root, SiteReader& site,
                      const PageVisitor& visit);

}  // namespace meguri::moved
