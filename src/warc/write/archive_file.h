// One file of an archive while it is written: NAME.open, with a buffer in front.
//
//   created ── records put into buffer() ── Flush() ── Sync() ── … ── Finish(): closed
//                                   │           │
//                                   └───────────┴─ a failure that can't be mended: lost
//
// Not durable is: what is in the buffer; what was flushed but not synced. Durable is
// [0, durable_end()), once Sync() returned: it makes the file's name durable, too.
// After kDiskFull from Flush() nothing is lost: the file was cut back to where it was, the buffer
// still has it all. Any other failure loses the file for writing: lost() is true, and only
// Abandon() is left to be called.
// Thread-compatible.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/files.h"
#include "base/lifetime.h"
#include "base/result.h"

namespace meguri::warc {

class ArchiveFile {
 public:
  // `name` without ".open". Fails with kAlreadyExists if there is such a file, open or closed.
  static Result<ArchiveFile> Create(Files& files, const std::string& directory,
                                    const std::string& name);
  // An open file of `size` bytes, all of them and its name durable. Fails with kCorrupt if it has
  // another size.
  static Result<ArchiveFile> Continue(Files& files, const std::string& directory,
                                      const std::string& name, std::uint64_t size);

  // What comes next in the file: records are appended here, or taken back.
  std::string& buffer() MEGURI_LIFETIME_BOUND { return buffer_; }
  // With the buffer.
  std::uint64_t size() const { return written_ + buffer_.size(); }
  std::uint64_t durable_end() const { return durable_end_; }
  bool lost() const { return lost_; }

  // Writes the buffer.
  Status Flush();
  // Flush(), and all of it is durable.
  Status Sync();
  // Sync(), and gives the file its final name. An error after that, which doesn't make the file
  // lost(), is one of renaming: all records are safe, and recovery will close the file.
  // In either case the object is of no more use, except after kDiskFull when !closed().
  Status Finish();
  bool closed() const { return closed_; }

  // For a file that is lost: keeps what is durable under the final name, cuts the rest, which may
  // or may not be on disk. Does what it can: what it can't, recovery does at the next start.
  void Abandon();

 private:
  ArchiveFile(Files& files, const std::string& directory, const std::string& name);

  std::string OpenPath() const;
  Status CloseUp();
  Status KeepDurable();
  Status Lose(Status status);

  Files* files_;
  std::string directory_;
  std::string final_path_;
  std::unique_ptr<WritableFile> file_;
  std::string buffer_;
  std::uint64_t written_ = 0;  // to the file, whole
  std::uint64_t durable_end_ = 0;
  bool name_durable_ = false;
  bool lost_ = false;
  bool closed_ = false;
};

}  // namespace meguri::warc
