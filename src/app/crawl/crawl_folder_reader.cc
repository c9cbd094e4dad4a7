#include "app/crawl/crawl_folder_reader.h"

#include <fmt/format.h>

#include "base/printable.h"

namespace meguri::app {

Result<std::unique_ptr<CrawlStore>> OpenCrawlFolder(const std::string& directory, Files& files,
                                                    const Clock& clock) {
  if (!files.OpenToRead(directory + "/crawl.json")) {
    return Fail(
        ErrorCode::kNotFound,
        fmt::format("{} is no folder of a crawl: it has no crawl.json; meguri crawl makes one",
                    Printable(directory)));
  }
  CrawlStoreOptions options;
  options.directory = directory;
  options.read_only = true;
  return CrawlStore::Open(options, files, clock, [] {});
}

}  // namespace meguri::app
