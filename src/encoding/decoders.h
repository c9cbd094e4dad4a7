// The standard's decoders, each in replacement mode: `bytes` onto the end of `out`, as UTF-8.
// Decode() of encoding.h chooses; nobody else calls them. Total, linear, no state.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "encoding/encoding.h"

namespace meguri::encoding {

void DecodeUtf8Text(std::string_view bytes, std::string& out);
void DecodeUtf16(std::string_view bytes, bool big_endian, std::string& out);
void DecodeReplacement(std::string_view bytes, std::string& out);
void DecodeXUserDefined(std::string_view bytes, std::string& out);
void DecodeSingleByte(Encoding encoding, std::string_view bytes, std::string& out);
void DecodeGb18030(std::string_view bytes, std::string& out);
void DecodeBig5(std::string_view bytes, std::string& out);
void DecodeEucJp(std::string_view bytes, std::string& out);
void DecodeShiftJis(std::string_view bytes, std::string& out);
void DecodeEucKr(std::string_view bytes, std::string& out);
void DecodeIso2022Jp(std::string_view bytes, std::string& out);

// How many bytes at the start ISO-2022-JP reads as ASCII: no escape, no shift, no high bit.
std::size_t Iso2022JpAsciiPrefixLength(std::string_view bytes);

}  // namespace meguri::encoding
