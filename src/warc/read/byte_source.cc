#include "warc/read/byte_source.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace meguri::warc {

Result<std::unique_ptr<FileSource>> FileSource::Open(Files& files, const std::string& path) {
  MEGURI_TRY(std::unique_ptr<ReadableFile> file, files.OpenToRead(path));
  return std::unique_ptr<FileSource>(new FileSource(std::move(file)));
}

Result<std::size_t> FileSource::Read(std::span<char> into) {
  MEGURI_TRY(const std::size_t count, file_->ReadAt(at_, into));
  at_ += count;
  return count;
}

bool FileSource::Seek(std::uint64_t offset) {
  at_ = offset;
  return true;
}

Result<std::size_t> PipeSource::Read(std::span<char> into) {
  for (;;) {
    const ssize_t count = ::read(fd_, into.data(), into.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) return tl::unexpected(FileError(name_, "read", errno));
  }
}

Result<std::size_t> MemorySource::Read(std::span<char> into) {
  const std::size_t count = std::min(into.size(), bytes_.size() - at_);
  std::memcpy(into.data(), bytes_.data() + at_, count);
  at_ += count;
  return count;
}

bool MemorySource::Seek(std::uint64_t offset) {
  if (offset > bytes_.size()) return false;
  at_ = static_cast<std::size_t>(offset);
  return true;
}

}  // namespace meguri::warc
