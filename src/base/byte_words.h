// Eight bytes at a time in a 64-bit word: what loops over text are made of.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace meguri {

inline constexpr std::uint64_t kByteOnes = 0x0101010101010101;
// `byte` eight times.
constexpr std::uint64_t EveryByte(unsigned char byte) { return kByteOnes * byte; }
inline constexpr std::uint64_t kByteHighBits = kByteOnes << 7U;

// Eight bytes, the first one lowest. REQUIRES: eight bytes can be read.
inline std::uint64_t LoadWord(const char* from) {
  std::uint64_t word = 0;
  std::memcpy(&word, from, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

// Not zero if a byte of `word` is `c` (or, for BytesBelow, less than `limit` <= 128). The lowest
// bit that is set is that of the first such byte; those above it may be wrong.
inline std::uint64_t BytesEqual(std::uint64_t word, char c) {
  word ^= kByteOnes * static_cast<unsigned char>(c);
  return (word - kByteOnes) & ~word & kByteHighBits;
}
inline std::uint64_t BytesBelow(std::uint64_t word, unsigned limit) {
  return (word - kByteOnes * limit) & ~word & kByteHighBits;
}

// Which byte the lowest bit of such a mask stands for. REQUIRES: mask != 0.
inline std::size_t FirstByte(std::uint64_t mask) {
  return static_cast<std::size_t>(std::countr_zero(mask)) / 8;
}

}  // namespace meguri
