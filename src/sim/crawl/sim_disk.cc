#include "sim/crawl/sim_disk.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <utility>

#include "base/hash.h"

namespace meguri {
namespace {

struct KindRule {
  std::string_view part;  // of the path
  std::string_view kind;
};
constexpr auto kKinds = std::to_array<KindRule>({{"/store/MANIFEST", "manifest"},
                                                 {"/store/OPTIONS", "options"},
                                                 {"/store/IDENTITY", "identity"},
                                                 {"/store/CURRENT", "current"},
                                                 {".dbtmp", "dbtmp"},
                                                 {".sst", "sst"},
                                                 {"/store/0", "wal"},
                                                 {".cdxj", "cdxj"},
                                                 {".warc", "warc"},
                                                 {"/requests/", "requests"},
                                                 {"urls.log", "urls.log"},
                                                 {"links.log", "links.log"},
                                                 {"targets.log", "targets.log"},
                                                 {"/scores", "scores"},
                                                 {"crawl.json", "crawl.json"},
                                                 {"public_suffix_list", "suffixes"}});

tl::unexpected<Error> FailOf(const std::string& path, std::string_view attempt, int error_number) {
  return tl::unexpected<Error>(FileError(path, attempt, error_number));
}

}  // namespace

std::string_view FileKind(std::string_view path) {
  for (const KindRule& rule : kKinds) {
    if (path.find(rule.part) != std::string_view::npos) return rule.kind;
  }
  return "folder";
}

void DiskSites::Add(const DiskSites& other) {
  for (const auto& [site, count] : other.sites) {
    Count& sum = sites[site];
    sum.changes += count.changes;
    sum.kills += count.kills;
    sum.faults += count.faults;
  }
}

class SimWritableFile final : public WritableFile {
 public:
  SimWritableFile(SimDisk& disk, std::string path, std::unique_ptr<WritableFile> file)
      : disk_(disk), path_(std::move(path)), file_(std::move(file)) {}

  Status Append(std::string_view bytes) override {
    const SimDisk::Verdict verdict = disk_.Before(path_, "append", bytes.size());
    if (verdict.error == 0) return file_->Append(bytes);
    if (verdict.in_part) {
      const auto part = static_cast<std::size_t>(disk_.draws_.Uniform(bytes.size() + 1));
      MEGURI_CHECK_STATUS(file_->Append(bytes.substr(0, part)));
    }
    return FailOf(path_, "write", verdict.error);
  }
  Status Sync() override {
    if (lost_) return FailOf(path_, "sync", EIO);
    const SimDisk::Verdict verdict = disk_.Before(path_, "sync", 0);
    if (verdict.error == 0) return file_->Sync();
    if (verdict.error != ENOSPC) lost_ = true;
    return FailOf(path_, "sync", verdict.error);
  }
  Status Truncate(std::uint64_t size) override {
    const SimDisk::Verdict verdict = disk_.Before(path_, "truncate", 0);
    return verdict.error == 0 ? file_->Truncate(size) : FailOf(path_, "truncate", verdict.error);
  }
  std::uint64_t size() const override { return file_->size(); }

 private:
  SimDisk& disk_;
  const std::string path_;
  const std::unique_ptr<WritableFile> file_;
  bool lost_ = false;
};

class SimReadableFile final : public ReadableFile {
 public:
  SimReadableFile(const SimDisk& disk, std::string path, std::unique_ptr<ReadableFile> file)
      : disk_(disk), path_(std::move(path)), file_(std::move(file)) {}

  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<char> into) const override {
    if (disk_.dead()) return FailOf(path_, "read", EIO);
    return file_->ReadAt(offset, into);
  }
  Result<std::uint64_t> Size() const override {
    if (disk_.dead()) return FailOf(path_, "stat", EIO);
    return file_->Size();
  }

 private:
  const SimDisk& disk_;
  const std::string path_;
  const std::unique_ptr<ReadableFile> file_;
};

SimDisk::SimDisk(const Clock& clock, SimTrace& trace, Random draws)
    : clock_(clock), trace_(trace), draws_(draws) {}

SimDisk::~SimDisk() = default;

void SimDisk::Arm(DiskPlan plan) {
  plan_ = std::move(plan);
  seen_.assign(plan_.faults.size() + 1, 0);
  changes_ = 0;
}

bool SimDisk::dead() const { return dead_; }
std::string SimDisk::died_at() const { return died_at_; }
bool SimDisk::full() const { return full_; }

void SimDisk::Kill(std::string_view why) {
  if (dead_) return;
  dead_ = true;
  died_at_ = why;
  trace_.Add(clock_.Now(), "KILL", why);
}

void SimDisk::Restart(MachineCrash crash) {
  if (crash == MachineCrash::kTorn) memory_.CrashAndRecover(draws_);
  if (crash == MachineCrash::kWorst) memory_.DropUnsynced();
  dead_ = false;
  FreeSpace();
}

void SimDisk::FillUp(std::uint64_t left) {
  full_ = true;
  filled_at_ = clock_.Now();
  memory_.SetCapacity(MemFiles::kUnlimited - 1);
  const std::uint64_t free = memory_.FreeBytes("/").value_or(0);
  memory_.SetCapacity(MemFiles::kUnlimited - 1 - free + left);
}

