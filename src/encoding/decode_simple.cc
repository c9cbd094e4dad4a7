// Unicode's own encodings, one byte per character, and the two odd ones.
#include <algorithm>
#include <cstdint>

#include "base/utf8.h"
#include "encoding/decode_loop.h"
#include "encoding/decoders.h"
#include "encoding/index_tables.h"

namespace meguri::encoding {

void DecodeUtf8Text(std::string_view bytes, std::string& out) {
  out.reserve(out.size() + bytes.size());
  while (!bytes.empty()) {
    const std::size_t valid = Utf8PrefixLength(bytes);
    out.append(bytes.data(), valid);
    bytes.remove_prefix(valid);
    // Broken bytes come in crowds (a page in another encoding): stay here for them.
    while (!bytes.empty()) {
      const Utf8Step step = DecodeUtf8(bytes, 0);
      if (step.valid) break;
      out += "\xEF\xBF\xBD";
      bytes.remove_prefix(step.length);
    }
  }
}

void DecodeUtf16(std::string_view bytes, bool big_endian, std::string& out) {
  const auto unit_at = [bytes, big_endian](std::size_t at) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<char32_t>(big_endian ? first << 8 | second : second << 8 | first);
  };
  constexpr std::size_t kBlock = 1024;  // units, each at most three bytes of UTF-8
  char buffer[kBlock * 3 + 4];
  out.reserve(out.size() + bytes.size() / 2);
  const std::size_t whole = bytes.size() / 2 * 2;
  bool odd_byte_is_part_of_error = false;
  for (std::size_t at = 0; at < whole;) {
    char* to = buffer;
    for (const std::size_t end = std::min(whole, at + kBlock * 2); at < end;) {
      char32_t c = unit_at(at);
      at += 2;
      if (IsSurrogate(c)) {
        const bool leads = c < 0xDC00;
        const char32_t next = leads && at < whole ? unit_at(at) : 0;
        if (next >= 0xDC00 && next <= 0xDFFF) {
          c = 0x10000 + ((c - 0xD800) << 10) + (next - 0xDC00);
          at += 2;
        } else {
          c = kReplacementCharacter;
          // At the end, a surrogate that waits for its other half and half a unit are one error.
          odd_byte_is_part_of_error = leads && at == whole;
        }
      }
      to = PutUtf8(c, to);
    }
    out.append(buffer, static_cast<std::size_t>(to - buffer));
  }
  if (whole != bytes.size() && !odd_byte_is_part_of_error) AppendUtf8(kReplacementCharacter, out);
}

void DecodeReplacement(std::string_view bytes, std::string& out) {
  if (!bytes.empty()) AppendUtf8(kReplacementCharacter, out);
}

void DecodeXUserDefined(std::string_view bytes, std::string& out) {
  DecodeLoop(bytes, out, [](ByteReader& reader, char* to) {
    const char32_t c = 0xF780 + reader[0] - 0x80;
    reader.Skip(1);
    return PutUtf8(c, to);
  });
}

void DecodeSingleByte(Encoding encoding, std::string_view bytes, std::string& out) {
  const SingleByteIndex& index = SingleByte(encoding);
  DecodeLoop(bytes, out, [&index](ByteReader& reader, char* to) {
    const char32_t c = index[reader[0] - 0x80];
    reader.Skip(1);
    return PutUtf8(c == 0 ? kReplacementCharacter : c, to);
  });
}

}  // namespace meguri::encoding
