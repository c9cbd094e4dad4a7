#include "store/page_table.h"

#include <fmt/format.h>
#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/options.h>
#include <rocksdb/table.h>
#include <rocksdb/write_batch.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <memory>

#include "base/mutex.h"
#include "store/files_env.h"
#include "store/log/byte_codec.h"
#include "store/wal_tail.h"

namespace meguri {
namespace {

constexpr char kPagePrefix = 'p';
constexpr char kHostPrefix = 'h';
constexpr char kFilePrefix = 'f';
constexpr std::string_view kPositionsKey = "m";
constexpr std::uint8_t kPositionsVersion = 1;

constexpr std::size_t kWriteBufferBytes = std::size_t{16} << 20;
constexpr std::size_t kCacheBytes = std::size_t{32} << 20;
constexpr int kMaxOpenFiles = 256;  // or a quarter of those that may be
constexpr double kBloomBits = 10;
constexpr int kReadTries = 5;

// Numbers in keys have the highest byte first, so that they sort.
void AppendBigEndian(std::uint32_t value, std::string& out) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    out += static_cast<char>(value >> static_cast<unsigned>(shift));
  }
}

std::uint32_t ReadBigEndian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (const char c : bytes.substr(0, 4)) {
    value = (value << 8U) | static_cast<unsigned char>(c);
  }
  return value;
}

std::string PageKey(UrlKey key) {
  std::string out(1, kPagePrefix);
  AppendBigEndian(key.shard, out);
  AppendBigEndian(key.id, out);
  return out;
}

std::string_view View(const rocksdb::Slice& slice) { return {slice.data(), slice.size()}; }

std::string EncodePositions(const StorePositions& positions) {
  std::string out(1, static_cast<char>(kPositionsVersion));
  AppendVarint(positions.urls_end, out);
  AppendVarint(positions.links_end, out);
  AppendVarint(positions.targets_end, out);
  AppendSized(positions.archive_file, out);
  AppendVarint(positions.archive_end, out);
  return out;
}

std::optional<StorePositions> ParsePositions(std::string_view bytes) {
  ByteReader in(bytes);
  StorePositions positions;
  if (in.Fixed<std::uint8_t>() != kPositionsVersion) return std::nullopt;
  positions.urls_end = in.Varint();
  positions.links_end = in.Varint();
  positions.targets_end = in.Varint();
  positions.archive_file = in.Sized();
  positions.archive_end = in.Varint();
  if (!in.done()) return std::nullopt;
  return positions;
}

// RocksDB's own log is a file beside its tables, and Debian's RocksDB aborts when it writes to that
// a second time after a full disk. What matters comes back as a status.
class NoLog final : public rocksdb::Logger {
 public:
  NoLog() : Logger(rocksdb::FATAL_LEVEL) {}
  using Logger::Logv;
  void Logv(const char* /*format*/, va_list /*arguments*/) override {}
};

rocksdb::CompressionType BestCompression() {
  const auto supported = rocksdb::GetSupportedCompressions();
  for (const auto type : {rocksdb::kZSTD, rocksdb::kLZ4Compression, rocksdb::kSnappyCompression}) {
    if (std::ranges::find(supported, type) != supported.end()) return type;
  }
  return rocksdb::kNoCompression;
}

int MostOpenFiles() {
  const long all = ::sysconf(_SC_OPEN_MAX);
  return all < 0 ? kMaxOpenFiles : static_cast<int>(std::min<long>(all / 4, kMaxOpenFiles));
}

rocksdb::Options MakeOptions(PageTable::Mode mode) {
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = rocksdb::NewLRUCache(kCacheBytes);
  table.cache_index_and_filter_blocks = true;
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(kBloomBits));
  table.format_version = 5;
  rocksdb::Options options;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  options.create_if_missing = mode == PageTable::Mode::kCreate;
  // What a crash cut short at the end is passed over (wal_tail.h); damage before that must not look
  // like a smaller table.
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  options.write_buffer_size = kWriteBufferBytes;
  options.max_write_buffer_number = 2;
  options.max_total_wal_size = std::uint64_t{4} * kWriteBufferBytes;
  options.compression = BestCompression();
  options.level_compaction_dynamic_level_bytes = true;
  options.max_background_jobs = 2;
  // A reader keeps all files open: those that the writer deletes meanwhile stay readable.
  options.max_open_files = mode == PageTable::Mode::kRead ? -1 : MostOpenFiles();
  options.info_log = std::make_shared<NoLog>();
  return options;
}

// Everything happens when it is asked for, in the thread that asks, and the same each time.
void StandStill(rocksdb::Env* env, rocksdb::Options& options) {
  options.env = env;
  options.disable_auto_compactions = true;
  options.max_file_opening_threads = 1;
  options.max_open_files = kMaxOpenFiles;  // is written down, and the user's limit is not the run's
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  options.max_bgerror_resume_count = 0;
  options.db_host_id.clear();
}

