#include "graph/files/packed_file.h"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace meguri {
namespace {

constexpr std::size_t kInputBytes = std::size_t{256} << 10;
constexpr std::size_t kLineStepBytes = std::size_t{256} << 10;
constexpr int kMaxWindowLog = 27;
constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";

}  // namespace

class PackedFile::Unpacker {
 public:
  virtual ~Unpacker() = default;
  Unpacker() = default;
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  // Takes bytes off the front of `input`, writes to `room`; how many. False if it is broken.
  virtual bool Unpack(std::string_view& input, std::span<char> room, std::size_t& written) = 0;
  // The input may end here.
  virtual bool may_end() const = 0;
  virtual std::string_view name() const = 0;
};

namespace {

class GzipUnpacker final : public PackedFile::Unpacker {
 public:
  GzipUnpacker() { ready_ = inflateInit2(&stream_, MAX_WBITS + 16) == Z_OK; }
  ~GzipUnpacker() override { inflateEnd(&stream_); }

  bool Unpack(std::string_view& input, std::span<char> room, std::size_t& written) override {
    written = 0;
    if (!ready_) return false;
    if (ended_) {
      // Another member, or the zeros that tapes and some tools put behind the last one.
      if (input.front() == '\0') {
        input.remove_prefix(std::min(input.find_first_not_of('\0'), input.size()));
        return true;
      }
      if (inflateReset(&stream_) != Z_OK) return false;
      ended_ = false;
    }
    // zlib doesn't write to its input.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
    stream_.avail_in = static_cast<uInt>(input.size());
    stream_.next_out = reinterpret_cast<Bytef*>(room.data());
    stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(room.size(), kInputBytes));
    const std::size_t asked = stream_.avail_out;
    const int result = inflate(&stream_, Z_NO_FLUSH);
    input.remove_prefix(input.size() - stream_.avail_in);
    written = asked - stream_.avail_out;
    ended_ = result == Z_STREAM_END;
    return result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR;
  }
  bool may_end() const override { return ended_; }
  std::string_view name() const override { return "gzip"; }

 private:
  z_stream stream_{};
  bool ready_ = false;
  bool ended_ = false;
};

class ZstdUnpacker final : public PackedFile::Unpacker {
 public:
  ZstdUnpacker() : stream_(ZSTD_createDStream(), &ZSTD_freeDStream) {
    ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax, kMaxWindowLog);
  }

  bool Unpack(std::string_view& input, std::span<char> room, std::size_t& written) override {
    ZSTD_inBuffer in{input.data(), input.size(), 0};
    ZSTD_outBuffer out{room.data(), room.size(), 0};
    const std::size_t result = ZSTD_decompressStream(stream_.get(), &out, &in);
    input.remove_prefix(in.pos);
    written = out.pos;
    ended_ = result == 0;
    return ZSTD_isError(result) == 0;
  }
  bool may_end() const override { return ended_; }
  std::string_view name() const override { return "zstd"; }

 private:
  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream_;
  bool ended_ = false;
};

class PlainUnpacker final : public PackedFile::Unpacker {
 public:
  bool Unpack(std::string_view& input, std::span<char> room, std::size_t& written) override {
    written = std::min(input.size(), room.size());
    std::memcpy(room.data(), input.data(), written);
    input.remove_prefix(written);
    return true;
  }
  bool may_end() const override { return true; }
  std::string_view name() const override { return "plain"; }
};

std::unique_ptr<PackedFile::Unpacker> UnpackerFor(std::string_view start) {
  if (start.starts_with(kGzipMagic)) return std::make_unique<GzipUnpacker>();
  if (start.starts_with(kZstdMagic)) return std::make_unique<ZstdUnpacker>();
  return std::make_unique<PlainUnpacker>();
}

}  // namespace

