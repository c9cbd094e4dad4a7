#include "url/query_encoder.h"

#include <unicode/ucnv.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "url/percent.h"

namespace meguri::url {
namespace {

struct Encoding {
  std::string_view name;  // the Encoding Standard's, in lower case
  const char* icu;        // the converter whose table is nearest to the standard's index
};

// The legacy encodings of https://encoding.spec.whatwg.org/#names-and-labels.
constexpr std::array<Encoding, 34> kEncodings{{
    {"ibm866", "ibm-866_P100-1995"},
    {"iso-8859-2", "ibm-912_P100-1995"},
    {"iso-8859-3", "ibm-913_P100-2000"},
    {"iso-8859-4", "ibm-914_P100-1995"},
    {"iso-8859-5", "ibm-915_P100-1995"},
    {"iso-8859-6", "ibm-1089_P100-1995"},
    {"iso-8859-7", "ibm-9005_X110-2007"},
    {"iso-8859-8", "ibm-5012_P100-1999"},
    {"iso-8859-8-i", "ibm-5012_P100-1999"},
    {"iso-8859-10", "iso-8859_10-1998"},
    {"iso-8859-13", "ibm-921_P100-1995"},
    {"iso-8859-14", "iso-8859_14-1998"},
    {"iso-8859-15", "ibm-923_P100-1998"},
    {"koi8-r", "ibm-878_P100-1996"},
    {"koi8-u", "ibm-1168_P100-2002"},
    {"macintosh", "macos-0_2-10.2"},
    {"windows-874", "windows-874-2000"},
    {"windows-1250", "ibm-5346_P100-1998"},
    {"windows-1251", "ibm-5347_P100-1998"},
    {"windows-1252", "ibm-5348_P100-1997"},
    {"windows-1253", "ibm-5349_P100-1998"},
    {"windows-1254", "ibm-5350_P100-1998"},
    {"windows-1255", "ibm-9447_P100-2002"},
    {"windows-1256", "ibm-9448_X100-2005"},
    {"windows-1257", "ibm-9449_P100-2002"},
    {"windows-1258", "ibm-5354_P100-1998"},
    {"x-mac-cyrillic", "macos-7_3-10.2"},
    {"gbk", "windows-936-2000"},
    {"gb18030", "gb18030"},
    {"big5", "windows-950-2000"},
    {"euc-jp", "euc-jp-2007"},
    {"iso-2022-jp", "ISO_2022,locale=ja,version=0"},
    {"shift_jis", "ibm-943_P15A-2003"},
    {"euc-kr", "windows-949-2000"},
}};

// U+FF61 to U+FF9F, which ISO-2022-JP writes full width.
constexpr std::u32string_view kFullWidthKatakana =
    U"。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテト"
    U"ナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜";
static_assert(kFullWidthKatakana.size() == 0xFF9F - 0xFF61 + 1);

// What can't be written stops the conversion. ICU's own callback for that lets unseen
// characters (zero-width space, soft hyphen) vanish instead.
void LeaveError(const void* /*context*/, UConverterFromUnicodeArgs* /*args*/,
                const UChar* /*units*/, int32_t /*length*/, UChar32 /*code_point*/,
                UConverterCallbackReason /*reason*/, UErrorCode* /*error*/) {}

// "&#8224;", escaped: what stands for a character that the encoding lacks.
void AppendReference(char32_t code_point, std::string& out) {
  out += "%26%23";
  out += std::to_string(static_cast<std::uint32_t>(code_point));
  out += "%3B";
}

}  // namespace

struct QueryEncoder::Converter {
  struct Close {
    void operator()(UConverter* converter) const { ucnv_close(converter); }
  };
  std::unique_ptr<UConverter, Close> icu;
  std::string_view name;

  bool stateful() const { return name == "iso-2022-jp"; }
  bool japanese() const { return name == "shift_jis" || name == "euc-jp" || stateful(); }
  bool multi_byte() const {
    return japanese() || name == "big5" || name == "euc-kr" || name == "gbk" || name == "gb18030";
  }

