#include "base/hash.h"

// Compiles XXH3 into this file: no call through the shared library, and the optimiser sees
// the constants. The header stays ours alone; its price is one call per hash, about 1 ns.
#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include "base/random.h"

namespace meguri {
namespace {

// Keeps the secret apart from the numbers that Random(seed) itself hands out.
constexpr std::uint64_t kSecretDomain = 0x6d65677572692e31;  // "meguri.1"

}  // namespace

KeyedHash::KeyedHash(std::uint64_t seed) {
  static_assert(kSecretBytes >= XXH3_SECRET_SIZE_MIN);
  static_assert(kSecretBytes % sizeof(std::uint64_t) == 0);
  Random random(seed ^ kSecretDomain);
  for (std::size_t at = 0; at < kSecretBytes; at += sizeof(std::uint64_t)) {
    const std::uint64_t word = random.Next();
    for (std::size_t i = 0; i < sizeof(std::uint64_t); ++i) {  // little-endian on any machine
      secret_[at + i] = static_cast<unsigned char>(word >> (8 * i));
    }
  }
}

std::uint64_t KeyedHash::Hash64(std::string_view bytes) const {
  return XXH3_64bits_withSecret(bytes.data(), bytes.size(), secret_.data(), secret_.size());
}

HashValue128 KeyedHash::Hash128(std::string_view bytes) const {
  const XXH128_hash_t hash =
      XXH3_128bits_withSecret(bytes.data(), bytes.size(), secret_.data(), secret_.size());
  return {hash.high64, hash.low64};
}

std::uint64_t StableHash64(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

std::string ToHex(std::uint64_t value) { return fmt::format("{:016x}", value); }

std::string ToHex(const HashValue128& value) {
  return fmt::format("{:016x}{:016x}", value.high, value.low);
}

}  // namespace meguri
