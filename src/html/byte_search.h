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

#include "base/byte_words.h"

namespace meguri::html {

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
