#include "warc/read/member_codec.h"

#include <isa-l/igzip_lib.h>
#include <libdeflate.h>
#include <zstd.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace meguri::warc {
namespace {

class GzipCodec final : public MemberCodec {
 public:
  GzipCodec() : state_(std::make_unique<inflate_state>()), whole_(libdeflate_alloc_decompressor()) {
    Begin();
  }

  void Begin() override {
    isal_inflate_init(state_.get());
    state_->crc_flag = ISAL_GZIP;
    at_begin_ = true;
  }

  CodecStep Decode(std::string_view input, std::span<char> room) override {
    if (std::exchange(at_begin_, false)) {
      const CodecStep step = DecodeWhole(input, room);
      if (step.state == CodecState::kEnd) return step;
    }
    return DecodeSome(input, room);
  }

 private:
  // A member that lies there whole, with a plain header, as nearly all do: libdeflate needs a fifth
  // less time. Whatever it doesn't take is ISA-L's to judge.
  CodecStep DecodeWhole(std::string_view input, std::span<char> room) {
    CodecStep step;
    if (input.size() < kHeaderBytes || input[3] != '\0') return step;
    const libdeflate_result result =
        libdeflate_gzip_decompress_ex(whole_.get(), input.data(), input.size(), room.data(),
                                      room.size(), &step.consumed, &step.produced);
    return result == LIBDEFLATE_SUCCESS ? CodecStep{step.consumed, step.produced, CodecState::kEnd}
                                        : CodecStep{};
  }

  CodecStep DecodeSome(std::string_view input, std::span<char> room) {
    const std::size_t most = std::numeric_limits<std::int32_t>::max();
    const auto in_size = static_cast<std::uint32_t>(std::min(input.size(), most));
    const auto out_size = static_cast<std::uint32_t>(std::min(room.size(), most));
    // It doesn't write to its input; the C API has no const.
    state_->next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(input.data()));
    state_->avail_in = in_size;
    state_->next_out = reinterpret_cast<std::uint8_t*>(room.data());
    state_->avail_out = out_size;
    const int code = isal_inflate(state_.get());
    CodecStep step{.consumed = in_size - state_->avail_in,
                   .produced = out_size - state_->avail_out};
    // Before any output it is the header's checksum.
    if (code == ISAL_INCORRECT_CHECKSUM && state_->total_out > 0) {
      step.state = CodecState::kBadChecksum;
    } else if (code < 0 || code == ISAL_NEED_DICT) {
      step.state = CodecState::kBroken;
    } else if (state_->block_state == ISAL_BLOCK_FINISH) {
      step.state = CodecState::kEnd;
    }
    return step;
  }

  static constexpr std::size_t kHeaderBytes = 10;

  struct FreeDecompressor {
    void operator()(libdeflate_decompressor* decompressor) const {
      libdeflate_free_decompressor(decompressor);
    }
  };

  std::unique_ptr<inflate_state> state_;  // 80 kB
  std::unique_ptr<libdeflate_decompressor, FreeDecompressor> whole_;
  bool at_begin_ = true;
};

class ZstdCodec final : public MemberCodec {
 public:
  explicit ZstdCodec(const std::string& dictionary) : context_(ZSTD_createDCtx()) {
    if (!dictionary.empty()) {
      ZSTD_DCtx_loadDictionary(context_, dictionary.data(), dictionary.size());
    }
  }
  ~ZstdCodec() override { ZSTD_freeDCtx(context_); }
  ZstdCodec(const ZstdCodec&) = delete;
  ZstdCodec& operator=(const ZstdCodec&) = delete;

  void Begin() override { ZSTD_DCtx_reset(context_, ZSTD_reset_session_only); }

  CodecStep Decode(std::string_view input, std::span<char> room) override {
    ZSTD_inBuffer in{input.data(), input.size(), 0};
    ZSTD_outBuffer out{room.data(), room.size(), 0};
    const std::size_t code = ZSTD_decompressStream(context_, &out, &in);
    CodecStep step{.consumed = in.pos, .produced = out.pos};
    if (ZSTD_isError(code) != 0U) {
      step.state = CodecState::kBroken;
    } else if (code == 0) {
      step.state = CodecState::kEnd;
    }
    return step;
  }

 private:
  ZSTD_DCtx* context_;
};

}  // namespace

std::unique_ptr<MemberCodec> MakeGzipCodec() { return std::make_unique<GzipCodec>(); }

std::unique_ptr<MemberCodec> MakeZstdCodec(const std::string& dictionary) {
  return std::make_unique<ZstdCodec>(dictionary);
}

}  // namespace meguri::warc
