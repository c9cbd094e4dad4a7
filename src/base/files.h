// The seam to the disk: all that the archive and the logs need of a file system, and no
// more, so that tests and simulations can put one in memory that fills up and crashes.
// (RocksDB has a seam of its own.)
//
// What is durable, that is, survives a crash of the machine:
//   - bytes, after WritableFile::Sync();
//   - that a file exists under its name, or was renamed or removed, after SyncDirectory() of
//     the folder; syncing the file alone isn't enough;
//   - folders, when MakeDirectories() returns.
// A crash of the process alone loses nothing that was written.
//
// Errors: kNotFound, kAlreadyExists, kDiskFull (space or quota), else kIo; the context names
// the path, what was tried and the system's reason: "a/b.warc: can't write: No space left on
// device". An interrupted or short system call is carried on, not reported.
//
// Threads: Files and ReadableFile may be used from any thread at once; a WritableFile by one
// at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace meguri {

// A file that grows at its end. Closed, but not synced, by its destructor.
class WritableFile {
 public:
  virtual ~WritableFile() = default;

  // Writes at the end. After an error a part of `bytes` may be there; size() says how much:
  // Truncate() to the last good end before going on (after kDiskFull that is worth a try).
  virtual Status Append(std::string_view bytes) = 0;

  // Returns once all that was appended, and every Truncate(), is durable.
  // After a failure the system may have dropped the bytes while the next fsync() says all is
  // well. So the file is lost for writing: every later call fails with the same error, and
  // what came after the last good Sync() has to be read again or written elsewhere.
  virtual Status Sync() = 0;

  // Cuts a torn or unwanted end. REQUIRES: size <= this->size().
  virtual Status Truncate(std::uint64_t size) = 0;

  virtual std::uint64_t size() const = 0;
};

class ReadableFile {
 public:
  virtual ~ReadableFile() = default;

  // Fills `into` from `offset` on; returns how many bytes, fewer only at the end of the file.
  virtual Result<std::size_t> ReadAt(std::uint64_t offset, std::span<char> into) const = 0;

  // As it is now: the file may be growing.
  virtual Result<std::uint64_t> Size() const = 0;
};

enum class OpenMode : std::uint8_t {
  kCreate,          // fails with kAlreadyExists if there is one
  kCreateOrAppend,  // the log's way
  kAppend,          // fails with kNotFound if there is none
};

struct DirectoryEntry {
  std::string name;  // without the folder
  bool is_directory = false;

  bool operator==(const DirectoryEntry&) const = default;
};

class Files {
 public:
  virtual ~Files() = default;

  virtual Result<std::unique_ptr<WritableFile>> OpenToWrite(const std::string& path,
                                                            OpenMode mode) = 0;
  virtual Result<std::unique_ptr<ReadableFile>> OpenToRead(const std::string& path) = 0;

  // Atomic; replaces a file that is there under the new name. Not between file systems.
  // REQUIRES: `from` is no folder.
  virtual Status Rename(const std::string& from, const std::string& to) = 0;

  // A file, not a folder. Who has it open keeps it.
  virtual Status Remove(const std::string& path) = 0;

  // What is directly in the folder, sorted by name so that nothing depends on disk order.
  virtual Result<std::vector<DirectoryEntry>> List(const std::string& directory) = 0;

  // With all folders above; fine if they are there.
  virtual Status MakeDirectories(const std::string& directory) = 0;

  virtual Status SyncDirectory(const std::string& directory) = 0;

  // What we may still write on the file system that holds `path`.
  virtual Result<std::uint64_t> FreeBytes(const std::string& path) = 0;
};

// The Error for a failed system call, "path: can't `attempt`: strerror(error_number)", with the
// code as above. For Files of every kind, so that they all speak alike.
Error FileError(const std::string& path, std::string_view attempt, int error_number);

// The folder that holds `path`: "a" for "a/b", "." for "b", "/" for "/b".
std::string DirectoryOf(std::string_view path);

inline constexpr std::uint64_t kMaxWholeFileBytes = std::uint64_t{1} << 30;

// The whole file. One that is larger than `max_bytes` gives kInvalidArgument.
Result<std::string> ReadWholeFile(Files& files, const std::string& path,
                                  std::uint64_t max_bytes = kMaxWholeFileBytes);

// Puts a new file in place of the old one, durably: after a crash either the old or the new
// is there, whole. Goes through `path`.tmp, which it replaces; costs two syncs.
Status ReplaceFile(Files& files, const std::string& path, std::string_view bytes);

// The POSIX one. Every file is opened close-on-exec; new ones get mode 0644 less the umask.
class RealFiles final : public Files {
 public:
  Result<std::unique_ptr<WritableFile>> OpenToWrite(const std::string& path,
                                                    OpenMode mode) override;
  Result<std::unique_ptr<ReadableFile>> OpenToRead(const std::string& path) override;
  Status Rename(const std::string& from, const std::string& to) override;
  Status Remove(const std::string& path) override;
  Result<std::vector<DirectoryEntry>> List(const std::string& directory) override;
  Status MakeDirectories(const std::string& directory) override;
  Status SyncDirectory(const std::string& directory) override;
  Result<std::uint64_t> FreeBytes(const std::string& path) override;
};

}  // namespace meguri
