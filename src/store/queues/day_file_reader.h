// Reads a day file from block to block, and finds its way past damage.
//
// A block whose head or part A is not whole is passed over: the next one that is whole is looked
// for, byte by byte. Memory: a few blocks. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "store/queues/due_block.h"

namespace meguri {

class DayFileReader {
 public:
  // Its first `size` bytes, or fewer if it is shorter. kNotFound, kIo.
  static Result<DayFileReader> Open(Files& files, const std::string& path, DayNumber day,
                                    std::uint64_t size);

  struct Block {
    DueBlockHead head;
    std::uint64_t offset = 0;
    std::string_view bytes;  // until the next Next(); part B may be damaged
  };
  // nullopt: the end.
  Result<std::optional<Block>> Next();

  struct Damage {
    std::uint64_t from = 0;
    std::uint64_t end = 0;
  };
  // What was passed over so far.
  const std::vector<Damage>& damages() const { return damages_; }

 private:
  DayFileReader(std::unique_ptr<ReadableFile> file, DayNumber day, std::uint64_t size)
      : file_(std::move(file)), day_(day), size_(size) {}

  // So that `window_` begins at `offset` and has `want` bytes, if the file has.
  Status Fill(std::uint64_t offset, std::size_t want);
  // The block at `offset`, if a whole one is there.
  Result<std::optional<Block>> At(std::uint64_t offset);
  Result<std::uint64_t> FindMagic(std::uint64_t offset);

  std::unique_ptr<ReadableFile> file_;
  DayNumber day_;
  std::uint64_t size_;
  std::uint64_t next_ = 0;
  std::string window_;
  std::uint64_t window_at_ = 0;
  std::vector<Damage> damages_;
};

}  // namespace meguri
