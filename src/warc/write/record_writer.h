// Gives a record its bytes: id, digests and head of WARC/1.1.
//
//   const Result<std::string_view> head = writer.Write(record);
//   … the archive holds: *head, the parts of record.block, kRecordEnd …
//
// The block isn't copied: whoever writes or packs it takes its parts where they are. Costs two
// digests over the payload, one of them also over what is before it, or one where block and
// payload are the same or the payload's digest is given; no heap once the buffers have grown.
//
// Head injection: whatever a value holds, it makes no second line (record.h).
// Thread-compatible.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/lifetime.h"
#include "base/random.h"
#include "base/result.h"
#include "warc/digest.h"
#include "warc/write/record.h"

namespace meguri::warc {

inline constexpr std::string_view kRecordEnd = "\r\n\r\n";

struct RecordWriterOptions {
  DigestAlgorithm digest = DigestAlgorithm::kSha1;
  Fraction date_fraction = Fraction::kNone;  // 1.1 allows them, readers of 1.0 may stumble
};

class RecordWriter {
 public:
  // `ids` draws the record ids (UUIDs of version 4). A seed that was used before gives the same
  // ids again: right for a simulation, else take one that nobody had.
  RecordWriter(const RecordWriterOptions& options, Random ids);

  // The head, with its empty line; good until the next call. Fails with kInvalidArgument if it
  // would be longer than kMaxHeadBytes, which no reader takes.
  Result<std::string_view> Write(const Record& record) MEGURI_LIFETIME_BOUND;

  // Of the record that was written last; good until the next call. "" if it has no payload.
  std::string_view record_id() const MEGURI_LIFETIME_BOUND { return id_; }
  std::string_view payload_digest() const MEGURI_LIFETIME_BOUND { return payload_digest_; }

  // "sha1:…" of a payload before there is a record of it: it decides whether that will be a
  // revisit. Put into Record::payload_digest, it is not computed again. Good until the next call
  // of this function.
  std::string_view DigestOf(std::span<const std::string_view> payload) MEGURI_LIFETIME_BOUND;

 private:
  void MakeId();
  void FindDigests(const Record& record);
  void Digest(std::span<const std::string_view> parts, std::string& labelled);
  void AppendDate(std::string_view name, WallTime date);
  void AppendValue(std::string_view name, std::string_view value);
  void AppendUri(std::string_view name, std::string_view uri);
  void AppendId(std::string_view name, std::string_view id);
  void AppendFields(const Record& record);

  RecordWriterOptions options_;
  Random ids_;
  Digester digester_;
  std::string head_;
  std::string id_;
  std::string block_digest_;
  std::string payload_digest_;
  std::string asked_digest_;  // of DigestOf()
  std::string raw_digest_;
};

}  // namespace meguri::warc
