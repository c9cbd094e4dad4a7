// Bits from the most significant on, and the instantaneous codes of WebGraph over them (Boldi and
// Vigna, "The WebGraph framework I", 2004; codes as in Elias 1975 and Boldi and Vigna 2005).
//
// Never reads beyond the bytes: from their end on all bits are 0, and overrun() says so, so that a
// caller checks once per node. Codes can't run away: a unary one of more than 64 zeros (wider than
// any number) counts as an overrun too. Everything is inline: this is the inner loop.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace meguri {

class BitReader {
 public:
  explicit BitReader(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t position() const { return position_; }  // in bits
  void Seek(std::uint64_t position) { position_ = position; }
  bool overrun() const { return broken_ || position_ > std::uint64_t{bytes_.size()} * 8; }

  // The next `count` bits as a number. REQUIRES: count <= 56.
  std::uint64_t Bits(unsigned count) {
    if (count == 0) return 0;
    const std::uint64_t value = Peek() >> (64 - count);
    position_ += count;
    return value;
  }

  // Zeros before a one: 1 is 0, 01 is 1.
  std::uint64_t Unary() {
    std::uint64_t zeros = 0;
    while (true) {
      const std::uint64_t window = Peek();
      // 57 bits of the window are true at least.
      if (window >> 7U != 0) {
        const auto more = static_cast<unsigned>(std::countl_zero(window));
        position_ += more + 1;
        return zeros + more;
      }
      zeros += kTrueBits;
      position_ += kTrueBits;
      if (overrun()) {
        broken_ = true;
        return 0;
      }
    }
  }

  // Of n >= 0, as all the following.
  std::uint64_t Gamma() {
    const unsigned width = Width(Unary());
    return (std::uint64_t{1} << width | Wide(width)) - 1;
  }
  std::uint64_t Delta() {
    const unsigned width = Width(Gamma());
    return (std::uint64_t{1} << width | Wide(width)) - 1;
  }
  // REQUIRES: 1 <= k <= 16.
  std::uint64_t Zeta(unsigned k) {
    const std::uint64_t h = Unary();
    if (h * k > 62) {
      broken_ = true;
      return 0;
    }
    const auto bits = static_cast<unsigned>(h) * k;
    const std::uint64_t left = std::uint64_t{1} << bits;
    const std::uint64_t value = Wide(bits + k - 1);
    if (value < left) return value + left - 1;
    return (value << 1U | Bits(1)) - 1;
  }
  // Groups of three bits, each with a bit before it that ends the number.
  std::uint64_t Nibble() {
    std::uint64_t value = 0;
    while (true) {
      const bool last = Bits(1) != 0;
      if (value >> 61U != 0) broken_ = true;
      value = value << 3U | Bits(3);
      if (last || overrun()) return value;
    }
  }
  // REQUIRES: modulus >= 1.
  std::uint64_t Golomb(std::uint64_t modulus) {
    const std::uint64_t quotient = Unary();
    return quotient * modulus + Truncated(modulus);
  }

 private:
  static constexpr unsigned kTrueBits = 57;

  // From here on, at the top of the word; 57 bits of them are true.
  std::uint64_t Peek() const {
    const std::size_t byte = position_ / 8;
    std::uint64_t word = 0;
    if (byte + sizeof word <= bytes_.size()) {
      std::memcpy(&word, bytes_.data() + byte, sizeof word);
    } else if (byte < bytes_.size()) {
      std::memcpy(&word, bytes_.data() + byte, bytes_.size() - byte);
    }
    if constexpr (std::endian::native == std::endian::little) word = __builtin_bswap64(word);
    return word << (position_ % 8);
  }

  // As many bits as a number has; more than it can have is damage.
  unsigned Width(std::uint64_t width) {
    if (width < 63) return static_cast<unsigned>(width);
    broken_ = true;
    return 0;
  }

  // Up to 63 bits.
  std::uint64_t Wide(unsigned count) {
    if (count <= 32) return Bits(count);
    const std::uint64_t high = Bits(count - 32);
    return high << 32U | Bits(32);
  }

  // A minimal binary code below `modulus`.
  std::uint64_t Truncated(std::uint64_t modulus) {
    if (modulus <= 1) return 0;
    const auto width = static_cast<unsigned>(std::bit_width(modulus - 1));
    const std::uint64_t shorter = (std::uint64_t{1} << width) - modulus;
    const std::uint64_t value = Wide(width - 1);
    if (value < shorter) return value;
    return (value << 1U | Bits(1)) - shorter;
  }

  std::string_view bytes_;
  std::uint64_t position_ = 0;
  bool broken_ = false;
};

}  // namespace meguri
