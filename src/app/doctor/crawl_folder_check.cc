#include "app/doctor/crawl_folder_check.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

#include "base/ascii.h"
#include "base/files.h"
#include "base/owned_fd.h"
#include "base/printable.h"
#include "store/crawl_folder.h"

namespace meguri::app {
namespace {

std::string OwnerIn(int fd) {
  std::array<char, 32> text{};
  const ssize_t got = ::pread(fd, text.data(), text.size(), 0);
  std::string owner(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  owner.erase(std::ranges::find_if_not(owner, IsAsciiDigit), owner.end());
  return owner;
}

}  // namespace

Result<FolderFacts> LookIntoFolder(const std::string& directory) {
  const std::string path = directory + "/lock";
  // O_NONBLOCK: opening a pipe would wait for its writer.
  const OwnedFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file && errno != ENOENT && errno != ENOTDIR)
    return tl::unexpected(FileError(Printable(path), "open", errno));
  if (file && ::flock(file.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return FolderFacts{.use = FolderUse::kInUse, .owner = OwnerIn(file.get())};
  RealFiles files;
  MEGURI_TRY(const auto identity, ReadIdentity(files, directory));
  return FolderFacts{.use = identity ? FolderUse::kCrawl : FolderUse::kNone, .owner = ""};
}

Finding JudgeFolder(const Result<FolderFacts>& facts) {
  constexpr std::string_view kName = "crawl folder";
  if (!facts) {
    return FoundFailing(kName, Printable(facts.error().context),
                        "Begin a new crawl in another folder with --dir.");
  }
  switch (facts->use) {
    case FolderUse::kNone:
      return FoundOk(kName, "no crawl is in it; a new one would begin");
    case FolderUse::kCrawl:
      return FoundOk(kName, "it holds a crawl that can go on, and no other process uses it");
    case FolderUse::kInUse:
      break;
  }
  return FoundFailing(
      kName,
      fmt::format("a crawl is running in it{}",
                  facts->owner.empty() ? "" : fmt::format(" (process {})", facts->owner)),
      "Wait until it ends, stop it with Ctrl-C, or crawl into another folder with --dir.");
}

}  // namespace meguri::app
