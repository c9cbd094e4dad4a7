#include "base/whole_file.h"

#include <fmt/format.h>

namespace meguri {

Result<WholeFile> WholeFile::Create(Files& files, std::string path) {
  WholeFile result(files, std::move(path));
  for (int number = 1;; ++number) {
    result.temporary_ =
        number == 1 ? result.path_ + ".tmp" : fmt::format("{}.tmp-{}", result.path_, number);
    auto file = files.OpenToWrite(result.temporary_, OpenMode::kCreate);
    if (!file && file.error().code == ErrorCode::kAlreadyExists) continue;
    if (!file) return tl::unexpected<Error>(std::move(file).error());
    result.file_ = *std::move(file);
    return result;
  }
}

WholeFile::~WholeFile() {
  if (!file_) return;
  file_.reset();
  [[maybe_unused]] const Status removed = files_->Remove(temporary_);  // best effort
}

Status WholeFile::Commit() {
  MEGURI_CHECK_STATUS(file_->Sync());
  MEGURI_CHECK_STATUS(files_->Rename(temporary_, path_));
  file_.reset();
  return files_->SyncDirectory(DirectoryOf(path_));
}

}  // namespace meguri
