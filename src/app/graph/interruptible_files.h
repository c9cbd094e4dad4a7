// The real files, but what is unfinished when Ctrl-C or its like ends the program is removed: new
// files, until they are renamed. For a command that writes beside the old and renames at the end.
//
// One at a time in a process; at most eight unfinished files, further ones stay behind. The signals
// end the program as they would without it.
#pragma once

#include <array>
#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"

namespace meguri::app {

class InterruptibleFiles final : public Files {
 public:
  InterruptibleFiles();
  ~InterruptibleFiles() override;
  InterruptibleFiles(const InterruptibleFiles&) = delete;
  InterruptibleFiles& operator=(const InterruptibleFiles&) = delete;

  Result<std::unique_ptr<WritableFile>> OpenToWrite(const std::string& path,
                                                    OpenMode mode) override;
  Result<std::unique_ptr<ReadableFile>> OpenToRead(const std::string& path) override;
  Status Rename(const std::string& from, const std::string& to) override;
  Status Remove(const std::string& path) override;
  Result<std::vector<DirectoryEntry>> List(const std::string& directory) override;
  Status MakeDirectories(const std::string& directory) override;
  Status SyncDirectory(const std::string& directory) override;
  Result<std::uint64_t> FreeBytes(const std::string& path) override;

 private:
  static constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};
  RealFiles files_;
  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace meguri::app
