// A file that only grows: one thread appends to memory, another writes and syncs, any reads.
//
//   file   | ............. | flushing ...... | pending ... |
//          0         durable_end()      on its way       end()
//
// Append() never waits for the disk: it gives the place where the bytes will lie. Flush() writes
// and syncs what was appended so far; until that is done it is read from memory. After kDiskFull
// nothing is lost: what may be written in part is cut off and written again by the next Flush().
// It goes by whole appends: what one Append() took is in one piece, so a reader that begins where
// one began never meets a gap.
//
// Threads: Append() one, Flush() one, Read() and the accessors any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/files.h"
#include "base/mutex.h"
#include "base/result.h"

namespace meguri {

class AppendLog {
 public:
  // Makes the file if there is none, but not its name durable: that is its folder's sync.
  static Result<std::unique_ptr<AppendLog>> Open(Files& files, const std::string& path);
  // Its first `size` bytes: another process may be appending. Append(), Flush() and Cut() may not
  // be called. Fails with kNotFound, with kCorrupt if it is shorter.
  static Result<std::unique_ptr<AppendLog>> OpenToRead(Files& files, const std::string& path,
                                                       std::uint64_t size);

  // What is behind `end` goes. Before the first Append(); durable with the next Flush(). kCorrupt
  // if the file is shorter.
  Status Cut(std::uint64_t end);

  // The place of the first byte.
  std::uint64_t Append(std::string_view bytes);
  Status Flush();

  // Puts up to `size` bytes from `offset` on into `out`; fewer at the end of the file or of what
  // is in memory.
  Status Read(std::uint64_t offset, std::size_t size, std::string& out) const;

  std::uint64_t durable_end() const;
  std::uint64_t end() const;
  const std::string& path() const { return path_; }

 private:
  AppendLog(Files& files, const std::string& path, std::unique_ptr<ReadableFile> reader,
            std::uint64_t size);

  Status FlushOnce();
  Status Write(std::uint64_t from, std::string_view bytes);

  Files& files_;
  const std::string path_;
  const std::unique_ptr<ReadableFile> reader_;

  std::unique_ptr<WritableFile> file_;  // Flush()'s; none after a failure: opened again
  bool unsynced_ = true;                // what was there at the start, or a cut

  mutable Mutex mutex_;
  std::uint64_t durable_end_ MEGURI_GUARDED_BY(mutex_);
  // Only Flush() changes it, so that it may read it without the lock.
  std::string flushing_ MEGURI_GUARDED_BY(mutex_);
  std::string pending_ MEGURI_GUARDED_BY(mutex_);
};

}  // namespace meguri
