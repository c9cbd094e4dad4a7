// The public suffix list, without which no crawl begins: it says which hosts are one site.
#pragma once

#include <string>

#include "app/doctor/findings.h"
#include "base/result.h"

namespace meguri::app {

// Fails if it isn't there, or has no rule.
Status ReadSiteList(const std::string& path);

Finding JudgeSiteList(const Status& read, const std::string& path);

}  // namespace meguri::app
