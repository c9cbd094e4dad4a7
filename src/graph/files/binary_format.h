// What reader and writer of .mgraph share: docs/formats/mgraph.md. Private to them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace meguri::mgraph {

inline constexpr std::string_view kMagic = "\x89MGRAPH\n";
inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::size_t kHeadBytes = 56;       // magic, version, flags, 4 numbers, checksum
inline constexpr std::size_t kBlockHeadBytes = 24;  // size, checksum, kind, count
inline constexpr std::uint32_t kHasUrls = 1;        // a flag
inline constexpr std::size_t kBlockBytes = std::size_t{1} << 20U;  // about as long is a block
// Of the URL before; so that no file is a bomb.
inline constexpr std::size_t kMaxShared = 255;

enum class BlockKind : std::uint32_t { kLinks = 1, kUrls = 2 };

struct Head {
  std::uint32_t flags = 0;
  std::uint64_t pages = 0;
  std::uint64_t arcs = 0;
  std::uint64_t url_bytes = 0;  // of all URLs, unpacked
};

struct BlockHead {
  std::uint64_t bytes = 0;     // of what follows
  std::uint64_t checksum = 0;  // of that
  BlockKind kind = BlockKind::kLinks;
  std::uint32_t count = 0;  // of pages
};

template <class Number>
Number LoadNumber(const char* from) {
  Number number = 0;
  std::memcpy(&number, from, sizeof number);
  if constexpr (std::endian::native == std::endian::big) {
    Number turned = 0;
    for (std::size_t i = 0; i < sizeof number; ++i)
      turned = static_cast<Number>(turned << 8U | ((number >> (8 * i)) & 0xFF));
    return turned;
  }
  return number;
}

template <class Number>
void AppendFixed(Number number, std::string& out) {
  for (std::size_t i = 0; i < sizeof number; ++i)
    out += static_cast<char>(static_cast<unsigned char>(number >> (8 * i)));
}

// Seven bits a byte, the lowest first; the top bit says that more follow.
inline void AppendVarint(std::uint64_t number, std::string& out) {
  for (; number >= 0x80; number >>= 7U)
    out += static_cast<char>(static_cast<unsigned char>(number | 0x80));
  out += static_cast<char>(static_cast<unsigned char>(number));
}

// False at the end of the bytes, or if it has more than ten.
inline bool TakeVarint(const char*& at, const char* end, std::uint64_t& number) {
  if (at == end) return false;
  number = static_cast<unsigned char>(*at++);
  if (number < 0x80) return true;
  number &= 0x7F;
  for (unsigned shift = 7; shift < 64 && at != end; shift += 7) {
    const std::uint64_t byte = static_cast<unsigned char>(*at++);
    number |= (byte & 0x7F) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

// 0, -1, 1, -2, 2 … as 0, 1, 2, 3, 4 …
constexpr std::uint64_t Folded(std::int64_t n) {
  return (static_cast<std::uint64_t>(n) << 1U) ^ static_cast<std::uint64_t>(n >> 63);
}
constexpr std::int64_t Unfolded(std::uint64_t n) {
  return static_cast<std::int64_t>(n >> 1U) ^ -static_cast<std::int64_t>(n & 1U);
}

}  // namespace meguri::mgraph
