// Makes records of captures, and keeps an index beside each file of the archive.
//
//   response, or a revisit if the page has the same payload as at the last visit, or a 304
//   request    concurrent to it
//   metadata   concurrent to it
//
// Each capture carries how far it has come (ArchiveProgress), so that after a full disk, or a file
// that was lost, only what isn't in the archive is appended. Not thread-safe: the writer's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/random.h"
#include "base/result.h"
#include "store/archive/archive_index.h"
#include "store/crawl_store.h"
#include "store/page_record.h"
#include "warc/sha1_batch.h"
#include "warc/write/archive_writer.h"

namespace meguri {

struct ArchiveProgress {
  static constexpr std::size_t kParts = 3;

  // Of response, request and metadata: which record of the archive; 0: not there.
  std::array<std::uint64_t, kParts> sequences{};
  std::string digest;        // of the payload, once it is known
  std::string block_digest;  // of head and payload, if it is known
  std::string response_id;   // of the record, also if it is a revisit
  bool refused = false;      // it can't be archived at all

  bool operator==(const ArchiveProgress&) const = default;
};

class CaptureArchiver {
 public:
  // `first_file`: the number of the first file that it begins.
  static Result<std::unique_ptr<CaptureArchiver>> Create(const warc::ArchiveWriterOptions& options,
                                                         Files& files, const Clock& clock,
                                                         Random ids, std::uint32_t first_file);

  struct Undigested {
    const Capture& capture;
    ArchiveProgress& progress;
  };
  // Finds the digests of many captures at once, a few times faster than Append() does one by one.
  // It may be left out. They are copied: a few MB at a time.
  void FindDigests(std::span<const Undigested> captures);

  // Appends what is missing, and fills in the record: place, payload_digest, record_id,
  // first_seen, visits. `older`: what is known of the page. After kDiskFull it may be called
  // again.
  Status Append(Capture& capture, const PageRecord* older, ArchiveProgress& progress);
  Status Append(const DnsCapture& capture, ArchiveProgress& progress);

  // As ArchiveWriter's; after an error, TakeLost() says what has to be appended again.
  Status Commit();
  Status Close();
  // Takes what was lost out of `progress`. True if something was.
  static bool Forget(const std::vector<warc::SequenceRange>& lost, ArchiveProgress& progress);
  std::vector<warc::SequenceRange> TakeLost();

  // Numbers below this were given.
  std::uint32_t files_end() const { return first_file_ + files_; }
  // REQUIRES: one of those that this one gave.
  const std::string& file_name(std::uint32_t file) const {
    return writer_->file_name(file - first_file_);
  }
  // Where the last record ends, in file files_end() - 1.
  std::uint64_t end() const { return end_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  CaptureArchiver(const warc::ArchiveWriterOptions& options, Files& files,
                  std::unique_ptr<warc::ArchiveWriter> writer, std::uint32_t first_file);

  Result<warc::Location> AppendRecord(const warc::Record& record);
  Status AppendResponse(Capture& capture, const PageRecord* older, ArchiveProgress& progress);
  Status AppendRequest(const Capture& capture, ArchiveProgress& progress);
  Status AppendMetadata(const Capture& capture, ArchiveProgress& progress);
  Status EndIndex();
  Status IndexLater();

  Files& files_seam_;
  const std::string directory_;
  const bool packed_;
  std::unique_ptr<warc::ArchiveWriter> writer_;
  const std::uint32_t first_file_;
  std::uint32_t files_ = 0;
  std::uint64_t end_ = 0;
  std::uint64_t bytes_ = 0;
  std::unique_ptr<ArchiveIndex> index_;  // of the last file
  std::vector<std::string> unindexed_;   // closed files that are to be read for it
  std::string fields_;

  const bool sha1_;
  warc::Sha1Batch batch_;
  std::string blocks_;  // of those whose digests are found together
};

}  // namespace meguri
