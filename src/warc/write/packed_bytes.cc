#include "warc/write/packed_bytes.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace meguri::warc {
namespace {

constexpr std::size_t kLeastBytes = 2048;
constexpr std::size_t kLooked = 1024;
// How many pairs of looked-at bytes are equal. Of random bytes 2,046, give or take 45; of base64
// over 8,000, of text over 12,000.
constexpr std::uint32_t kMostEqualPairs = 4000;

}  // namespace

bool LooksPacked(std::string_view bytes) {
  if (bytes.size() < kLeastBytes) return false;
  // In pieces of 32, from all over: a file may begin with a head that can be packed.
  constexpr std::size_t kPiece = 32;
  constexpr std::size_t kPieces = kLooked / kPiece;
  std::array<std::uint32_t, 256> seen{};
  std::uint32_t equal_pairs = 0;
  const std::size_t step = (bytes.size() - kPiece) / (kPieces - 1);
  for (std::size_t piece = 0; piece < kPieces; ++piece) {
    for (const char c : bytes.substr(piece * step, kPiece))
      equal_pairs += seen[static_cast<unsigned char>(c)]++;
    if (equal_pairs > kMostEqualPairs) return false;
  }
  return true;
}

}  // namespace meguri::warc
