// RealFiles of base/files.h.
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <optional>
#include <utility>

#include "base/files.h"

namespace meguri {
namespace {

// From errno: call it before anything else can change that.
tl::unexpected<Error> FailOf(const std::string& path, std::string_view attempt) {
  return tl::unexpected<Error>(FileError(path, attempt, errno));
}

// Calls again for as long as a signal interrupts.
template <class Call>
auto Retry(Call call) {
  for (;;) {
    const auto result = call();
    if (result != -1 || errno != EINTR) return result;
  }
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    // Not retried: on Linux the descriptor is gone even after EINTR. Nor is its error of use:
    // what must be safe was synced.
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  bool ok() const { return fd_ >= 0; }

 private:
  const int fd_;
};

int Open(const std::string& path, int flags) {
  constexpr mode_t kMode = 0644;
  return Retry([&] { return ::open(path.c_str(), flags | O_CLOEXEC, kMode); });
}

Result<std::uint64_t> SizeOf(int fd, const std::string& path) {
  struct stat info {};
  if (::fstat(fd, &info) != 0) return FailOf(path, "stat");
  // A folder can be opened, but not read.
  if (S_ISDIR(info.st_mode)) return tl::unexpected<Error>(FileError(path, "read", EISDIR));
  return static_cast<std::uint64_t>(info.st_size);
}

class RealWritableFile final : public WritableFile {
 public:
  RealWritableFile(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}

  Status LearnSize() {
    MEGURI_TRY(size_, SizeOf(fd_.get(), path_));
    return {};
  }

  Status Append(std::string_view bytes) override {
    if (lost_) return tl::unexpected<Error>(*lost_);
    while (!bytes.empty()) {
      const ssize_t written = Retry([&] { return ::write(fd_.get(), bytes.data(), bytes.size()); });
      if (written < 0) return FailOf(path_, "write");
      size_ += static_cast<std::uint64_t>(written);
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
  }

  Status Sync() override {
    if (lost_) return tl::unexpected<Error>(*lost_);
    // fdatasync() includes the file's size; only its times may be older after a crash.
    if (Retry([&] { return ::fdatasync(fd_.get()); }) != 0) {
      lost_ = FileError(path_, "sync", errno);
      return tl::unexpected<Error>(*lost_);
    }
    return {};
  }

  Status Truncate(std::uint64_t size) override {
    assert(size <= size_);
    if (lost_) return tl::unexpected<Error>(*lost_);
    if (Retry([&] { return ::ftruncate(fd_.get(), static_cast<off_t>(size)); }) != 0) {
      return FailOf(path_, "truncate");
    }
    size_ = size;
    return {};
  }

  std::uint64_t size() const override { return size_; }

 private:
  const std::string path_;
  const Descriptor fd_;
  std::uint64_t size_ = 0;
  std::optional<Error> lost_;  // why Sync() failed
};

class RealReadableFile final : public ReadableFile {
 public:
  RealReadableFile(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}

  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<char> into) const override {
    std::size_t done = 0;
    while (done < into.size()) {
      const ssize_t got = Retry([&] {
        return ::pread(fd_.get(), into.data() + done, into.size() - done,
                       static_cast<off_t>(offset + done));
      });
      if (got < 0) return FailOf(path_, "read");
      if (got == 0) break;
      done += static_cast<std::size_t>(got);
    }
    return done;
  }

  Result<std::uint64_t> Size() const override { return SizeOf(fd_.get(), path_); }