void SimDisk::FreeSpace() {
  full_ = false;
  memory_.SetCapacity(MemFiles::kUnlimited);
}

bool SimDisk::IsDue(const DiskMoment& moment, std::string_view site, bool is_new,
                    std::uint64_t& seen) const {
  if (changes_ >= moment.latest) return true;
  if (moment.new_site && !is_new) return false;
  if (!moment.site.empty() && moment.site != site) return false;
  return ++seen == moment.after;
}

SimDisk::Verdict SimDisk::Before(const std::string& path, std::string_view operation,
                                 std::size_t bytes) {
  if (dead_) return {.error = EIO};
  const std::string site = fmt::format("{} {}", FileKind(path), operation);
  Verdict verdict{.count = &sites_.sites[site]};
  const bool is_new = ++verdict.count->changes == 1;
  ++changes_;
  trace_.Add(clock_.Now(), "write", fmt::format("{} {}", site, bytes));
  if (plan_.kill && IsDue(*plan_.kill, site, is_new, seen_.back())) {
    ++verdict.count->kills;
    plan_.kill.reset();
    Kill(site);
    verdict.in_part = true;
    verdict.error = EIO;
    return verdict;
  }
  for (std::size_t i = 0; i < plan_.faults.size(); ++i) {
    DiskPlan::Fault& fault = plan_.faults[i];
    if (!IsDue(fault.moment, site, is_new, seen_[i])) continue;
    const DiskError error = fault.error;
    plan_.faults.erase(plan_.faults.begin() + static_cast<std::ptrdiff_t>(i));
    seen_.erase(seen_.begin() + static_cast<std::ptrdiff_t>(i));
    ++verdict.count->faults;
    ++(error == DiskError::kFull ? fulls_ : errors_);
    trace_.Add(clock_.Now(), error == DiskError::kFull ? "FULL" : "FAULT", site);
    if (error == DiskError::kFull) {
      FillUp(draws_.Uniform(bytes + 1));
    } else {
      verdict.error = EIO;
      verdict.in_part = true;
    }
    break;
  }
  const bool takes_room = operation == "create" || operation == "make" || operation == "rename";
  if (full_ && verdict.error == 0 && takes_room) verdict.error = ENOSPC;
  return verdict;
}

template <class Change>
Status SimDisk::Do(const std::string& path, std::string_view operation, Change&& change) {
  const Verdict verdict = Before(path, operation, 0);
  if (verdict.error != 0) return FailOf(path, operation, verdict.error);
  return change();
}

Result<std::unique_ptr<WritableFile>> SimDisk::OpenToWrite(const std::string& path, OpenMode mode) {
  const bool is_new = !memory_.OpenToRead(path);
  if (dead_) return FailOf(path, "open to write", EIO);
  if (is_new) {
    const Verdict verdict = Before(path, "create", 0);
    if (verdict.error != 0) return FailOf(path, "create", verdict.error);
  }
  MEGURI_TRY(auto file, memory_.OpenToWrite(path, mode));
  return std::make_unique<SimWritableFile>(*this, path, std::move(file));
}

Result<std::unique_ptr<ReadableFile>> SimDisk::OpenToRead(const std::string& path) {
  if (dead_) return FailOf(path, "open", EIO);
  MEGURI_TRY(auto file, memory_.OpenToRead(path));
  return std::make_unique<SimReadableFile>(*this, path, std::move(file));
}

Status SimDisk::Rename(const std::string& from, const std::string& to) {
  return Do(to, "rename", [&] { return memory_.Rename(from, to); });
}

Status SimDisk::Remove(const std::string& path) {
  return Do(path, "remove", [&] { return memory_.Remove(path); });
}

Result<std::vector<DirectoryEntry>> SimDisk::List(const std::string& directory) {
  if (dead_) return FailOf(directory, "list", EIO);
  return memory_.List(directory);
}

Status SimDisk::MakeDirectories(const std::string& directory) {
  if (memory_.List(directory)) return dead_ ? Status(FailOf(directory, "list", EIO)) : Status();
  return Do(directory, "make", [&] { return memory_.MakeDirectories(directory); });
}

Status SimDisk::SyncDirectory(const std::string& directory) {
  return Do(directory, "sync", [&] { return memory_.SyncDirectory(directory); });
}

Result<std::uint64_t> SimDisk::FreeBytes(const std::string& path) {
  if (dead_) return FailOf(path, "ask for free space", EIO);
  return memory_.FreeBytes(path);
}

std::uint64_t SimDisk::Hash() {
  std::uint64_t hash = 0;
  std::vector<std::string> folders = {"/"};
  while (!folders.empty()) {
    const std::string folder = std::move(folders.back());
    folders.pop_back();
    const auto entries = memory_.List(folder);
    if (!entries) continue;
    for (const DirectoryEntry& entry : *entries) {
      const std::string path = folder == "/" ? "/" + entry.name : folder + "/" + entry.name;
      if (entry.is_directory) {
        if (entry.name != "store") folders.push_back(path);
      } else if (const auto bytes = ReadWholeFile(memory_, path)) {
        hash = StableHash64(fmt::format("{} {} {}", hash, path, StableHash64(*bytes)));
      }
    }
  }
  return hash;
}

}  // namespace meguri
