// A crawl's folder, opened to look around in, also while it is written.
#pragma once

#include <memory>
#include <string>

#include "base/clock.h"
#include "base/files.h"
#include "base/result.h"
#include "store/crawl_store.h"

namespace meguri::app {

// kNotFound, with what a crawl folder is, if `directory` is none.
Result<std::unique_ptr<CrawlStore>> OpenCrawlFolder(const std::string& directory, Files& files,
                                                    const Clock& clock);

}  // namespace meguri::app
