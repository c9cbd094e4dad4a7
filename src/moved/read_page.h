// From a page that was read to what a search for moved pages wants of it.
#pragma once

#include <string_view>

#include "html/page_reader.h"
#include "moved/site_page.h"
#include "url/site.h"

namespace meguri::moved {

// What readers go along: <a>, <area>, frames, refreshes.
bool LeadsToPage(html::LinkKind kind);

// Where a page at `url` that says next to nothing sends its readers by itself; "" if it doesn't.
// Lives as long as the page's links.
std::string_view RefreshTarget(const html::PageReader& page, std::string_view url);

// Of the page at `url`: title, headings, main text, canonical, where it sends its readers, and
// links to pages of `site` (as SiteList::SiteOf() has it); what was answered is the caller's.
// REQUIRES: the reader wants text.
void TakePage(const html::PageReader& page, std::string_view url, const url::SiteList& sites,
              std::string_view site, SitePage& into);

}  // namespace meguri::moved
