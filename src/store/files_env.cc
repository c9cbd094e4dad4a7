#include "store/files_env.h"

#include <rocksdb/file_system.h>
#include <rocksdb/system_clock.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace meguri {
namespace {

using rocksdb::FileOptions;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

IOStatus StatusOf(const Error& error) {
  switch (error.code) {
    case ErrorCode::kNotFound:
      return IOStatus::PathNotFound(error.context);
    case ErrorCode::kDiskFull:
      return IOStatus::NoSpace(error.context);
    default:
      return IOStatus::IOError(error.context);
  }
}

IOStatus StatusOf(const Status& status) {
  return status ? IOStatus::OK() : StatusOf(status.error());
}

std::string_view View(const Slice& slice) { return {slice.data(), slice.size()}; }

IOStatus ReadInto(const ReadableFile& file, std::uint64_t offset, std::size_t size, Slice* result,
                  char* scratch) {
  const auto got = file.ReadAt(offset, std::span(scratch, size));
  *result = Slice(scratch, got.value_or(0));
  return got ? IOStatus::OK() : StatusOf(got.error());
}

class SequentialFile final : public rocksdb::FSSequentialFile {
 public:
  explicit SequentialFile(std::unique_ptr<ReadableFile> file) : file_(std::move(file)) {}

  IOStatus Read(std::size_t size, const IOOptions& /*options*/, Slice* result, char* scratch,
                IODebugContext* /*debug*/) override {
    IOStatus status = ReadInto(*file_, at_, size, result, scratch);
    at_ += result->size();
    return status;
  }
  IOStatus Skip(std::uint64_t bytes) override {
    at_ += bytes;
    return IOStatus::OK();
  }

 private:
  const std::unique_ptr<ReadableFile> file_;
  std::uint64_t at_ = 0;
};

class RandomAccessFile final : public rocksdb::FSRandomAccessFile {
 public:
  explicit RandomAccessFile(std::unique_ptr<ReadableFile> file) : file_(std::move(file)) {}

  IOStatus Read(std::uint64_t offset, std::size_t size, const IOOptions& /*options*/, Slice* result,
                char* scratch, IODebugContext* /*debug*/) const override {
    return ReadInto(*file_, offset, size, result, scratch);
  }

 private:
  const std::unique_ptr<ReadableFile> file_;
};

class GrowingFile final : public rocksdb::FSWritableFile {
 public:
  explicit GrowingFile(std::unique_ptr<WritableFile> file) : file_(std::move(file)) {}

  using rocksdb::FSWritableFile::Append;
  IOStatus Append(const Slice& data, const IOOptions& /*options*/,
                  IODebugContext* /*debug*/) override {
    return StatusOf(file_->Append(View(data)));
  }
  IOStatus Truncate(std::uint64_t size, const IOOptions& /*options*/,
                    IODebugContext* /*debug*/) override {
    return StatusOf(file_->Truncate(std::min(size, file_->size())));
  }
  IOStatus Close(const IOOptions& /*options*/, IODebugContext* /*debug*/) override {
    return IOStatus::OK();
  }
  IOStatus Flush(const IOOptions& /*options*/, IODebugContext* /*debug*/) override {
    return IOStatus::OK();
  }
  IOStatus Sync(const IOOptions& /*options*/, IODebugContext* /*debug*/) override {
    return StatusOf(file_->Sync());
  }
  std::uint64_t GetFileSize(const IOOptions& /*options*/, IODebugContext* /*debug*/) override {
    return file_->size();
  }

 private:
  const std::unique_ptr<WritableFile> file_;
};

class Folder final : public rocksdb::FSDirectory {
 public:
  Folder(Files& files, std::string path) : files_(files), path_(std::move(path)) {}

  IOStatus Fsync(const IOOptions& /*options*/, IODebugContext* /*debug*/) override {
    return StatusOf(files_.SyncDirectory(path_));
  }

 private:
  Files& files_;
  const std::string path_;
};

class NoLock final : public rocksdb::FileLock {};

class FilesFileSystem final : public rocksdb::FileSystem {
 public:
  explicit FilesFileSystem(Files& files) : files_(files) {}

  const char* Name() const override { return "MeguriFiles"; }

