#include "app/doctor/disk_check.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <system_error>

#include "base/files.h"
#include "base/owned_fd.h"
#include "base/printable.h"
#include "base/size_text.h"

namespace meguri::app {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kProbeBytes = std::size_t{64} << 10;
// The store and the first pages take some tens of megabytes; five gigabytes are a short crawl of
// large sites.
constexpr std::uint64_t kLeastBytes = 100'000'000;
constexpr std::uint64_t kEnoughBytes = 5'000'000'000;
// The store has up to some hundred files, and makes new ones before it removes old ones.
constexpr std::uint64_t kLeastFiles = 500;
constexpr std::uint64_t kEnoughFiles = 5'000;
constexpr Duration kSlowSync = milliseconds(500);

Error PrintableError(const std::string& path, std::string_view attempt, int number) {
  return FileError(Printable(path), attempt, number);
}

// The folder itself, or the nearest one above it that is there. A name that can't be looked at is
// for the probe to fail at.
std::string NearestFolder(const std::string& directory) {
  std::string path = directory;
  struct stat info {};
  while (::stat(path.c_str(), &info) != 0 && errno == ENOENT && path != "/" && path != ".") {
    while (path.size() > 1 && path.ends_with('/'))
      path.pop_back();
    path = DirectoryOf(path);
  }
  return path;
}

Status ReadRoom(const std::string& folder, DiskFacts& facts) {
  struct statvfs info {};
  if (::statvfs(folder.c_str(), &info) != 0)
    return tl::unexpected(PrintableError(folder, "ask for free space", errno));
  facts.free_bytes = std::uint64_t{info.f_bavail} * info.f_frsize;
  if (info.f_files != 0) facts.free_files = info.f_favail;
  return {};
}

Result<OwnedFd> MakeNamelessFile(const std::string& folder) {
  std::string path = folder + "/.meguri-doctor-XXXXXX";
  OwnedFd file(::mkostemp(path.data(), O_CLOEXEC));
  if (!file) return tl::unexpected(PrintableError(folder, "make a file", errno));
  if (::unlink(path.c_str()) != 0)
    return tl::unexpected(PrintableError(path, "remove the file", errno));
  return file;
}

Status WriteAndSync(int fd, const std::string& folder) {
  const std::string bytes(kProbeBytes, 'm');
  std::size_t written = 0;
  while (written < bytes.size()) {
    const ssize_t got = ::write(fd, bytes.data() + written, bytes.size() - written);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return tl::unexpected(PrintableError(folder, "write", errno));
    written += static_cast<std::size_t>(got);
  }
  if (::fsync(fd) != 0) return tl::unexpected(PrintableError(folder, "sync", errno));
  return {};
}

Finding JudgeRoom(std::uint64_t free_bytes) {
  constexpr std::string_view kName = "disk space";
  const std::string found = fmt::format("{} free", FormatSize(free_bytes));
  const std::string advice =
      "Make room, or crawl into a folder on a larger disk with --dir; --max-bytes bounds a crawl.";
  if (free_bytes < kLeastBytes) return FoundFailing(kName, found, advice);
  if (free_bytes < kEnoughBytes) return FoundWarning(kName, found, advice);
  return FoundOk(kName, found);
}

Finding JudgeFiles(std::optional<std::uint64_t> free_files) {
  constexpr std::string_view kName = "free inodes";
  if (!free_files) return FoundOk(kName, "not limited by this file system");
  const std::string found = fmt::format("{}", *free_files);
  const std::string advice =
      "Remove small files (df -i shows where inodes are short), or crawl into a folder on another "
      "disk with --dir.";
  if (*free_files < kLeastFiles) return FoundFailing(kName, found, advice);
  if (*free_files < kEnoughFiles) return FoundWarning(kName, found, advice);
  return FoundOk(kName, found);
}

Finding JudgeSyncTime(Duration time) {
  constexpr std::string_view kName = "disk sync";
  const auto millis = std::chrono::duration_cast<std::chrono::duration<double, std::milli>>(time);
  const std::string found = fmt::format("64 KiB took {:.1f} ms", millis.count());
  if (time < kSlowSync) return FoundOk(kName, found);
  return FoundWarning(
      kName, found,
      "Crawl into a folder on a faster or less busy disk with --dir; pages count as "
      "fetched only after a sync.");
}

}  // namespace

Result<DiskFacts> ProbeDisk(const std::string& directory, const Clock& clock) {
  const std::string folder = NearestFolder(directory);
  DiskFacts facts;
  facts.folder = Printable(folder);
  facts.is_wanted = folder == directory;
  struct stat info {};
  if (::stat(folder.c_str(), &info) != 0)
    return tl::unexpected(PrintableError(folder, "look at the folder", errno));
  if (!S_ISDIR(info.st_mode))
    return Fail(ErrorCode::kIo, fmt::format("{} is there, but is no folder", facts.folder));
  MEGURI_CHECK_STATUS(ReadRoom(folder, facts));
  MEGURI_TRY(const OwnedFd file, MakeNamelessFile(folder));
  facts.can_lock = ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
  const TimePoint start = clock.Now();
  MEGURI_CHECK_STATUS(WriteAndSync(file.get(), folder));
  facts.sync_time = clock.Now() - start;
  return facts;
}

std::vector<Finding> JudgeDisk(const Result<DiskFacts>& facts) {
  constexpr std::string_view kName = "folder";
  if (!facts) {
    return {FoundFailing(kName, facts.error().context,
                         "Crawl into a folder that you may write to and that has room, with --dir; "
                         "here, try it with meguri doctor DIR.")};
  }
  std::vector<Finding> findings;
  if (!facts->can_lock) {
    findings.push_back(FoundFailing(kName, facts->folder + " is writable, but has no file locks",
                                    "Crawl into a folder on a local disk with --dir, or mount the "
                                    "network drive with locks."));
  } else {
    findings.push_back(FoundOk(
        kName, facts->is_wanted
                   ? facts->folder + " is writable"
                   : fmt::format("it is not there yet, and can be made in {}", facts->folder)));
  }
  findings.push_back(JudgeRoom(facts->free_bytes));
  findings.push_back(JudgeFiles(facts->free_files));
  findings.push_back(JudgeSyncTime(facts->sync_time));
  return findings;
}

Finding JudgeTemporaryFolder(const Result<DiskFacts>& facts) {
  constexpr std::string_view kName = "temporary files";
  const std::string advice =
      "Set TMPDIR to a folder that you may write to; meguri archive index and others that sort "
      "need it, a crawl doesn't.";
  if (!facts) return FoundWarning(kName, facts.error().context, advice);
  if (!facts->is_wanted)
    return FoundWarning(kName, "the folder that TMPDIR names is not there", advice);
  if (facts->free_bytes < kLeastBytes) {
    return FoundWarning(
        kName, fmt::format("{} has {} free", facts->folder, FormatSize(facts->free_bytes)), advice);
  }
  return FoundOk(kName, facts->folder + " is writable");
}

}  // namespace meguri::app
