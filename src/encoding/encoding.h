// The encodings of the web (WHATWG Encoding Standard): labels, names, decoding, encoding.
//
// Decoding is total: any bytes give text, every error one U+FFFD, as the standard's decoder in
// replacement mode. It is linear and keeps no state between calls.
// No state: any thread may call these functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace meguri::encoding {

// In the order of the standard's table.
// NOLINTBEGIN(readability-identifier-naming): nobody can read kIso885915
enum class Encoding : std::uint8_t {
  kUtf8,
  kIbm866,
  kIso8859_2,
  kIso8859_3,
  kIso8859_4,
  kIso8859_5,
  kIso8859_6,
  kIso8859_7,
  kIso8859_8,
  kIso8859_8I,
  kIso8859_10,
  kIso8859_13,
  kIso8859_14,
  kIso8859_15,
  kIso8859_16,
  kKoi8R,
  kKoi8U,
  kMacintosh,
  kWindows874,
  kWindows1250,
  kWindows1251,
  kWindows1252,
  kWindows1253,
  kWindows1254,
  kWindows1255,
  kWindows1256,
  kWindows1257,
  kWindows1258,
  kXMacCyrillic,
  kGbk,
  kGb18030,
  kBig5,
  kEucJp,
  kIso2022Jp,
  kShiftJis,
  kEucKr,
  kReplacement,
  kUtf16Be,
  kUtf16Le,
  kXUserDefined,
};
// NOLINTEND(readability-identifier-naming)

// "get an encoding": `label` in any case, white space around it off; nullopt if it is none.
std::optional<Encoding> FindEncoding(std::string_view label);

// "Shift_JIS", "windows-1252": as the standard spells it.
std::string_view EncodingName(Encoding encoding);

// A byte order mark: of UTF-8 or UTF-16.
struct Bom {
  Encoding encoding;
  std::uint8_t size;
};
// The one at the front of `bytes`, if there is one, and the bytes without it.
std::optional<Bom> TakeBom(std::string_view& bytes);

// Appends `bytes` as UTF-8 to `out`; well-formed in any case. A byte order mark is not looked
// at: cut it off first.
void Decode(Encoding encoding, std::string_view bytes, std::string& out);

// The text of `bytes` as UTF-8: `bytes` itself, without a copy, if that is what they are
// already; otherwise decoded into `scratch`, whose old contents are lost.
std::string_view DecodedView(Encoding encoding, std::string_view bytes, std::string& scratch);

}  // namespace meguri::encoding
