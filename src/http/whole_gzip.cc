#include "http/whole_gzip.h"

#include <libdeflate.h>

#include <cstddef>
#include <memory>

namespace meguri::http {
namespace {

constexpr std::size_t kLeastBytes = 18;  // a header and a trailer
constexpr std::uint64_t kMaxSwelling = 64;

struct FreeDecompressor {
  void operator()(libdeflate_decompressor* it) const { libdeflate_free_decompressor(it); }
};

std::uint32_t LastNumber(std::string_view bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = 1; i <= 4; ++i)
    number = (number << 8U) | static_cast<unsigned char>(bytes[bytes.size() - i]);
  return number;
}

}  // namespace

bool DecodeWholeGzip(std::string_view bytes, std::uint64_t max_bytes, std::string& content) {
  content.clear();
  if (bytes.size() < kLeastBytes || !bytes.starts_with("\x1F\x8B")) return false;
  const std::uint64_t promised = LastNumber(bytes);
  if (promised > max_bytes || promised > bytes.size() * kMaxSwelling) return false;
  const std::unique_ptr<libdeflate_decompressor, FreeDecompressor> decompressor(
      libdeflate_alloc_decompressor());
  if (!decompressor) return false;
  content.resize(promised);
  std::size_t used = 0;
  // Without a place for its length, the content must be as long as the room.
  const libdeflate_result result =
      libdeflate_gzip_decompress_ex(decompressor.get(), bytes.data(), bytes.size(), content.data(),
                                    content.size(), &used, nullptr);
  if (result == LIBDEFLATE_SUCCESS && used == bytes.size()) return true;
  content.clear();
  return false;
}

}  // namespace meguri::http
