// A disk in memory, for tests and simulations: it can fill up, and it can crash.
//
// It promises no more than base/files.h does: a crash takes back every byte that wasn't
// synced, and every new, renamed or removed name whose folder wasn't. So a test that crashes
// after each step finds the sync that the code forgot.
//
// Paths are compared as text, once "a//b", "a/./b" and "a/x/../b" are made "a/b"; there are
// no links. "." and "/" are there from the start.
// Bytes are copied in and out; List() looks at every file. Any thread may use it.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/random.h"

namespace meguri {

class MemFiles final : public Files {
 public:
  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

  MemFiles();
  ~MemFiles() override;
  MemFiles(const MemFiles&) = delete;
  MemFiles& operator=(const MemFiles&) = delete;

  Result<std::unique_ptr<WritableFile>> OpenToWrite(const std::string& path,
                                                    OpenMode mode) override;
  Result<std::unique_ptr<ReadableFile>> OpenToRead(const std::string& path) override;
  Status Rename(const std::string& from, const std::string& to) override;
  Status Remove(const std::string& path) override;
  Result<std::vector<DirectoryEntry>> List(const std::string& directory) override;
  Status MakeDirectories(const std::string& directory) override;
  Status SyncDirectory(const std::string& directory) override;
  Result<std::uint64_t> FreeBytes(const std::string& path) override;

  // All files together hold this many bytes; an Append() beyond writes what fits and fails
  // with kDiskFull. Less than there is already is fine: then nothing more fits.
  void SetCapacity(std::uint64_t bytes);

  // The next `count` syncs, of files and folders, fail with kIo.
  void FailSyncs(int count);

  // The machine crashes at the worst moment: all that isn't durable is gone. Files that were
  // open fail with kIo from now on.
  void DropUnsynced();

  // The machine crashes at a random moment: of what isn't durable some is left. Changes of
  // names survive up to a random one, in their order, as in a journal. Each file keeps a
  // random part of its unsynced bytes, now and then with zeros at the end, where the disk
  // knew of the new length but not of the bytes.
  void CrashAndRecover(Random& random);

 private:
  friend class MemWritableFile;
  friend class MemReadableFile;
  struct Disk;

  std::shared_ptr<Disk> disk_;  // open files keep it alive
};

}  // namespace meguri
