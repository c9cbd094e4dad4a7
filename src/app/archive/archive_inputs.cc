#include "app/archive/archive_inputs.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <system_error>

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
    } else if (HasArchiveName(path)) {
      found.push_back(path);
    }
  }
  return {};
}

}  // namespace

bool HasArchiveName(std::string_view path) {
  constexpr std::string_view kOpen = ".open";
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

Result<std::unique_ptr<warc::ByteSource>> OpenArchive(Files& files, const std::string& path) {
  if (path == "-") return std::make_unique<warc::PipeSource>(STDIN_FILENO, "stdin");
  return warc::FileSource::Open(files, path);
}

}  // namespace meguri::app
