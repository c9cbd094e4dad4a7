// Hashes of bytes: two kinds, never to be mixed up.
//
// KeyedHash, for tables and fingerprints that hostile sites feed (known URLs, content): XXH3
// with a secret of its own, drawn from the crawl's seed. Without the seed nobody can compute
// which two URLs collide, so no site can hide another's page or clog a table.
//   Why a secret and not XXH3's seed parameter: with the parameter, all key words of an input of
//   up to 240 bytes are the published constants plus or minus one same number; with a secret of
//   our own they have no such relation, and the speed is the same. The key is still 64 bits and
//   XXH3 is no cryptographic hash: whoever sees many hash values of his own choosing may learn
//   something. So keyed values stay on our disk and are not published.
//
// StableHash64, for who is in charge of what (shards): unkeyed XXH3, the same in every crawl, on
// every machine, for ever. Sites can aim at a shard with it, but not gain more than a shard
// that is busier than others.
//
// Both are functions of the bytes alone, equal on all platforms; values are on disk, and
// tests hold them to known answers. About 10 ns for a URL. Any thread may call them.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace meguri {

struct HashValue128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  // clang-tidy 14 takes the 0 that a defaulted <=> is compared with for a pointer.
  auto operator<=>(const HashValue128&) const = default;  // NOLINT(modernize-use-nullptr)
};

class KeyedHash {
 public:
  explicit KeyedHash(std::uint64_t seed);

  // For tables. Among n keys expect n²/2⁶⁵ collisions: at 10⁹ keys 0.03, at 10¹⁰ already 2.7.
  std::uint64_t Hash64(std::string_view bytes) const;
  // For identity: at 10¹⁵ keys the chance of any collision is 10⁻⁹.
  HashValue128 Hash128(std::string_view bytes) const;

 private:
  static constexpr std::size_t kSecretBytes = 192;  // as long as XXH3's own
  std::array<unsigned char, kSecretBytes> secret_;
};

std::uint64_t StableHash64(std::string_view bytes);

// Spreads a hash evenly over 0 … shards - 1. Uses the hash's high bits.
// REQUIRES: shards > 0.
constexpr std::uint32_t ShardOf(std::uint64_t hash, std::uint32_t shards) {
  // The high half of a 96-bit product, in two 64-bit steps.
  const std::uint64_t low = (hash & 0xFFFFFFFF) * shards;
  return static_cast<std::uint32_t>(((hash >> 32) * shards + (low >> 32)) >> 32);
}

// 16 and 32 lower-case hex digits, most significant first.
std::string ToHex(std::uint64_t value);
std::string ToHex(const HashValue128& value);

}  // namespace meguri
