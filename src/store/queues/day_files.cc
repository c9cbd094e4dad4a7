#include "store/queues/day_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "store/log/byte_codec.h"

namespace meguri {
namespace {

constexpr std::uint64_t kMagic = 0x315453464D45554DULL;  // "MUEMFST1"
constexpr std::string_view kSuffix = ".due";

constexpr std::string_view kJournal = "journal.";

Error Damaged(const std::string& path) {
  return {ErrorCode::kCorrupt,
          fmt::format("{}: damaged or missing: put back a copy of the folder", path)};
}

std::string JournalName(std::uint64_t number) { return fmt::format("{}{:06}", kJournal, number); }

// Of a name that JournalName() makes.
std::optional<std::uint64_t> JournalNumber(std::string_view name) {
  if (!name.starts_with(kJournal)) return std::nullopt;
  const std::string_view digits = name.substr(kJournal.size());
  std::uint64_t number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (read.ec != std::errc() || JournalName(number) != name) return std::nullopt;
  return number;
}

// Whether DayFileName() makes it: whatever else somebody has put here stays.
bool IsDayFile(std::string_view name) {
  if (name.size() != std::string_view("2026-12-01.due").size()) return false;
  unsigned year = 0;
  unsigned month = 0;
  unsigned day = 0;
  std::from_chars(name.data(), name.data() + 4, year);
  std::from_chars(name.data() + 5, name.data() + 7, month);
  std::from_chars(name.data() + 8, name.data() + 10, day);
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(year)),
                                         std::chrono::month(month), std::chrono::day(day)};
  if (!date.ok()) return false;
  const auto number = std::chrono::sys_days(date).time_since_epoch().count();
  return number >= 0 && number <= kLastDay && DayFileName(static_cast<DayNumber>(number)) == name;
}

}  // namespace

