// Numbers and strings as bytes, for what the store keeps: varints (LEB128, 7 bits a byte), fixed
// words with the lowest byte first, strings with their length in front.
//
// ByteReader is total: whatever the bytes are, it stays inside of them; what is missing or too
// large reads as 0 or "", and ok() is false from then on. Thread-compatible.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "base/hash.h"

namespace meguri {

inline void AppendVarint(std::uint64_t value, std::string& out) {
  while (value >= 0x80) {
    out += static_cast<char>(value | 0x80);
    value >>= 7U;
  }
  out += static_cast<char>(value);
}

// Small numbers of either sign stay short.
inline void AppendSignedVarint(std::int64_t value, std::string& out) {
  AppendVarint((static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63),
               out);
}

template <class Word>
inline void AppendFixed(Word value, std::string& out) {
  std::array<char, sizeof(Word)> bytes;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  for (std::size_t i = 0; i < sizeof(Word); ++i) {
    bytes[i] = static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i));
  }
  out.append(bytes.data(), bytes.size());
}

inline void AppendSized(std::string_view text, std::string& out) {
  AppendVarint(text.size(), out);
  out += text;
}

// What guards an entry of a log: the low half of XXH3.
inline std::uint32_t Checksum32(std::string_view bytes) {
  return static_cast<std::uint32_t>(StableHash64(bytes));
}

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {}

  bool ok() const { return ok_; }
  bool at_end() const { return at_ == end_; }
  // All was read, and nothing was wrong.
  bool done() const { return ok_ && at_end(); }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  std::string_view rest() const { return {at_, left()}; }

  std::uint64_t Varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && at_ != end_; shift += 7) {
      const auto byte = static_cast<unsigned char>(*at_++);
      if (shift == 63 && byte > 1) break;  // more than 64 bits
      value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
      if (byte < 0x80) return value;
    }
    return Stop();
  }

  // One that must fit into a smaller type.
  template <class Number>
  Number VarintAs() {
    const std::uint64_t value = Varint();
    if (value > std::numeric_limits<Number>::max()) return static_cast<Number>(Stop());
    return static_cast<Number>(value);
  }

  std::int64_t SignedVarint() {
    const std::uint64_t value = Varint();
    return static_cast<std::int64_t>((value >> 1U) ^ (~(value & 1U) + 1));
  }

  template <class Word>
  Word Fixed() {
    if (left() < sizeof(Word)) return static_cast<Word>(Stop());
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(Word); ++i) {
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(at_[i])) << (8 * i);
    }
    at_ += sizeof(Word);
    return static_cast<Word>(value);
  }

  std::string_view Bytes(std::uint64_t size) {
    if (size > left()) {
      Stop();
      return {};
    }
    const std::string_view bytes(at_, static_cast<std::size_t>(size));
    at_ += size;
    return bytes;
  }

  std::string_view Sized() { return Bytes(Varint()); }

 private:
  std::uint64_t Stop() {
    ok_ = false;
    at_ = end_;
    return 0;
  }

  const char* at_;
  const char* end_;
  bool ok_ = true;
};

}  // namespace meguri
