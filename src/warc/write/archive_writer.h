// Writes records to the files of a folder, one after the other, and says which of them are safe.
//
//   MEGURI_TRY(auto writer, ArchiveWriter::Create(options, files, clock, Random(seed)));
//   MEGURI_TRY(const Location location, writer->Append(ResponseRecord(…)));
//   if (writer->CommitDue(clock.Now())) MEGURI_CHECK_STATUS(writer->Commit());
//   … writer->durable_sequence() >= location.sequence: the record survives a crash …
//   MEGURI_CHECK_STATUS(writer->Close());
//
// Append() packs into a buffer and touches the disk once a megabyte; Commit() writes what is left
// and syncs: many records share one sync (group commit). A file begins with a warcinfo record, is
// called NAME.warc.gz.open while it grows, and NAME.warc.gz once it is closed, which happens
// before a record would make it larger than max_file_bytes. A record that is larger by itself
// gets a file of its own.
//
// When something fails, the writer stays usable, and the record of a failed Append() is not in
// the archive: it may be appended again. Of the others,
//   after kDiskFull none is lost: they wait in the buffer, which grows by no more than one record
//     beyond its size. Try again when there may be room.
//   after another error those are lost that TakeLost() names: a sync failed, and nobody can say
//     what is on disk. They have to be appended again. The next record goes to a new file.
//     (A sync may fail with kDiskFull, too: TakeLost() is what counts.)
// Destroyed without Close() it behaves as in a crash.
//
// One writer for a folder, or writers whose names differ. Not thread-safe: one owner thread, which
// should not be that of the shard's loop, since Append() writes and Commit() waits for the disk.
// What is durable when, and what was rejected: docs/design/archive_writing.md.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/lifetime.h"
#include "base/random.h"
#include "base/result.h"
#include "warc/write/archive_file.h"
#include "warc/write/archive_name.h"
#include "warc/write/gzip_compressor.h"
#include "warc/write/record.h"
#include "warc/write/record_writer.h"

namespace meguri::warc {

// When CommitDue() says so. Both 0: only whoever owns the writer knows when.
struct CommitPolicy {
  std::uint64_t after_bytes = std::uint64_t{8} << 20;  // of the archive; 1: after every record
  Duration after = std::chrono::seconds(1);            // since the oldest one that isn't durable
};

struct ArchiveWriterOptions {
  // What is written.
  std::string directory;    // made if it isn't there
  ArchiveNameOptions name;  // `packed` is set by `level`
  Warcinfo warcinfo;
  RecordWriterOptions records;
  std::uint64_t max_file_bytes = std::uint64_t{1} << 30;
  std::uint64_t first_sequence = 1;

  // How.
  int level = GzipCompressor::kDefaultLevel;  // 0: plain
  CommitPolicy commit;
  std::size_t buffer_bytes = std::size_t{1} << 20;  // how much is written at once
};

struct Location {
  std::uint32_t file = 0;    // ArchiveWriter::file_name()
  std::uint64_t offset = 0;  // of the record, or of its member
  std::uint64_t length = 0;  // as Extent's: of the member; plain, without the closing empty lines
  std::uint64_t sequence = 0;

  bool operator==(const Location&) const = default;
};

struct SequenceRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  bool operator==(const SequenceRange&) const = default;
};

class ArchiveWriter {
 public:
  // Fails with kInvalidArgument if a name, a level or a size makes no sense. Writes no file yet.
  // `files` and `clock` must outlive the writer; `ids` is RecordWriter's.
  static Result<std::unique_ptr<ArchiveWriter>> Create(const ArchiveWriterOptions& options,
                                                       Files& files, const Clock& clock,
                                                       Random ids);
  ArchiveWriter(const ArchiveWriter&) = delete;
  ArchiveWriter& operator=(const ArchiveWriter&) = delete;

  // Goes on with a file that recovery has left open, instead of beginning one.
  // REQUIRES: nothing was appended yet; the file is of the same packing, and ends at `end`.
  Status Continue(const std::string& name, std::uint64_t end);

  // kInvalidArgument: the record is too large to be written at all.
  Result<Location> Append(const Record& record);
  // Of the last record that was appended (record_writer.h).
  std::string_view record_id() const MEGURI_LIFETIME_BOUND { return id_; }
  std::string_view payload_digest() const MEGURI_LIFETIME_BOUND { return payload_digest_; }
  // RecordWriter::DigestOf().
  std::string_view DigestOf(std::span<const std::string_view> payload) MEGURI_LIFETIME_BOUND {
    return record_writer_.DigestOf(payload);
  }

  // Makes all records durable that were appended.
  Status Commit();
  bool CommitDue(TimePoint now) const;
  // Commit(), and the current file is closed. Append() would begin another.
  Status Close();

  // All records up to this one are safe, but for those that TakeLost() named.
  std::uint64_t durable_sequence() const { return durable_; }
  // What was lost since the last call, in order.
  std::vector<SequenceRange> TakeLost();

  // By Location::file; without ".open", which it may still have on disk. A number is never given
  // to another file of this writer.
  const std::string& file_name(std::uint32_t file) const MEGURI_LIFETIME_BOUND {
    return names_[file];
  }

 private:
  ArchiveWriter(const ArchiveWriterOptions& options, Files& files, const Clock& clock, Random ids,
                ArchiveName name, std::optional<GzipCompressor> compressor);

  Status BeginFile();
  Status EndFile();
  Result<std::uint64_t> Encode(const Record& record);
  Status MakeRoom();
  Status MoveToNewFile(std::size_t record_start);
  Status AfterFailure(Status status);
  void Settle();

  const ArchiveWriterOptions options_;
  Files& files_;
  const Clock& clock_;
  RecordWriter record_writer_;
  ArchiveName name_;
  std::optional<GzipCompressor> compressor_;
  std::string warcinfo_block_;

  std::optional<ArchiveFile> file_;
  std::vector<std::string> names_;
  std::uint64_t records_in_file_ = 0;  // without its warcinfo

  std::uint64_t last_;     // that was appended
  std::uint64_t settled_;  // up to here durable or lost
  std::uint64_t durable_;
  std::uint64_t pending_from_ = 0;  // the file's size when the oldest pending record came
  TimePoint pending_since_;
  std::vector<SequenceRange> lost_;

  std::string id_;
  std::string payload_digest_;
  std::string moved_;  // a record on its way to the next file
};

}  // namespace meguri::warc
