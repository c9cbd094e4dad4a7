#include "app/doctor/site_list_check.h"

#include "base/printable.h"
#include "url/site.h"

namespace meguri::app {

Status ReadSiteList(const std::string& path) {
  MEGURI_TRY([[maybe_unused]] const url::SiteList list, url::SiteList::Load(path));
  return {};
}

Finding JudgeSiteList(const Status& read, const std::string& path) {
  constexpr std::string_view kName = "site list";
  if (read) return FoundOk(kName, Printable(path) + " can be read");
  return FoundFailing(kName, Printable(read.error().context),
                      "Install Debian's package as root: apt install publicsuffix.");
}

}  // namespace meguri::app
