// The decoders of East Asia, but for ISO-2022-JP. Each lambda is the standard's handler from
// the first byte of a sequence to its last; "restore" is a byte that is not skipped.
#include <cstdint>

#include "encoding/decode_loop.h"
#include "encoding/decoders.h"
#include "encoding/index_tables.h"

namespace meguri::encoding {
namespace {

constexpr bool IsBetween(unsigned byte, unsigned first, unsigned last) {
  return byte - first <= last - first;  // wraps around below `first`
}

constexpr char32_t HalfWidthKatakana(unsigned byte) { return 0xFF61 - 0xA1 + byte; }

// A sequence of gb18030 whose second byte is a digit.
char* PutFourBytes(ByteReader& reader, char* to) {
  const bool third_is_there = reader.left() > 2;
  if (!third_is_there) {  // the end: one error, whatever was read
    reader.Skip(2);
    return PutUtf8(kReplacementCharacter, to);
  }
  if (!IsBetween(reader[2], 0x81, 0xFE)) return PutError(reader, to);
  if (reader.left() == 3) {
    reader.Skip(3);
    return PutUtf8(kReplacementCharacter, to);
  }
  if (!IsBetween(reader[3], 0x30, 0x39)) return PutError(reader, to);
  const char32_t c = Gb18030RangesCodePoint((reader[0] - 0x81) * 12600 + (reader[1] - 0x30) * 1260 +
                                            (reader[2] - 0x81) * 10 + reader[3] - 0x30);
  reader.Skip(4);
  return PutUtf8(c == 0 ? kReplacementCharacter : c, to);
}

// Three bytes of EUC-JP, the first of which is 0x8F and the second of which may be a lead.
char* PutJis0212(ByteReader& reader, char* to) {
  if (reader.left() == 2) {
    reader.Skip(2);
    return PutUtf8(kReplacementCharacter, to);
  }
  const unsigned lead = reader[1];
  const unsigned trail = reader[2];
  const char32_t c =
      IsBetween(trail, 0xA1, 0xFE) ? Jis0212()[(lead - 0xA1) * 94 + trail - 0xA1] : 0;
  reader.Skip(1);
  return PutPair(c, trail, reader, to);
}

// Four pointers stand for a letter and its accent (the standard's table in "Big5 decoder").
char* PutBig5Pair(unsigned pointer, ByteReader& reader, char* to) {
  to = PutUtf8(pointer < 1150 ? 0xCA : 0xEA, to);
  reader.Skip(2);
  return PutUtf8(pointer == 1133 || pointer == 1164 ? 0x304 : 0x30C, to);
}

}  // namespace

void DecodeGb18030(std::string_view bytes, std::string& out) {
  DecodeLoop(bytes, out, [&index = Gb18030()](ByteReader& reader, char* to) {
    const unsigned lead = reader[0];
    if (lead == 0x80) {
      reader.Skip(1);
      return PutUtf8(0x20AC, to);
    }
    if (lead == 0xFF || reader.left() == 1) return PutError(reader, to);
    const unsigned trail = reader[1];
    if (IsBetween(trail, 0x30, 0x39)) return PutFourBytes(reader, to);
    char32_t c = 0;
    if (IsBetween(trail, 0x40, 0xFE) && trail != 0x7F) {
      c = index[(lead - 0x81) * 190 + trail - (trail < 0x7F ? 0x40 : 0x41)];
    }
    return PutPair(c, trail, reader, to);
  });
}

void DecodeBig5(std::string_view bytes, std::string& out) {
  DecodeLoop(bytes, out, [&index = Big5()](ByteReader& reader, char* to) {
    const unsigned lead = reader[0];
    if (lead == 0x80 || lead == 0xFF || reader.left() == 1) return PutError(reader, to);
    const unsigned trail = reader[1];
    char32_t c = 0;
    if (IsBetween(trail, 0x40, 0x7E) || IsBetween(trail, 0xA1, 0xFE)) {
      const unsigned pointer = (lead - 0x81) * 157 + trail - (trail < 0x7F ? 0x40 : 0x62);
      c = index[pointer];
      const bool is_pair = pointer == 1133 || pointer == 1135 || pointer == 1164 || pointer == 1166;
      if (is_pair) return PutBig5Pair(pointer, reader, to);
    }
    return PutPair(c, trail, reader, to);
  });
}

void DecodeEucJp(std::string_view bytes, std::string& out) {
  DecodeLoop(bytes, out, [&index = Jis0208()](ByteReader& reader, char* to) {
    const unsigned lead = reader[0];
    const bool is_lead = IsBetween(lead, 0xA1, 0xFE) || lead == 0x8E || lead == 0x8F;
    if (!is_lead || reader.left() == 1) return PutError(reader, to);
    const unsigned trail = reader[1];
    char32_t c = 0;
    if (lead >= 0xA1) {
      if (IsBetween(trail, 0xA1, 0xFE)) c = index[(lead - 0xA1) * 94 + trail - 0xA1];
    } else if (lead == 0x8E) {
      if (IsBetween(trail, 0xA1, 0xDF)) c = HalfWidthKatakana(trail);
    } else if (IsBetween(trail, 0xA1, 0xFE)) {
      return PutJis0212(reader, to);
    }
    return PutPair(c, trail, reader, to);
  });
}

void DecodeShiftJis(std::string_view bytes, std::string& out) {
  DecodeLoop(bytes, out, [&index = Jis0208()](ByteReader& reader, char* to) {
    const unsigned lead = reader[0];
    if (IsBetween(lead, 0xA1, 0xDF) || lead == 0x80) {
      reader.Skip(1);
      return PutUtf8(lead == 0x80 ? 0x80 : HalfWidthKatakana(lead), to);
    }
    if (lead == 0xA0 || lead > 0xFC || reader.left() == 1) return PutError(reader, to);
    const unsigned trail = reader[1];
    char32_t c = 0;
    if (IsBetween(trail, 0x40, 0xFC) && trail != 0x7F) {
      const unsigned pointer =
          (lead - (lead < 0xA0 ? 0x81 : 0xC1)) * 188 + trail - (trail < 0x7F ? 0x40 : 0x41);
      // The users' own characters, as Windows has them.
      c = IsBetween(pointer, 8836, 10715) ? 0xE000 - 8836 + pointer : index[pointer];
    }
    return PutPair(c, trail, reader, to);
  });
}

void DecodeEucKr(std::string_view bytes, std::string& out) {
  DecodeLoop(bytes, out, [&index = EucKr()](ByteReader& reader, char* to) {
    const unsigned lead = reader[0];
    if (lead == 0x80 || lead == 0xFF || reader.left() == 1) return PutError(reader, to);
    const unsigned trail = reader[1];
    const char32_t c = IsBetween(trail, 0x41, 0xFE) ? index[(lead - 0x81) * 190 + trail - 0x41] : 0;
    return PutPair(c, trail, reader, to);
  });
}

}  // namespace meguri::encoding
