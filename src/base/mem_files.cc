#include "base/mem_files.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/mutex.h"

namespace meguri {
namespace {

struct MemFile {
  std::string bytes;
  // What a crash leaves is bytes[0, synced) + cut_tail: cut_tail was durable when Truncate()
  // took it away, and stays so until the next Sync().
  std::size_t synced = 0;
  std::string cut_tail;
  int handles = 0;  // that have it open: they keep it when its name is gone
};

// A change of names since the last sync of its folder(s). Create: only `added`; remove: only
// `removed`; rename: both.
struct NameChange {
  std::string removed;
  std::string added;
  std::shared_ptr<MemFile> file;  // for `added`

  bool Touches(const std::string& directory) const {
    return (!removed.empty() && DirectoryOf(removed) == directory) ||
           (!added.empty() && DirectoryOf(added) == directory);
  }
};

using Names = std::map<std::string, std::shared_ptr<MemFile>>;

void Apply(const NameChange& change, Names& names) {
  if (!change.removed.empty()) names.erase(change.removed);
  if (!change.added.empty()) names[change.added] = change.file;
}

std::string Normal(const std::string& path) {
  std::string normal = std::filesystem::path(path).lexically_normal().string();
  if (normal.size() > 1 && normal.back() == '/') normal.pop_back();
  return normal;
}

tl::unexpected<Error> FailOf(const std::string& path, std::string_view attempt, int error_number) {
  return tl::unexpected<Error>(FileError(path, attempt, error_number));
}

void DropUnsyncedBytes(MemFile& file) {
  file.bytes.resize(file.synced);
  file.bytes += std::exchange(file.cut_tail, {});
  file.synced = file.bytes.size();
}

void TearUnsyncedBytes(MemFile& file, Random& random) {
  if (!file.cut_tail.empty() && random.Chance(0.5)) {
    DropUnsyncedBytes(file);
    return;
  }
  const std::size_t unsynced = file.bytes.size() - file.synced;
  file.bytes.resize(file.synced + static_cast<std::size_t>(random.Uniform(unsynced + 1)));
  if (random.Chance(0.25)) {
    const std::size_t kept = file.bytes.size() - file.synced;
    const auto zeros = static_cast<std::size_t>(random.Uniform(kept + 1));
    std::fill(file.bytes.end() - static_cast<std::ptrdiff_t>(zeros), file.bytes.end(), '\0');
  }
  file.cut_tail.clear();
  file.synced = file.bytes.size();
}

}  // namespace

struct MemFiles::Disk {
  Mutex mutex;
  Names names MEGURI_GUARDED_BY(mutex);
  Names durable_names MEGURI_GUARDED_BY(mutex);  // names less the changes below
  std::vector<std::shared_ptr<MemFile>> nameless MEGURI_GUARDED_BY(mutex);  // but open
  std::vector<NameChange> changes MEGURI_GUARDED_BY(mutex);  // in the order they were made
  std::set<std::string> directories MEGURI_GUARDED_BY(mutex) = {".", "/"};  // always durable
  std::uint64_t capacity MEGURI_GUARDED_BY(mutex) = kUnlimited;
  int failing_syncs MEGURI_GUARDED_BY(mutex) = 0;
  int crashes MEGURI_GUARDED_BY(mutex) = 0;

  std::uint64_t FreeBytes() const MEGURI_REQUIRES(mutex) {
    if (capacity == kUnlimited) return kUnlimited;
    std::uint64_t used = 0;
    for (const auto& [path, file] : names) {
      used += file->bytes.size();
    }
    for (const std::shared_ptr<MemFile>& file : nameless) {
      used += file->bytes.size();
    }
    return capacity - std::min(used, capacity);
  }

  void Change(NameChange change) MEGURI_REQUIRES(mutex) {
    for (const std::string& lost : {change.removed, change.added}) {
      const auto found = names.find(lost);
      if (found == names.end() || found->second == change.file) continue;
      if (found->second->handles > 0) nameless.push_back(found->second);
    }
    Apply(change, names);
    changes.push_back(std::move(change));
  }

  // 0, or why no file can be at `path`, as an errno.
  int WhyNoPlaceFor(const std::string& path) const MEGURI_REQUIRES(mutex) {
    if (directories.contains(path)) return EISDIR;
    const std::string parent = DirectoryOf(path);
    if (directories.contains(parent)) return 0;
    return names.contains(parent) ? ENOTDIR : ENOENT;
  }

  // What becomes durable is every change in `directory`, and every older one of the same names:
  // after a rename out of a folder, the file can't come back under its old name.
  void SyncNames(const std::string& directory) MEGURI_REQUIRES(mutex) {
    std::vector<bool> synced(changes.size());
    std::set<std::string> touched;
    for (std::size_t i = changes.size(); i-- > 0;) {
      const NameChange& change = changes[i];
      synced[i] = change.Touches(directory) || touched.contains(change.removed) ||
                  touched.contains(change.added);
      if (!synced[i]) continue;
      if (!change.removed.empty()) touched.insert(change.removed);
      if (!change.added.empty()) touched.insert(change.added);
    }
    std::vector<NameChange> left;
    for (std::size_t i = 0; i < changes.size(); ++i) {
      if (synced[i]) {
        Apply(changes[i], durable_names);
      } else {
        left.push_back(std::move(changes[i]));
      }
    }
    changes = std::move(left);
  }

