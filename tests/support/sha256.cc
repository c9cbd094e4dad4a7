#include "tests/support/sha256.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/ascii.h"

namespace meguri::testing_support {
namespace {

class Sha256 {
 public:
  void Block(const unsigned char* bytes) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i) {
      for (std::size_t j = 0; j < 4; ++j)
        w[i] = w[i] << 8U | bytes[4 * i + j];
    }
    for (std::size_t i = 16; i < 64; ++i) {
      const std::uint32_t a = w[i - 15];
      const std::uint32_t b = w[i - 2];
      w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3U) + w[i - 7] +
             (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10U);
    }
    std::array<std::uint32_t, 8> v = hash_;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t e = v[4];
      const std::uint32_t a = v[0];
      const std::uint32_t t1 = v[7] + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                               ((e & v[5]) ^ (~e & v[6])) + Primes()[i] + w[i];
      const std::uint32_t t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) +
                               ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
      v = {t1 + t2, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]};
    }
    for (std::size_t i = 0; i < 8; ++i)
      hash_[i] += v[i];
  }

  std::string Hex() const {
    std::string text;
    for (const std::uint32_t word : hash_) {
      for (int shift = 28; shift >= 0; shift -= 4)
        text += kHexDigitsLower[word >> static_cast<unsigned>(shift) & 15U];
    }
    return text;
  }

 private:
  // The first 32 bits of the fractional part of the cube (root == 3) or square (2) root of a
  // prime, by integer arithmetic: the largest x with x^root <= prime * 2^(32 * root).
  static std::uint32_t RootFraction(std::uint64_t prime, int root) {
    using Wide = unsigned __int128;
    std::uint64_t low = 0;
    std::uint64_t high = std::uint64_t{1} << 40U;
    while (high - low > 1) {
      const std::uint64_t middle = low + (high - low) / 2;
      Wide power = static_cast<Wide>(middle) * middle;
      if (root == 3) power *= middle;
      const Wide bound = static_cast<Wide>(prime) << static_cast<unsigned>(32 * root);
      (power <= bound ? low : high) = middle;
    }
    return static_cast<std::uint32_t>(low);
  }
  static std::array<std::uint32_t, 64> MakePrimes(int root) {
    std::array<std::uint32_t, 64> result{};
    std::size_t count = 0;
    for (std::uint64_t n = 2; count < 64; ++n) {
      bool prime = true;
      for (std::uint64_t d = 2; d * d <= n; ++d)
        prime = prime && n % d != 0;
      if (prime) result[count++] = RootFraction(n, root);
    }
    return result;
  }
  static const std::array<std::uint32_t, 64>& Primes() {
    static const std::array<std::uint32_t, 64> primes = MakePrimes(3);
    return primes;
  }

  std::array<std::uint32_t, 8> hash_ = [] {
    const std::array<std::uint32_t, 64> roots = MakePrimes(2);
    std::array<std::uint32_t, 8> start{};
    for (std::size_t i = 0; i < 8; ++i)
      start[i] = roots[i];
    return start;
  }();
};

}  // namespace

std::string Sha256Hex(std::string_view bytes) {
  Sha256 sha;
  std::string tail(bytes.substr(bytes.size() / 64 * 64));
  for (std::size_t at = 0; at + 64 <= bytes.size(); at += 64)
    sha.Block(reinterpret_cast<const unsigned char*>(bytes.data()) + at);
  tail += '\x80';
  while (tail.size() % 64 != 56)
    tail += '\0';
  for (int shift = 56; shift >= 0; shift -= 8)
    tail += static_cast<char>(bytes.size() * 8 >> static_cast<unsigned>(shift));
  for (std::size_t at = 0; at < tail.size(); at += 64)
    sha.Block(reinterpret_cast<const unsigned char*>(tail.data()) + at);
  return sha.Hex();
}

}  // namespace meguri::testing_support
