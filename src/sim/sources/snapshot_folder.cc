#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>
#include <vector>

#include "sim/sources/snapshot_store.h"

namespace meguri {
namespace {

constexpr int kMaxDepth = 64;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  int Release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

WallTime ModifiedOf(const struct stat& about) {
  return WallTime(std::chrono::seconds(about.st_mtim.tv_sec));
}

class FolderStore final : public SnapshotStore {
 public:
  FolderStore(Descriptor root, std::string path, std::uint64_t max_file_bytes)
      : root_(std::move(root)), path_(std::move(path)), max_file_bytes_(max_file_bytes) {}

  std::optional<SnapshotFile> Read(std::string_view path) const override {
    const Descriptor file = Open(path, O_RDONLY);
    if (!file.is_open()) return std::nullopt;
    struct stat about {};
    if (fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode) ||
        std::cmp_greater(about.st_size, max_file_bytes_)) {
      return std::nullopt;
    }
    SnapshotFile result{.bytes = std::string(static_cast<std::size_t>(about.st_size), '\0'),
                        .modified = ModifiedOf(about)};
    std::size_t done = 0;
    while (done < result.bytes.size()) {
      const ssize_t got = read(file.get(), result.bytes.data() + done, result.bytes.size() - done);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return std::nullopt;
      if (got == 0) break;  // it got shorter meanwhile
      done += static_cast<std::size_t>(got);
    }
    result.bytes.resize(done);
    return result;
  }

  bool IsFolder(std::string_view path) const override {
    return Open(path, O_RDONLY | O_DIRECTORY).is_open();
  }

  Status ForEachFile(const std::function<void(std::string_view path)>& visit) const override {
    std::string path;
    return Walk(openat(root_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), path, 0, visit);
  }

 private:
  // One segment after the other, so that a link in the middle is not followed either.
  // O_NONBLOCK: opening a pipe would wait for its writer.
  Descriptor Open(std::string_view path, int flags) const {
    constexpr int kAlways = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
    Descriptor at(openat(root_.get(), ".", O_RDONLY | O_DIRECTORY | kAlways));
    while (at.is_open() && !path.empty()) {
      const std::size_t end = std::min(path.find('/'), path.size());
      const std::string segment(path.substr(0, end));
      path.remove_prefix(std::min(end + 1, path.size()));
      at = Descriptor(openat(at.get(), segment.c_str(),
                             path.empty() ? flags | kAlways : O_RDONLY | O_DIRECTORY | kAlways));
    }
    return at;
  }

  // Takes `fd`.
  // NOLINTNEXTLINE(misc-no-recursion): as deep as the folder, at most kMaxDepth
  Status Walk(int fd, std::string& path, int depth,
              const std::function<void(std::string_view path)>& visit) const {
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(fd < 0 ? nullptr : fdopendir(fd), &closedir);
    if (folder == nullptr) {
      const int reason = errno;
      if (fd >= 0) close(fd);
      return tl::unexpected(FileError(path_ + "/" + path, "list", reason));
    }
    std::vector<std::string> names;
    for (const dirent* entry = readdir(folder.get()); entry != nullptr;
         entry = readdir(folder.get())) {
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") names.emplace_back(name);
    }
    std::ranges::sort(names);  // the disk's order is nobody's
    for (const std::string& name : names) {
      struct stat about {};
      if (fstatat(dirfd(folder.get()), name.c_str(), &about, AT_SYMLINK_NOFOLLOW) != 0) continue;
      const std::size_t size = path.size();
      if (!path.empty()) path += '/';
      path += name;
      if (S_ISREG(about.st_mode)) visit(path);
      if (S_ISDIR(about.st_mode) && depth < kMaxDepth) {
        MEGURI_CHECK_STATUS(Walk(openat(dirfd(folder.get()), name.c_str(),
                                        O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
                                 path, depth + 1, visit));
      }
      path.resize(size);
    }
    return {};
  }

  Descriptor root_;
  std::string path_;
  std::uint64_t max_file_bytes_;
};

}  // namespace

Result<std::unique_ptr<SnapshotStore>> OpenSnapshotFolder(const std::string& path,
                                                          std::uint64_t max_file_bytes) {
  Descriptor root(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root.is_open()) return tl::unexpected(FileError(path, "open the folder", errno));
  return std::make_unique<FolderStore>(std::move(root), path, max_file_bytes);
}

}  // namespace meguri