  void Close(const std::shared_ptr<MemFile>& file) {
    const MutexLock lock(mutex);
    if (--file->handles == 0) std::erase(nameless, file);
  }

  bool TakeSyncFailure() MEGURI_REQUIRES(mutex) {
    if (failing_syncs == 0) return false;
    --failing_syncs;
    return true;
  }

  void Crash(std::size_t surviving_changes, const std::function<void(MemFile&)>& recover)
      MEGURI_REQUIRES(mutex) {
    for (std::size_t i = 0; i < surviving_changes; ++i) {
      Apply(changes[i], durable_names);
    }
    changes.clear();
    names = durable_names;
    nameless.clear();
    for (const auto& [path, file] : names) {
      recover(*file);
    }
    ++crashes;
  }
};

class MemWritableFile final : public WritableFile {
 public:
  MemWritableFile(std::string path, std::shared_ptr<MemFiles::Disk> disk,
                  std::shared_ptr<MemFile> file, int crashes)
      : path_(std::move(path)), disk_(std::move(disk)), file_(std::move(file)), crashes_(crashes) {
    ++file_->handles;  // the disk is locked by who opens it
  }
  ~MemWritableFile() override { disk_->Close(file_); }
  MemWritableFile(const MemWritableFile&) = delete;
  MemWritableFile& operator=(const MemWritableFile&) = delete;

  Status Append(std::string_view bytes) override {
    const MutexLock lock(disk_->mutex);
    if (const int error = WhyLost(); error != 0) return FailOf(path_, "write", error);
    const std::size_t fits = std::min<std::uint64_t>(bytes.size(), disk_->FreeBytes());
    file_->bytes += bytes.substr(0, fits);
    if (fits < bytes.size()) return FailOf(path_, "write", ENOSPC);
    return {};
  }

  Status Sync() override {
    const MutexLock lock(disk_->mutex);
    lost_ = lost_ || disk_->TakeSyncFailure();
    if (const int error = WhyLost(); error != 0) return FailOf(path_, "sync", error);
    file_->synced = file_->bytes.size();
    file_->cut_tail.clear();
    return {};
  }

  Status Truncate(std::uint64_t size) override {
    const MutexLock lock(disk_->mutex);
    assert(size <= file_->bytes.size());
    if (const int error = WhyLost(); error != 0) return FailOf(path_, "truncate", error);
    if (size < file_->synced) {
      file_->cut_tail.insert(0, file_->bytes, size, file_->synced - size);
      file_->synced = size;
    }
    file_->bytes.resize(size);
    return {};
  }

  std::uint64_t size() const override {
    const MutexLock lock(disk_->mutex);
    return file_->bytes.size();
  }

 private:
  int WhyLost() const MEGURI_REQUIRES(disk_->mutex) {
    return lost_ || disk_->crashes != crashes_ ? EIO : 0;
  }

  const std::string path_;
  const std::shared_ptr<MemFiles::Disk> disk_;
  const std::shared_ptr<MemFile> file_;
  const int crashes_;  // of the disk when the file was opened
  bool lost_ = false;  // a Sync() failed
};

class MemReadableFile final : public ReadableFile {
 public:
  MemReadableFile(std::string path, std::shared_ptr<MemFiles::Disk> disk,
                  std::shared_ptr<MemFile> file, int crashes)
      : path_(std::move(path)), disk_(std::move(disk)), file_(std::move(file)), crashes_(crashes) {
    ++file_->handles;  // the disk is locked by who opens it
  }
  ~MemReadableFile() override { disk_->Close(file_); }
  MemReadableFile(const MemReadableFile&) = delete;
  MemReadableFile& operator=(const MemReadableFile&) = delete;

  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<char> into) const override {
    const MutexLock lock(disk_->mutex);
    if (disk_->crashes != crashes_) return FailOf(path_, "read", EIO);
    if (offset >= file_->bytes.size()) return 0;
    return file_->bytes.copy(into.data(), into.size(), static_cast<std::size_t>(offset));
  }

  Result<std::uint64_t> Size() const override {
    const MutexLock lock(disk_->mutex);
    if (disk_->crashes != crashes_) return FailOf(path_, "stat", EIO);
    return file_->bytes.size();
  }

 private:
  const std::string path_;
  const std::shared_ptr<MemFiles::Disk> disk_;
  const std::shared_ptr<MemFile> file_;
  const int crashes_;  // of the disk when the file was opened
};

MemFiles::MemFiles() : disk_(std::make_shared<Disk>()) {}
MemFiles::~MemFiles() = default;

