#include "moved/moved_search.h"

#include "moved/site_search.h"

namespace meguri::moved {

SearchResult FindMoved(const OldPage& old, SiteReader& site, const SearchOptions& options) {
  return SiteSearch(old, site, options).Run();
}

}  // namespace meguri::moved