std::string DayFileName(DayNumber day) {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  return fmt::format("{:04}-{:02}-{:02}{}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     kSuffix);
}

std::string DayFiles::JournalPath(std::uint64_t number) const {
  return directory_ + "/" + JournalName(number);
}

Result<DayFiles> DayFiles::Open(Files& files, const std::string& directory) {
  MEGURI_CHECK_STATUS(files.MakeDirectories(directory));
  DayFiles opened(files, directory);
  MEGURI_TRY(const auto entries, files.List(directory));
  MEGURI_TRY(const bool there, opened.ReadManifest());
  if (there) {
    MEGURI_CHECK_STATUS(opened.ExpectJournal(entries));
    MEGURI_CHECK_STATUS(opened.PutRight(entries));
  } else {
    MEGURI_CHECK_STATUS(opened.MakeNew(entries));
  }
  return opened;
}

Status DayFiles::MakeNew(const std::vector<DirectoryEntry>& entries) {
  // An empty first journal comes before the manifest: all else comes after it, and is not there.
  for (const DirectoryEntry& entry : entries) {
    if (!IsDayFile(entry.name) && !JournalNumber(entry.name)) continue;
    std::uint64_t size = 1;
    if (entry.name == JournalName(1)) {
      MEGURI_TRY(const auto file, files_->OpenToRead(JournalPath(1)));
      MEGURI_TRY(size, file->Size());
    }
    if (size > 0) return tl::unexpected(Damaged(directory_ + "/manifest"));
  }
  MEGURI_CHECK_STATUS(
      files_->OpenToWrite(JournalPath(1), OpenMode::kCreateOrAppend).map([](const auto&) {}));
  MEGURI_CHECK_STATUS(SyncNames());
  return WriteManifest({}, 0);
}

Result<bool> DayFiles::ReadManifest() {
  const std::string path = directory_ + "/manifest";
  const auto bytes = ReadWholeFile(*files_, path);
  if (!bytes && bytes.error().code == ErrorCode::kNotFound) return false;
  if (!bytes) return tl::unexpected(bytes.error());
  ByteReader in(*bytes);
  const auto magic = in.Fixed<std::uint64_t>();
  const auto checksum = in.Fixed<std::uint32_t>();
  if (!in.ok() || magic != kMagic || Checksum32(in.rest()) != checksum) {
    return tl::unexpected(Damaged(path));
  }
  journals_done_ = in.Varint();
  while (!in.at_end()) {
    const auto day = in.VarintAs<DayNumber>();
    days_[day] = in.Varint();
  }
  if (!in.ok()) return tl::unexpected(Damaged(path));
  return true;
}

Status DayFiles::ExpectJournal(const std::vector<DirectoryEntry>& entries) const {
  const std::uint64_t next = journals_done_ + 1;
  bool found = false;
  for (const DirectoryEntry& entry : entries) {
    const auto number = JournalNumber(entry.name);
    found = found || number == next;
    if (!number || *number <= next) continue;
    // A split has made it before it failed. One that was written to has a manifest of its own.
    MEGURI_TRY(const auto file, files_->OpenToRead(JournalPath(*number)));
    MEGURI_TRY(const std::uint64_t size, file->Size());
    if (size == 0) continue;
    return Fail(ErrorCode::kCorrupt,
                fmt::format("{}/manifest: older than {}: put back a copy of the folder", directory_,
                            entry.name));
  }
  if (found) return {};
  return Fail(ErrorCode::kCorrupt,
              fmt::format("{}: gone, with what was scheduled last: put back a copy of the folder",
                          JournalPath(next)));
}

Status DayFiles::WriteManifest(const std::map<DayNumber, std::uint64_t>& days, std::uint64_t done) {
  if (doubt_) return tl::unexpected(*doubt_);
  std::string body;
  AppendVarint(done, body);
  for (const auto& [day, bytes] : days) {
    AppendVarint(day, body);
    AppendVarint(bytes, body);
  }
  std::string out;
  AppendFixed(kMagic, out);
  AppendFixed(Checksum32(body), out);
  out += body;
  const std::string path = directory_ + "/manifest";
  {
    MEGURI_TRY(const auto file, files_->OpenToWrite(path + ".tmp", OpenMode::kCreateOrAppend));
    MEGURI_CHECK_STATUS(file->Truncate(0));  // an earlier attempt may have left something
    MEGURI_CHECK_STATUS(file->Append(out));
    MEGURI_CHECK_STATUS(file->Sync());
  }
  Status renamed = files_->Rename(path + ".tmp", path);
  if (!renamed && renamed.error().code == ErrorCode::kIo) return Doubt(renamed.error());
  MEGURI_CHECK_STATUS(renamed);
  return SyncNames();
}

Status DayFiles::SyncNames() {
  const Status synced = files_->SyncDirectory(directory_);
  return synced ? synced : Doubt(synced.error());
}

Status DayFiles::Doubt(const Error& why) {
  // Not kDiskFull, whatever the system says: trying again is no help, since the next sync may say
  // that all is well of what this one has dropped.
  doubt_ = Error{ErrorCode::kIo, fmt::format("{}: nothing more is written or removed, as a crash "
                                             "could leave either state: start again",
                                             why.context)};
  return tl::unexpected(*doubt_);
}

Status DayFiles::PutRight(const std::vector<DirectoryEntry>& entries) {
  std::set<std::string> wanted = {JournalName(journals_done_ + 1)};
  for (const auto& [day, bytes] : days_)
    wanted.insert(DayFileName(day));
  // Of a split that failed, or a removal that was cut short.
  std::vector<std::string> left;
  for (const DirectoryEntry& entry : entries) {
    const bool is_ours = IsDayFile(entry.name) || JournalNumber(entry.name);
    if (is_ours && !wanted.contains(entry.name)) left.push_back(directory_ + "/" + entry.name);
  }
  // The manifest that was read may be one whose sync had failed, and the one before it that which a
  // crash would leave: now it is sure which stays, and that nobody will ask for these. On a full
  // disk the names have to do.
  Status sure = WriteManifest(days_, journals_done_);
  if (!sure && sure.error().code == ErrorCode::kDiskFull) sure = SyncNames();
  MEGURI_CHECK_STATUS(sure);
  for (const std::string& path : left)
    MEGURI_CHECK_STATUS(files_->Remove(path));
  for (const auto& [day, bytes] : days_)
    MEGURI_CHECK_STATUS(CheckSize(day));
  return {};
}

Status DayFiles::CheckSize(DayNumber day) {
  const std::string path = PathOf(day);
  const std::uint64_t size = days_.at(day);
  const auto file = files_->OpenToWrite(path, OpenMode::kAppend);
  if (!file && file.error().code != ErrorCode::kNotFound) return tl::unexpected(file.error());
  if (!file) {
    problems_.push_back({ErrorCode::kNotFound,
                         fmt::format("{}: gone, with {} bytes that were safely written: put back a "
                                     "copy of it; all else goes on",
                                     path, size)});
    return {};
  }
  if ((*file)->size() < size) {
    problems_.push_back(
        {ErrorCode::kCorrupt, fmt::format("{}: {} bytes long, but {} were safely written: put "
                                          "back a copy of it; all else goes on",
                                          path, (*file)->size(), size)});
    return {};
  }
  return (*file)->size() > size ? (*file)->Truncate(size) : Status();
}

std::uint64_t DayFiles::bytes() const {
  std::uint64_t sum = 0;
  for (const auto& [day, bytes] : days_)
    sum += bytes;
  return sum;
}

Status DayFiles::Append(DayNumber day, std::string_view blocks) {
  if (doubt_) return tl::unexpected(*doubt_);
  const auto known = days_.find(day);
  const std::uint64_t size = known == days_.end() ? 0 : known->second;
  MEGURI_TRY(const auto file, files_->OpenToWrite(PathOf(day), OpenMode::kCreateOrAppend));
  // What a split has left that failed; or zeros in place of what is lost, which was told already.
  if (file->size() > size) MEGURI_CHECK_STATUS(file->Truncate(size));
  while (file->size() < size) {
    const std::uint64_t gap = std::min<std::uint64_t>(size - file->size(), 1U << 16U);
    MEGURI_CHECK_STATUS(file->Append(std::string(static_cast<std::size_t>(gap), '\0')));
  }
  MEGURI_CHECK_STATUS(file->Append(blocks));
  MEGURI_CHECK_STATUS(file->Sync());
  grown_[day] = file->size();
  return {};
}

Status DayFiles::Commit(std::uint64_t journals_done) {
  if (doubt_) return tl::unexpected(*doubt_);
  MEGURI_CHECK_STATUS(SyncNames());
  auto days = days_;
  for (const auto& [day, bytes] : grown_)
    days[day] = bytes;
  MEGURI_CHECK_STATUS(WriteManifest(days, journals_done));
  days_ = std::move(days);
  grown_.clear();
  journals_done_ = journals_done;
  return {};
}

Status DayFiles::Remove(const std::vector<DayNumber>& days, const std::vector<DayNumber>& keep) {
  if (days.empty()) return {};
  if (doubt_) return tl::unexpected(*doubt_);
  auto left = days_;
  for (const DayNumber day : days)
    left.erase(day);
  // Under its other name first: a file that the manifest doesn't know of is removed by Open().
  for (const DayNumber day : keep) {
    Status renamed = files_->Rename(PathOf(day), PathOf(day) + ".damaged");
    if (!renamed && renamed.error().code != ErrorCode::kNotFound) return renamed;
  }
  MEGURI_CHECK_STATUS(WriteManifest(left, journals_done_));
  days_ = std::move(left);
  for (const DayNumber day : days) {
    Status removed = files_->Remove(PathOf(day));
    if (!removed && removed.error().code != ErrorCode::kNotFound) return removed;
  }
  return {};
}

}  // namespace meguri
