#include "sim/web/gzip_body.h"

#include <libdeflate.h>

#include <memory>
#include <new>

namespace meguri {
namespace {

constexpr int kLevel = 1;

struct FreeCompressor {
  void operator()(libdeflate_compressor* compressor) const {
    libdeflate_free_compressor(compressor);
  }
};

}  // namespace

void GzipBody(std::string& body) {
  // Kept: to make one costs as much as to pack a small page.
  thread_local std::unique_ptr<libdeflate_compressor, FreeCompressor> compressor(
      libdeflate_alloc_compressor(kLevel));
  if (compressor == nullptr) throw std::bad_alloc();
  thread_local std::string packed;
  packed.resize(libdeflate_gzip_compress_bound(compressor.get(), body.size()));
  packed.resize(libdeflate_gzip_compress(compressor.get(), body.data(), body.size(), packed.data(),
                                         packed.size()));
  body.assign(packed);
}

}  // namespace meguri
