// Files of a real site, as SnapshotPages serves them: in a folder, or in a tar.
//
// Constant once made, as far as the folder is: any thread may read.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/files.h"
#include "base/result.h"

namespace meguri {

struct SnapshotFile {
  std::string bytes;
  WallTime modified;
};

class SnapshotStore {
 public:
  virtual ~SnapshotStore() = default;

  // `path`: segments with '/' between, none of them empty, "." or "..", without NUL; "" is the
  // root. nullopt if there is no such file that may be read.
  virtual std::optional<SnapshotFile> Read(std::string_view path) const = 0;
  virtual bool IsFolder(std::string_view path) const = 0;
  // Every file, in an order of the store's own.
  virtual Status ForEachFile(const std::function<void(std::string_view path)>& visit) const = 0;
};

// A folder, read as it is asked. Links are not followed, wherever they lead, and files that are no
// plain ones or larger than `max_file_bytes` aren't there: no request gets out of the folder.
inline constexpr std::uint64_t kMaxSnapshotFileBytes = std::uint64_t{256} << 20;
Result<std::unique_ptr<SnapshotStore>> OpenSnapshotFolder(
    const std::string& path, std::uint64_t max_file_bytes = kMaxSnapshotFileBytes);

// A tar, plain or packed (graph/files/packed_file.h), whose files are all held in memory: at most
// `max_bytes` of them, else kUnsupported. The formats of POSIX (ustar, pax) and GNU; of several
// members of the same name the last one counts; links, devices and names with ".." are left out.
// Fails with kCorrupt, "FILE: byte N: what", if it is none.
inline constexpr std::uint64_t kMaxSnapshotTarBytes = std::uint64_t{2} << 30;
Result<std::unique_ptr<SnapshotStore>> ReadSnapshotTar(
    Files& files, const std::string& path, std::uint64_t max_bytes = kMaxSnapshotTarBytes);

// "a/b" of "/a//b/": as above; nullopt if it has "..", NUL, or nothing.
std::optional<std::string> CleanSnapshotPath(std::string_view path);

}  // namespace meguri
