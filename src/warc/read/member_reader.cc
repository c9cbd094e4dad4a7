#include "warc/read/member_reader.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <span>
#include <utility>

namespace meguri::warc {
namespace {

constexpr std::size_t kInputBytes = std::size_t{256} << 10;
constexpr std::size_t kMaxDictionaryBytes = std::size_t{64} << 20;
// What may be read again beyond twice the archive: damage in small archives is looked at closely.
constexpr std::uint64_t kFreeRereadBytes = std::uint64_t{64} << 20;

constexpr std::string_view kGzipMagic = "\x1f\x8b\x08";
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";
constexpr std::string_view kSkippableMagic = "\x2a\x4d\x18";  // behind 0x50 to 0x5F
constexpr std::size_t kSkippableHeaderBytes = 8;
constexpr char kDictionaryMark = '\x5d';  // of the skippable frame that is a dictionary

bool IsGzipStart(std::string_view bytes) {
  // The three bits above are reserved, and zero.
  return bytes.size() >= 4 && bytes.starts_with(kGzipMagic) &&
         (static_cast<unsigned char>(bytes[3]) & 0xE0U) == 0;
}

bool IsSkippableStart(std::string_view bytes) {
  return bytes.size() >= 4 && (static_cast<unsigned char>(bytes[0]) & 0xF0U) == 0x50 &&
         bytes.substr(1, 3) == kSkippableMagic;
}

// kPlain: of none that is known.
Packing PackingAt(std::string_view bytes) {
  if (IsGzipStart(bytes)) return Packing::kGzip;
  const bool zstd = bytes.starts_with(kZstdMagic) || IsSkippableStart(bytes);
  return zstd ? Packing::kZstd : Packing::kPlain;
}

// With which a line ends, or a packed member may begin.
constexpr std::string_view kTellingBytes = "\n\x1f\x28";

std::uint32_t SkippableSize(std::string_view bytes) {
  std::uint32_t size = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    size |= std::uint32_t{static_cast<unsigned char>(bytes[4 + i])} << (8 * i);
  }
  return size;
}

// A dictionary may itself be packed.
std::string UnpackedDictionary(std::string bytes) {
  if (!bytes.starts_with(kZstdMagic)) return bytes;
  const std::unique_ptr<MemberCodec> codec = MakeZstdCodec("");
  std::string unpacked;
  std::string_view rest = bytes;
  CodecStep step;
  do {
    const std::size_t size = unpacked.size();
    unpacked.resize(size + kInputBytes);
    step = codec->Decode(rest, std::span(unpacked).subspan(size));
    unpacked.resize(size + step.produced);
    rest.remove_prefix(step.consumed);
  } while (step.state == CodecState::kMore && step.consumed + step.produced > 0 &&
           unpacked.size() < kMaxDictionaryBytes);
  return unpacked;
}

}  // namespace

MemberReader::MemberReader(ByteSource& source, std::uint64_t offset)
    : source_(source),
      in_begin_(offset),
      out_(std::make_unique_for_overwrite<char[]>(kBufferBytes)),
      unpacked_begin_(offset) {}

Result<bool> MemberReader::NextMember() {
  if (!started_) return Start();
  skipped_ = 0;
  if (packing_ == Packing::kPlain) return false;  // there is but one
  while (!over_) {
    out_at_ = out_end_;
    MEGURI_TRY([[maybe_unused]] const bool more, Fill());
  }
  // Behind a member that can't be unpacked the next may begin anywhere, also within it. So it may
  // if the member ended, but with a wrong checksum, and not where another begins.
  bool lost = !broken_.empty() && end_ == begin_;
  if (!broken_.empty() && !lost) {
    MEGURI_TRY([[maybe_unused]] const bool there, EnsureInput(4));
    lost = !input().empty() && !IsMemberStart();
  }
  if (lost && MayGoBackTo(begin_ + 1)) SeekInput(begin_ + 1);
  return FindMember(lost);
}

// Goes to the first member. The first bytes tell how the archive is packed, or, if they are
// damaged, those of the first record that can be found behind them.
Result<bool> MemberReader::Start() {
  started_ = true;
  const std::uint64_t start = in_begin_;
  if (start > 0 && !source_.Seek(start)) {
    return Fail(ErrorCode::kInvalidArgument, "can't begin in the middle of a pipe");
  }
  in_ = std::make_unique_for_overwrite<char[]>(kInputBytes);
  MEGURI_TRY([[maybe_unused]] const bool there, EnsureInput(4));
  packing_ = PackingAt(input());
  if (packing_ != Packing::kPlain) {
    MEGURI_CHECK_STATUS(TakeCodec());
    return FindMember(false);
  }
  MEGURI_TRY(const bool packed, SearchPacking());
  if (!packed) {
    packing_ = Packing::kPlain;
    SeekInput(start);  // or not, in a pipe
    MEGURI_TRY([[maybe_unused]] const bool any, EnsureInput(1));
    begin_ = unpacked_begin_ = input_offset();
    out_at_ = 0;
    out_end_ = input().size();
    std::memcpy(out_.get(), input().data(), out_end_);
    in_.reset();
    over_ = false;
  }
  skipped_ = begin_ - start;
  return packed || out_end_ > 0;
}

