#include "html/text/words.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <vector>

#include "base/ascii.h"
#include "base/byte_words.h"
#include "base/utf8.h"

namespace meguri::html {
namespace {

enum class CharClass : std::uint8_t {
  kSeparator,
  kLetter,   // or digit: as it is
  kCased,    // has a lower-case form
  kAlone,    // a word by itself
  kMark,     // belongs to what is before it
  kIgnored,  // a soft hyphen: as if not there
};

// Odd numbers with about as many ones as zeros, drawn once.
constexpr std::uint64_t kWordFactor = 0x9FB21C651E98DF25;
constexpr std::uint64_t kEndFactor = 0xC4CEB9FE1A85EC53;
constexpr std::uint64_t kRollFactor = 0xD6E8FEB86659FD93;
constexpr std::uint64_t kShingleFactor = 0xA0761D6478BD642F;

// Both halves of the product, so that every bit of the inputs reaches every bit of the result.
std::uint64_t Mix(std::uint64_t a, std::uint64_t b) {
  const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

// A word is hashed in pieces of eight bytes, the last one filled up with zeros.
std::uint64_t AddPiece(std::uint64_t hash, std::uint64_t piece) {
  return Mix(hash ^ piece, kWordFactor);
}
std::uint64_t EndWord(std::uint64_t hash, std::size_t length) {
  return Mix(hash ^ length, kEndFactor);
}

std::uint64_t LittleEndian(std::uint64_t word) {
  return std::endian::native == std::endian::little ? word : __builtin_bswap64(word);
}

// The high bit of each byte that is no ASCII letter or digit. No sum below crosses a byte.
std::uint64_t NonWordBytes(std::uint64_t bytes) {
  const std::uint64_t low_bits = bytes & EveryByte(0x7F);
  const std::uint64_t lowered = low_bits | EveryByte(0x20);
  const std::uint64_t letter =
      (lowered + EveryByte(0x80 - 'a')) & ~(lowered + EveryByte(0x80 - 'z' - 1));
  const std::uint64_t digit =
      (low_bits + EveryByte(0x80 - '0')) & ~(low_bits + EveryByte(0x80 - '9' - 1));
  return ~((letter | digit) & ~bytes) & EveryByte(0x80);
}

// Eight high bits as a byte.
std::uint64_t HighBits(std::uint64_t high_bits) {
  return (high_bits >> 7U) * 0x0102040810204080 >> 56U;
}

// 0x20 makes lower-case letters of letters and leaves digits alone.
std::uint64_t LoweredWord(std::uint64_t bytes) { return bytes | EveryByte(0x20); }

bool HasNoSpaces(char32_t c) {
  UErrorCode status = U_ZERO_ERROR;
  switch (uscript_getScript(static_cast<UChar32>(c), &status)) {
    case USCRIPT_HAN:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_THAI:
    case USCRIPT_LAO:
    case USCRIPT_KHMER:
    case USCRIPT_MYANMAR:
      return true;
    default:
      // Shared by Hiragana and Katakana, so of neither: the prolonged sound marks.
      return c == 0x30FC || c == 0xFF70;
  }
}

CharClass Classify(char32_t c) {
  const auto code_point = static_cast<UChar32>(c);
  if (u_hasBinaryProperty(code_point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) {
    return CharClass::kIgnored;
  }
  const std::uint32_t category = U_GET_GC_MASK(code_point);
  if ((category & U_GC_M_MASK) != 0) return CharClass::kMark;
  if ((category & (U_GC_L_MASK | U_GC_N_MASK)) == 0) return CharClass::kSeparator;
  if (HasNoSpaces(c)) return CharClass::kAlone;
  const bool full_width_ascii = c >= 0xFF01 && c <= 0xFF5E;
  return full_width_ascii || u_tolower(code_point) != code_point ? CharClass::kCased
                                                                 : CharClass::kLetter;
}

constexpr std::size_t kTableSize = 0x10000;

// Made once, 2 ms: asking ICU for each character of a Japanese page would cost more than all the
// rest of its fingerprint.
const std::uint8_t* ClassTable() {
  static const std::vector<std::uint8_t> kTable = [] {
    std::vector<std::uint8_t> classes(kTableSize);
    for (std::size_t c = 0; c < kTableSize; ++c) {
      classes[c] = static_cast<std::uint8_t>(Classify(static_cast<char32_t>(c)));
    }
    return classes;
  }();
  return kTable.data();
}

char32_t Lowered(char32_t c) {
  if (c >= 0xFF01 && c <= 0xFF5E) c -= 0xFF01 - 0x21;
  return static_cast<char32_t>(u_tolower(static_cast<UChar32>(c)));
}

// True if a character of that class can't be added to a word: to one that is empty so far, or that
// is a character standing alone.
bool EndsWord(CharClass char_class, bool empty, bool alone, bool ascii) {
  switch (char_class) {
    case CharClass::kSeparator:
      return !empty || ascii;
    case CharClass::kAlone:
      return !empty;
    case CharClass::kLetter:
    case CharClass::kCased:
      return alone;
    case CharClass::kMark:
    case CharClass::kIgnored:
      return false;
  }
  return true;
}

// A word in the making.
class WordBuffer {
 public:
  bool empty() const { return length_ == 0; }
  bool full() const { return length_ + 4 > WordReader::kMaxWordBytes; }

  void Append(const char* bytes, std::size_t count) {
    std::memcpy(bytes_.data() + length_, bytes, count);
    length_ += count;
  }
  void Append(char32_t c) {
    std::array<char, 4> bytes{};
    std::size_t count = 0;
    if (c < 0x80) {
      bytes[count++] = static_cast<char>(c);
    } else if (c < 0x800) {
      bytes[count++] = static_cast<char>(0xC0 | (c >> 6U));
    } else if (c < 0x10000) {
      bytes[count++] = static_cast<char>(0xE0 | (c >> 12U));
      bytes[count++] = static_cast<char>(0x80 | ((c >> 6U) & 0x3F));
    } else {
      bytes[count++] = static_cast<char>(0xF0 | (c >> 18U));
      bytes[count++] = static_cast<char>(0x80 | ((c >> 12U) & 0x3F));
      bytes[count++] = static_cast<char>(0x80 | ((c >> 6U) & 0x3F));
    }
    if (c >= 0x80) bytes[count++] = static_cast<char>(0x80 | (c & 0x3F));
    Append(bytes.data(), count);
  }

  std::uint64_t Hash(std::uint64_t seed) const {
    std::uint64_t hash = seed;
    for (std::size_t at = 0; at < length_; at += sizeof(std::uint64_t)) {
      std::uint64_t piece = 0;
      std::memcpy(&piece, bytes_.data() + at, std::min(sizeof piece, length_ - at));
      hash = AddPiece(hash, LittleEndian(piece));
    }
    return EndWord(hash, length_);
  }

 private:
  std::array<char, WordReader::kMaxWordBytes> bytes_;  // the first length_ are set
  std::size_t length_ = 0;
};

}  // namespace

WordReader::WordReader(std::string_view text, std::uint64_t seed)
    : text_(text), seed_(Mix(seed ^ kWordFactor, kRollFactor)), classes_(ClassTable()) {}

// Eight bytes of the text, little-endian, zeros after its end.
inline std::uint64_t WordReader::Load(std::size_t at) const {
  std::uint64_t bytes = 0;
  if (text_.size() - at >= sizeof bytes) {
    std::memcpy(&bytes, text_.data() + at, sizeof bytes);
  } else {
    std::memcpy(&bytes, text_.data() + at, text_.size() - at);
  }
  return LittleEndian(bytes);
}

// The word that starts at at_. False if a byte of 0x80 or above belongs to it or follows it: then
// nothing has changed.
bool WordReader::ReadAsciiWord(std::uint64_t& hash) {
  std::uint64_t result = seed_;
  for (std::size_t length = 0; length < kMaxWordBytes; length += sizeof(std::uint64_t)) {
    const std::uint64_t bytes = Load(at_ + length);
    const std::uint64_t ends = NonWordBytes(bytes);
    if (ends == 0) {
      result = AddPiece(result, LoweredWord(bytes));
      continue;
    }
    const auto end_bit = static_cast<unsigned>(std::countr_zero(ends));  // 7, 15, …, 63
    if ((bytes >> end_bit & 1U) != 0) return false;
    const std::uint64_t inside = (std::uint64_t{1} << (end_bit - 7)) - 1;
    if (inside != 0) result = AddPiece(result, LoweredWord(bytes) & inside);
    hash = EndWord(result, length + end_bit / 8);
    at_ += length + end_bit / 8;
    return true;
  }
  hash = EndWord(result, kMaxWordBytes);
  at_ += kMaxWordBytes;
  return true;
}

// Words of up to eight ASCII bytes, which most are: from masks of 64 bytes of the text at a time,
// so that finding the next word waits for no load. Stops at what is not so simple.
std::size_t WordReader::ReadShortWords(std::span<std::uint64_t> out) {
  constexpr std::size_t kBlock = 64;
  constexpr std::size_t kRead = kBlock + sizeof(std::uint64_t);
  std::array<char, kRead> end_of_text;
  const char* block = text_.data() + at_;
  if (text_.size() - at_ < kRead) {
    end_of_text.fill('\0');
    std::memcpy(end_of_text.data(), block, text_.size() - at_);
    block = end_of_text.data();
  }
  std::uint64_t separators = 0;
  std::uint64_t high = 0;
  for (unsigned i = 0; i < kBlock / 8; ++i) {
    const std::uint64_t bytes = LoadWord(block + std::size_t{i} * 8);
    separators |= HighBits(NonWordBytes(bytes)) << i * 8;
    high |= HighBits(bytes & EveryByte(0x80)) << i * 8;
  }
  std::size_t count = 0;
  unsigned begin = 0;
  while (count < out.size()) {
    const std::uint64_t starts = (~separators | high) >> begin;
    if (starts == 0) {
      begin = kBlock;
      break;
    }
    begin += static_cast<unsigned>(std::countr_zero(starts));
    const auto length = static_cast<unsigned>(std::countr_zero(separators >> begin));
    const unsigned end = begin + length;  // 64 or more if the word goes on behind the block
    if (length == 0 || length > 8 || end >= kBlock || (high >> end & 1U) != 0) break;
    const std::uint64_t inside = ~std::uint64_t{0} >> (64 - 8 * length);
    out[count++] = EndWord(AddPiece(seed_, LoweredWord(LoadWord(block + begin)) & inside), length);
    begin = end;
  }
  at_ = std::min(at_ + begin, text_.size());
  return count;
}

// Characters of three bytes that are words by themselves, as Chinese and Japanese text is made of:
// as many as there are, up to one that may carry a mark.
inline std::size_t WordReader::ReadLoneCharacters(std::span<std::uint64_t> out) {
  const auto* const bytes = reinterpret_cast<const unsigned char*>(text_.data());
  const auto class_at = [&](std::size_t at) {
    if (text_.size() - at < 3 || bytes[at] < 0xE1 || bytes[at] > 0xEC ||
        !IsUtf8Continuation(text_[at + 1]) || !IsUtf8Continuation(text_[at + 2])) {
      return CharClass::kMark;  // not so simple
    }
    return static_cast<CharClass>(
        classes_[(bytes[at] & 0x0FU) << 12U | (bytes[at + 1] & 0x3FU) << 6U |
                 (bytes[at + 2] & 0x3FU)]);
  };
  std::size_t count = 0;
  CharClass here = class_at(at_);
  while (count < out.size() && here == CharClass::kAlone) {
    const std::size_t next = at_ + 3;
    const bool ascii_next = next == text_.size() || bytes[next] < 0x80;
    const CharClass after = ascii_next ? CharClass::kSeparator : class_at(next);
    if (after == CharClass::kMark || after == CharClass::kIgnored) break;
    const std::uint64_t piece = std::uint64_t{bytes[at_]} | std::uint64_t{bytes[at_ + 1]} << 8U |
                                std::uint64_t{bytes[at_ + 2]} << 16U;
    out[count++] = EndWord(AddPiece(seed_, piece), 3);
    at_ = next;
    here = after;
  }
  return count;
}

// The next word from at_ on, whatever it is made of; false if there is none up to the next
// ASCII separator.
bool WordReader::ReadAnyWord(std::uint64_t& hash) {
  WordBuffer word;
  bool alone = false;
  while (at_ < text_.size() && !word.full()) {
    const Utf8Step step = DecodeUtf8(text_, at_);
    const char32_t c = step.code_point;
    const CharClass char_class = !step.valid      ? CharClass::kSeparator
                                 : c < kTableSize ? static_cast<CharClass>(classes_[c])
                                                  : Classify(c);
    if (EndsWord(char_class, word.empty(), alone, c < 0x80)) break;
    if (char_class == CharClass::kCased) {
      word.Append(Lowered(c));
    } else if (char_class != CharClass::kSeparator && char_class != CharClass::kIgnored) {
      word.Append(text_.data() + at_, step.length);
    }
    alone = alone || char_class == CharClass::kAlone;
    at_ += step.length;
  }
  if (word.empty()) return false;
  hash = word.Hash(seed_);
  return true;
}

std::size_t WordReader::Read(std::span<std::uint64_t> out) {
  std::size_t count = 0;
  while (count < out.size() && at_ < text_.size()) {
    const char c = text_[at_];
    if (static_cast<unsigned char>(c) < 0x80 && !IsAsciiAlphanumeric(c)) {
      ++at_;
      continue;
    }
    const std::span<std::uint64_t> free = out.subspan(count);
    const bool ascii = static_cast<unsigned char>(c) < 0x80;
    if (const std::size_t read = ascii ? ReadShortWords(free) : ReadLoneCharacters(free)) {
      count += read;
      continue;
    }
    std::uint64_t hash = 0;
    if ((ascii && ReadAsciiWord(hash)) || ReadAnyWord(hash)) out[count++] = hash;
  }
  return count;
}

ShingleReader::ShingleReader(std::string_view text, std::size_t words_per_shingle,
                             std::uint64_t seed)
    : words_(text, seed), size_(words_per_shingle) {
  assert(size_ >= 1 && size_ <= kMaxWords);  // the caller's bug
  for (std::size_t i = 0; i < size_; ++i) {
    leaving_factor_ *= kRollFactor;
  }
}

// sum of word[i] * kRollFactor^(size_ - 1 - i) over the last size_ words, modulo 2^64.
inline std::uint64_t ShingleReader::Roll(std::uint64_t word) {
  std::uint64_t& oldest = window_[oldest_];
  rolling_ = rolling_ * kRollFactor + word - oldest * leaving_factor_;
  oldest = word;
  oldest_ = oldest_ + 1 == size_ ? 0 : oldest_ + 1;
  ++words_read_;
  return Mix(rolling_ ^ kShingleFactor, kEndFactor);
}

std::size_t ShingleReader::Read(std::span<std::uint64_t> out) {
  std::size_t count = 0;
  while (count < out.size()) {
    const std::span<std::uint64_t> free = out.subspan(count);
    const std::size_t words = words_.Read(free);
    if (words == 0) {
      if (words_read_ == 0 || words_read_ >= size_ || short_text_done_) break;
      short_text_done_ = true;
      free[0] = Mix(rolling_ ^ kShingleFactor, kEndFactor);
      return 1;
    }
    for (const std::uint64_t word : free.first(words)) {
      const std::uint64_t shingle = Roll(word);
      if (words_read_ >= size_) out[count++] = shingle;
    }
  }
  return count;
}

}  // namespace meguri::html
