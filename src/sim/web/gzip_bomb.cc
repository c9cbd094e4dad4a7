#include "sim/web/gzip_bomb.h"

#include <zlib.h>

#include <array>
#include <cstddef>

namespace meguri {
namespace {

constexpr std::uint32_t kLongestMatch = 258;

// RFC 1951 section 3.1.1: bits fill bytes from the low end; numbers low bit first.
class BitWriter {
 public:
  explicit BitWriter(std::string& out) : out_(out) {}

  void Put(std::uint32_t value, int count) {
    for (int i = 0; i < count; ++i)
      PutBit((value >> static_cast<unsigned>(i)) & 1U);
  }
  // Huffman codes come high bit first.
  void PutCode(std::uint32_t code, int count) {
    for (int i = count - 1; i >= 0; --i)
      PutBit((code >> static_cast<unsigned>(i)) & 1U);
  }
  void FillByte() {
    while (used_ != 0)
      PutBit(0);
  }

 private:
  void PutBit(std::uint32_t bit) {
    if (used_ == 0) out_ += '\0';
    const auto byte = static_cast<unsigned char>(out_.back());
    out_.back() = static_cast<char>(byte | (bit << used_));
    used_ = (used_ + 1) % 8;
  }

  std::string& out_;
  unsigned used_ = 0;  // bits of the last byte
};

// The code lengths of the block: symbol 285 (a match of 258) has 1 bit, 0 and 256 (the end) have
// 2; the one distance, 1, has 1. So 285 is "0", the byte 0 is "10", the end "11".
void PutCodeLengths(BitWriter& bits) {
  bits.Put(29, 5);  // 286 literal and length codes
  bits.Put(0, 5);   // one distance code
  bits.Put(14, 4);  // lengths of 18 code length codes follow, in RFC 1951's odd order:
  //                                   16 17 18  0  8  7  9  6 10  5 11  4 12  3 13  2 14  1
  constexpr auto kLengths = std::to_array({0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2});
  for (const int length : kLengths)
    bits.Put(static_cast<std::uint32_t>(length), 3);
  // Hence: 18 (a run of 11 to 138 zeros) is "0", 1 is "10", 2 is "11".
  const auto put_run = [&](std::uint32_t zeros) {
    bits.PutCode(0, 1);
    bits.Put(zeros - 11, 7);
  };
  bits.PutCode(3, 2);  // [0] = 2
  put_run(138);        // [1 … 255] = 0
  put_run(117);
  bits.PutCode(3, 2);  // [256] = 2
  put_run(28);         // [257 … 284] = 0
  bits.PutCode(2, 2);  // [285] = 1
  bits.PutCode(2, 2);  // distance [0] = 1
}

std::string ZeroBlock(std::uint32_t bytes) {
  std::string block;
  BitWriter bits(block);
  bits.Put(0, 1);  // not the final one
  bits.Put(2, 2);  // dynamic Huffman codes
  PutCodeLengths(bits);
  // One byte at least in front, for the matches to refer to.
  const std::uint32_t matches = (bytes - 1) / kLongestMatch;
  for (std::uint32_t i = matches * kLongestMatch; i < bytes; ++i)
    bits.PutCode(2, 2);
  for (std::uint32_t i = 0; i < matches; ++i) {
    bits.PutCode(0, 1);
    bits.PutCode(0, 1);
  }
  bits.PutCode(3, 2);
  bits.Put(0, 3);  // a stored block, not final, and empty: it ends at a whole byte
  bits.FillByte();
  bits.Put(0x0000, 16);
  bits.Put(0xFFFF, 16);
  return block;
}

// Of `units` times the same bytes, by doubling.
std::uint32_t CrcOfRepeated(std::uint32_t crc, std::uint64_t bytes, std::uint64_t units) {
  uLong result = crc32(0, nullptr, 0);
  uLong power = crc;  // of `bytes` bytes
  for (; units > 0; units /= 2) {
    if (units % 2 == 1) result = crc32_combine(result, power, static_cast<z_off_t>(bytes));
    power = crc32_combine(power, power, static_cast<z_off_t>(bytes));
    bytes *= 2;
  }
  return static_cast<std::uint32_t>(result);
}

std::uint32_t CrcOfZeros(std::uint32_t bytes) {
  const Bytef zero = 0;
  return CrcOfRepeated(static_cast<std::uint32_t>(crc32(crc32(0, nullptr, 0), &zero, 1)), 1, bytes);
}

}  // namespace

GzipBomb MakeGzipBomb(std::uint32_t unit_bytes, std::uint64_t units) {
  GzipBomb bomb;
  bomb.head.assign("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
  bomb.repeated = ZeroBlock(unit_bytes);
  bomb.repeats = units;
  BitWriter bits(bomb.trailer);
  bits.Put(1, 1);      // final
  bits.Put(1, 2);      // fixed Huffman codes
  bits.PutCode(0, 7);  // the end
  bits.FillByte();
  bits.Put(CrcOfRepeated(CrcOfZeros(unit_bytes), unit_bytes, units), 32);
  bits.Put(static_cast<std::uint32_t>(unit_bytes * units), 32);
  return bomb;
}

}  // namespace meguri
