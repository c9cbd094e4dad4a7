// Where an archive's bytes come from: a file, a pipe, or memory.
//
// A pipe can't go back. Readers that would like to (to look again behind damage) ask, and do
// without where the answer is no. Thread-compatible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/files.h"
#include "base/result.h"

namespace meguri::warc {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // The next bytes into `into`; how many, 0 only at the end.
  virtual Result<std::size_t> Read(std::span<char> into) = 0;

  // Makes Read() go on at `offset`; false if that can't be done here.
  virtual bool Seek(std::uint64_t offset) = 0;
};

// A file, through the seam. `name` is for messages.
class FileSource final : public ByteSource {
 public:
  static Result<std::unique_ptr<FileSource>> Open(Files& files, const std::string& path);

  Result<std::size_t> Read(std::span<char> into) override;
  bool Seek(std::uint64_t offset) override;

 private:
  explicit FileSource(std::unique_ptr<ReadableFile> file) : file_(std::move(file)) {}

  std::unique_ptr<ReadableFile> file_;
  std::uint64_t at_ = 0;
};

// A descriptor that somebody else closes: stdin.
class PipeSource final : public ByteSource {
 public:
  PipeSource(int fd, std::string name) : fd_(fd), name_(std::move(name)) {}

  Result<std::size_t> Read(std::span<char> into) override;
  bool Seek(std::uint64_t) override { return false; }

 private:
  int fd_;
  std::string name_;
};

// `bytes` must outlive it.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}

  Result<std::size_t> Read(std::span<char> into) override;
  bool Seek(std::uint64_t offset) override;

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace meguri::warc
