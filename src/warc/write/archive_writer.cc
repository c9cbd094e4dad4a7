#include "warc/write/archive_writer.h"

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <utility>

namespace meguri::warc {
namespace {

// A buffer that one huge record has blown up is given back.
constexpr std::size_t kMaxIdleBuffers = 4;

}  // namespace

ArchiveWriter::ArchiveWriter(const ArchiveWriterOptions& options, Files& files, const Clock& clock,
                             Random ids, ArchiveName name, std::optional<GzipCompressor> compressor)
    : options_(options),
      files_(files),
      clock_(clock),
      record_writer_(options.records, ids),
      name_(std::move(name)),
      compressor_(std::move(compressor)),
      warcinfo_block_(WarcinfoBlock(options.warcinfo)),
      last_(options.first_sequence - 1),
      settled_(last_),
      durable_(last_) {}

Result<std::unique_ptr<ArchiveWriter>> ArchiveWriter::Create(const ArchiveWriterOptions& options,
                                                             Files& files, const Clock& clock,
                                                             Random ids) {
  if (options.first_sequence == 0 || options.max_file_bytes == 0 || options.buffer_bytes == 0) {
    return Fail(ErrorCode::kInvalidArgument,
                "archive writer: first sequence, file size and buffer size must be above 0");
  }
  ArchiveNameOptions name_options = options.name;
  name_options.packed = options.level != 0;
  MEGURI_TRY(ArchiveName name, ArchiveName::Create(name_options));
  std::optional<GzipCompressor> compressor;
  if (options.level != 0) {
    MEGURI_TRY(compressor, GzipCompressor::Create(options.level));
  }
  MEGURI_CHECK_STATUS(files.MakeDirectories(options.directory));
  return std::unique_ptr<ArchiveWriter>(
      new ArchiveWriter(options, files, clock, ids, std::move(name), std::move(compressor)));
}

Status ArchiveWriter::Continue(const std::string& name, std::uint64_t end) {
  assert(!file_ && names_.empty());
  if (name.ends_with(".gz") != compressor_.has_value()) {
    return Fail(ErrorCode::kInvalidArgument, name + ": is of another packing than is written now");
  }
  MEGURI_TRY(file_, ArchiveFile::Continue(files_, options_.directory, name, end));
  names_.push_back(name);
  records_in_file_ = 1;  // or more: whether it is 0 is all that matters
  return {};
}

Result<Location> ArchiveWriter::Append(const Record& record) {
  MEGURI_CHECK_STATUS(MakeRoom());
  if (!file_) MEGURI_CHECK_STATUS(BeginFile());
  const std::size_t start = file_->buffer().size();
  MEGURI_TRY(const std::uint64_t length, Encode(record));
  id_ = record_writer_.record_id();  // before a new file's warcinfo has another
  payload_digest_ = record_writer_.payload_digest();
  if (file_->size() > options_.max_file_bytes && records_in_file_ > 0) {
    MEGURI_CHECK_STATUS(MoveToNewFile(start));
  }
  const std::uint64_t with_end = length + (compressor_ ? 0 : kRecordEnd.size());
  const std::uint64_t offset = file_->size() - with_end;
  if (last_ == settled_) {
    pending_from_ = offset;
    pending_since_ = clock_.Now();
  }
  ++records_in_file_;
  return Location{static_cast<std::uint32_t>(names_.size() - 1), offset, length, ++last_};
}

// Before a record rather than behind it: so a full disk refuses the record that isn't in yet.
Status ArchiveWriter::MakeRoom() {
  if (!file_ || file_->buffer().size() < options_.buffer_bytes) return {};
  MEGURI_CHECK_STATUS(AfterFailure(file_->Flush()));
  if (file_->buffer().capacity() / kMaxIdleBuffers > options_.buffer_bytes) {
    file_->buffer() = std::string();
  }
  return {};
}

// To the buffer; its length as in Location.
Result<std::uint64_t> ArchiveWriter::Encode(const Record& record) {
  MEGURI_TRY(const std::string_view head, record_writer_.Write(record));
  const std::uint64_t length = head.size() + record.block.bytes();
  if (length + kRecordEnd.size() > GzipCompressor::kMaxBytes) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("a record of {} bytes: at most {} can be written", length,
                            GzipCompressor::kMaxBytes));
  }
  std::array<std::string_view, BlockParts::kMax + 2> parts;
  std::size_t count = 0;
  parts[count++] = head;
  for (const std::string_view part : record.block.all()) {
    parts[count++] = part;
  }
  parts[count++] = kRecordEnd;
  std::string& buffer = file_->buffer();
  if (compressor_) {
    const std::size_t start = buffer.size();
    compressor_->Append(std::span(parts).first(count), buffer);
    return buffer.size() - start;
  }
  for (const std::string_view part : std::span(parts).first(count)) {
    buffer += part;
  }
  return length;
}

// Takes the last record out of the buffer, ends the file and puts it into the next.
Status ArchiveWriter::MoveToNewFile(std::size_t record_start) {
  moved_.assign(file_->buffer(), record_start);
  file_->buffer().resize(record_start);
  MEGURI_CHECK_STATUS(EndFile());
  MEGURI_CHECK_STATUS(BeginFile());
  file_->buffer() += moved_;
  if (moved_.capacity() / kMaxIdleBuffers > options_.buffer_bytes) moved_ = std::string();
  return {};
}

Status ArchiveWriter::BeginFile() {
  for (;;) {
    const std::string name = name_.Next(clock_.WallNow());
    auto file = ArchiveFile::Create(files_, options_.directory, name);
    if (!file && file.error().code == ErrorCode::kAlreadyExists) continue;  // of an earlier run
    if (!file) return tl::unexpected(std::move(file).error());
    file_ = *std::move(file);
    names_.push_back(name);
    break;
  }
  file_->buffer().reserve(options_.buffer_bytes);
  records_in_file_ = 0;
  const auto length = Encode(WarcinfoRecord(clock_.WallNow(), warcinfo_block_, names_.back()));
  if (length) return {};
  file_.reset();  // empty: recovery removes it
  return tl::unexpected(length.error());
}

Status ArchiveWriter::EndFile() {
  Status status = file_->Finish();
  if (!file_->closed()) return AfterFailure(std::move(status));
  file_.reset();
  Settle();
  return status;
}

Status ArchiveWriter::Commit() {
  if (!file_) return {};
  MEGURI_CHECK_STATUS(AfterFailure(file_->Sync()));
  Settle();
  return {};
}

Status ArchiveWriter::Close() {
  if (!file_) return {};
  return EndFile();
}

bool ArchiveWriter::CommitDue(TimePoint now) const {
  if (last_ == settled_) return false;
  const CommitPolicy& policy = options_.commit;
  if (policy.after_bytes > 0 && file_->size() - pending_from_ >= policy.after_bytes) return true;
  return policy.after > Duration::zero() && now - pending_since_ >= policy.after;
}

std::vector<SequenceRange> ArchiveWriter::TakeLost() { return std::exchange(lost_, {}); }

void ArchiveWriter::Settle() { durable_ = settled_ = last_; }

// Passes `status` on; if it cost the file, says goodbye to it.
Status ArchiveWriter::AfterFailure(Status status) {
  if (status || !file_->lost()) return status;
  file_->Abandon();
  file_.reset();
  if (last_ > settled_) lost_.push_back({settled_ + 1, last_});
  settled_ = last_;
  return status;
}

}  // namespace meguri::warc
