#include "warc/write/archive_repair.h"

#include <zstd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "warc/read/byte_source.h"
#include "warc/write/gzip_compressor.h"
#include "warc/write/record_writer.h"

namespace meguri::warc {
namespace {

constexpr std::size_t kCopyBytes = std::size_t{1} << 20;

// One frame after the other, each with a checksum, without the dictionary that others in the file
// may need.
class ZstdFrames {
 public:
  ZstdFrames() : context_(ZSTD_createCCtx(), ZSTD_freeCCtx), room_(ZSTD_CStreamOutSize(), '\0') {
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  }

  Status Add(std::string_view bytes, std::string& out) {
    return Compress(bytes, ZSTD_e_continue, out);
  }
  Status End(std::string& out) { return Compress("", ZSTD_e_end, out); }

 private:
  Status Compress(std::string_view bytes, ZSTD_EndDirective directive, std::string& out) {
    ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
    for (;;) {
      ZSTD_outBuffer output{room_.data(), room_.size(), 0};
      const std::size_t left = ZSTD_compressStream2(context_.get(), &output, &input, directive);
      if (ZSTD_isError(left) != 0U) return Fail(ErrorCode::kIo, ZSTD_getErrorName(left));
      out.append(room_.data(), output.pos);
      const bool done = directive == ZSTD_e_end ? left == 0 : input.pos == input.size;
      if (done) return {};
    }
  }

  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context_;
  std::string room_;
};

class Repair {
 public:
  Repair(Files& files, std::string from, WritableFile& to, const RepairOptions& options,
         const std::function<void(const Damage&)>& damaged)
      : files_(files), from_(std::move(from)), to_(to), options_(options), damaged_(damaged) {}

  Result<RepairReport> Run() {
    MEGURI_TRY(original_, files_.OpenToRead(from_));
    MEGURI_TRY(const std::unique_ptr<FileSource> source, FileSource::Open(files_, from_));
    RecordReader reader(*source);
    for (;;) {
      MEGURI_TRY(const bool there, reader.Next());
      if (!there) break;
      ++number_;
      MEGURI_CHECK_STATUS(Take(reader));
    }
    for (const Damage& damage : reader.damage()) {
      Tell(damage);
    }
    return report_;
  }

 private:
  Status Take(RecordReader& reader) {
    // Other frames and garbage in front of the first record have no place in a good archive.
    if (number_ == 1) MEGURI_CHECK_STATUS(Copy(0, reader.dictionary_end()));
    std::uint64_t bytes = reader.head_bytes().size();
    for (;;) {
      MEGURI_TRY(const std::string_view piece, reader.NextPiece());
      if (piece.empty()) break;
      bytes += piece.size();
    }
    const Extent extent = reader.extent();
    if (reader.whole()) {
      ++report_.copied;
      return Copy(extent.offset, reader.end());
    }
    if (!reader.complete()) {
      ++report_.dropped;
      return {};
    }
    if (reader.packing() == Packing::kPlain) {  // it lacks its end
      ++report_.repacked;
      MEGURI_CHECK_STATUS(Copy(extent.offset, extent.offset + extent.length));
      return to_.Append(kRecordEnd);
    }
    if (bytes > options_.max_repacked_bytes) {
      ++report_.dropped;
      Tell({extent.offset, "too large to be packed anew: left out"});
      return {};
    }
    ++report_.repacked;
    return Repack(reader);
  }

  void Tell(const Damage& damage) {
    ++report_.damage;
    damaged_(damage);
  }

  Status Copy(std::uint64_t from, std::uint64_t end) {
    buffer_.resize(kCopyBytes);
    while (from < end) {
      const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(end - from, kCopyBytes));
      MEGURI_TRY(const std::size_t read, original_->ReadAt(from, std::span(buffer_.data(), size)));
      if (read == 0) return Fail(ErrorCode::kIo, "the archive became shorter while it was read");
      MEGURI_CHECK_STATUS(to_.Append(std::string_view(buffer_.data(), read)));
      from += read;
    }
    return {};
  }

  // A second reader follows the first from one such record to the next: so no block has to be kept
  // until it is known to be needed, and the archive is read at most twice.
  Status Repack(const RecordReader& reader) {
    if (!second_) {
      MEGURI_TRY(second_source_, FileSource::Open(files_, from_));
      second_.emplace(*second_source_);
    }
    for (; second_number_ < number_; ++second_number_) {
      MEGURI_TRY(const bool there, second_->Next());
      if (!there) return Fail(ErrorCode::kIo, "the archive changed while it was read");
    }
    const bool zstd = reader.packing() == Packing::kZstd;
    if (!zstd) {
      if (!gzip_) {
        MEGURI_TRY(gzip_, GzipCompressor::Create(GzipCompressor::kMaxStreamLevel));
      }
      gzip_->Begin();
    }
    MEGURI_CHECK_STATUS(Pack(zstd, second_->head_bytes()));
    for (;;) {
      MEGURI_TRY(const std::string_view piece, second_->NextPiece());
      if (piece.empty()) break;
      MEGURI_CHECK_STATUS(Pack(zstd, piece));
    }
    MEGURI_CHECK_STATUS(Pack(zstd, reader.head().is_arc() ? "\n" : kRecordEnd));
    if (zstd) {
      MEGURI_CHECK_STATUS(zstd_.End(packed_));
    } else {
      gzip_->End(packed_);
    }
    return WritePacked();
  }

  Status Pack(bool zstd, std::string_view piece) {
    if (zstd) {
      MEGURI_CHECK_STATUS(zstd_.Add(piece, packed_));
    } else {
      gzip_->Add(piece, packed_);
    }
    return packed_.size() < kCopyBytes ? Status() : WritePacked();
  }

  Status WritePacked() {
    MEGURI_CHECK_STATUS(to_.Append(packed_));
    packed_.clear();
    return {};
  }

  Files& files_;
  const std::string from_;
  WritableFile& to_;
  const RepairOptions options_;
  const std::function<void(const Damage&)>& damaged_;
  std::unique_ptr<ReadableFile> original_;
  std::uint64_t number_ = 0;  // of the record at hand, from 1 on
  std::unique_ptr<FileSource> second_source_;
  std::optional<RecordReader> second_;
  std::uint64_t second_number_ = 0;
  std::optional<GzipCompressor> gzip_;
  ZstdFrames zstd_;
  std::vector<char> buffer_;
  std::string packed_;
  RepairReport report_;
};

}  // namespace

Result<RepairReport> RepairArchive(Files& files, const std::string& from, WritableFile& to,
                                   const std::function<void(const Damage&)>& damaged,
                                   const RepairOptions& options) {
  return Repair(files, from, to, options, damaged).Run();
}

}  // namespace meguri::warc
