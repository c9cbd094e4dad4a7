// A disk in memory whose syncs of folders fail when told: what was renamed, made or removed is
// seen by all that run, but a crash may take it back.
#pragma once

#include <cerrno>
#include <memory>
#include <string>
#include <vector>

#include "base/mem_files.h"

namespace meguri::testing_store {

class FailingFiles final : public Files {
 public:
  // The sync of a folder behind so many others fails, once; negative: none does.
  void FailFolderSync(int behind) { behind_ = behind; }
  bool failed() const { return behind_ < 0; }
  MemFiles& memory() { return memory_; }

  Result<std::unique_ptr<WritableFile>> OpenToWrite(const std::string& path,
                                                    OpenMode mode) override {
    return memory_.OpenToWrite(path, mode);
  }
  Result<std::unique_ptr<ReadableFile>> OpenToRead(const std::string& path) override {
    return memory_.OpenToRead(path);
  }
  Status Rename(const std::string& from, const std::string& to) override {
    return memory_.Rename(from, to);
  }
  Status Remove(const std::string& path) override { return memory_.Remove(path); }
  Result<std::vector<DirectoryEntry>> List(const std::string& directory) override {
    return memory_.List(directory);
  }
  Status MakeDirectories(const std::string& directory) override {
    return memory_.MakeDirectories(directory);
  }
  Status SyncDirectory(const std::string& directory) override {
    if (behind_ >= 0 && behind_-- == 0) {
      return tl::unexpected(FileError(directory, "sync", EIO));
    }
    return memory_.SyncDirectory(directory);
  }
  Result<std::uint64_t> FreeBytes(const std::string& path) override {
    return memory_.FreeBytes(path);
  }

 private:
  MemFiles memory_;
  int behind_ = -1;
};

}  // namespace meguri::testing_store