 private:
  const std::string path_;
  const Descriptor fd_;
};

int FlagsOf(OpenMode mode) {
  switch (mode) {
    case OpenMode::kCreate:
      return O_CREAT | O_EXCL;
    case OpenMode::kCreateOrAppend:
      return O_CREAT;
    case OpenMode::kAppend:
      return 0;
  }
  return 0;
}

bool IsDirectory(const std::string& directory, const dirent& entry) {
  if (entry.d_type != DT_UNKNOWN && entry.d_type != DT_LNK) return entry.d_type == DT_DIR;
  struct stat info {};
  return ::stat((directory + "/" + entry.d_name).c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

}  // namespace

Result<std::unique_ptr<WritableFile>> RealFiles::OpenToWrite(const std::string& path,
                                                             OpenMode mode) {
  const int fd = Open(path, O_WRONLY | O_APPEND | FlagsOf(mode));
  if (fd < 0) return FailOf(path, mode == OpenMode::kCreate ? "create" : "open to write");
  auto file = std::make_unique<RealWritableFile>(path, fd);
  MEGURI_CHECK_STATUS(file->LearnSize());
  return file;
}

Result<std::unique_ptr<ReadableFile>> RealFiles::OpenToRead(const std::string& path) {
  const int fd = Open(path, O_RDONLY);
  if (fd < 0) return FailOf(path, "open");
  auto file = std::make_unique<RealReadableFile>(path, fd);
  MEGURI_TRY([[maybe_unused]] const std::uint64_t size, file->Size());
  return file;
}

Status RealFiles::Rename(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return FailOf(from, "rename to " + to);
  return {};
}

Status RealFiles::Remove(const std::string& path) {
  if (::unlink(path.c_str()) != 0) return FailOf(path, "remove");
  return {};
}

Result<std::vector<DirectoryEntry>> RealFiles::List(const std::string& directory) {
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(directory.c_str()), ::closedir);
  if (stream == nullptr) return FailOf(directory, "list");
  std::vector<DirectoryEntry> entries;
  for (;;) {
    errno = 0;  // the only way to tell the end from an error
    const dirent* entry = ::readdir(stream.get());
    if (entry == nullptr) break;
    const std::string name = entry->d_name;
    if (name != "." && name != "..") entries.push_back({name, IsDirectory(directory, *entry)});
  }
  if (errno != 0) return FailOf(directory, "list");
  std::ranges::sort(entries, {}, &DirectoryEntry::name);
  return entries;
}

Status RealFiles::MakeDirectories(const std::string& directory) {
  constexpr mode_t kMode = 0755;
  if (directory.empty()) return Fail(ErrorCode::kInvalidArgument, "a folder without a name");
  for (std::size_t end = 1; end <= directory.size(); ++end) {
    if (end != directory.size() && directory[end] != '/') continue;
    const std::string part = directory.substr(0, end);
    if (part.back() == '/') continue;  // "a//b", "a/"
    if (::mkdir(part.c_str(), kMode) == 0) {
      MEGURI_CHECK_STATUS(SyncDirectory(DirectoryOf(part)));
      continue;
    }
    // Other errors also come for folders that exist, as EROFS or EACCES above a writable one.
    const Error error = FileError(part, "make the folder", errno);
    struct stat info {};
    if (::stat(part.c_str(), &info) != 0) return tl::unexpected<Error>(error);
    if (!S_ISDIR(info.st_mode)) return Fail(ErrorCode::kIo, part + ": is there but no folder");
    // Made by a run that died before its sync, for all we know. Where we may not open the
    // parent we can't have made it.
    const bool is_last = end == directory.size();
    if (is_last && ::access(DirectoryOf(part).c_str(), R_OK) == 0) {
      MEGURI_CHECK_STATUS(SyncDirectory(DirectoryOf(part)));
    }
  }
  return {};
}

Status RealFiles::SyncDirectory(const std::string& directory) {
  const Descriptor fd(Open(directory, O_RDONLY | O_DIRECTORY));
  if (!fd.ok()) return FailOf(directory, "open to sync");
  // EINVAL: a file system that has nothing to sync for folders, as some network ones.
  if (Retry([&] { return ::fsync(fd.get()); }) != 0 && errno != EINVAL) {
    return FailOf(directory, "sync");
  }
  return {};
}

Result<std::uint64_t> RealFiles::FreeBytes(const std::string& path) {
  struct statvfs info {};
  if (Retry([&] { return ::statvfs(path.c_str(), &info); }) != 0) {
    return FailOf(path, "ask for free space");
  }
  return std::uint64_t{info.f_bavail} * info.f_frsize;
}

}  // namespace meguri
