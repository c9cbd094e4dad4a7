#include "warc/write/gzip_compressor.h"

#include <isa-l/igzip_lib.h>
#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>
#include <vector>

#include "base/lifetime.h"
#include "warc/write/packed_bytes.h"

namespace meguri::warc {
namespace {

constexpr std::array<std::uint32_t, 4> kLevelBytes = {0, ISAL_DEF_LVL1_DEFAULT,
                                                      ISAL_DEF_LVL2_DEFAULT, ISAL_DEF_LVL3_DEFAULT};
constexpr std::size_t kMinRoom = 4096;
constexpr std::size_t kSmallBytes = 1500;
constexpr std::size_t kMaxStoredText = 16;             // a block of their own would take more
constexpr std::string_view kLastBlock("\x03\x00", 2);  // empty, with fixed codes
// As ISA-L writes it: magic, deflate, no flags, no time, no hints, system unknown.
constexpr std::string_view kGzipHeader("\x1F\x8B\x08\0\0\0\0\0\0\xFF", 10);

std::size_t TotalBytes(std::span<const std::string_view> parts) {
  std::size_t total = 0;
  for (const std::string_view part : parts) {
    total += part.size();
  }
  return total;
}

void AppendLittleEndian(std::uint32_t value, unsigned bytes, std::string& out) {
  for (unsigned i = 0; i < bytes; ++i)
    out += static_cast<char>(value >> (8 * i));
}

void Reset(isal_zstream& stream, int form) {
  isal_deflate_reset(&stream);
  // ISA-L takes the header off the wish list once it is written.
  stream.gzip_flag = static_cast<std::uint16_t>(form);
}

// Blocks that are none of them the last. REQUIRES: the block before ended with a whole byte.
void AppendStored(std::string_view bytes, std::string& out) {
  constexpr std::size_t kMaxStored = 0xFFFF;
  while (!bytes.empty()) {
    const std::string_view block = bytes.substr(0, kMaxStored);
    const auto length = static_cast<std::uint32_t>(block.size());
    out += '\0';
    AppendLittleEndian(length, 2, out);
    AppendLittleEndian(~length, 2, out);
    out += block;
    bytes.remove_prefix(block.size());
  }
}

}  // namespace

struct GzipCompressor::Isal {
  explicit Isal(int level) : memory(kLevelBytes[static_cast<std::size_t>(level)]) {
    isal_deflate_init(&stream);
    stream.level = static_cast<std::uint32_t>(level);
    stream.level_buf = memory.data();
    stream.level_buf_size = static_cast<std::uint32_t>(memory.size());
    isal_deflate_init(&small);
    isal_deflate_set_hufftables(&small, nullptr, IGZIP_HUFFTABLE_STATIC);
  }

  isal_zstream& For(std::size_t bytes) MEGURI_LIFETIME_BOUND {
    return bytes <= kSmallBytes ? small : stream;
  }

  isal_zstream stream{};
  isal_zstream small{};  // fixed codes: codes of its own cost a small member more than it is worth
  std::vector<std::uint8_t> memory;
};

struct GzipCompressor::Deflate {
  explicit Deflate(int level) : compressor(libdeflate_alloc_compressor(level)) {
    assert(compressor != nullptr);  // for a level that exists only memory can be missing
  }
  ~Deflate() { libdeflate_free_compressor(compressor); }
  Deflate(const Deflate&) = delete;
  Deflate& operator=(const Deflate&) = delete;

