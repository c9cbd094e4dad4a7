#include "encoding/encoding.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "encoding/decoders.h"
#include "encoding/index_tables.h"

namespace meguri::encoding {
namespace {

// The bytes of `bytes` are its text, without looking at any table.
bool IsItsOwnText(Encoding encoding, std::string_view bytes) {
  switch (encoding) {
    case Encoding::kUtf8:
      return IsValidUtf8(bytes);
    case Encoding::kUtf16Be:
    case Encoding::kUtf16Le:
    case Encoding::kReplacement:
      return bytes.empty();
    case Encoding::kIso2022Jp:
      return Iso2022JpAsciiPrefixLength(bytes) == bytes.size();
    default:
      return IsAscii(bytes);
  }
}

}  // namespace

void Decode(Encoding encoding, std::string_view bytes, std::string& out) {
  if (IsSingleByte(encoding)) return DecodeSingleByte(encoding, bytes, out);
  switch (encoding) {
    case Encoding::kGbk:
    case Encoding::kGb18030:
      return DecodeGb18030(bytes, out);
    case Encoding::kBig5:
      return DecodeBig5(bytes, out);
    case Encoding::kEucJp:
      return DecodeEucJp(bytes, out);
    case Encoding::kIso2022Jp:
      return DecodeIso2022Jp(bytes, out);
    case Encoding::kShiftJis:
      return DecodeShiftJis(bytes, out);
    case Encoding::kEucKr:
      return DecodeEucKr(bytes, out);
    case Encoding::kReplacement:
      return DecodeReplacement(bytes, out);
    case Encoding::kUtf16Be:
    case Encoding::kUtf16Le:
      return DecodeUtf16(bytes, encoding == Encoding::kUtf16Be, out);
    case Encoding::kXUserDefined:
      return DecodeXUserDefined(bytes, out);
    default:
      return DecodeUtf8Text(bytes, out);
  }
}

std::string_view DecodedView(Encoding encoding, std::string_view bytes, std::string& scratch) {
  if (IsItsOwnText(encoding, bytes)) return bytes;
  scratch.clear();
  Decode(encoding, bytes, scratch);
  return scratch;
}

std::optional<Bom> TakeBom(std::string_view& bytes) {
  constexpr std::array<std::pair<std::string_view, Encoding>, 3> kMarks = {{
      {"\xEF\xBB\xBF", Encoding::kUtf8},
      {"\xFE\xFF", Encoding::kUtf16Be},
      {"\xFF\xFE", Encoding::kUtf16Le},
  }};
  for (const auto& [mark, encoding] : kMarks) {
    if (!bytes.starts_with(mark)) continue;
    bytes.remove_prefix(mark.size());
    return Bom{encoding, static_cast<std::uint8_t>(mark.size())};
  }
  return std::nullopt;
}

}  // namespace meguri::encoding
