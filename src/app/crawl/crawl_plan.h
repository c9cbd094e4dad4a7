// What `meguri crawl` is to do: the engine's settings, and what is shown meanwhile.
#pragma once

#include <string>
#include <vector>

#include "crawl/crawl_settings.h"

namespace meguri::app {

struct CrawlPlan {
  CrawlSettings settings;
  // Where its seeds come from, as the user said it.
  std::vector<std::string> urls;
  std::string seeds_file;
  bool json = false;
  bool quiet = false;
};

}  // namespace meguri::app