// Up to the first member that holds a record; false if one that is not packed comes before, or
// there is none.
Result<bool> MemberReader::SearchPacking() {
  for (bool line_begins = true;;) {
    MEGURI_TRY([[maybe_unused]] const bool there, EnsureInput(kMinRecordStart));
    if (input().empty() || (line_begins && StartsRecord(input()))) return false;
    packing_ = PackingAt(input());
    line_begins = input().front() == '\n';
    if (packing_ == Packing::kPlain) {
      const std::size_t next = input().find_first_of(kTellingBytes, 1);
      in_at_ += line_begins ? 1 : std::min(next, input().size());
      continue;
    }
    MEGURI_CHECK_STATUS(TakeCodec());
    MEGURI_TRY(const bool record, TryMember());
    if (record) return true;
  }
}

Status MemberReader::TakeCodec() {
  if (packing_ == Packing::kZstd) {
    if (!zstd_) MEGURI_CHECK_STATUS(LoadDictionary());
    codec_ = zstd_.get();
    return {};
  }
  if (!gzip_) gzip_ = MakeGzipCodec();
  codec_ = gzip_.get();
  return {};
}

// The dictionary is the first, skippable frame of the file, also for who begins further on.
Status MemberReader::LoadDictionary() {
  std::string dictionary;
  const std::uint64_t begin = input_offset();
  if (SeekInput(0)) {
    MEGURI_TRY(const bool there, EnsureInput(kSkippableHeaderBytes));
    if (there && IsSkippableStart(input()) && input()[0] == kDictionaryMark &&
        SkippableSize(input()) <= kMaxDictionaryBytes) {
      const std::size_t size = SkippableSize(input());
      in_at_ += kSkippableHeaderBytes;
      MEGURI_CHECK_STATUS(TakeInput(size, &dictionary));
      if (dictionary.size() < size) dictionary.clear();  // it says more than the file has
      if (!dictionary.empty()) dictionary_end_ = input_offset();
    }
    SeekInput(begin);
  }
  zstd_ = MakeZstdCodec(UnpackedDictionary(std::move(dictionary)));
  return {};
}

// Goes to the member that begins here. Where none does, or if `lost`, what is here was torn or
// overwritten, and the next one has to be searched for.
Result<bool> MemberReader::FindMember(bool lost) {
  std::uint64_t from = input_offset();
  if (!lost) {
    MEGURI_TRY(from, PassSkippableFrames());
    MEGURI_TRY([[maybe_unused]] const bool there, EnsureInput(kSkippableHeaderBytes));
    if (IsMemberStart()) {
      BeginMember();
      return true;
    }
  }
  MEGURI_TRY(const bool found, SearchMember());
  skipped_ = lost ? 0 : begin_ - from;
  return found;
}

// Gives where they end. A frame that says more than the file has is none: there may be members in
// what it claims, so the input is at its front again, or, where that can't be, at the file's end.
Result<std::uint64_t> MemberReader::PassSkippableFrames() {
  for (;;) {
    MEGURI_TRY(const bool there, EnsureInput(kSkippableHeaderBytes));
    const std::uint64_t begin = input_offset();
    if (packing_ != Packing::kZstd || !there || !IsSkippableStart(input())) return begin;
    const std::uint64_t size = kSkippableHeaderBytes + std::uint64_t{SkippableSize(input())};
    MEGURI_CHECK_STATUS(TakeInput(size, nullptr));
    if (input_offset() - begin < size) {
      if (MayGoBackTo(begin)) SeekInput(begin);
      return begin;
    }
  }
}

// Bytes that look like a member may be anything: only one that holds a record counts.
Result<bool> MemberReader::SearchMember() {
  const char first = packing_ == Packing::kGzip ? kGzipMagic[0] : kZstdMagic[0];
  for (;;) {
    MEGURI_TRY([[maybe_unused]] const bool there, EnsureInput(kSkippableHeaderBytes));
    if (input().empty()) {
      begin_ = end_ = input_offset();
      return false;
    }
    if (!IsMemberStart()) {
      in_at_ += std::min(input().find(first, 1), input().size());
      continue;
    }
    MEGURI_TRY(const bool record, TryMember());
    if (record) return true;
  }
}

// Begins the member that seems to be here; if it holds no record, goes on behind its first byte.
Result<bool> MemberReader::TryMember() {
  BeginMember();
  MEGURI_TRY(const bool record, HoldsRecord());
  if (record) return true;
  over_ = true;
  if (MayGoBackTo(begin_ + 1)) SeekInput(begin_ + 1);
  if (input_offset() == begin_) ++in_at_;
  return false;
}