  libdeflate_compressor* compressor;
  std::string input;
};

GzipCompressor::GzipCompressor() = default;
GzipCompressor::~GzipCompressor() = default;
GzipCompressor::GzipCompressor(GzipCompressor&&) noexcept = default;
GzipCompressor& GzipCompressor::operator=(GzipCompressor&&) noexcept = default;

Result<GzipCompressor> GzipCompressor::Create(int level) {
  if (level < kMinLevel || level > kMaxLevel) {
    return Fail(ErrorCode::kInvalidArgument,
                "gzip level " + std::to_string(level) + ": want 1 to 12");
  }
  GzipCompressor result;
  if (level <= kMaxStreamLevel) {
    result.isal_ = std::make_unique<Isal>(level);
  } else {
    result.deflate_ = std::make_unique<Deflate>(level);
  }
  return result;
}

void GzipCompressor::Append(std::span<const std::string_view> parts, std::string& out) {
  assert(TotalBytes(parts) <= kMaxBytes);
  if (isal_) {
    AppendByIsal(parts, out);
  } else {
    AppendByDeflate(parts, out);
  }
}

void GzipCompressor::Begin() {
  assert(isal_ != nullptr);
  Reset(isal_->stream, IGZIP_GZIP);
}

// Runs until ISA-L took all of `piece`; to flush, until what it holds back is there, up to a whole
// byte, and will not be referred to; at the end, until all is there. Gives it `room` bytes at once,
// behind the `used` ones of `out`.
void GzipCompressor::Feed(isal_zstream& stream, std::string_view piece, After after,
                          std::size_t room, std::string& out, std::size_t& used) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): C; it is only read
  stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(piece.data()));
  stream.avail_in = static_cast<std::uint32_t>(piece.size());
  const bool last = after == After::kEnd;
  stream.end_of_stream = last ? 1 : 0;
  stream.flush = after == After::kFlush ? FULL_FLUSH : NO_FLUSH;
  do {
    if (out.size() - used < kMinRoom) out.resize(used + room);
    const auto left = static_cast<std::uint32_t>(out.size() - used);
    stream.next_out = reinterpret_cast<std::uint8_t*>(out.data() + used);
    stream.avail_out = left;
    [[maybe_unused]] const int code = isal_deflate(&stream);
    assert(code == COMP_OK);
    used += left - stream.avail_out;
  } while (stream.avail_in > 0 || stream.avail_out == 0 ||
           (last && stream.internal_state.state != ZSTATE_END));
}

void GzipCompressor::Add(std::string_view piece, std::string& out) {
  if (piece.empty()) return;
  std::size_t used = out.size();
  Feed(isal_->stream, piece, After::kMore, kMinRoom, out, used);
  out.resize(used);
}

void GzipCompressor::End(std::string& out) {
  std::size_t used = out.size();
  Feed(isal_->stream, {}, After::kEnd, kMinRoom, out, used);
  out.resize(used);
}

void GzipCompressor::AppendByIsal(std::span<const std::string_view> parts, std::string& out) {
  if (std::ranges::any_of(parts, LooksPacked)) return AppendMixed(parts, out);
  // Pages shrink to a fourth; more is given where they don't.
  const std::size_t bytes = TotalBytes(parts);
  const std::size_t room = std::max(kMinRoom, bytes / 3);
  std::size_t used = out.size();
  isal_zstream& stream = isal_->For(bytes);
  Reset(stream, IGZIP_GZIP);
  for (const std::string_view part : parts) {
    if (!part.empty()) Feed(stream, part, After::kMore, room, out, used);
  }
  Feed(stream, {}, After::kEnd, room, out, used);
  out.resize(used);
}

// RFC 1951: blocks by ISA-L, and, for what is packed already, stored blocks of our own between
// them.
void GzipCompressor::AppendMixed(std::span<const std::string_view> parts, std::string& out) {
  out += kGzipHeader;
  std::uint32_t sum = 0;
  for (const std::string_view part : parts) {
    if (part.empty()) continue;
    sum = libdeflate_crc32(sum, part.data(), part.size());
    if (part.size() <= kMaxStoredText || LooksPacked(part)) {
      AppendStored(part, out);
      continue;
    }
    std::size_t used = out.size();
    isal_zstream& stream = isal_->For(part.size());
    Reset(stream, IGZIP_DEFLATE);
    Feed(stream, part, After::kFlush, std::max(kMinRoom, part.size() / 3), out, used);
    out.resize(used);
  }
  out += kLastBlock;
  AppendLittleEndian(sum, 4, out);
  AppendLittleEndian(static_cast<std::uint32_t>(TotalBytes(parts)), 4, out);
}

void GzipCompressor::AppendByDeflate(std::span<const std::string_view> parts, std::string& out) {
  std::string& input = deflate_->input;
  input.clear();
  for (const std::string_view part : parts) {
    input += part;
  }
  const std::size_t used = out.size();
  out.resize(used + libdeflate_gzip_compress_bound(deflate_->compressor, input.size()));
  const std::size_t packed = libdeflate_gzip_compress(
      deflate_->compressor, input.data(), input.size(), out.data() + used, out.size() - used);
  assert(packed > 0);  // there was room for the worst case
  out.resize(used + packed);
}

}  // namespace meguri::warc
