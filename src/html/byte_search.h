// Looking for characters many bytes at a time, for what is usually near: names, values and
// texts between tags are a few bytes long. How long nobody can foretell, so a loop over them is
// left at a moment that the processor mispredicts; a look at 32 bytes at once has no such loop.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace meguri::html {

inline constexpr std::uint64_t kByteOnes = 0x0101010101010101;
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

// Where the first `c` is, or null.
inline const char* FindByte(const char* from, const char* end, char c) {
#if defined(__SSE2__)
  if (end - from >= 32) {
    const __m128i wanted = _mm_set1_epi8(c);
    const auto matches = [wanted](const char* at) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
      return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted)));
    };
    const unsigned found = matches(from) | (matches(from + 16) << 16U);
    if (found != 0) return from + std::countr_zero(found);
    from += 32;
  }
#else
  for (int i = 0; i < 4 && end - from >= 8; ++i, from += 8) {
    const std::uint64_t found = BytesEqual(LoadWord(from), c);
    if (found != 0) return from + FirstByte(found);
  }
#endif
  if (from == end) return nullptr;
  return static_cast<const char*>(std::memchr(from, c, static_cast<std::size_t>(end - from)));
}

// How many bytes at `from` are neither '>', '/', `also` nor at most ' ': where a name ends, or
// nearly so. Looks at 16 bytes at most, and at none if fewer can be read.
inline std::size_t NameLength(const char* from, const char* end, char also) {
#if defined(__SSE2__)
  if (end - from < 16) return 0;
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  const auto equal = [bytes](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
  const __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(' ')), bytes);
  const __m128i ends =
      _mm_or_si128(_mm_or_si128(equal('>'), equal('/')), _mm_or_si128(equal(also), low));
  const auto found = static_cast<unsigned>(_mm_movemask_epi8(ends));
  return found == 0 ? 16 : static_cast<std::size_t>(std::countr_zero(found));
#else
  if (end - from < 8) return 0;
  const std::uint64_t word = LoadWord(from);
  const std::uint64_t ends = BytesEqual(word, '>') | BytesEqual(word, '/') |
                             BytesEqual(word, also) | BytesBelow(word, '!');
  return ends == 0 ? 8 : FirstByte(ends);
#endif
}

}  // namespace meguri::html