  // Where the standard's encoder departs from ICU's table: the code point to look up
  // instead, or nullopt where the standard has no entry.
  std::optional<char32_t> Adjusted(char32_t c) const {
    if (stateful() && (c == 0x0E || c == 0x0F || c == 0x1B)) return std::nullopt;
    if (c == 0x2212 && japanese()) return 0xFF0D;
    if ((c == 0xA5 || c == 0x203E) && japanese() && !stateful()) return c == 0xA5 ? '\\' : '~';
    if (stateful() && c >= 0xFF61 && c <= 0xFF9F) return kFullWidthKatakana[c - 0xFF61];
    if (c == 0xE5E5 && (name == "gb18030" || name == "gbk")) return std::nullopt;
    const bool c1_control = c >= 0x80 && c <= 0x9F;
    const bool private_use = c >= 0xE000 && c <= 0xF8FF;
    if (c1_control && multi_byte() && name != "gb18030") return std::nullopt;
    if (private_use && multi_byte() && name != "gb18030") return std::nullopt;
    return c;
  }

  // Converts one code point, or with `c` unset flushes the shift state, percent-encoding
  // what comes out. False: the encoding lacks it.
  bool AppendOne(std::optional<char32_t> c, CharSet set, std::string& out) const {
    // ASCII is ASCII; some of ICU's tables permute its control characters.
    if (c && *c < 0x80 && !stateful()) {
      AppendBytes(std::string(1, static_cast<char>(*c)), set, out);
      return true;
    }
    UChar units[2] = {};
    int32_t length = 0;
    if (c) U16_APPEND_UNSAFE(units, length, static_cast<UChar32>(*c));
    char bytes[32];
    char* target = bytes;
    const UChar* source = units;
    UErrorCode status = U_ZERO_ERROR;
    ucnv_fromUnicode(icu.get(), &target, bytes + sizeof bytes, &source, units + length, nullptr,
                     /*flush=*/static_cast<UBool>(!c), &status);
    const std::string_view written(bytes, static_cast<std::size_t>(target - bytes));
    // JIS X 0212 is read but not written.
    const bool jis0212 = name == "euc-jp" && written.starts_with('\x8F');
    if (jis0212) return false;
    AppendBytes(written, set, out);
    return U_SUCCESS(status) != 0;
  }

  static void AppendBytes(std::string_view bytes, CharSet set, std::string& out) {
    for (const char byte : bytes) {
      if (IsIn(byte, set)) {
        AppendEscaped(static_cast<unsigned char>(byte), out);
      } else {
        out += byte;
      }
    }
  }
};

std::optional<QueryEncoder> QueryEncoder::ForEncoding(std::string_view name) {
  const std::string lower = AsciiLowered(name);
  const auto* found = std::ranges::find(kEncodings, lower, &Encoding::name);
  if (found == kEncodings.end()) return std::nullopt;
  UErrorCode status = U_ZERO_ERROR;
  auto converter = std::make_unique<Converter>();
  converter->icu.reset(ucnv_open(found->icu, &status));
  converter->name = found->name;
  if (U_FAILURE(status)) return std::nullopt;
  ucnv_setFallback(converter->icu.get(), false);
  ucnv_setFromUCallBack(converter->icu.get(), LeaveError, nullptr, nullptr, nullptr, &status);
  if (U_FAILURE(status)) return std::nullopt;
  return QueryEncoder(std::move(converter));
}

QueryEncoder::QueryEncoder(std::unique_ptr<Converter> converter)
    : converter_(std::move(converter)) {}
QueryEncoder::QueryEncoder(QueryEncoder&&) noexcept = default;
QueryEncoder& QueryEncoder::operator=(QueryEncoder&&) noexcept = default;
QueryEncoder::~QueryEncoder() = default;

void QueryEncoder::Append(std::string_view query, CharSet set, std::string& out) const {
  for (std::size_t at = 0; at < query.size();) {
    const Utf8Step step = DecodeUtf8(query, at);
    at += step.length;
    const std::optional<char32_t> adjusted = converter_->Adjusted(step.code_point);
    if (adjusted && converter_->AppendOne(*adjusted, set, out)) continue;
    // The reference is ASCII: leave the shift state first.
    if (converter_->stateful()) converter_->AppendOne(std::nullopt, set, out);
    const bool unsafe_control = !adjusted && step.code_point < 0x20;
    AppendReference(unsafe_control ? kReplacementCharacter : step.code_point, out);
  }
  converter_->AppendOne(std::nullopt, set, out);
}

}  // namespace meguri::url
