// The other direction of bit_reader.h: bits from the most significant on, and the codes of
// WebGraph; besides, how long each code is, so that a writer can choose before it writes.
// Everything is inline: this is the inner loop.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

namespace meguri {

class BitWriter {
 public:
  std::uint64_t position() const { return position_; }  // in bits

  // The low `count` bits of `value`. REQUIRES: count <= 64, the other bits are 0.
  void Bits(std::uint64_t value, unsigned count) {
    if (count == 0) return;
    position_ += count;
    const unsigned room = 64 - used_;
    if (count < room) {
      word_ |= value << (room - count);
      used_ += count;
      return;
    }
    const unsigned left = count - room;
    word_ |= value >> left;
    AppendWord();
    used_ = left;
    word_ = left == 0 ? 0 : value << (64 - left);
  }

  // Of n >= 0, as all the following; as BitReader reads them. REQUIRES: n < 2^62.
  void Unary(std::uint64_t n) {
    for (; n >= 64; n -= 64)
      Bits(0, 64);
    Bits(1, static_cast<unsigned>(n) + 1);
  }
  void Gamma(std::uint64_t n) {
    const unsigned width = WidthOf(n);
    Unary(width);
    Bits(n + 1 - (std::uint64_t{1} << width), width);
  }
  void Delta(std::uint64_t n) {
    const unsigned width = WidthOf(n);
    Gamma(width);
    Bits(n + 1 - (std::uint64_t{1} << width), width);
  }
  // REQUIRES: 1 <= k <= 16.
  void Zeta(std::uint64_t n, unsigned k) {
    const unsigned h = WidthOf(n) / k;
    const std::uint64_t left = std::uint64_t{1} << (h * k);
    Unary(h);
    if (n + 1 - left < left) {
      Bits(n + 1 - left, h * k + k - 1);
    } else {
      Bits(n + 1, h * k + k);
    }
  }
  void Nibble(std::uint64_t n) {
    for (unsigned group = NibbleGroups(n); group-- > 0;) {
      Bits(group == 0 ? 1 : 0, 1);
      Bits((n >> (3 * group)) & 7U, 3);
    }
  }
  // REQUIRES: modulus >= 1.
  void Golomb(std::uint64_t n, std::uint64_t modulus) {
    Unary(n / modulus);
    if (modulus == 1) return;
    const auto width = static_cast<unsigned>(std::bit_width(modulus - 1));
    const std::uint64_t shorter = (std::uint64_t{1} << width) - modulus;
    const std::uint64_t rest = n % modulus;
    if (rest < shorter) {
      Bits(rest, width - 1);
    } else {
      Bits(rest + shorter, width);
    }
  }

  // How many bits each of them takes.
  static std::uint64_t GammaBits(std::uint64_t n) { return 2 * std::uint64_t{WidthOf(n)} + 1; }
  static std::uint64_t DeltaBits(std::uint64_t n) {
    const unsigned width = WidthOf(n);
    return GammaBits(width) + width;
  }
  static std::uint64_t ZetaBits(std::uint64_t n, unsigned k) {
    const unsigned h = WidthOf(n) / k;
    const std::uint64_t left = std::uint64_t{1} << (h * k);
    return std::uint64_t{h} * (k + 1) + k + (n + 1 - left < left ? 0 : 1);
  }
  static std::uint64_t NibbleBits(std::uint64_t n) { return 4 * std::uint64_t{NibbleGroups(n)}; }
  static std::uint64_t GolombBits(std::uint64_t n, std::uint64_t modulus) {
    if (modulus == 1) return n + 1;
    const auto width = static_cast<unsigned>(std::bit_width(modulus - 1));
    const std::uint64_t shorter = (std::uint64_t{1} << width) - modulus;
    return n / modulus + 1 + width - (n % modulus < shorter ? 1 : 0);
  }

  // Zeros up to a multiple of 64 bits, so that readers of whole words can read the last one.
  void PadToWord() {
    if (used_ > 0) Bits(0, 64 - used_);
  }
  // What is there in whole words; it is the writer's no more.
  std::string TakeBytes() { return std::exchange(bytes_, {}); }
  std::size_t pending_bytes() const { return bytes_.size(); }

 private:
  // Of n + 1, without its first bit.
  static unsigned WidthOf(std::uint64_t n) {
    return static_cast<unsigned>(std::bit_width(n + 1)) - 1;
  }
  static unsigned NibbleGroups(std::uint64_t n) {
    return n == 0 ? 1 : (static_cast<unsigned>(std::bit_width(n)) + 2) / 3;
  }

  void AppendWord() {
    std::uint64_t word = word_;
    if constexpr (std::endian::native == std::endian::little) word = __builtin_bswap64(word);
    std::array<char, sizeof word> bytes;  // NOLINT(cppcoreguidelines-pro-type-member-init): below
    std::memcpy(bytes.data(), &word, sizeof word);
    bytes_.append(bytes.data(), bytes.size());
  }

  std::string bytes_;
  std::uint64_t word_ = 0;
  unsigned used_ = 0;  // bits of word_; less than 64
  std::uint64_t position_ = 0;
};

}  // namespace meguri