  IOStatus NewSequentialFile(const std::string& path, const FileOptions& /*options*/,
                             std::unique_ptr<rocksdb::FSSequentialFile>* result,
                             IODebugContext* /*debug*/) override {
    return OpenToRead<SequentialFile>(path, result);
  }
  IOStatus NewRandomAccessFile(const std::string& path, const FileOptions& /*options*/,
                               std::unique_ptr<rocksdb::FSRandomAccessFile>* result,
                               IODebugContext* /*debug*/) override {
    return OpenToRead<RandomAccessFile>(path, result);
  }
  IOStatus NewWritableFile(const std::string& path, const FileOptions& /*options*/,
                           std::unique_ptr<rocksdb::FSWritableFile>* result,
                           IODebugContext* /*debug*/) override {
    // One of an earlier life is in the way: the caller wants an empty one.
    if (files_.OpenToRead(path)) {
      if (const Status removed = files_.Remove(path); !removed) return StatusOf(removed);
    }
    auto file = files_.OpenToWrite(path, OpenMode::kCreate);
    if (!file) return StatusOf(file.error());
    *result = std::make_unique<GrowingFile>(*std::move(file));
    return IOStatus::OK();
  }
  IOStatus NewDirectory(const std::string& path, const IOOptions& /*options*/,
                        std::unique_ptr<rocksdb::FSDirectory>* result,
                        IODebugContext* /*debug*/) override {
    *result = std::make_unique<Folder>(files_, path);
    return IOStatus::OK();
  }
  IOStatus FileExists(const std::string& path, const IOOptions& /*options*/,
                      IODebugContext* /*debug*/) override {
    const auto file = files_.OpenToRead(path);
    if (file) return IOStatus::OK();
    return file.error().code == ErrorCode::kNotFound ? IOStatus::NotFound()
                                                     : StatusOf(file.error());
  }
  IOStatus GetChildren(const std::string& path, const IOOptions& /*options*/,
                       std::vector<std::string>* result, IODebugContext* /*debug*/) override {
    result->clear();
    const auto entries = files_.List(path);
    if (!entries) return StatusOf(entries.error());
    for (const DirectoryEntry& entry : *entries)
      result->push_back(entry.name);
    return IOStatus::OK();
  }
  IOStatus DeleteFile(const std::string& path, const IOOptions& /*options*/,
                      IODebugContext* /*debug*/) override {
    return StatusOf(files_.Remove(path));
  }
  IOStatus CreateDir(const std::string& path, const IOOptions& /*options*/,
                     IODebugContext* /*debug*/) override {
    return StatusOf(files_.MakeDirectories(path));
  }
  IOStatus CreateDirIfMissing(const std::string& path, const IOOptions& options,
                              IODebugContext* debug) override {
    return CreateDir(path, options, debug);
  }
  IOStatus DeleteDir(const std::string& /*path*/, const IOOptions& /*options*/,
                     IODebugContext* /*debug*/) override {
    return IOStatus::NotSupported("no folder is ever deleted");
  }
  IOStatus GetFileSize(const std::string& path, const IOOptions& /*options*/, std::uint64_t* size,
                       IODebugContext* /*debug*/) override {
    const auto file = files_.OpenToRead(path);
    if (!file) return StatusOf(file.error());
    const auto found = (*file)->Size();
    if (found) *size = *found;
    return found ? IOStatus::OK() : StatusOf(found.error());
  }
  IOStatus GetFileModificationTime(const std::string& /*path*/, const IOOptions& /*options*/,
                                   std::uint64_t* time, IODebugContext* /*debug*/) override {
    *time = 0;
    return IOStatus::OK();
  }
  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& /*options*/,
                      IODebugContext* /*debug*/) override {
    return StatusOf(files_.Rename(from, to));
  }
  IOStatus LockFile(const std::string& /*path*/, const IOOptions& /*options*/,
                    rocksdb::FileLock** lock, IODebugContext* /*debug*/) override {
    *lock = std::make_unique<NoLock>().release();
    return IOStatus::OK();
  }
  IOStatus UnlockFile(rocksdb::FileLock* lock, const IOOptions& /*options*/,
                      IODebugContext* /*debug*/) override {
    const std::unique_ptr<rocksdb::FileLock> taken_back(lock);
    return IOStatus::OK();
  }
  IOStatus GetTestDirectory(const IOOptions& /*options*/, std::string* path,
                            IODebugContext* /*debug*/) override {
    *path = "/";
    return IOStatus::OK();
  }
  IOStatus GetAbsolutePath(const std::string& path, const IOOptions& /*options*/,
                           std::string* result, IODebugContext* /*debug*/) override {
    *result = path;
    return IOStatus::OK();
  }
  IOStatus IsDirectory(const std::string& path, const IOOptions& /*options*/, bool* is_directory,
                       IODebugContext* /*debug*/) override {
    *is_directory = files_.List(path).has_value();
    return IOStatus::OK();
  }

 private:
  template <class File, class Base>
  IOStatus OpenToRead(const std::string& path, std::unique_ptr<Base>* result) {
    auto file = files_.OpenToRead(path);
    if (!file) return StatusOf(file.error());
    *result = std::make_unique<File>(*std::move(file));
    return IOStatus::OK();
  }

  Files& files_;
};

class ClockTime final : public rocksdb::SystemClock {
 public:
  explicit ClockTime(const Clock& clock) : clock_(clock) {}

  const char* Name() const override { return "MeguriClock"; }
  std::uint64_t NowMicros() override {
    return static_cast<std::uint64_t>(clock_.WallNow().time_since_epoch().count());
  }
  void SleepForMicroseconds(int /*micros*/) override {}  // the clock moves by itself
  rocksdb::Status GetCurrentTime(std::int64_t* seconds) override {
    *seconds = static_cast<std::int64_t>(NowMicros() / 1'000'000);
    return rocksdb::Status::OK();
  }
  std::string TimeToString(std::uint64_t seconds) override { return std::to_string(seconds); }

 private:
  const Clock& clock_;
};

class FilesEnv final : public rocksdb::EnvWrapper {
 public:
  FilesEnv(std::shared_ptr<rocksdb::FileSystem> files, std::shared_ptr<rocksdb::SystemClock> clock)
      : EnvWrapper(rocksdb::NewCompositeEnv(files)) {
    file_system_ = std::move(files);
    system_clock_ = std::move(clock);
  }
  const char* Name() const override { return "MeguriFilesEnv"; }
};

}  // namespace

std::unique_ptr<rocksdb::Env> MakeFilesEnv(Files& files, const Clock& clock) {
  return std::make_unique<FilesEnv>(std::make_shared<FilesFileSystem>(files),
                                    std::make_shared<ClockTime>(clock));
}

}  // namespace meguri
