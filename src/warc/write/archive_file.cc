#include "warc/write/archive_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "warc/write/archive_name.h"

namespace meguri::warc {

ArchiveFile::ArchiveFile(Files& files, const std::string& directory, const std::string& name)
    : files_(&files), directory_(directory), final_path_(directory + "/" + name) {}

std::string ArchiveFile::OpenPath() const { return final_path_ + std::string(kOpenSuffix); }

Result<ArchiveFile> ArchiveFile::Create(Files& files, const std::string& directory,
                                        const std::string& name) {
  ArchiveFile result(files, directory, name);
  // Rename() would replace a closed file of that name.
  MEGURI_TRY(const std::vector<DirectoryEntry> entries, files.List(directory));
  if (std::ranges::any_of(entries, [&](const auto& entry) { return entry.name == name; })) {
    return Fail(ErrorCode::kAlreadyExists, result.final_path_ + ": is there already");
  }
  MEGURI_TRY(result.file_, files.OpenToWrite(result.OpenPath(), OpenMode::kCreate));
  return result;
}

Result<ArchiveFile> ArchiveFile::Continue(Files& files, const std::string& directory,
                                          const std::string& name, std::uint64_t size) {
  ArchiveFile result(files, directory, name);
  MEGURI_TRY(result.file_, files.OpenToWrite(result.OpenPath(), OpenMode::kAppend));
  if (result.file_->size() != size) {
    return Fail(ErrorCode::kCorrupt, fmt::format("{}: has {} bytes, want {}: recover it first",
                                                 result.OpenPath(), result.file_->size(), size));
  }
  result.written_ = result.durable_end_ = size;
  result.name_durable_ = true;
  return result;
}

Status ArchiveFile::Lose(Status status) {
  lost_ = true;
  return status;
}

Status ArchiveFile::Flush() {
  if (buffer_.empty()) return {};
  Status status = file_->Append(buffer_);
  if (!status) {
    const bool can_pass = status.error().code == ErrorCode::kDiskFull;
    if (can_pass && file_->Truncate(written_)) return status;
    return Lose(std::move(status));
  }
  written_ += buffer_.size();
  buffer_.clear();
  return {};
}

Status ArchiveFile::Sync() {
  MEGURI_CHECK_STATUS(Flush());
  if (written_ == durable_end_ && name_durable_) return {};
  if (Status status = file_->Sync(); !status) return Lose(std::move(status));
  if (!name_durable_) {
    if (Status status = files_->SyncDirectory(directory_); !status) return Lose(std::move(status));
    name_durable_ = true;
  }
  durable_end_ = written_;
  return {};
}

Status ArchiveFile::Finish() {
  MEGURI_CHECK_STATUS(Sync());
  closed_ = true;
  return CloseUp();
}

Status ArchiveFile::CloseUp() {
  file_.reset();
  MEGURI_CHECK_STATUS(files_->Rename(OpenPath(), final_path_));
  return files_->SyncDirectory(directory_);
}

void ArchiveFile::Abandon() {
  file_.reset();
  buffer_.clear();
  // Whoever lost the file has the error that matters; this one comes back at the next start.
  static_cast<void>(KeepDurable());
}

Status ArchiveFile::KeepDurable() {
  if (durable_end_ == 0) return files_->Remove(OpenPath());
  // A new handle: the old one fails for ever. What was durable before still is, and to cut the
  // rest asks for none of the bytes that the system may have dropped.
  MEGURI_TRY(file_, files_->OpenToWrite(OpenPath(), OpenMode::kAppend));
  MEGURI_CHECK_STATUS(file_->Truncate(durable_end_));
  MEGURI_CHECK_STATUS(file_->Sync());
  return CloseUp();
}

}  // namespace meguri::warc
