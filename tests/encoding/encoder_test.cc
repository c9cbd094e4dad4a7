#include "encoding/encoder.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "encoding/index_tables.h"
#include "tests/support/shared_data.h"

namespace meguri::encoding {
namespace {

constexpr int kEncodings = static_cast<int>(Encoding::kXUserDefined) + 1;

std::string Encoded(Encoding encoding, std::string_view text) {
  std::string bytes;
  Encode(encoding, text, bytes);
  return bytes;
}

std::string Decoded(Encoding encoding, std::string_view bytes) {
  std::string text;
  Decode(encoding, bytes, text);
  return text;
}

std::string Utf8(char32_t c) {
  std::string text;
  AppendUtf8(c, text);
  return text;
}

// What may be written, though the same bytes are read as something else.
bool IsReadDifferently(Encoding encoding, char32_t c) {
  const bool is_shift_jis = encoding == Encoding::kShiftJis;
  const bool is_iso_2022_jp = encoding == Encoding::kIso2022Jp;
  if (is_shift_jis || encoding == Encoding::kEucJp || is_iso_2022_jp) {
    if (c == 0x2212) return true;
    if ((c == 0xA5 || c == 0x203E) && !is_iso_2022_jp) return true;
    if (is_iso_2022_jp && c >= 0xFF61 && c <= 0xFF9F) return true;
  }
  if (encoding == Encoding::kGbk || encoding == Encoding::kGb18030) {
    constexpr std::u32string_view kFormer =
        U"\uE78D\uE78E\uE78F\uE790\uE791\uE792\uE793\uE794\uE795\uE796"
        U"\uE81E\uE826\uE82B\uE82C\uE832\uE843\uE854\uE864";
    return kFormer.find(c) != std::u32string_view::npos;
  }
  return false;
}

// Every code point: what can be written is read back as itself.
TEST(EncoderTest, WhatIsWrittenIsReadBack) {
  for (int i = 0; i < kEncodings; ++i) {
    const auto encoding = static_cast<Encoding>(i);
    if (OutputEncoding(encoding) != encoding) continue;
    std::string bytes;
    std::string text;
    for (char32_t c = 0; c <= kMaxCodePoint; ++c) {
      if (IsSurrogate(c)) continue;
      if (c > 0xFFFF && IsSingleByte(encoding)) break;
      if (c > 0x30000 && encoding != Encoding::kGb18030) break;
      bytes.clear();
      Encoder encoder(encoding);
      const std::optional<char32_t> lacking = encoder.Append(c, bytes);
      encoder.Finish(bytes);
      if (lacking) {
        ASSERT_TRUE(bytes.empty());
        const bool escape = encoding == Encoding::kIso2022Jp && (c == 0xE || c == 0xF || c == 0x1B);
        ASSERT_EQ(*lacking, escape ? kReplacementCharacter : c);
        continue;
      }
      if (IsReadDifferently(encoding, c)) continue;
      text.clear();
      Decode(encoding, bytes, text);
      ASSERT_EQ(text, Utf8(c)) << EncodingName(encoding) << " " << static_cast<std::uint32_t>(c);
    }
  }
}

template <class Index>
std::set<char32_t> CodePoints(const Index& index, std::size_t from = 0) {
  std::set<char32_t> found(index.begin() + static_cast<std::ptrdiff_t>(from), index.end());
  found.erase(0);
  return found;
}

// Every code point of an index can be written, but for what the standard excludes.
TEST(EncoderTest, WhatIsInTheIndexIsWritten) {
  const auto expect_writable = [](Encoding encoding, const std::set<char32_t>& code_points) {
    for (const char32_t c : code_points) {
      std::string bytes;
      EXPECT_FALSE(Encoder(encoding).Append(c, bytes))
          << EncodingName(encoding) << " " << static_cast<std::uint32_t>(c);
    }
  };
  for (const Encoding encoding : {Encoding::kShiftJis, Encoding::kEucJp, Encoding::kIso2022Jp}) {
    expect_writable(encoding, CodePoints(Jis0208()));
  }
  for (const Encoding encoding : {Encoding::kGbk, Encoding::kGb18030}) {
    expect_writable(encoding, CodePoints(Gb18030()));
  }
  expect_writable(Encoding::kEucKr, CodePoints(EucKr()));
  expect_writable(Encoding::kBig5, CodePoints(Big5(), (0xA1 - 0x81) * 157));
  for (int i = static_cast<int>(Encoding::kIbm866); i <= static_cast<int>(Encoding::kXMacCyrillic);
       ++i) {
    expect_writable(static_cast<Encoding>(i), CodePoints(SingleByte(static_cast<Encoding>(i))));
  }
  // Read only: JIS X 0212, and Hong Kong's part of Big5.
  std::set<char32_t> only_0212 = CodePoints(Jis0212());
  for (const char32_t c : CodePoints(Jis0208())) {
    only_0212.erase(c);
  }
  EXPECT_GT(only_0212.size(), 5000U);
  for (const char32_t c : only_0212) {
    std::string bytes;
    EXPECT_EQ(Encoder(Encoding::kEucJp).Append(c, bytes), c);
  }
  EXPECT_EQ(Encoded(Encoding::kBig5, "\u43F0"), "&#17392;");  // 87 40, read only
}

// Of several pointers the standard says which one is written: checked with indexes.json.
TEST(EncoderTest, TheRightOneOfSeveralPointers) {
  MEGURI_NEED_SHARED("conformance/encoding/indexes.json");
  const nlohmann::json indexes = testing_support::SharedJson("conformance/encoding/indexes.json");
  const auto pointer_of = [&](const char* name, char32_t c, auto allowed, bool last) {
    const nlohmann::json& index = indexes.at(name);
    int found = PointerTable::kNone;
    for (std::size_t p = 0; p < index.size(); ++p) {
      if (index[p].is_null() || index[p].get<std::uint32_t>() != c || !allowed(p)) continue;
      if (found == PointerTable::kNone || last) found = static_cast<int>(p);
    }
    return found;
  };
  const auto all = [](std::size_t) { return true; };
  const auto not_nec = [](std::size_t p) { return p < 8272 || p > 8835; };
  const auto not_hong_kong = [](std::size_t p) { return p >= 32 * 157; };
  for (const char32_t c : U"日本∪￢≒㈱鷗髙纊鄧①Ⅱⅱ一丁十卅═╞╡╪兀嗀") {
    if (c == 0) continue;
    EXPECT_EQ(PointerTable::Jis0208().Find(c), pointer_of("jis0208", c, all, false));
    EXPECT_EQ(PointerTable::ShiftJis().Find(c), pointer_of("jis0208", c, not_nec, false));
    const bool last = std::u32string_view(U"═╞╡╪十卅").find(c) != std::u32string_view::npos;
    EXPECT_EQ(PointerTable::Big5().Find(c), pointer_of("big5", c, not_hong_kong, last));
    EXPECT_EQ(PointerTable::Gb18030().Find(c), pointer_of("gb18030", c, all, false));
    EXPECT_EQ(PointerTable::EucKr().Find(c), pointer_of("euc-kr", c, all, false));
  }
}

TEST(EncoderTest, KnownBytes) {
  struct Row {
    Encoding encoding;
    std::string_view text;
    std::string_view bytes;
  };
  const Row rows[] = {
      {Encoding::kShiftJis, "日本\uFF71\u00A5\u203E\u2212\u0080",
       "\x93\xFA\x96{\xB1\\~\x81\x7C\x80"},
      {Encoding::kShiftJis, "∪￢髙¬", "\x81\xBE\x81\xCA\xFB\xFC&#172;"},
      {Encoding::kEucJp, "日本\uFF71\u2212髙", "\xC6\xFC\xCB\xDC\x8E\xB1\xA1\xDD\xFC\xE2"},
      {Encoding::kEucJp, "丂", "&#19970;"},
      {Encoding::kIso2022Jp, "a日\uFF71b", "a\x1B$BF|%\"\x1B(Bb"},
      {Encoding::kIso2022Jp, "\u00A5a\\~", "\x1B(J\\a\x1B(B\\~"},
      // In Roman a reference may follow without a way back to ASCII; not so in JIS X 0208.
      {Encoding::kIso2022Jp, "\u00A5é", "\x1B(J\\&#233;\x1B(B"},
      {Encoding::kIso2022Jp, "日é", "\x1B$BF|\x1B(B&#233;"},
      {Encoding::kIso2022Jp, "\x1B", "&#65533;"},
      {Encoding::kIso2022Jp, "日\x0E", "\x1B$BF|\x1B(B&#65533;"},
      {Encoding::kGbk, "€中\u1E3F", "\x80\xD6\xD0\xA8\xBC"},
      {Encoding::kGbk, "😀", "&#128512;"},
      {Encoding::kGb18030, "€😀\uE5E5\uE7C7", "\xA2\xE3\x94\x39\xFC\x36&#58853;\x81\x35\xF4\x37"},
      {Encoding::kGb18030, "\uFE10\uE78D", "\xA6\xD9\xA6\xD9"},
      {Encoding::kBig5, "中あЖ═", "\xA4\xA4\xC6\xE8\xC7\xFA\xF9\xF9"},
      {Encoding::kEucKr, "한똠", "\xC7\xD1\x8C\x63"},
      {Encoding::kKoi8U, "ўЎ", "\xAE\xBE"},
      {Encoding::kWindows1255, "\u05BA", "\xCA"},
      {Encoding::kIso8859_16, "€ș", "\xA4\xBA"},
      {Encoding::kXUserDefined, "\uF780\uF7FFé", "\x80\xFF&#233;"},
      {Encoding::kWindows1252, "€\u0081あ", "\x80\x81&#12354;"},
      {Encoding::kUtf16Le, "é", "é"},
      {Encoding::kReplacement, "é", "é"},
      {Encoding::kUtf8, "\xFF日", "\uFFFD日"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(Encoded(row.encoding, row.text), row.bytes)
        << EncodingName(row.encoding) << " " << row.text;
  }
}

TEST(EncoderTest, LongTextsComeBack) {
  const std::string_view text = "吾輩は猫である。名前はまだ無い。<b>ASCII</b> カタカナ、ﾊﾝｶｸ。";
  for (const Encoding encoding : {Encoding::kShiftJis, Encoding::kEucJp, Encoding::kGb18030}) {
    EXPECT_EQ(Decoded(encoding, Encoded(encoding, text)), text);
  }
}

}  // namespace
}  // namespace meguri::encoding