struct PackedFile::State {
  std::string path;
  std::unique_ptr<ReadableFile> file;
  std::unique_ptr<Unpacker> unpacker;
  std::string buffer;
  std::string_view input;    // what is left in the buffer
  std::uint64_t offset = 0;  // in the file, behind the buffer
  std::uint64_t position = 0;
  bool full = false;  // the unpacker had no more room: it may hold output

  Result<bool> Refill() {
    buffer.resize(kInputBytes);
    MEGURI_TRY(const std::size_t got, file->ReadAt(offset, buffer));
    offset += got;
    input = std::string_view(buffer).substr(0, got);
    return got > 0;
  }
  tl::unexpected<Error> Broken(std::string_view what) const {
    return Fail(ErrorCode::kCorrupt, fmt::format("{}: byte {}: the {} stream {}", path,
                                                 offset - input.size(), unpacker->name(), what));
  }
};

PackedFile::PackedFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
PackedFile::PackedFile(PackedFile&&) noexcept = default;
PackedFile& PackedFile::operator=(PackedFile&&) noexcept = default;
PackedFile::~PackedFile() = default;

const std::string& PackedFile::path() const { return state_->path; }
std::uint64_t PackedFile::position() const { return state_->position; }

Result<PackedFile> PackedFile::Open(Files& files, const std::string& path) {
  auto state = std::make_unique<State>();
  state->path = path;
  MEGURI_TRY(state->file, files.OpenToRead(path));
  MEGURI_TRY([[maybe_unused]] const bool any, state->Refill());
  state->unpacker = UnpackerFor(state->input);
  return PackedFile(std::move(state));
}

Result<std::size_t> PackedFile::Read(std::span<char> into) {
  State& state = *state_;
  std::size_t done = 0;
  while (done < into.size()) {
    if (state.input.empty() && !state.full) {
      MEGURI_TRY(const bool more, state.Refill());
      if (!more) {
        if (!state.unpacker->may_end()) return state.Broken("ends too early");
        break;
      }
    }
    std::size_t written = 0;
    const std::span<char> room = into.subspan(done);
    const std::size_t before = state.input.size();
    if (!state.unpacker->Unpack(state.input, room, written)) return state.Broken("is broken");
    done += written;
    // With all input taken and no output it has nothing left to give without more.
    state.full = written > 0 && !state.unpacker->may_end();
    if (written == 0 && !state.input.empty() && state.input.size() == before) {
      return state.Broken("is broken");
    }
  }
  state.position += done;
  return done;
}

Result<PackedLines> PackedLines::Open(Files& files, const std::string& path) {
  MEGURI_TRY(PackedFile file, PackedFile::Open(files, path));
  return PackedLines(std::move(file));
}

tl::unexpected<Error> PackedLines::FailHere(std::string_view what) const {
  return Fail(ErrorCode::kCorrupt, fmt::format("{}:{}: {}", path(), number_, what));
}

Result<bool> PackedLines::ReadMore() {
  if (over_) return false;
  buffer_.erase(0, at_);
  end_ -= at_;
  at_ = 0;
  if (end_ > kMaxLineBytes) {
    ++number_;
    return FailHere("a line of over 64 MiB");
  }
  buffer_.resize(std::max(end_ * 2, kLineStepBytes));
  MEGURI_TRY(const std::size_t got, file_.Read(std::span(buffer_).subspan(end_)));
  end_ += got;
  over_ = got == 0;
  return got > 0;
}

Result<bool> PackedLines::Next(std::string_view& line) {
  std::size_t searched = 0;
  std::size_t size = 0;
  for (;;) {
    const std::string_view left = std::string_view(buffer_).substr(at_, end_ - at_);
    size = left.find('\n', searched);
    if (size != std::string_view::npos) break;
    searched = left.size();
    MEGURI_TRY(const bool more, ReadMore());
    if (more) continue;
    size = end_ - at_;
    if (size == 0) return false;
    break;
  }
  line = std::string_view(buffer_).substr(at_, size);
  at_ = std::min(at_ + size + 1, end_);
  ++number_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

}  // namespace meguri