bool MemberReader::IsMemberStart() const {
  return packing_ == Packing::kGzip ? IsGzipStart(input()) : input().starts_with(kZstdMagic);
}

void MemberReader::BeginMember() {
  begin_ = end_ = input_offset();
  out_at_ = out_end_ = 0;
  over_ = false;
  broken_ = {};
  codec_->Begin();
}

Result<bool> MemberReader::HoldsRecord() {
  while (buffered().size() < kMinRecordStart) {
    MEGURI_TRY(const bool more, Fill());
    if (!more) break;
  }
  return StartsRecord(buffered());
}

Result<bool> MemberReader::Fill() {
  if (over_) return false;
  MakeRoom();
  if (packing_ == Packing::kPlain) return FillPlain();
  for (;;) {
    const CodecStep step =
        codec_->Decode(input(), std::span(out_.get() + out_end_, kBufferBytes - out_end_));
    in_at_ += step.consumed;
    out_end_ += step.produced;
    if (step.state == CodecState::kEnd || step.state == CodecState::kBadChecksum) {
      over_ = true;
      end_ = input_offset();
      if (step.state == CodecState::kBadChecksum) broken_ = "the checksum is wrong";
      return step.produced > 0;
    }
    if (step.state == CodecState::kBroken) {
      over_ = true;
      broken_ = "the packed bytes are corrupt";
      return step.produced > 0;
    }
    if (step.produced > 0) return true;
    MEGURI_TRY(const bool more, EnsureInput(input().size() + 1));
    if (!more) {
      over_ = true;
      broken_ = "the file ends within a packed record";
      return false;
    }
  }
}

Result<bool> MemberReader::FillPlain() {
  MEGURI_TRY(const std::size_t count,
             source_.Read(std::span(out_.get() + out_end_, kBufferBytes - out_end_)));
  out_end_ += count;
  over_ = count == 0;
  return count > 0;
}

void MemberReader::MakeRoom() {
  assert(buffered().size() <= kMaxHeadBytes);
  if (out_at_ == out_end_ || kBufferBytes - out_end_ < kMaxHeadBytes) {
    std::memmove(out_.get(), out_.get() + out_at_, out_end_ - out_at_);
    unpacked_begin_ += out_at_;
    out_end_ -= out_at_;
    out_at_ = 0;
  }
}

// True once input() has `count` bytes. REQUIRES: count <= kInputBytes.
Result<bool> MemberReader::EnsureInput(std::size_t count) {
  while (input().size() < count) {
    if (kInputBytes - in_at_ < count) {  // what was used goes; what is left is small
      std::memmove(in_.get(), in_.get() + in_at_, in_end_ - in_at_);
      in_begin_ += in_at_;
      in_end_ -= in_at_;
      in_at_ = 0;
    }
    MEGURI_TRY(const std::size_t read,
               source_.Read(std::span(in_.get() + in_end_, kInputBytes - in_end_)));
    if (read == 0) return false;
    in_end_ += read;
    furthest_ = std::max(furthest_, in_begin_ + in_end_);
  }
  return true;
}

// Passes over `count` bytes of input, or up to its end, and keeps them in `kept` if that is given.
Status MemberReader::TakeInput(std::uint64_t count, std::string* kept) {
  while (count > 0) {
    MEGURI_TRY(const bool more, EnsureInput(1));
    if (!more) break;
    const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(count, input().size()));
    if (kept != nullptr) kept->append(input().substr(0, step));
    in_at_ += step;
    count -= step;
  }
  return {};
}

bool MemberReader::SeekInput(std::uint64_t offset) {
  if (offset >= in_begin_ && offset <= in_begin_ + in_end_) {
    in_at_ = static_cast<std::size_t>(offset - in_begin_);
    return true;
  }
  if (!source_.Seek(offset)) return false;
  in_begin_ = offset;
  in_at_ = in_end_ = 0;
  return true;
}

// Keeps all that is read again within a bound: an archive can be made such that every place in
// it looks like a record up to its end.
bool MemberReader::MayGoBackTo(std::uint64_t offset) {
  const std::uint64_t now = packing_ == Packing::kPlain ? position() : input_offset();
  furthest_ = std::max(furthest_, now);
  gone_back_ += now > offset ? now - offset : 0;
  return gone_back_ <= kFreeRereadBytes + 2 * furthest_;
}

bool MemberReader::GoBack(std::uint64_t offset) {
  assert(packing_ == Packing::kPlain);
  if (!MayGoBackTo(offset)) return false;
  if (offset < unpacked_begin_ || offset > unpacked_begin_ + out_end_) {
    if (!source_.Seek(offset)) return false;
    unpacked_begin_ = offset;
    out_end_ = 0;
  }
  out_at_ = static_cast<std::size_t>(offset - unpacked_begin_);
  over_ = false;
  return true;
}

}  // namespace meguri::warc
