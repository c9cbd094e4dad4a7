#include "sim/crawl/disk_account.h"

#include <fmt/format.h>

#include "store/crawl_store.h"

namespace meguri {

Result<std::optional<DiskAccount>> ReadAccount(Files& files, const Clock& clock,
                                               const std::string& directory) {
  CrawlStoreOptions options;
  options.directory = directory;
  options.read_only = true;
  options.simulated = 1;  // the table lies on `files`, too
  auto opened = CrawlStore::Open(options, files, clock, [] {});
  if (!opened && opened.error().code == ErrorCode::kNotFound) return std::optional<DiskAccount>();
  MEGURI_TRY(const std::unique_ptr<CrawlStore> store, std::move(opened));
  DiskAccount account;
  account.seed = store->identity().seed;
  account.shards = store->identity().shards;
  account.canonical = store->identity().canonical;
  MEGURI_CHECK_STATUS(store->ReplayUrls([&](const StoredUrl& url, std::uint64_t /*place*/) {
    account.by_key.emplace(url.key.packed(), account.urls.size());
    account.by_fingerprint.emplace(url.fingerprint, account.urls.size());
    account.urls.push_back({url.key, url.fingerprint, std::string(url.url)});
  }));
  std::uint32_t last_file = 0;
  MEGURI_CHECK_STATUS(store->ReplayPages([&](UrlKey key, const PageRecord& record) {
    if (record.place) last_file = std::max(last_file, record.place->file);
    account.pages.emplace(key.packed(), record);
  }));
  MEGURI_CHECK_STATUS(
      store->ReplayLinks(0, [&](const LoggedPage& page) { account.links.push_back(page); }));
  for (std::uint32_t file = 0; file <= last_file; ++file) {
    std::string path = fmt::format("{}/archive/{}", directory, store->archive_file_name(file));
    if (!files.OpenToRead(path)) path += ".open";
    account.archives.push_back(std::move(path));
  }
  return std::optional<DiskAccount>(std::move(account));
}

}  // namespace meguri
