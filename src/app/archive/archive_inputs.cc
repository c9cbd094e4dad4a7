#include "app/archive/archive_inputs.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <system_error>
#include <utility>

namespace meguri::app {
namespace {

// `seen`: the folders that were entered, by their real paths. Symbolic links may lead back.
Status AddFolder(Files& files, const std::string& folder, std::set<std::string>& seen,
                 std::vector<std::string>& found) {
  std::error_code error;
  if (!seen.insert(std::filesystem::canonical(folder, error).string()).second && !error) return {};
  MEGURI_TRY(const std::vector<DirectoryEntry> entries, files.List(folder));
  for (const DirectoryEntry& entry : entries) {
    const std::string path = folder + (folder.ends_with('/') ? "" : "/") + entry.name;
    if (entry.is_directory) {
      MEGURI_CHECK_STATUS(AddFolder(files, path, seen, found));
    } else if (HasArchiveName(path) && !IsPipe(path)) {  // which might wait for ever
      found.push_back(path);
    }
  }
  return {};
}

constexpr std::string_view kOpen = ".open";

bool IsDevice(const std::string& path) {
  std::error_code none;  // what can't be looked at can't be opened either
  return std::filesystem::is_character_file(path, none) ||
         std::filesystem::is_block_file(path, none);
}

class NamedPipeSource final : public warc::ByteSource {
 public:
  NamedPipeSource(int fd, std::string path) : fd_(fd), pipe_(fd, std::move(path)) {}
  ~NamedPipeSource() override { ::close(fd_); }
  NamedPipeSource(const NamedPipeSource&) = delete;
  NamedPipeSource& operator=(const NamedPipeSource&) = delete;

  Result<std::size_t> Read(std::span<char> into) override { return pipe_.Read(into); }
  bool Seek(std::uint64_t) override { return false; }

 private:
  int fd_;
  warc::PipeSource pipe_;
};

}  // namespace

bool HasArchiveName(std::string_view path) {
  if (path.ends_with(kOpen)) path.remove_suffix(kOpen.size());
  constexpr std::array<std::string_view, 5> kEndings = {".warc", ".warc.gz", ".warc.zst", ".arc",
                                                        ".arc.gz"};
  return std::ranges::any_of(kEndings, [&](std::string_view end) { return path.ends_with(end); });
}

Result<std::vector<std::string>> FindArchives(Files& files, const std::vector<std::string>& paths) {
  std::vector<std::string> found;
  for (const std::string& path : paths) {
    // A folder is what can be listed.
    if (path == "-" || !files.List(path)) {
      found.push_back(path);
      continue;
    }
    const std::size_t before = found.size();
    std::set<std::string> seen;
    MEGURI_CHECK_STATUS(AddFolder(files, path, seen, found));
    if (found.size() == before) {
      return Fail(ErrorCode::kNotFound,
                  path +
                      ": no archives in this folder; want files that end in .warc, .warc.gz, "
                      ".warc.zst, .arc or .arc.gz");
    }
  }
  return found;
}

bool IsPipe(const std::string& path) {
  std::error_code none;  // what can't be looked at can't be opened either
  return path == "-" || std::filesystem::is_fifo(path, none);
}

Result<std::unique_ptr<warc::ByteSource>> OpenArchive(Files& files, const std::string& path) {
  if (IsDevice(path)) {
    return Fail(ErrorCode::kInvalidArgument,
                path + ": a device, which has no end; want a file, a folder, a pipe or -");
  }
  if (path == "-") return std::make_unique<warc::PipeSource>(STDIN_FILENO, "stdin");
  if (IsPipe(path)) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return tl::unexpected(FileError(path, "open", errno));
    return std::make_unique<NamedPipeSource>(fd, path);
  }
  auto source = warc::FileSource::Open(files, path);
  // A crawl at work may have closed it since the folder was listed.
  if (!source && source.error().code == ErrorCode::kNotFound && path.ends_with(kOpen)) {
    return warc::FileSource::Open(files, path.substr(0, path.size() - kOpen.size()));
  }
  return source;
}

}  // namespace meguri::app
