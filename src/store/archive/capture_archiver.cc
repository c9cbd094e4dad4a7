#include "store/archive/capture_archiver.h"

#include <algorithm>

#include "warc/write/record.h"

namespace meguri {
namespace {

constexpr std::uint16_t kNotModified = 304;
constexpr std::size_t kResponse = 0;
constexpr std::size_t kRequest = 1;
constexpr std::size_t kMetadata = 2;

warc::Truncation TruncationOf(std::string_view name) {
  using enum warc::Truncation;
  for (const warc::Truncation truncation : {kNone, kLength, kTime, kDisconnect}) {
    if (warc::TruncationName(truncation) == name) return truncation;
  }
  return kUnspecified;
}

}  // namespace

CaptureArchiver::CaptureArchiver(const warc::ArchiveWriterOptions& options, Files& files,
                                 std::unique_ptr<warc::ArchiveWriter> writer,
                                 std::uint32_t first_file)
    : files_seam_(files),
      directory_(options.directory),
      packed_(options.level != 0),
      writer_(std::move(writer)),
      first_file_(first_file),
      sha1_(options.records.digest == warc::DigestAlgorithm::kSha1) {}

Result<std::unique_ptr<CaptureArchiver>> CaptureArchiver::Create(
    const warc::ArchiveWriterOptions& options, Files& files, const Clock& clock, Random ids,
    std::uint32_t first_file) {
  MEGURI_TRY(auto writer, warc::ArchiveWriter::Create(options, files, clock, ids));
  return std::unique_ptr<CaptureArchiver>(
      new CaptureArchiver(options, files, std::move(writer), first_file));
}

void CaptureArchiver::FindDigests(std::span<const Undigested> captures) {
  constexpr std::size_t kMaxCopied = std::size_t{1} << 20;  // of one: a copy must cost little
  struct Found {
    const Undigested& of;
    std::size_t start;  // in blocks_
    warc::Sha1 payload{};
    warc::Sha1 block{};
  };
  if (!sha1_) return;
  std::vector<Found> found;
  found.reserve(captures.size());  // digests are written to where they are
  blocks_.clear();
  for (const Undigested& it : captures) {
    const Capture& capture = it.capture;
    const bool wanted = !capture.head.empty() && !it.progress.refused &&
                        capture.record.status != kNotModified && it.progress.digest.empty();
    if (!wanted || capture.body.size() > kMaxCopied) continue;
    found.push_back({it, blocks_.size()});
    blocks_ += capture.head;
    blocks_ += capture.body;
  }
  for (Found& it : found) {
    const Capture& capture = it.of.capture;
    const std::string_view block =
        std::string_view(blocks_).substr(it.start, capture.head.size() + capture.body.size());
    batch_.Add(block, &it.block);
    batch_.Add(block.substr(capture.head.size()), &it.payload);
  }
  batch_.Run();
  const auto text = [](const warc::Sha1& digest) {
    return warc::FormatLabelledDigest(warc::DigestAlgorithm::kSha1, {digest.data(), digest.size()});
  };
  for (const Found& it : found) {
    it.of.progress.digest = text(it.payload);
    it.of.progress.block_digest = text(it.block);
  }
}

Status CaptureArchiver::Append(Capture& capture, const PageRecord* older,
                               ArchiveProgress& progress) {
  if (capture.head.empty() || progress.refused) return {};
  Status status = AppendResponse(capture, older, progress);
  if (status) status = AppendRequest(capture, progress);
  if (status) status = AppendMetadata(capture, progress);
  if (!status && status.error().code == ErrorCode::kInvalidArgument) {
    // Nobody could read such a record. The page counts all the same; it is no fault of the disk.
    progress.refused = true;
    capture.record.detail = "not archived: " + status.error().context;
    return {};
  }
  return status;
}

Status CaptureArchiver::Append(const DnsCapture& capture, ArchiveProgress& progress) {
  if (progress.sequences[kResponse] != 0 || progress.refused) return {};
  const std::string url = "dns:" + capture.host;
  const auto location =
      AppendRecord(warc::DnsRecord(url, capture.date, capture.records, capture.server));
  if (location) {
    progress.sequences[kResponse] = location->sequence;
    return {};
  }
  if (location.error().code != ErrorCode::kInvalidArgument) {
    return tl::unexpected(location.error());
  }
  progress.refused = true;
  return {};
}

Status CaptureArchiver::AppendResponse(Capture& capture, const PageRecord* older,
                                       ArchiveProgress& progress) {
  if (progress.sequences[kResponse] != 0) return {};
  PageRecord& record = capture.record;
  const bool has_original = older != nullptr && !older->record_id.empty();
  const bool unchanged = has_original && record.status == kNotModified;
  if (!unchanged && progress.digest.empty()) {
    const std::array<std::string_view, 1> payload = {capture.body};
    progress.digest = writer_->DigestOf(payload);
  }
  // What was cut may have gone on in another way.
  const bool same = has_original && !unchanged && capture.truncated.empty() &&
                    !capture.body.empty() && older->payload_digest == progress.digest;
  warc::RefersTo original;
  if (has_original) original = {older->record_id, capture.url, older->first_seen};
  warc::Record made;
  if (unchanged) {
    made = warc::NotModifiedRecord(capture.url, capture.date, capture.head, original);
    made.payload_digest = older->payload_digest;
  } else if (same) {
    made = warc::RevisitRecord(capture.url, capture.date, capture.head, progress.digest, original);
  } else {
    made = warc::ResponseRecord(capture.url, capture.date, capture.head, capture.body);
    made.payload_digest = progress.digest;
    made.block_digest = progress.block_digest;
    made.truncated = TruncationOf(capture.truncated);
  }
  made.ip_address = capture.ip;
  MEGURI_TRY(const warc::Location location, AppendRecord(made));
  progress.sequences[kResponse] = location.sequence;
  progress.response_id = writer_->record_id();
  record.place = {first_file_ + location.file, location.offset, location.length};
  record.visits = (older != nullptr ? older->visits : 0) + 1;
  if (unchanged || same) {
    KeepPayload(*older, record);
    return {};
  }
  record.payload_digest = progress.digest;
  record.record_id = progress.response_id;
  record.first_seen = capture.date;
  return {};
}

Status CaptureArchiver::AppendRequest(const Capture& capture, ArchiveProgress& progress) {
  if (progress.sequences[kRequest] != 0 || capture.request.empty()) return {};
  const std::array<std::string_view, 1> concurrent = {progress.response_id};
  warc::Record made = warc::RequestRecord(capture.url, capture.date, capture.request);
  made.concurrent_to = concurrent;
  made.ip_address = capture.ip;
  MEGURI_TRY(const warc::Location location, AppendRecord(made));
  progress.sequences[kRequest] = location.sequence;
  return {};
}

Status CaptureArchiver::AppendMetadata(const Capture& capture, ArchiveProgress& progress) {
  if (progress.sequences[kMetadata] != 0 || capture.metadata.empty()) return {};
  std::vector<warc::NamedField> fields;
  fields.reserve(capture.metadata.size());
  for (const auto& [name, value] : capture.metadata) {
    fields.push_back({name, value});
  }
  fields_.clear();
  warc::AppendWarcFields(fields, fields_);
  const std::array<std::string_view, 1> concurrent = {progress.response_id};
  warc::Record made = warc::MetadataRecord(capture.url, capture.date, fields_);
  made.concurrent_to = concurrent;
  MEGURI_TRY(const warc::Location location, AppendRecord(made));
  progress.sequences[kMetadata] = location.sequence;
  return {};
}

Result<warc::Location> CaptureArchiver::AppendRecord(const warc::Record& record) {
  MEGURI_TRY(const warc::Location location, writer_->Append(record));
  constexpr std::uint64_t kPlainEnd = warc::kRecordEnd.size();
  if (location.file + 1 != files_ || !index_) {
    // The file before is closed; files without a record of ours have none to be indexed.
    MEGURI_CHECK_STATUS(EndIndex());
    files_ = location.file + 1;
    index_ =
        std::make_unique<ArchiveIndex>(files_seam_, directory_, writer_->file_name(location.file));
  }
  index_->Add(record, writer_->payload_digest(), location);
  end_ = location.offset + location.length + (packed_ ? 0 : kPlainEnd);
  bytes_ += location.length;
  return location;
}

// An index that finds no room is made later, by reading the file.
Status CaptureArchiver::EndIndex() {
  if (!index_) return {};
  const std::unique_ptr<ArchiveIndex> index = std::move(index_);
  Status status = index->Write();
  if (!status && status.error().code != ErrorCode::kDiskFull) return status;
  if (!status) unindexed_.push_back(index->name());
  return {};
}

Status CaptureArchiver::IndexLater() {
  while (!unindexed_.empty()) {
    Status status = IndexArchiveFile(files_seam_, directory_, unindexed_.back());
    // A file that could not be closed keeps ".open": recovery will close and index it.
    if (!status && status.error().code == ErrorCode::kDiskFull) return {};
    if (!status && status.error().code != ErrorCode::kNotFound) return status;
    unindexed_.pop_back();
  }
  return {};
}

Status CaptureArchiver::Commit() {
  MEGURI_CHECK_STATUS(writer_->Commit());
  return IndexLater();
}

Status CaptureArchiver::Close() {
  MEGURI_CHECK_STATUS(writer_->Close());
  MEGURI_CHECK_STATUS(EndIndex());
  return IndexLater();
}

std::vector<warc::SequenceRange> CaptureArchiver::TakeLost() {
  std::vector<warc::SequenceRange> lost = writer_->TakeLost();
  if (!lost.empty() && index_) {
    unindexed_.push_back(index_->name());  // its lines have what the file has not
    index_.reset();
  }
  return lost;
}

bool CaptureArchiver::Forget(const std::vector<warc::SequenceRange>& lost,
                             ArchiveProgress& progress) {
  bool any = false;
  for (std::uint64_t& sequence : progress.sequences) {
    const bool is_lost = std::ranges::any_of(lost, [&](const warc::SequenceRange& range) {
      return sequence >= range.first && sequence <= range.last;
    });
    if (!is_lost) continue;
    sequence = 0;
    any = true;
  }
  return any;
}

}  // namespace meguri
