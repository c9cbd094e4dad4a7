#include "warc/write/archive_repair.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "warc/read/byte_source.h"
#include "warc/write/gzip_compressor.h"

namespace meguri::warc {
namespace {

constexpr std::size_t kMaxRepackedBytes = std::size_t{1} << 30;
constexpr std::size_t kCopyBytes = std::size_t{1} << 20;

class Repair {
 public:
  Repair(std::unique_ptr<ReadableFile> original, GzipCompressor gzip, WritableFile& to)
      : original_(std::move(original)), gzip_(std::move(gzip)), to_(to), buffer_(kCopyBytes) {}

  Status Take(RecordReader& reader) {
    if (first_) {  // what stands before the first record: a dictionary
      first_ = false;
      if (reader.packing() == Packing::kZstd) {
        MEGURI_CHECK_STATUS(Copy(0, reader.extent().offset));
      }
    }
    block_.clear();
    bool too_large = false;
    for (;;) {
      MEGURI_TRY(const std::string_view piece, reader.NextPiece());
      if (piece.empty()) break;
      too_large = too_large || block_.size() + piece.size() > kMaxRepackedBytes;
      if (!too_large) block_ += piece;
    }
    if (reader.whole()) {
      ++report_.copied;
      return Copy(reader.extent().offset, reader.end());
    }
    if (!reader.complete() || reader.packing() == Packing::kZstd) {
      ++report_.dropped;
      return {};
    }
    if (too_large) {
      return Fail(ErrorCode::kUnsupported,
                  "a record of over 1 GiB would have to be packed anew, at offset " +
                      std::to_string(reader.extent().offset));
    }
    ++report_.repacked;
    return Repack(reader);
  }

  RepairReport& report() { return report_; }

 private:
  Status Copy(std::uint64_t from, std::uint64_t end) {
    while (from < end) {
      const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(end - from, kCopyBytes));
      MEGURI_TRY(const std::size_t read, original_->ReadAt(from, std::span(buffer_.data(), size)));
      if (read == 0) return Fail(ErrorCode::kIo, "the archive became shorter while it was read");
      MEGURI_CHECK_STATUS(to_.Append(std::string_view(buffer_.data(), read)));
      from += read;
    }
    return {};
  }

  Status Repack(const RecordReader& reader) {
    const std::array<std::string_view, 3> parts = {reader.head_bytes(), block_,
                                                   reader.head().is_arc() ? "\n" : "\r\n\r\n"};
    packed_.clear();
    if (reader.packing() == Packing::kGzip) {
      gzip_.Append(parts, packed_);
    } else {
      for (const std::string_view part : parts) {
        packed_ += part;
      }
    }
    return to_.Append(packed_);
  }

  std::unique_ptr<ReadableFile> original_;
  GzipCompressor gzip_;
  WritableFile& to_;
  std::vector<char> buffer_;
  std::string block_;
  std::string packed_;
  bool first_ = true;
  RepairReport report_;
};

}  // namespace

Result<RepairReport> RepairArchive(Files& files, const std::string& from, WritableFile& to,
                                   const std::function<void(const Damage&)>& damaged) {
  MEGURI_TRY(const std::unique_ptr<FileSource> source, FileSource::Open(files, from));
  MEGURI_TRY(std::unique_ptr<ReadableFile> original, files.OpenToRead(from));
  MEGURI_TRY(GzipCompressor gzip, GzipCompressor::Create(6));
  Repair repair(std::move(original), std::move(gzip), to);
  RecordReader reader(*source);
  for (;;) {
    MEGURI_TRY(const bool there, reader.Next());
    if (!there) break;
    MEGURI_CHECK_STATUS(repair.Take(reader));
  }
  for (const Damage& damage : reader.damage()) {
    damaged(damage);
  }
  repair.report().damage = reader.damage().size();
  return repair.report();
}

}  // namespace meguri::warc
