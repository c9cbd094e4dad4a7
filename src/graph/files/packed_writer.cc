#include "graph/files/packed_writer.h"

#include <zlib.h>
#include <zstd.h>

#include <cstddef>

namespace meguri {

class PackedWriter::Packer {
 public:
  Packer() = default;
  virtual ~Packer() = default;
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;

  // Appends to `out`. False if the library fails, which it does only without memory.
  virtual bool Pack(std::string_view bytes, bool is_end, std::string& out) = 0;
};

namespace {

constexpr std::size_t kStep = std::size_t{128} << 10U;

class GzipPacker final : public PackedWriter::Packer {
 public:
  GzipPacker() {
    constexpr int kMemoryLevel = 9;
    ready_ = deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, kMemoryLevel,
                          Z_DEFAULT_STRATEGY) == Z_OK;
  }
  ~GzipPacker() override { deflateEnd(&stream_); }

  bool Pack(std::string_view bytes, bool is_end, std::string& out) override {
    if (!ready_) return false;
    // zlib doesn't write to its input.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    int result = Z_OK;
    do {
      const std::size_t size = out.size();
      out.resize(size + kStep);
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + size);
      stream_.avail_out = static_cast<uInt>(kStep);
      result = deflate(&stream_, is_end ? Z_FINISH : Z_NO_FLUSH);
      out.resize(size + kStep - stream_.avail_out);
      if (result == Z_STREAM_ERROR) return false;
    } while (is_end ? result != Z_STREAM_END : stream_.avail_in > 0);
    return true;
  }

 private:
  z_stream stream_{};
  bool ready_ = false;
};

class ZstdPacker final : public PackedWriter::Packer {
 public:
  ZstdPacker() : stream_(ZSTD_createCCtx(), &ZSTD_freeCCtx) {
    ZSTD_CCtx_setParameter(stream_.get(), ZSTD_c_checksumFlag, 1);
  }

  bool Pack(std::string_view bytes, bool is_end, std::string& out) override {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    for (;;) {
      const std::size_t size = out.size();
      out.resize(size + kStep);
      ZSTD_outBuffer room{out.data() + size, kStep, 0};
      const std::size_t left =
          ZSTD_compressStream2(stream_.get(), &room, &in, is_end ? ZSTD_e_end : ZSTD_e_continue);
      out.resize(size + room.pos);
      if (ZSTD_isError(left) != 0) return false;
      if (is_end ? left == 0 : in.pos == in.size) return true;
    }
  }

 private:
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> stream_;
};

}  // namespace

PackedWriter::PackedWriter(WritableFile& file, std::string_view name) : file_(file) {
  if (name.ends_with(".gz")) packer_ = std::make_unique<GzipPacker>();
  if (name.ends_with(".zst")) packer_ = std::make_unique<ZstdPacker>();
}
PackedWriter::~PackedWriter() = default;

Status PackedWriter::Flush(bool is_end) {
  std::string packed;
  if (packer_ && !packer_->Pack(buffer_, is_end, packed)) {
    return Fail(ErrorCode::kIo, "can't pack what is written: not enough memory");
  }
  MEGURI_CHECK_STATUS(file_.Append(packer_ ? packed : buffer_));
  buffer_.clear();
  return {};
}

}  // namespace meguri
