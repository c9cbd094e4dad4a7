// What a crawl keeps of each page and host, by key: a small RocksDB, and the only place that sees
// it.
//
// All that a commit changes goes in by one batch, synced: it is there whole or not at all. Keys
// and values: docs/formats/crawl_folder.md. Memory is bounded: two write buffers of 16 MB and 32
// MB of cache.
//
// Errors: kDiskFull (the same batch may be tried again), kCorrupt, kIo; the context names the
// folder. Threads: Commit() one at a time; all else any.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/result.h"
#include "store/page_record.h"

namespace meguri {

// How far the files beside it are counted.
struct StorePositions {
  std::uint64_t urls_end = 0;
  std::uint64_t links_end = 0;
  std::uint64_t targets_end = 0;
  std::string archive_file;  // the one that was written last; "" if there is none
  std::uint64_t archive_end = 0;

  bool operator==(const StorePositions&) const = default;
};

struct TableBatch {
  std::vector<std::pair<UrlKey, std::string>> pages;         // AppendPageRecord()'s
  std::vector<std::pair<std::string, std::string>> hosts;    // by name
  std::vector<std::pair<std::uint32_t, std::string>> files;  // names of archive files, by number
  StorePositions positions;
};

// What the database was asked to do since it was opened.
struct TableUse {
  std::uint64_t reads = 0;    // of one key
  std::uint64_t writes = 0;   // keys in batches that were committed
  std::uint64_t batches = 0;  // of those
};

// Where the database lies if not on the machine's disk: then it does nothing in threads of its own.
struct TableDisk {
  Files& files;
  const Clock& clock;
};

class PageTable {
 public:
  enum class Mode : std::uint8_t { kCreate, kWrite, kRead };

  // kCreate makes one if there is none; with the others it must be there, else kCorrupt. kRead
  // sees what was committed up to now, also while another process writes. `disk` must outlive it.
  static Result<std::unique_ptr<PageTable>> Open(const std::string& directory, Mode mode,
                                                 const std::optional<TableDisk>& disk = {});
  virtual ~PageTable() = default;

  // A few microseconds; less if there is no such page.
  virtual Result<std::optional<PageRecord>> ReadPage(UrlKey key) const = 0;
  virtual Status ForEachPage(
      const std::function<void(UrlKey key, const PageRecord& record)>& sink) const = 0;
  virtual Status ForEachHost(
      const std::function<void(std::string_view host, std::string_view bytes)>& sink) const = 0;
  // By number, from 0 on.
  virtual Result<std::vector<std::string>> ReadFiles() const = 0;
  virtual Result<StorePositions> ReadPositions() const = 0;

  virtual Status Commit(const TableBatch& batch) = 0;

  virtual TableUse use() const = 0;
};

}  // namespace meguri
