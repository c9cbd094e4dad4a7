// ISO-2022-JP: seven bits, and escapes that say which character set the next bytes are in.
#include <cstdint>
#include <cstring>
#include <optional>

#include "base/ascii.h"
#include "base/utf8.h"
#include "encoding/decode_loop.h"
#include "encoding/decoders.h"
#include "encoding/index_tables.h"

namespace meguri::encoding {
namespace {

enum class CharacterSet { kAscii, kRoman, kKatakana, kJis0208 };

constexpr char kEscape = 0x1B;
constexpr bool IsShift(unsigned byte) { return byte == 0x0E || byte == 0x0F; }
constexpr bool IsPlain(unsigned byte) { return byte < 0x80 && !IsShift(byte) && byte != kEscape; }

// Is there a byte among the eight that is not plain?
constexpr bool HasStop(std::uint64_t word) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHighBits = kOnes * 0x80;
  // SO and SI differ in their last bit only.
  const std::uint64_t shift = (word | kOnes) ^ (kOnes * 0x0F);
  const std::uint64_t escape = word ^ (kOnes * kEscape);
  const std::uint64_t zeros = ((shift - kOnes) & ~shift) | ((escape - kOnes) & ~escape);
  return ((word | zeros) & kHighBits) != 0;
}

// What the two bytes behind an ESC switch to.
std::optional<CharacterSet> SetOf(unsigned first, unsigned second) {
  if (first == '(' && second == 'B') return CharacterSet::kAscii;
  if (first == '(' && second == 'J') return CharacterSet::kRoman;
  if (first == '(' && second == 'I') return CharacterSet::kKatakana;
  if (first == '$' && (second == '@' || second == 'B')) return CharacterSet::kJis0208;
  return std::nullopt;
}

class Iso2022JpDecoder {
 public:
  Iso2022JpDecoder(std::string_view bytes, std::string& out) : reader_(bytes), out_(out) {}

  void Run() {
    while (!reader_.done()) {
      if (reader_[0] == kEscape) {
        ReadEscape();
        continue;
      }
      after_escape_ = false;
      switch (set_) {
        case CharacterSet::kAscii:
          ReadAscii();
          break;
        case CharacterSet::kRoman:
          ReadRoman();
          break;
        case CharacterSet::kKatakana:
          ReadKatakana();
          break;
        case CharacterSet::kJis0208:
          ReadJis0208();
          break;
      }
    }
  }

 private:
  void PutError() { out_ += "\xEF\xBF\xBD"; }
  void Put(char32_t c) {
    char buffer[4];
    const char* end = PutUtf8(c == 0 ? kReplacementCharacter : c, buffer);
    out_.append(buffer, static_cast<std::size_t>(end - buffer));
  }

  // "Escape start" and "escape". An escape that is none is one error for the ESC alone; one
  // right behind another is an error too, though it counts: text could be hidden so.
  void ReadEscape() {
    const auto set = reader_.left() > 2 ? SetOf(reader_[1], reader_[2]) : std::nullopt;
    if (!set) {
      reader_.Skip(1);
      after_escape_ = false;
      return PutError();
    }
    reader_.Skip(3);
    set_ = *set;
    if (after_escape_) PutError();
    after_escape_ = true;
  }

  void ReadAscii() {
    const std::size_t run = Iso2022JpAsciiPrefixLength(reader_.rest());
    out_.append(reader_.rest().data(), run);
    reader_.Skip(run);
    if (run != 0) return;
    reader_.Skip(1);
    PutError();
  }

  void ReadRoman() {
    const unsigned byte = reader_[0];
    reader_.Skip(1);
    if (byte == '\\') return Put(0xA5);
    if (byte == '~') return Put(0x203E);
    if (byte >= 0x80 || IsShift(byte)) return PutError();
    out_ += static_cast<char>(byte);
  }

  void ReadKatakana() {
    const unsigned byte = reader_[0];
    reader_.Skip(1);
    if (byte < 0x21 || byte > 0x5F) return PutError();
    Put(0xFF61 - 0x21 + byte);
  }

  void ReadJis0208() {
    // Where the text is Japanese there is a lot of it: a tight loop over whole pairs.
    char buffer[768];
    char* to = buffer;
    const auto is_graphic = [](unsigned byte) { return byte >= 0x21 && byte <= 0x7E; };
    while (reader_.left() >= 2 && is_graphic(reader_[0]) && is_graphic(reader_[1]) &&
           to < buffer + sizeof buffer - 4) {
      const char32_t c = index_[(reader_[0] - 0x21) * 94 + reader_[1] - 0x21];
      to = PutUtf8(c == 0 ? kReplacementCharacter : c, to);
      reader_.Skip(2);
    }
    out_.append(buffer, static_cast<std::size_t>(to - buffer));
    if (to != buffer) return;
    // A lone byte; what follows it is part of the error, unless it is an ESC.
    const bool takes_next = is_graphic(reader_[0]) && reader_.left() > 1 && reader_[1] != kEscape;
    reader_.Skip(takes_next ? 2 : 1);
    PutError();
  }

  ByteReader reader_;
  std::string& out_;
  const Jis0208Index& index_ = Jis0208();
  CharacterSet set_ = CharacterSet::kAscii;
  bool after_escape_ = false;  // the standard's "ISO-2022-JP output"
};

}  // namespace

std::size_t Iso2022JpAsciiPrefixLength(std::string_view bytes) {
  std::size_t at = 0;
  for (; bytes.size() - at >= sizeof(std::uint64_t); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    if (HasStop(word)) break;  // the loop below finds which
  }
  while (at < bytes.size() && IsPlain(static_cast<unsigned char>(bytes[at]))) {
    ++at;
  }
  return at;
}

void DecodeIso2022Jp(std::string_view bytes, std::string& out) {
  out.reserve(out.size() + bytes.size() + bytes.size() / 2);
  Iso2022JpDecoder(bytes, out).Run();
}

}  // namespace meguri::encoding
