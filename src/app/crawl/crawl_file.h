// crawl.toml: the flags of `meguri crawl` in a file, and what single hosts get.
// docs/formats/crawl_toml.md.
#pragma once

#include <string_view>

#include "app/crawl/crawl_keys.h"
#include "base/result.h"

namespace meguri::app {

// Puts what `toml` says into `plan`. `file`: its name. Fails with kInvalidArgument, naming the
// line, on what is no TOML, on a key that nobody knows, and on a value that makes no sense.
Status ApplyCrawlFile(std::string_view toml, std::string_view file, CrawlPlan& plan);

}  // namespace meguri::app
