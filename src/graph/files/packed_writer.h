// The other direction of packed_file.h: bytes that are packed as they are written, by the ending of
// the file's name: .gz (gzip), .zst (zstd), else not at all. Thread-compatible.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/files.h"
#include "base/result.h"

namespace meguri {

class PackedWriter {
 public:
  // Writes at the end of `file`, which must outlive it; `name` has the ending.
  PackedWriter(WritableFile& file, std::string_view name);
  ~PackedWriter();
  PackedWriter(const PackedWriter&) = delete;
  PackedWriter& operator=(const PackedWriter&) = delete;

  // Collects them, and packs and writes by the megabyte.
  Status Append(std::string_view bytes) {
    buffer_ += bytes;
    return buffer_.size() < kBytes ? Status() : Flush(false);
  }
  // What is left, and the packing's end. Nothing may follow.
  Status Finish() { return Flush(true); }

  class Packer;  // private to the .cc

 private:
  static constexpr std::size_t kBytes = std::size_t{1} << 20U;
  Status Flush(bool is_end);

  WritableFile& file_;
  std::string buffer_;
  std::unique_ptr<Packer> packer_;  // null: none
};

}  // namespace meguri
