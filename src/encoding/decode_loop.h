// What the decoders of ASCII-compatible encodings share: ASCII is copied in runs, everything
// else goes through a small buffer, so that no character costs a call into std::string.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/utf8.h"

namespace meguri::encoding {

// Writes `c` as UTF-8 and returns where the next character goes.
// REQUIRES: `c` is a scalar value; `to` has room for 4 bytes.
inline char* PutUtf8(char32_t c, char* to) {
  const auto byte = [](char32_t value) { return static_cast<char>(value); };
  if (c < 0x80) {
    *to++ = byte(c);
  } else if (c < 0x800) {
    *to++ = byte(0xC0 | (c >> 6));
    *to++ = byte(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    *to++ = byte(0xE0 | (c >> 12));
    *to++ = byte(0x80 | ((c >> 6) & 0x3F));
    *to++ = byte(0x80 | (c & 0x3F));
  } else {
    *to++ = byte(0xF0 | (c >> 18));
    *to++ = byte(0x80 | ((c >> 12) & 0x3F));
    *to++ = byte(0x80 | ((c >> 6) & 0x3F));
    *to++ = byte(0x80 | (c & 0x3F));
  }
  return to;
}

// Bytes of a sequence that may end early.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes)
      : at_(reinterpret_cast<const unsigned char*>(bytes.data())), end_(at_ + bytes.size()) {}

  bool done() const { return at_ == end_; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  // REQUIRES: i < left().
  unsigned operator[](std::size_t i) const { return at_[i]; }
  std::string_view rest() const { return {reinterpret_cast<const char*>(at_), left()}; }
  // REQUIRES: count <= left().
  void Skip(std::size_t count) { at_ += count; }

 private:
  const unsigned char* at_;
  const unsigned char* end_;
};

// Decodes `bytes` onto the end of `out`. `step(reader, to)` is called at each byte of 0x80 and
// above: it must skip at least one byte, write at most kMaxStep bytes to `to` and return the
// end of them. Runs of ASCII never get there, unless step skips some itself.
inline constexpr std::size_t kMaxStep = 8;

template <class Step>
void DecodeLoop(std::string_view bytes, std::string& out, Step step) {
  constexpr std::size_t kBuffer = 4096;
  constexpr std::size_t kShortRun = 64;  // longer ones go to `out` directly
  char buffer[kBuffer + kShortRun];
  static_assert(kMaxStep <= kShortRun);
  char* to = buffer;
  const auto flush = [&] {
    out.append(buffer, static_cast<std::size_t>(to - buffer));
    to = buffer;
  };
  // Two bytes of most scripts become three.
  const std::size_t ascii = AsciiPrefixLength(bytes);
  out.reserve(out.size() + bytes.size() + (bytes.size() - ascii) / 2);
  out.append(bytes, 0, ascii);
  ByteReader reader(bytes);
  reader.Skip(ascii);
  while (!reader.done()) {
    if (to >= buffer + kBuffer) flush();
    if (reader[0] >= 0x80) {
      to = step(reader, to);
      continue;
    }
    const std::size_t run = AsciiPrefixLength(reader.rest());
    if (run <= kShortRun) {
      std::memcpy(to, reader.rest().data(), run);
      to += run;
    } else {
      flush();
      out.append(reader.rest().data(), run);
    }
    reader.Skip(run);
  }
  flush();
}

// The end of most decoders: a pair of bytes that may stand for nothing. What can't be a
// character's second byte, and is ASCII, is read again as itself (it may be a '<').
inline char* PutPair(char32_t code_point, unsigned second, ByteReader& reader, char* to) {
  if (code_point != 0) {
    reader.Skip(2);
    return PutUtf8(code_point, to);
  }
  reader.Skip(second < 0x80 ? 1 : 2);
  return PutUtf8(kReplacementCharacter, to);
}

// A lone byte that is no character.
inline char* PutError(ByteReader& reader, char* to) {
  reader.Skip(1);
  return PutUtf8(kReplacementCharacter, to);
}

}  // namespace meguri::encoding
