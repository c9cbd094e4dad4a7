#include "store/queues/day_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "store/log/byte_codec.h"

namespace meguri {
namespace {

constexpr std::uint64_t kMagic = 0x315453464D45554DULL;  // "MUEMFST1"
constexpr std::string_view kSuffix = ".due";

Error Damaged(const std::string& path) {
  return {ErrorCode::kCorrupt,
          fmt::format("{}: damaged or missing: put back a copy of the folder", path)};
}

}  // namespace

std::string DayFileName(DayNumber day) {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  return fmt::format("{:04}-{:02}-{:02}{}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     kSuffix);
}

Result<DayFiles> DayFiles::Open(Files& files, const std::string& directory) {
  MEGURI_CHECK_STATUS(files.MakeDirectories(directory));
  DayFiles opened(files, directory);
  MEGURI_CHECK_STATUS(opened.ReadManifest());
  MEGURI_CHECK_STATUS(opened.PutRight());
  return opened;
}

Status DayFiles::ReadManifest() {
  const std::string path = directory_ + "/manifest";
  const auto bytes = ReadWholeFile(*files_, path);
  if (!bytes && bytes.error().code == ErrorCode::kNotFound) {
    // It comes before all else: where it is gone, others are there.
    MEGURI_TRY(const auto entries, files_->List(directory_));
    const bool any = std::ranges::any_of(entries, [](const DirectoryEntry& entry) {
      return entry.name.ends_with(kSuffix) || entry.name.starts_with("journal.");
    });
    if (any) return tl::unexpected(Damaged(path));
    return WriteManifest({}, 0);
  }
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
  return {};
}

Status DayFiles::WriteManifest(const std::map<DayNumber, std::uint64_t>& days, std::uint64_t done) {
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
  return ReplaceFile(*files_, directory_ + "/manifest", out);
}

Status DayFiles::PutRight() {
  std::map<std::string, DayNumber> wanted;
  for (const auto& [day, bytes] : days_)
    wanted[DayFileName(day)] = day;
  MEGURI_TRY(const auto entries, files_->List(directory_));
  std::set<std::string> there;
  for (const DirectoryEntry& entry : entries) {
    there.insert(entry.name);
    const auto known = wanted.find(entry.name);
    const std::string path = directory_ + "/" + entry.name;
    if (known == wanted.end()) {
      if (entry.name.ends_with(kSuffix)) MEGURI_CHECK_STATUS(files_->Remove(path));
      continue;
    }
    const std::uint64_t size = days_[known->second];
    MEGURI_TRY(const auto file, files_->OpenToWrite(path, OpenMode::kAppend));
    if (file->size() > size) MEGURI_CHECK_STATUS(file->Truncate(size));
    if (file->size() < size) {
      problems_.push_back(
          {ErrorCode::kCorrupt, fmt::format("{}: {} bytes long, but {} were safely written: put "
                                            "back a copy of it; all else goes on",
                                            path, file->size(), size)});
    }
  }
  for (const auto& [name, day] : wanted) {
    if (there.contains(name)) continue;
    problems_.push_back(
        {ErrorCode::kNotFound,
         fmt::format("{}/{}: gone, with {} bytes that were safely written: put back "
                     "a copy of it; all else goes on",
                     directory_, name, days_[day])});
  }
  return {};
}

std::uint64_t DayFiles::bytes() const {
  std::uint64_t sum = 0;
  for (const auto& [day, bytes] : days_)
    sum += bytes;
  return sum;
}

Status DayFiles::Append(DayNumber day, std::string_view blocks) {
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
  MEGURI_CHECK_STATUS(files_->SyncDirectory(directory_));
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
