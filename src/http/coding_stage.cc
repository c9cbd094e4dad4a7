#include "http/coding_stage.h"

#include <brotli/decode.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <new>

namespace meguri::http {
namespace {

constexpr std::string_view kNoMemory = "no memory for decompression";

unsigned ByteOf(char c) { return static_cast<unsigned char>(c); }

// Bytes looked at before it is known what they begin: kept, whatever pieces they come in, and
// then read again.
template <std::size_t kSize>
class HeldBytes {
 public:
  // Takes the next byte of `input`. REQUIRES: it has one, and less than kSize are held.
  void Take(std::string_view& input) {
    bytes_[size_++] = input.front();
    input.remove_prefix(1);
  }
  void Clear() { size_ = read_ = 0; }
  std::size_t size() const { return size_; }
  bool full() const { return size_ == kSize; }
  unsigned operator[](std::size_t i) const { return ByteOf(bytes_[i]); }

  // What of them is not read yet.
  std::string_view unread() const { return {bytes_.data() + read_, size_ - read_}; }
  void MarkUnread(std::size_t size) { read_ = size_ - size; }

 private:
  std::array<char, kSize> bytes_{};
  std::size_t size_ = 0;
  std::size_t read_ = 0;
};

// A stage that reads frame after frame, each begun by a magic number; Derived knows the frames.
//
//   kSniff ── magic fits ──▶ kFrame ── frame ends ──▶ kSniff …
//     └── it doesn't: broken for the first frame, garbage behind the last one
template <class Derived, std::size_t kMagicSize>
class FramedStage : public CodingStage {
 public:
  std::size_t Decode(std::string_view& input, char* out, std::size_t size) override {
    std::size_t written = 0;
    while (state() == State::kMore && written < size) {
      if (!in_frame_) {
        if (input.empty()) break;
        Sniff(input);
        continue;
      }
      // Once with nothing: there may be output that found no room the last time.
      const std::string_view unread = held_.unread();
      std::string_view source = unread.empty() ? input : unread;
      const std::size_t before = source.size();
      const std::size_t got = self().DecodeFrame(source, out + written, size - written);
      written += got;
      if (unread.empty()) {
        input.remove_prefix(before - source.size());
      } else {
        held_.MarkUnread(source.size());
      }
      if (!unread.empty() || !in_frame_) continue;
      if (input.empty() || (got == 0 && before == source.size())) break;
    }
    return written;
  }

  bool may_end() const override { return !in_frame_ && (frames_ > 0 || held_.size() == 0); }

 protected:
  std::uint64_t frames() const { return frames_; }
  void EndFrame() {
    in_frame_ = false;
    ++frames_;
    held_.Clear();
  }

 private:
  Derived& self() { return static_cast<Derived&>(*this); }

  void Sniff(std::string_view& input) {
    while (!held_.full() && !input.empty()) {
      held_.Take(input);
      if (self().MagicMayFit(held_)) continue;
      if (frames_ > 0) return End();
      return Break(Derived::kNotThis);
    }
    if (!held_.full()) return;
    in_frame_ = true;
    self().BeginFrame(held_);
  }

  bool in_frame_ = false;
  std::uint64_t frames_ = 0;  // complete ones
  HeldBytes<kMagicSize> held_;
};

class ZlibStage final : public FramedStage<ZlibStage, 2> {
 public:
  using Held = HeldBytes<2>;
  static constexpr std::string_view kNotThis = "gzip: the body does not begin as gzip does";

  explicit ZlibStage(Coding coding) : any_deflate_(coding == Coding::kDeflate) {}
  ~ZlibStage() override {
    if (initialised_) inflateEnd(&stream_);
  }

  bool MagicMayFit(const Held& held) const {
    if (any_deflate_ && !initialised_) return true;
    if (!initialised_ && IsZlib(held)) return true;  // curl takes that for gzip
    return held[0] == 0x1F && (held.size() < 2 || held[1] == 0x8B);
  }