Result<std::unique_ptr<WritableFile>> MemFiles::OpenToWrite(const std::string& path,
                                                            OpenMode mode) {
  const std::string name = Normal(path);
  const MutexLock lock(disk_->mutex);
  auto found = disk_->names.find(name);
  if (mode == OpenMode::kCreate &&
      (found != disk_->names.end() || disk_->directories.contains(name))) {
    return FailOf(path, "create", EEXIST);
  }
  if (const int error = disk_->WhyNoPlaceFor(name); error != 0) {
    return FailOf(path, mode == OpenMode::kCreate ? "create" : "open to write", error);
  }
  if (found == disk_->names.end()) {
    if (mode == OpenMode::kAppend) return FailOf(path, "open to write", ENOENT);
    disk_->Change({.added = name, .file = std::make_shared<MemFile>()});
    found = disk_->names.find(name);
  }
  return std::make_unique<MemWritableFile>(path, disk_, found->second, disk_->crashes);
}

Result<std::unique_ptr<ReadableFile>> MemFiles::OpenToRead(const std::string& path) {
  const std::string name = Normal(path);
  const MutexLock lock(disk_->mutex);
  if (disk_->directories.contains(name)) return FailOf(path, "read", EISDIR);
  const auto found = disk_->names.find(name);
  if (found == disk_->names.end()) return FailOf(path, "open", ENOENT);
  return std::make_unique<MemReadableFile>(path, disk_, found->second, disk_->crashes);
}

Status MemFiles::Rename(const std::string& from, const std::string& to) {
  const std::string old_name = Normal(from);
  const std::string new_name = Normal(to);
  const MutexLock lock(disk_->mutex);
  const auto found = disk_->names.find(old_name);
  int error = found == disk_->names.end() ? ENOENT : disk_->WhyNoPlaceFor(new_name);
  if (error != 0) return FailOf(from, "rename to " + to, error);
  if (old_name == new_name) return {};
  disk_->Change({.removed = old_name, .added = new_name, .file = found->second});
  return {};
}

Status MemFiles::Remove(const std::string& path) {
  const std::string name = Normal(path);
  const MutexLock lock(disk_->mutex);
  if (disk_->directories.contains(name)) return FailOf(path, "remove", EISDIR);
  if (!disk_->names.contains(name)) return FailOf(path, "remove", ENOENT);
  disk_->Change({.removed = name});
  return {};
}

Result<std::vector<DirectoryEntry>> MemFiles::List(const std::string& directory) {
  const std::string name = Normal(directory);
  const MutexLock lock(disk_->mutex);
  if (!disk_->directories.contains(name)) {
    return FailOf(directory, "list", disk_->names.contains(name) ? ENOTDIR : ENOENT);
  }
  std::vector<DirectoryEntry> entries;
  const auto add = [&](const std::string& path, bool is_directory) {
    if (path == "." || path == "/" || DirectoryOf(path) != name) return;
    entries.push_back({path.substr(path.rfind('/') + 1), is_directory});
  };
  for (const auto& [path, file] : disk_->names) {
    add(path, false);
  }
  for (const std::string& path : disk_->directories) {
    add(path, true);
  }
  std::ranges::sort(entries, {}, &DirectoryEntry::name);
  return entries;
}

Status MemFiles::MakeDirectories(const std::string& directory) {
  const MutexLock lock(disk_->mutex);
  std::vector<std::string> missing;
  for (std::string name = Normal(directory); !disk_->directories.contains(name);
       name = DirectoryOf(name)) {
    if (disk_->names.contains(name)) return FailOf(directory, "make the folder", ENOTDIR);
    missing.push_back(name);
  }
  disk_->directories.insert(missing.begin(), missing.end());
  return {};
}

Status MemFiles::SyncDirectory(const std::string& directory) {
  const std::string name = Normal(directory);
  const MutexLock lock(disk_->mutex);
  if (!disk_->directories.contains(name)) return FailOf(directory, "open to sync", ENOENT);
  if (disk_->TakeSyncFailure()) return FailOf(directory, "sync", EIO);
  disk_->SyncNames(name);
  return {};
}

Result<std::uint64_t> MemFiles::FreeBytes(const std::string& path) {
  const std::string name = Normal(path);
  const MutexLock lock(disk_->mutex);
  if (!disk_->directories.contains(name) && !disk_->names.contains(name)) {
    return FailOf(path, "ask for free space", ENOENT);
  }
  return disk_->FreeBytes();
}

void MemFiles::SetCapacity(std::uint64_t bytes) {
  const MutexLock lock(disk_->mutex);
  disk_->capacity = bytes;
}

void MemFiles::FailSyncs(int count) {
  const MutexLock lock(disk_->mutex);
  disk_->failing_syncs = count;
}

void MemFiles::DropUnsynced() {
  const MutexLock lock(disk_->mutex);
  disk_->Crash(0, DropUnsyncedBytes);
}

void MemFiles::CrashAndRecover(Random& random) {
  const MutexLock lock(disk_->mutex);
  const auto surviving = static_cast<std::size_t>(random.Uniform(disk_->changes.size() + 1));
  disk_->Crash(surviving, [&random](MemFile& file) { TearUnsyncedBytes(file, random); });
}

}  // namespace meguri
