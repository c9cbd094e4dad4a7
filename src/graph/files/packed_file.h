// A file's bytes, unpacked as they are read: plain, gzip (several members too) or zstd (frames
// with a window of up to 128 MiB, as `zstd --long=27` writes them). Which, its first bytes tell,
// not its name.
//
// Errors: those of Files; kCorrupt, "a.gz: byte 1234: the gzip stream is broken", if it can't be
// unpacked or ends too early. Thread-compatible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/files.h"
#include "base/lifetime.h"
#include "base/result.h"

namespace meguri {

class PackedFile {
 public:
  static Result<PackedFile> Open(Files& files, const std::string& path);
  PackedFile(PackedFile&&) noexcept;
  PackedFile& operator=(PackedFile&&) noexcept;
  ~PackedFile();

  // Fills `into`; returns how many bytes, fewer only at the end.
  Result<std::size_t> Read(std::span<char> into);

  const std::string& path() const MEGURI_LIFETIME_BOUND;
  // Unpacked bytes that were read so far.
  std::uint64_t position() const;

  class Unpacker;  // private to the .cc

 private:
  struct State;
  explicit PackedFile(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

// Its lines, one after the other.
class PackedLines {
 public:
  // Longer ones are an error.
  static constexpr std::size_t kMaxLineBytes = std::size_t{64} << 20;

  static Result<PackedLines> Open(Files& files, const std::string& path);

  // The next line into `line`, without its LF or CR LF, good until the next call; false at the end.
  Result<bool> Next(std::string_view& line);

  // Of the line that Next() gave, from 1 on.
  std::uint64_t number() const { return number_; }
  // kCorrupt: "path:17: what".
  tl::unexpected<Error> FailHere(std::string_view what) const;
  const std::string& path() const MEGURI_LIFETIME_BOUND { return file_.path(); }

 private:
  explicit PackedLines(PackedFile file) : file_(std::move(file)) {}
  Result<bool> ReadMore();

  PackedFile file_;
  std::string buffer_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::uint64_t number_ = 0;
  bool over_ = false;
};

}  // namespace meguri
