// A file that appears under its name when it is whole, or not at all.
//
//   MEGURI_TRY(WholeFile file, WholeFile::Create(files, "a.warc"));
//   MEGURI_CHECK_STATUS(file.out().Append(…));
//   MEGURI_CHECK_STATUS(file.Commit());
//
// It is written beside that as a.warc.tmp, or a.warc.tmp-2 and so on: a file that is there, which
// may be the very one that is read, is never removed or written over before Commit(). A crash
// leaves the unfinished one behind. Thread-compatible.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "base/files.h"
#include "base/lifetime.h"
#include "base/result.h"

namespace meguri {

class WholeFile {
 public:
  // `files` must outlive it.
  static Result<WholeFile> Create(Files& files, std::string path);
  // Without Commit() the unfinished file is removed.
  ~WholeFile();
  WholeFile(WholeFile&&) noexcept = default;
  WholeFile& operator=(WholeFile&&) = delete;

  WritableFile& out() MEGURI_LIFETIME_BOUND { return *file_; }
  // Makes the file durable, under its name, where it replaces another.
  Status Commit();

 private:
  WholeFile(Files& files, std::string path) : files_(&files), path_(std::move(path)) {}

  Files* files_;
  std::string path_;
  std::string temporary_;
  std::unique_ptr<WritableFile> file_;  // null: it has its name, or is elsewhere
};

}  // namespace meguri
