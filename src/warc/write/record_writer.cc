#include "warc/write/record_writer.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

#include "base/ascii.h"

namespace meguri::warc {

RecordWriter::RecordWriter(const RecordWriterOptions& options, Random ids)
    : options_(options), ids_(ids), digester_(options.digest) {}

Result<std::string_view> RecordWriter::Write(const Record& record) {
  FindDigests(record);
  id_.clear();
  if (record.id.empty()) {
    MakeId();
  } else {
    AppendSafeUri(record.id, id_);
  }
  head_ = "WARC/1.1\r\n";
  AppendFields(record);
  head_ += "\r\n";
  if (head_.size() > kMaxHeadBytes) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("a record's head of {} bytes: at most {} can be read again",
                            head_.size(), kMaxHeadBytes));
  }
  return head_;
}

std::string_view RecordWriter::DigestOf(std::span<const std::string_view> payload) {
  Digest(payload, asked_digest_);
  return asked_digest_;
}

void RecordWriter::Digest(std::span<const std::string_view> parts, std::string& labelled) {
  for (const std::string_view part : parts) {
    digester_.Update(part);
  }
  digester_.FinishInto(raw_digest_);
  labelled.clear();
  AppendLabelledDigest(options_.digest, raw_digest_, labelled);
}

// RFC 9562, 5.4: all random but for the version and the variant.
void RecordWriter::MakeId() {
  constexpr std::uint64_t kVersionMask = 0xF000;
  constexpr std::uint64_t kVersion4 = 0x4000;
  constexpr std::uint64_t kVariantMask = std::uint64_t{3} << 62U;
  constexpr std::uint64_t kVariant = std::uint64_t{2} << 62U;
  const std::uint64_t high = (ids_.Next() & ~kVersionMask) | kVersion4;
  const std::uint64_t low = (ids_.Next() & ~kVariantMask) | kVariant;
  id_ = "urn:uuid:";
  for (unsigned digit = 0; digit < 32; ++digit) {
    if (digit == 8 || digit == 12 || digit == 16 || digit == 20) id_ += '-';
    const std::uint64_t half = digit < 16 ? high : low;
    id_ += kHexDigitsLower[(half >> (60 - digit % 16 * 4)) & 15U];
  }
}

void RecordWriter::FindDigests(const Record& record) {
  payload_digest_.clear();
  AppendSafeValue(record.payload_digest, payload_digest_);
  const bool wanted = record.has_payload && payload_digest_.empty();
  if (wanted) Digest(record.block.payload(), payload_digest_);
  block_digest_.clear();
  AppendSafeValue(record.block_digest, block_digest_);
  if (!block_digest_.empty()) return;
  if (wanted && record.block.before_payload().empty()) {
    block_digest_ = payload_digest_;
  } else {
    Digest(record.block.all(), block_digest_);
  }
}

void RecordWriter::AppendFields(const Record& record) {
  AppendValue("WARC-Type", RecordTypeName(record.type));
  AppendId("WARC-Record-ID", id_);
  AppendDate("WARC-Date", record.date);
  AppendUri("WARC-Target-URI", record.target_uri);
  AppendValue("WARC-Filename", record.filename);
  for (const std::string_view id : record.concurrent_to) {
    AppendId("WARC-Concurrent-To", id);
  }
  AppendValue("WARC-IP-Address", record.ip_address);
  for (const std::string_view protocol : record.protocols) {
    AppendValue("WARC-Protocol", protocol);
  }
  AppendValue("WARC-Cipher-Suite", record.cipher_suite);
  AppendValue("WARC-Profile", record.profile);
  AppendId("WARC-Refers-To", record.refers_to.record_id);
  AppendUri("WARC-Refers-To-Target-URI", record.refers_to.target_uri);
  if (record.refers_to.date) AppendDate("WARC-Refers-To-Date", *record.refers_to.date);
  AppendValue("WARC-Truncated", TruncationName(record.truncated));
  AppendValue("WARC-Payload-Digest", payload_digest_);
  AppendValue("WARC-Identified-Payload-Type", record.identified_payload_type);
  AppendValue("WARC-Block-Digest", block_digest_);
  for (const NamedField& field : record.more) {
    AppendValue(field.name, field.value);
  }
  // A block of no bytes has no type, says 5.6.
  const std::uint64_t length = record.block.bytes();
  if (length > 0) AppendValue("Content-Type", record.content_type);
  fmt::format_to(std::back_inserter(head_), "Content-Length: {}\r\n", length);
}

void RecordWriter::AppendValue(std::string_view name, std::string_view value) {
  if (value.empty()) return;
  AppendFieldName(name, head_);
  AppendSafeValue(value, head_);
  head_ += "\r\n";
}

void RecordWriter::AppendUri(std::string_view name, std::string_view uri) {
  if (uri.empty()) return;
  AppendFieldName(name, head_);
  AppendSafeUri(uri, head_);
  head_ += "\r\n";
}

void RecordWriter::AppendId(std::string_view name, std::string_view id) {
  if (id.empty()) return;
  AppendFieldName(name, head_);
  head_ += '<';
  AppendSafeUri(id, head_);
  head_ += ">\r\n";
}

void RecordWriter::AppendDate(std::string_view name, WallTime date) {
  AppendFieldName(name, head_);
  AppendIso8601(date, options_.date_fraction, head_);
  head_ += "\r\n";
}

}  // namespace meguri::warc
