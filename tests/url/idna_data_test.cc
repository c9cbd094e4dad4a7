#include "url/idna/idna_data.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/utf8.h"

namespace meguri::url {
namespace {

using enum IdnaStatus;

std::u32string Mapped(char32_t c) {
  std::u32string result;
  EXPECT_TRUE(AppendIdnaMapping(c, result));
  ToNfc(result);
  return result;
}

std::u32string Nfc(std::u32string_view text) {
  std::u32string result(text);
  ToNfc(result);
  return result;
}

struct StatusSample {
  char32_t c;
  IdnaStatus status;
  std::u32string_view mapping;
};

// What changed after Unicode 15.0, of each kind, and some of what didn't.
constexpr StatusSample kStatusSamples[] = {
    {U'A', kMapped, U"a"},
    {U'_', kValid, U"_"},
    {0x00AD, kIgnored, U""},
    {0x00DF, kValid, U"\u00DF"},
    {0x00C9, kMapped, U"\u00E9"},
    {0x00E9, kValid, U"\u00E9"},
    {0x04C0, kMapped, U"\u04CF"},
    {0x10A0, kMapped, U"\u2D00"},
    {0x10C5, kMapped, U"\u2D25"},
    {0x115F, kIgnored, U""},
    {0x1806, kValid, U"\u1806"},
    {0x180E, kIgnored, U""},
    {0x1C89, kMapped, U"\u1C8A"},
    {0x1E9E, kMapped, U"\u00DF"},
    {0x200D, kValid, U"\u200D"},
    {0x2061, kIgnored, U""},
    {0x2132, kMapped, U"\u214E"},
    {0x2183, kMapped, U"\u2184"},
    {0x2260, kValid, U"\u2260"},
    {0x3002, kMapped, U"."},
    {0x3164, kIgnored, U""},
    {0xA7CB, kMapped, U"\u0264"},
    {0xA7DC, kMapped, U"\u019B"},
    {0xFBC3, kValid, U"\uFBC3"},
    {0x105C0, kValid, U"\U000105C0"},
    {0x10D50, kMapped, U"\U00010D70"},
    {0x16EA0, kMapped, U"\U00016EBB"},
    {0x1CCD6, kMapped, U"a"},
    {0x1CCF9, kMapped, U"9"},
    {0x1D173, kIgnored, U""},
    {0x2EBF0, kValid, U"\U0002EBF0"},
    {0x2F868, kMapped, U"\u36FC"},
    {0x2F9BF, kMapped, U"\u45D7"},
    {0x323B0, kValid, U"\U000323B0"},
    {0x33479, kValid, U"\U00033479"},
};

TEST(IdnaDataTest, StatusAndMappingAreThoseOfUnicode17) {
  for (const StatusSample& sample : kStatusSamples) {
    EXPECT_EQ(IdnaStatusOf(sample.c), sample.status) << std::hex << std::uint32_t{sample.c};
    EXPECT_EQ(Mapped(sample.c), sample.mapping) << std::hex << std::uint32_t{sample.c};
  }
}

TEST(IdnaDataTest, DisallowedHasNoMapping) {
  for (const char32_t c : {0x80, 0x378, 0x2FF0, 0xD800, 0xDFFF, 0xE000, 0xFFFD, 0xFFFF, 0x16D7A,
                           0x3347A, 0xE0001, 0x10FFFF}) {
    std::u32string out;
    EXPECT_EQ(IdnaStatusOf(c), kDisallowed) << std::hex << std::uint32_t{c};
    EXPECT_FALSE(AppendIdnaMapping(c, out)) << std::hex << std::uint32_t{c};
  }
}

// One number for every code point's status, mapping and, where valid, properties. It was
// computed from the tables of Unicode 17.0 themselves, not from this code; a new Unicode
// version brings a new number (docs/design/idna.md).
TEST(IdnaDataTest, EveryCodePointIsAsInUnicode17) {
  std::uint64_t digest = 0xCBF29CE484222325;  // FNV-1a, a number at a time
  const auto feed = [&digest](std::uint32_t number) { digest = (digest ^ number) * 0x100000001B3; };
  for (char32_t c = 0; c <= kMaxCodePoint; ++c) {
    const IdnaStatus status = IdnaStatusOf(c);
    feed(static_cast<std::uint32_t>(status));
    if (status == kMapped) {
      for (const char32_t mapped : Mapped(c)) {
        feed(mapped);
      }
    } else if (status == kValid) {
      feed(static_cast<std::uint32_t>(BidiClassOf(c)));
      feed(static_cast<std::uint32_t>(JoiningTypeOf(c)));
      feed(IsMark(c) ? 1 : 0);
      feed(IsVirama(c) ? 1 : 0);
    }
  }
  EXPECT_EQ(digest, 0x9EFE499652A49801U);
}

TEST(IdnaDataTest, NormalisesWhatIcuKnows) {
  EXPECT_EQ(Nfc(U"e\u0301"), U"é");
  EXPECT_EQ(Nfc(U"a\u0316\u0301"), U"\u00E1\u0316");
  EXPECT_EQ(Nfc(U"a\u0301\u0316"), U"\u00E1\u0316");  // reordered, then composed
  EXPECT_EQ(Nfc(U"a\u0301\u0301"), U"\u00E1\u0301");  // the second is blocked
  EXPECT_EQ(Nfc(U"\u1100\u1161\u11A8"), U"\uAC01");   // Hangul
  EXPECT_EQ(Nfc(U"\u0958"), U"\u0915\u093C");         // excluded from composition
  EXPECT_EQ(Nfc(U"\u0301a"), U"\u0301a");
  EXPECT_EQ(Nfc(U""), U"");
}

TEST(IdnaDataTest, NormalisesWhatCameAfterIcu) {
  EXPECT_EQ(Nfc(U"\U000105D2\u0307"), U"\U000105C9");                // Todhri
  EXPECT_EQ(Nfc(U"\U00011382\U000113C9"), U"\U00011383");            // Tulu-Tigalari
  EXPECT_EQ(Nfc(U"\U0001611E\U0001611E\U0001611F"), U"\U00016126");  // Gurung Khema
  EXPECT_EQ(Nfc(U"\U00016D63\U00016D67\U00016D67"), U"\U00016D6A");  // Kirat Rai
  EXPECT_EQ(Nfc(U"\U00016D6A"), U"\U00016D6A");
  EXPECT_EQ(Nfc(U"a\U00010D69\u0316"), U"a\u0316\U00010D69");              // a mark of Garay
  EXPECT_EQ(Nfc(U"\U000105D2\U0001E5EF\u0307"), U"\U000105C9\U0001E5EF");  // passes a lower mark
}

TEST(IdnaDataTest, PropertiesAreThoseOfUnicode17) {
  EXPECT_EQ(BidiClassOf(0x10D40), U_ARABIC_NUMBER);  // Garay digit
  EXPECT_EQ(BidiClassOf(0x1171E), U_LEFT_TO_RIGHT);  // was a non-spacing mark
  EXPECT_EQ(BidiClassOf(U'a'), U_LEFT_TO_RIGHT);
  EXPECT_EQ(JoiningTypeOf(0x088F), U_JT_DUAL_JOINING);
  EXPECT_EQ(JoiningTypeOf(0x0628), U_JT_DUAL_JOINING);
  EXPECT_EQ(JoiningTypeOf(0x200C), U_JT_NON_JOINING);
  EXPECT_TRUE(IsMark(0x0897));
  EXPECT_TRUE(IsMark(0x1171E));
  EXPECT_FALSE(IsMark(U'a'));
  EXPECT_TRUE(IsVirama(0x113CE));
  EXPECT_TRUE(IsVirama(0x094D));
  EXPECT_FALSE(IsVirama(0x0897));
}

}  // namespace
}  // namespace meguri::url
