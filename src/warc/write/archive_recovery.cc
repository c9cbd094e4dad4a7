#include "warc/write/archive_recovery.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>

#include "warc/digest.h"
#include "warc/read/byte_source.h"
#include "warc/write/archive_name.h"

namespace meguri::warc {
namespace {

constexpr std::size_t kCopyBytes = std::size_t{1} << 20;

Result<bool> Exists(Files& files, const std::string& directory, std::string_view name) {
  MEGURI_TRY(const std::vector<DirectoryEntry> entries, files.List(directory));
  return std::ranges::any_of(entries, [&](const auto& entry) { return entry.name == name; });
}

// Reads the block of the reader's record to its end. True if the record is whole.
Result<bool> ReadBlock(RecordReader& reader) {
  std::optional<LabelledDigest> claimed;
  if (reader.packing() == Packing::kPlain) {  // in a member the checksum has seen every byte
    claimed = ParseLabelledDigest(reader.head().Find("WARC-Block-Digest"));
  }
  std::optional<Digester> digester;
  if (claimed) digester.emplace(claimed->algorithm);
  for (;;) {
    MEGURI_TRY(const std::string_view piece, reader.NextPiece());
    if (piece.empty()) break;
    if (digester) digester->Update(piece);
  }
  return reader.whole() && (!digester || digester->Finish() == claimed->raw);
}

class FileRecovery {
 public:
  FileRecovery(Files& files, const std::string& directory, const std::string& open_name)
      : files_(files), directory_(directory), open_path_(directory + "/" + open_name) {
    result_.name = open_name.substr(0, open_name.size() - kOpenSuffix.size());
  }

  Result<RecoveredFile> Run(std::uint64_t trusted, const RecoveredRecordSink& sink) {
    result_.end = trusted;
    MEGURI_TRY(const bool tail_has_records, Read(sink));
    MEGURI_TRY(const std::unique_ptr<WritableFile> file,
               files_.OpenToWrite(open_path_, OpenMode::kAppend));
    if (file->size() < result_.end) {
      return Fail(ErrorCode::kCorrupt,
                  fmt::format("{}: has {} bytes, but {} of them were durable once", open_path_,
                              file->size(), result_.end));
    }
    result_.cut = file->size() - result_.end;
    if (result_.cut > 0 && result_.torn.empty()) result_.torn = "bytes that are no record";
    if (tail_has_records) MEGURI_CHECK_STATUS(SetTailAside());
    if (result_.end == 0) {
      MEGURI_CHECK_STATUS(files_.Remove(open_path_));
      return std::move(result_);
    }
    if (result_.cut > 0) MEGURI_CHECK_STATUS(file->Truncate(result_.end));
    MEGURI_CHECK_STATUS(file->Sync());  // also of what the crash of the process alone left
    return std::move(result_);
  }

 private:
  // Up to the first record that isn't whole. True if there are whole ones behind it.
  Result<bool> Read(const RecoveredRecordSink& sink) {
    MEGURI_TRY(const std::unique_ptr<FileSource> source, FileSource::Open(files_, open_path_));
    RecordReader reader(*source, result_.end);
    bool tail_has_records = false;
    for (bool torn = false; !tail_has_records;) {
      MEGURI_TRY(const bool there, reader.Next());
      if (!there) break;
      MEGURI_TRY(const bool whole, ReadBlock(reader));
      torn = torn || !whole || reader.extent().offset != result_.end;
      if (!torn) MEGURI_CHECK_STATUS(Tell(reader, sink));
      tail_has_records = torn && whole;
    }
    for (const Damage& damage : reader.damage()) {
      if (damage.offset < result_.end) continue;
      result_.torn = fmt::format("at {}: {}", damage.offset, damage.what);
      break;
    }
    return tail_has_records;
  }

  Status Tell(const RecordReader& reader, const RecoveredRecordSink& sink) {
    const RecordHead& head = reader.head();
    MEGURI_CHECK_STATUS(sink({.file = result_.name,
                              .extent = reader.extent(),
                              .type = head.type(),
                              .target_uri = head.target_uri(),
                              .date = head.date(),
                              .record_id = head.FindId("WARC-Record-ID"),
                              .payload_digest = head.Find("WARC-Payload-Digest")}));
    ++result_.told;
    result_.end = reader.end();
    return {};
  }

  Status SetTailAside() {
    int number = 1;
    for (;; ++number) {
      result_.set_aside = fmt::format("{}.torn-{}", result_.name, number);
      MEGURI_TRY(const bool taken, Exists(files_, directory_, result_.set_aside));
      if (!taken) break;
    }
    MEGURI_TRY(const std::unique_ptr<ReadableFile> from, files_.OpenToRead(open_path_));
    MEGURI_TRY(const std::unique_ptr<WritableFile> to,
               files_.OpenToWrite(directory_ + "/" + result_.set_aside, OpenMode::kCreate));
    std::string bytes(kCopyBytes, '\0');
    for (std::uint64_t at = result_.end;;) {
      MEGURI_TRY(const std::size_t count, from->ReadAt(at, bytes));
      if (count == 0) break;
      MEGURI_CHECK_STATUS(to->Append(std::string_view(bytes).substr(0, count)));
      at += count;
    }
    MEGURI_CHECK_STATUS(to->Sync());
    return files_.SyncDirectory(directory_);
  }

  Files& files_;
  const std::string& directory_;
  std::string open_path_;
  RecoveredFile result_;
};

}  // namespace

Result<std::vector<RecoveredFile>> RecoverArchive(Files& files, const std::string& directory,
                                                  std::span<const TrustedEnd> trusted,
                                                  const RecoveredRecordSink& sink) {
  MEGURI_TRY(const std::vector<DirectoryEntry> entries, files.List(directory));
  std::vector<RecoveredFile> recovered;
  for (const DirectoryEntry& entry : entries) {
    if (entry.is_directory || !entry.name.ends_with(kOpenSuffix)) continue;
    FileRecovery recovery(files, directory, entry.name);
    std::uint64_t end = 0;
    for (const TrustedEnd& known : trusted) {
      if (known.name + std::string(kOpenSuffix) == entry.name) end = known.end;
    }
    MEGURI_TRY(RecoveredFile file, recovery.Run(end, sink));
    recovered.push_back(std::move(file));
  }
  // Also for the names that were new, or renamed, when the process crashed.
  MEGURI_CHECK_STATUS(files.SyncDirectory(directory));
  return recovered;
}

Status CloseRecovered(Files& files, const std::string& directory, const RecoveredFile& file) {
  assert(file.end > 0);
  MEGURI_TRY(const bool taken, Exists(files, directory, file.name));
  const std::string path = directory + "/" + file.name;
  if (taken) return Fail(ErrorCode::kAlreadyExists, path + ": is there already, and open, too");
  MEGURI_CHECK_STATUS(files.Rename(path + std::string(kOpenSuffix), path));
  return files.SyncDirectory(directory);
}

}  // namespace meguri::warc
