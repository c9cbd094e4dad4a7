#include "app/archive_inputs.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

namespace meguri::app {
namespace {

bool IsArchiveName(std::string_view name) {
  if (name.ends_with(".open")) name.remove_suffix(5);
  constexpr std::array<std::string_view, 5> kEndings = {".warc", ".warc.gz", ".warc.zst", ".arc",
                                                        ".arc.gz"};
  return std::ranges::any_of(kEndings, [&](std::string_view end) { return name.ends_with(end); });
}

Status AddFolder(Files& files, const std::string& folder, std::vector<ArchiveInput>& inputs) {
  std::vector<std::string> left = {folder};
  while (!left.empty()) {
    const std::string directory = std::move(left.back());
    left.pop_back();
    MEGURI_TRY(const std::vector<DirectoryEntry> entries, files.List(directory));
    for (const DirectoryEntry& entry : entries) {
      std::string path = directory + "/" + entry.name;
      if (entry.is_directory) {
        left.push_back(std::move(path));
      } else if (IsArchiveName(entry.name)) {
        inputs.push_back({std::move(path)});
      }
    }
  }
  return {};
}

}  // namespace

Result<std::vector<ArchiveInput>> FindArchives(Files& files,
                                               const std::vector<std::string>& paths) {
  std::vector<ArchiveInput> inputs;
  for (const std::string& path : paths) {
    std::error_code ignored;  // what can't be looked at can't be opened, which says why
    if (path != "-" && std::filesystem::is_directory(path, ignored)) {
      MEGURI_CHECK_STATUS(AddFolder(files, path, inputs));
    } else {
      inputs.push_back({path});
    }
  }
  return inputs;
}

Result<std::unique_ptr<warc::ByteSource>> Open(Files& files, const ArchiveInput& input) {
  if (input.path == "-") return std::make_unique<warc::PipeSource>(STDIN_FILENO, "stdin");
  MEGURI_TRY(std::unique_ptr<warc::FileSource> file, warc::FileSource::Open(files, input.path));
  return file;
}

}  // namespace meguri::app