class RocksTable final : public PageTable {
 public:
  RocksTable(std::string directory, Mode mode, Files& files, std::unique_ptr<rocksdb::Env> env)
      : directory_(std::move(directory)),
        mode_(mode),
        files_(files),
        env_(std::move(env)),
        options_(MakeOptions(mode)) {
    if (env_) StandStill(env_.get(), options_);
  }

  Status OpenDatabase() MEGURI_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    return OpenLocked();
  }

  Result<std::optional<PageRecord>> ReadPage(UrlKey key) const override {
    reads_.fetch_add(1, std::memory_order_relaxed);
    std::string bytes;
    rocksdb::Status status;
    {
      const MutexLock lock(mutex_);
      if (!db_) return tl::unexpected(why_closed_);
      status = db_->Get(rocksdb::ReadOptions(), PageKey(key), &bytes);
    }
    if (status.IsNotFound()) return std::optional<PageRecord>();
    if (!status.ok()) return tl::unexpected(ErrorOf("read", status));
    auto record = ParsePageRecord(bytes);
    if (!record) return tl::unexpected(Damaged("the record of a page"));
    return record;
  }

  Status ForEachPage(const std::function<void(UrlKey, const PageRecord&)>& sink) const override {
    constexpr std::size_t kKeyBytes = 9;
    return ForEach(kPagePrefix, [&](std::string_view key, std::string_view value) -> Status {
      const auto record = ParsePageRecord(value);
      if (!record || key.size() != kKeyBytes) {
        return tl::unexpected(Damaged("the record of a page"));
      }
      sink({ReadBigEndian(key.substr(1)), ReadBigEndian(key.substr(5))}, *record);
      return {};
    });
  }

  Status ForEachHost(
      const std::function<void(std::string_view, std::string_view)>& sink) const override {
    return ForEach(kHostPrefix, [&](std::string_view key, std::string_view value) -> Status {
      sink(key.substr(1), value);
      return {};
    });
  }

  Result<std::vector<std::string>> ReadFiles() const override {
    std::vector<std::string> names;
    MEGURI_CHECK_STATUS(
        ForEach(kFilePrefix, [&](std::string_view key, std::string_view value) -> Status {
          // Numbers are given in order; a gap is of a file that no committed record is in.
          const std::uint32_t number = ReadBigEndian(key.substr(1));
          if (number < names.size() || number > names.size() + kMaxFileGap) {
            return tl::unexpected(Damaged("the list of archive files"));
          }
          names.resize(number);
          names.emplace_back(value);
          return {};
        }));
    return names;
  }

  Result<StorePositions> ReadPositions() const override {
    std::string bytes;
    rocksdb::Status status;
    {
      const MutexLock lock(mutex_);
      if (!db_) return tl::unexpected(why_closed_);
      status = db_->Get(rocksdb::ReadOptions(), rocksdb::Slice(kPositionsKey.data(), 1), &bytes);
    }
    if (status.IsNotFound()) return StorePositions();
    if (!status.ok()) return tl::unexpected(ErrorOf("read", status));
    auto positions = ParsePositions(bytes);
    if (!positions) return tl::unexpected(Damaged("how far it goes"));
    return *positions;
  }

  Status Commit(const TableBatch& changes) override {
    rocksdb::WriteBatch batch;
    Fill(changes, batch);
    if (!healthy_) MEGURI_CHECK_STATUS(Mend());
    rocksdb::WriteOptions options;
    options.sync = true;
    const rocksdb::Status status = database()->Write(options, &batch);
    if (status.ok()) {
      batches_.fetch_add(1, std::memory_order_relaxed);
      writes_.fetch_add(batch.Count(), std::memory_order_relaxed);
      return {};
    }
    healthy_ = false;
    return tl::unexpected(ErrorOf("write", status));
  }

  TableUse use() const override {
    return {.reads = reads_.load(std::memory_order_relaxed),
            .writes = writes_.load(std::memory_order_relaxed),
            .batches = batches_.load(std::memory_order_relaxed)};
  }

 private:
  static constexpr std::uint32_t kMaxFileGap = 1'000'000;

  rocksdb::DB* database() const {
    const MutexLock lock(mutex_);
    return db_.get();
  }

  rocksdb::Status TryToOpen(const rocksdb::Options& options, rocksdb::DB** db) const {
    if (mode_ != Mode::kRead) return rocksdb::DB::Open(options, directory_, db);
    rocksdb::Status status;
    // The writer may put a file away between our reading of its name and our opening it.
    for (int i = 0; i < kReadTries; ++i) {
      status = rocksdb::DB::OpenForReadOnly(options, directory_, db);
      if (status.ok()) break;
    }
    return status;
  }

  Status OpenLocked() MEGURI_REQUIRES(mutex_) {
    rocksdb::DB* db = nullptr;
    rocksdb::Status status = TryToOpen(options_, &db);
    if (status.IsCorruption() && LogsAreTornAtTheirEnd(files_, directory_).value_or(false)) {
      rocksdb::Options forgiving = options_;
      forgiving.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
      status = TryToOpen(forgiving, &db);
    }
    if (!status.ok()) {
      why_closed_ = ErrorOf("open", status);
      return tl::unexpected(why_closed_);
    }
    db_.reset(db);
    return {};
  }

  // A database that couldn't write its log must not write to it again: RocksDB as Debian builds it
  // checks that, and aborts. So it is opened anew, which fails as long as the disk is full; until
  // then nothing can be read either. The batch that failed may be in the log after all: then it is
  // written again, with the same values.
  Status Mend() {
    const MutexLock lock(mutex_);
    db_.reset();
    MEGURI_CHECK_STATUS(OpenLocked());
    healthy_ = true;
    return {};
  }

  static void Fill(const TableBatch& changes, rocksdb::WriteBatch& batch) {
    // WriteBatch reports only what it was told to refuse, and nothing here is.
    for (const auto& [key, value] : changes.pages) {
      (void)batch.Put(PageKey(key), value);
    }
    for (const auto& [host, value] : changes.hosts) {
      (void)batch.Put(kHostPrefix + host, value);
    }
    for (const auto& [number, name] : changes.files) {
      std::string key(1, kFilePrefix);
      AppendBigEndian(number, key);
      (void)batch.Put(key, name);
    }
    (void)batch.Put(rocksdb::Slice(kPositionsKey.data(), 1), EncodePositions(changes.positions));
  }

  Status ForEach(char prefix,
                 const std::function<Status(std::string_view, std::string_view)>& sink) const {
    rocksdb::DB* db = nullptr;
    {
      const MutexLock lock(mutex_);
      if (!db_) return tl::unexpected(why_closed_);
      db = db_.get();
    }
    rocksdb::ReadOptions options;
    options.readahead_size = std::size_t{2} << 20;
    options.fill_cache = false;
    const std::unique_ptr<rocksdb::Iterator> it(db->NewIterator(options));
    for (it->Seek(rocksdb::Slice(&prefix, 1)); it->Valid(); it->Next()) {
      if (it->key().empty() || it->key()[0] != prefix) break;
      MEGURI_CHECK_STATUS(sink(View(it->key()), View(it->value())));
    }
    if (!it->status().ok()) return tl::unexpected(ErrorOf("read", it->status()));
    return {};
  }

  Error Damaged(std::string_view what) const {
    return {ErrorCode::kCorrupt,
            fmt::format("{}: {} can't be read: put back a copy of the folder", directory_, what)};
  }

  Error ErrorOf(std::string_view attempt, const rocksdb::Status& status) const {
    ErrorCode code = ErrorCode::kIo;
    if (status.IsNoSpace()) code = ErrorCode::kDiskFull;
    if (status.IsCorruption() || status.IsInvalidArgument()) code = ErrorCode::kCorrupt;
    std::string reason = status.ToString();
    std::ranges::replace(reason, '\n', ' ');
    return {code, fmt::format("{}: can't {}: {}", directory_, attempt, reason)};
  }

  const std::string directory_;
  const Mode mode_;
  Files& files_;
  const std::unique_ptr<rocksdb::Env> env_;  // null: RocksDB's own
  rocksdb::Options options_;
  bool healthy_ = true;  // Commit()'s
  mutable std::atomic<std::uint64_t> reads_{0};
  std::atomic<std::uint64_t> writes_{0};
  std::atomic<std::uint64_t> batches_{0};

  mutable Mutex mutex_;  // held while one page is read, and while it is mended
  std::unique_ptr<rocksdb::DB> db_ MEGURI_GUARDED_BY(mutex_);
  Error why_closed_ MEGURI_GUARDED_BY(mutex_) = {ErrorCode::kIo, ""};  // if there is no db_
};

}  // namespace

Result<std::unique_ptr<PageTable>> PageTable::Open(const std::string& directory, Mode mode,
                                                   const std::optional<TableDisk>& disk) {
  static RealFiles real;  // it has no state
  Files& files = disk ? disk->files : real;
  if (mode == Mode::kCreate) MEGURI_CHECK_STATUS(files.MakeDirectories(directory));
  auto env = disk ? MakeFilesEnv(disk->files, disk->clock) : nullptr;
  auto table = std::make_unique<RocksTable>(directory, mode, files, std::move(env));
  MEGURI_CHECK_STATUS(table->OpenDatabase());
  return std::unique_ptr<PageTable>(std::move(table));
}

}  // namespace meguri