  // "deflate" is to mean the zlib format, but half the world sends a bare deflate stream, and some
  // gzip. The first two bytes tell: 1F can't begin a deflate stream (block type 3), and x8 with
  // zlib's check bits would be a stored block with junk in its padding.
  void BeginFrame(const Held& held) {
    constexpr int kGzip = 15 + 16;
    constexpr int kZlib = 15;
    constexpr int kRaw = -15;
    gzip_ = held[0] == 0x1F && held[1] == 0x8B;
    int window_bits = IsZlib(held) ? kZlib : kRaw;
    if (gzip_) window_bits = kGzip;
    const int code = initialised_ ? inflateReset(&stream_) : inflateInit2(&stream_, window_bits);
    if (code != Z_OK) return Break(kNoMemory);
    // As in browsers: a gzip that only its checksum or length says is wrong, is used.
    if (gzip_) inflateValidate(&stream_, 0);
    initialised_ = true;
  }

  std::size_t DecodeFrame(std::string_view& input, char* out, std::size_t size) {
    constexpr std::size_t kMaxStep = std::size_t{1} << 30U;  // zlib counts in unsigned int
    const std::string_view step = input.substr(0, kMaxStep);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): zlib does not write there
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(step.data()));
    stream_.avail_in = static_cast<uInt>(step.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = static_cast<uInt>(std::min(size, kMaxStep));
    const uInt room = stream_.avail_out;
    const int code = inflate(&stream_, Z_NO_FLUSH);
    input.remove_prefix(step.size() - stream_.avail_in);
    if (code == Z_STREAM_END) {
      EndFrame();
      if (!gzip_) End();  // only gzip files can be put one behind the other
    } else if (code == Z_MEM_ERROR) {
      Break(kNoMemory);
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
      const bool is_garbage = frames() > 0 && stream_.total_out == 0;  // it only began like gzip
      if (is_garbage) {
        End();
      } else {
        Break("gzip or deflate: the data is corrupt");
      }
    }
    return room - stream_.avail_out;
  }

 private:
  // As far as it is there.
  static bool IsZlib(const Held& held) {
    return (held[0] & 0x0FU) == 8 && held[0] >> 4U <= 7 &&
           (held.size() < 2 || (held[0] << 8U | held[1]) % 31 == 0);
  }

  bool any_deflate_;
  bool gzip_ = true;
  bool initialised_ = false;
  z_stream stream_{};
};

class ZstdStage final : public FramedStage<ZstdStage, 4> {
 public:
  using Held = HeldBytes<4>;
  static constexpr std::string_view kNotThis = "zstd: the body does not begin as zstd does";
  static constexpr int kMaxWindowLog = 23;  // 8 MB: RFC 9659

