#include "store/archive/archive_index.h"

#include <set>
#include <utility>

#include "base/append_number.h"
#include "warc/index/cdxj.h"
#include "warc/read/byte_source.h"
#include "warc/read/record_reader.h"

namespace meguri {
namespace {

constexpr std::string_view kIndexEnding = ".cdxj";
constexpr std::size_t kSortBytes = std::size_t{16} << 20;
constexpr std::size_t kWriteBytes = std::size_t{256} << 10;

std::unique_ptr<warc::ExternalSorter> MakeSorter(Files& files, const std::string& directory,
                                                 const std::string& name) {
  return std::make_unique<warc::ExternalSorter>(
      files, warc::ExternalSortOptions{.directory = directory,
                                       .name = name + ".sort",
                                       .memory_bytes = kSortBytes,
                                       .drop_duplicates = true});
}

// Through a temporary name: what is there under its own is whole.
Status WriteSorted(Files& files, const std::string& path, warc::ExternalSorter& sorter) {
  const std::string temporary = path + ".tmp";
  MEGURI_TRY(auto file, files.OpenToWrite(temporary, OpenMode::kCreateOrAppend));
  MEGURI_CHECK_STATUS(file->Truncate(0));
  std::string buffer;
  MEGURI_CHECK_STATUS(sorter.Finish([&](std::string_view line) -> Status {
    buffer += line;
    buffer += '\n';
    if (buffer.size() < kWriteBytes) return {};
    Status status = file->Append(buffer);
    buffer.clear();
    return status;
  }));
  MEGURI_CHECK_STATUS(file->Append(buffer));
  MEGURI_CHECK_STATUS(file->Sync());
  MEGURI_CHECK_STATUS(files.Rename(temporary, path));
  return files.SyncDirectory(DirectoryOf(path));
}

Status WriteIndex(Files& files, const std::string& path, warc::ExternalSorter& sorter) {
  Status status = WriteSorted(files, path, sorter);
  if (!status) (void)files.Remove(path + ".tmp");  // or the next attempt replaces it
  return status;
}

std::string_view WithoutEnding(std::string_view name) {
  for (const std::string_view ending : {".warc.gz", ".warc"}) {
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  }
  return {};
}

}  // namespace

std::string IndexNameOf(std::string_view archive_name) {
  const std::string_view stem = WithoutEnding(archive_name);
  return std::string(stem.empty() ? archive_name : stem) + std::string(kIndexEnding);
}

Status IndexArchiveFile(Files& files, const std::string& directory, const std::string& name) {
  MEGURI_TRY(auto source, warc::FileSource::Open(files, directory + "/" + name));
  const auto sorter = MakeSorter(files, directory, name);
  warc::RecordReader reader(*source);
  warc::RecordIndexer indexer(name);
  std::string line;
  for (;;) {
    MEGURI_TRY(const bool there, reader.Next());
    if (!there) break;
    if (indexer.Begin(reader.head()) != warc::IndexVerdict::kTake) continue;
    for (;;) {
      MEGURI_TRY(const std::string_view piece, reader.NextPiece());
      if (piece.empty()) break;
      indexer.Add(piece);
    }
    line.clear();
    warc::AppendCdxjLine(indexer.End(reader.extent()), line);
    MEGURI_CHECK_STATUS(sorter->Add(line));
  }
  return WriteIndex(files, directory + "/" + IndexNameOf(name), *sorter);
}

Result<std::vector<std::string>> FindUnindexed(Files& files, const std::string& directory) {
  MEGURI_TRY(const std::vector<DirectoryEntry> entries, files.List(directory));
  std::set<std::string, std::less<>> names;
  for (const DirectoryEntry& entry : entries) {
    if (!entry.is_directory) names.insert(entry.name);
  }
  std::vector<std::string> unindexed;
  for (const std::string& name : names) {
    if (!WithoutEnding(name).empty() && !names.contains(IndexNameOf(name))) {
      unindexed.push_back(name);
    }
  }
  return unindexed;
}

ArchiveIndex::ArchiveIndex(Files& files, std::string directory, std::string name)
    : files_(files),
      directory_(std::move(directory)),
      name_(std::move(name)),
      indexer_(name_),
      sorter_(MakeSorter(files, directory_, name_)) {}

void ArchiveIndex::Add(const warc::Record& record, std::string_view payload_digest,
                       const warc::Location& location) {
  if (!sorter_) return;
  MakeHead(record, payload_digest);
  if (!head_.ParseWarc(head_bytes_).empty()) {
    sorter_.reset();
    return;
  }
  if (indexer_.Begin(head_) != warc::IndexVerdict::kTake) return;
  for (const std::string_view part : record.block.all()) {
    indexer_.Add(part);
  }
  line_.clear();
  warc::AppendCdxjLine(indexer_.End({location.offset, location.length}), line_);
  if (!sorter_->Add(line_)) sorter_.reset();
}

// The fields that an index is made of, as they stand in the record.
void ArchiveIndex::MakeHead(const warc::Record& record, std::string_view payload_digest) {
  head_bytes_ = "WARC/1.1\r\nWARC-Type: ";
  head_bytes_ += warc::RecordTypeName(record.type);
  head_bytes_ += "\r\nWARC-Date: ";
  AppendIso8601(record.date, Fraction::kNone, head_bytes_);
  head_bytes_ += "\r\nWARC-Target-URI: ";
  warc::AppendSafeUri(record.target_uri, head_bytes_);
  if (!payload_digest.empty()) {
    head_bytes_ += "\r\nWARC-Payload-Digest: ";
    warc::AppendSafeValue(payload_digest, head_bytes_);
  }
  const std::uint64_t length = record.block.bytes();
  if (length > 0) {
    head_bytes_ += "\r\nContent-Type: ";
    head_bytes_ += record.content_type;
  }
  head_bytes_ += "\r\nContent-Length: ";
  AppendNumber(length, head_bytes_);
  head_bytes_ += "\r\n\r\n";
}

Status ArchiveIndex::Write() {
  if (!sorter_) return IndexArchiveFile(files_, directory_, name_);
  return WriteIndex(files_, directory_ + "/" + IndexNameOf(name_), *sorter_);
}

}  // namespace meguri
