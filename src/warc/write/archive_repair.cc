#include "warc/write/archive_repair.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "warc/read/byte_source.h"
#include "warc/write/gzip_compressor.h"

namespace meguri::warc {
namespace {

constexpr std::uint64_t kMaxRepackedBytes = std::uint64_t{1} << 30;
constexpr std::size_t kCopyBytes = std::size_t{1} << 20;

// Records as they are found the second time, by counting. Whether one has to be packed anew is
// known at its end, when its bytes are gone.
class SecondReading {
 public:
  SecondReading(Files& files, std::string path) : files_(files), path_(std::move(path)) {}

  // At record `number`, which is behind those before. REQUIRES: it is there.
  Result<RecordReader*> At(std::uint64_t number) {
    if (!reader_) {
      MEGURI_TRY(source_, FileSource::Open(files_, path_));
      reader_ = std::make_unique<RecordReader>(*source_);
    }
    for (; count_ <= number; ++count_) {
      MEGURI_TRY(const bool there, reader_->Next());
      if (!there) return Fail(ErrorCode::kIo, "the archive became shorter while it was read");
    }
    return reader_.get();
  }

 private:
  Files& files_;
  std::string path_;
  std::unique_ptr<FileSource> source_;
  std::unique_ptr<RecordReader> reader_;
  std::uint64_t count_ = 0;
};

class Repair {
 public:
  Repair(std::unique_ptr<ReadableFile> original, SecondReading again, GzipCompressor gzip,
         WritableFile& to)
      : original_(std::move(original)),
        again_(std::move(again)),
        gzip_(std::move(gzip)),
        to_(to),
        buffer_(kCopyBytes) {}

  Status Take(RecordReader& reader) {
    if (number_ == 0) {  // what stands before the first record: a dictionary
      if (reader.packing() == Packing::kZstd) {
        MEGURI_CHECK_STATUS(Copy(0, reader.extent().offset));
      }
    }
    const std::uint64_t number = number_++;
    for (;;) {
      MEGURI_TRY(const std::string_view piece, reader.NextPiece());
      if (piece.empty()) break;
    }
    if (reader.whole()) {
      ++report_.copied;
      return Copy(reader.extent().offset, reader.end());
    }
    if (!reader.complete() || reader.packing() == Packing::kZstd) {
      ++report_.dropped;
      return {};
    }
    if (reader.head().content_length() > kMaxRepackedBytes) {
      return Fail(ErrorCode::kUnsupported,
                  "a record of over 1 GiB would have to be packed anew, at offset " +
                      std::to_string(reader.extent().offset));
    }
    ++report_.repacked;
    MEGURI_TRY(RecordReader * again, again_.At(number));
    return Repack(*again);
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

  Status Repack(RecordReader& reader) {
    const bool gzip = reader.packing() == Packing::kGzip;
    const auto write = [&](std::string_view piece) -> Status {
      if (!gzip) return to_.Append(piece);
      gzip_.Add(piece, packed_);
      return packed_.size() < kCopyBytes ? Status() : WritePacked();
    };
    if (gzip) gzip_.Begin();
    MEGURI_CHECK_STATUS(write(reader.head_bytes()));
    for (;;) {
      MEGURI_TRY(const std::string_view piece, reader.NextPiece());
      if (piece.empty()) break;
      MEGURI_CHECK_STATUS(write(piece));
    }
    MEGURI_CHECK_STATUS(write(reader.head().is_arc() ? "\n" : "\r\n\r\n"));
    if (gzip) gzip_.End(packed_);
    return WritePacked();
  }

  Status WritePacked() {
    MEGURI_CHECK_STATUS(to_.Append(packed_));
    packed_.clear();
    return {};
  }

  std::unique_ptr<ReadableFile> original_;
  SecondReading again_;
  GzipCompressor gzip_;
  WritableFile& to_;
  std::vector<char> buffer_;
  std::string packed_;
  std::uint64_t number_ = 0;
  RepairReport report_;
};

}  // namespace

Result<RepairReport> RepairArchive(Files& files, const std::string& from, WritableFile& to,
                                   const std::function<void(const Damage&)>& damaged) {
  MEGURI_TRY(const std::unique_ptr<FileSource> source, FileSource::Open(files, from));
  MEGURI_TRY(std::unique_ptr<ReadableFile> original, files.OpenToRead(from));
  MEGURI_TRY(GzipCompressor gzip, GzipCompressor::Create(GzipCompressor::kMaxStreamLevel));
  Repair repair(std::move(original), SecondReading(files, from), std::move(gzip), to);
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