  ZstdStage() : context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) {
      Break(kNoMemory);
    } else {
      ZSTD_DCtx_setParameter(context_, ZSTD_d_windowLogMax, kMaxWindowLog);
    }
  }
  ~ZstdStage() override { ZSTD_freeDCtx(context_); }

  // Frames and skippable frames of today's format; the library may know older ones, too.
  static bool MagicMayFit(const Held& held) {
    constexpr std::array<unsigned, 4> kFrame = {0x28, 0xB5, 0x2F, 0xFD};
    constexpr std::array<unsigned, 4> kSkippable = {0x50, 0x2A, 0x4D, 0x18};
    const std::size_t last = held.size() - 1;  // the ones before it did fit
    const bool skippable = (held[0] & 0xF0U) == kSkippable[0];
    if (last == 0) return skippable || held[0] == kFrame[0];
    return held[last] == (skippable ? kSkippable : kFrame)[last];
  }

  void BeginFrame(const Held& /*held*/) { wanted_ = 1; }

  // The library forgets to say what it wrote in a call that ends with an error. So in one call it
  // gets no more than the block it is in, which is what it hints at, less the header of the next
  // block; and nothing while it may still hold output.
  std::size_t DecodeFrame(std::string_view& input, char* out, std::size_t size) {
    constexpr std::size_t kBlockHeader = 3;
    if (may_hold_output_) {
      std::string_view nothing;
      if (const std::size_t got = DecodeStep(nothing, 0, out, size); got > 0) return got;
      if (state() != State::kMore) return 0;
    }
    return DecodeStep(input, wanted_ > kBlockHeader ? wanted_ - kBlockHeader : wanted_, out, size);
  }

 private:
  std::size_t DecodeStep(std::string_view& input, std::size_t step, char* out, std::size_t size) {
    ZSTD_inBuffer source{input.data(), std::min(input.size(), step), 0};
    ZSTD_outBuffer target{out, size, 0};
    const std::size_t code = ZSTD_decompressStream(context_, &target, &source);
    input.remove_prefix(source.pos);
    may_hold_output_ = target.pos == size;
    if (ZSTD_isError(code) != 0) {
      BreakWith(ZSTD_getErrorCode(code));
    } else if (code == 0) {
      EndFrame();
    } else {
      wanted_ = code;
    }
    return target.pos;
  }

  void BreakWith(ZSTD_ErrorCode code) {
    switch (code) {
      case ZSTD_error_frameParameter_windowTooLarge:
        return Break("zstd: wants a window of more than 8 MB");
      case ZSTD_error_dictionary_wrong:
        return Break("zstd: wants a dictionary");
      case ZSTD_error_memory_allocation:
        return Break(kNoMemory);
      default:
        return Break("zstd: the data is corrupt");
    }
  }

  ZSTD_DCtx* context_;
  std::size_t wanted_ = 1;  // bytes, as the library hints
  bool may_hold_output_ = false;
};

class BrotliStage final : public CodingStage {
 public:
  BrotliStage() : decoder_(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr)) {
    if (decoder_ == nullptr) Break(kNoMemory);
  }
  ~BrotliStage() override { BrotliDecoderDestroyInstance(decoder_); }

  std::size_t Decode(std::string_view& input, char* out, std::size_t size) override {
    std::size_t written = 0;
    while (state() == State::kMore && written < size) {
      written += DecodeStep(input, out + written, size - written);
      if (input.empty()) break;
    }
    return written;
  }

  bool may_end() const override { return !started_; }

 private:
  // The library keeps output back that an error then takes with it; it lets go of all it has when
  // it runs out of input, hence small steps.
  std::size_t DecodeStep(std::string_view& input, char* out, std::size_t size) {
    constexpr std::size_t kStepBytes = 1024;
    started_ = started_ || !input.empty();
    const std::size_t step = std::min(input.size(), kStepBytes);
    const auto* next_in = reinterpret_cast<const std::uint8_t*>(input.data());
    auto* next_out = reinterpret_cast<std::uint8_t*>(out);
    std::size_t available_in = step;
    std::size_t available_out = size;
    const BrotliDecoderResult result = BrotliDecoderDecompressStream(
        decoder_, &available_in, &next_in, &available_out, &next_out, nullptr);
    input.remove_prefix(step - available_in);
    if (result == BROTLI_DECODER_RESULT_SUCCESS) End();
    if (result == BROTLI_DECODER_RESULT_ERROR) Break("br: the data is corrupt");
    return size - available_out;
  }

  BrotliDecoderState* decoder_;
  bool started_ = false;
};

}  // namespace

std::unique_ptr<CodingStage> MakeCodingStage(Coding coding) {
  switch (coding) {
    case Coding::kGzip:
    case Coding::kDeflate:
      return std::make_unique<ZlibStage>(coding);
    case Coding::kBrotli:
      return std::make_unique<BrotliStage>();
    case Coding::kZstd:
      return std::make_unique<ZstdStage>();
  }
  return nullptr;
}

}  // namespace meguri::http
