// From a page that was read to what a search for moved pages wants of it.
#pragma once

#include <string_view>

#include "html/page_reader.h"
#include "moved/site_page.h"
#include "url/site.h"

namespace meguri::moved {

// Title, headings, main text, canonical and links to pages of `site` (as SiteList::SiteOf() has
// it); what was asked for, and what was answered, is the caller's. REQUIRES: the reader wants text.
void TakePage(const html::PageReader& page, const url::SiteList& sites, std::string_view site,
              SitePage& into);

}  // namespace meguri::moved
