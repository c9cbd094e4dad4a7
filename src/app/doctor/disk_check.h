// Can a crawl write to its folder, does what it writes reach the disk, and is there room?
//
// A file is made in the folder, or in the one that it would be made in, and its name is removed at
// once, so that nothing is left behind whatever happens. Then it is locked, written to and synced.
// A disk that hangs is the caller's to give up on (time_limit.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/doctor/findings.h"
#include "base/clock.h"
#include "base/result.h"

namespace meguri::app {

struct DiskFacts {
  std::string folder;     // printable: where the file was written
  bool is_wanted = true;  // false: a folder above the wanted one, which isn't there yet
  std::uint64_t free_bytes = 0;
  std::optional<std::uint64_t> free_files;  // nullopt: the file system has no such limit
  bool can_lock = true;
  Duration sync_time{0};  // to write 64 KiB and sync them
};

// Fails with what could not be done: "a/b: can't make a file: Permission denied".
Result<DiskFacts> ProbeDisk(const std::string& directory, const Clock& clock);

// Rows for the folder, free space, free files and syncs; one alone if it could not be probed.
std::vector<Finding> JudgeDisk(const Result<DiskFacts>& facts);
// Of the folder for temporary files, which some commands for archives use, but no crawl.
Finding JudgeTemporaryFolder(const Result<DiskFacts>& facts);

}  // namespace meguri::app
