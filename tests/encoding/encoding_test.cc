#include "encoding/encoding.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/utf8.h"
#include "tests/encoding/slow_decoder.h"

namespace meguri::encoding {
namespace {

using std::string_literals::operator""s;

constexpr int kEncodings = static_cast<int>(Encoding::kXUserDefined) + 1;

std::string Decoded(Encoding encoding, std::string_view bytes) {
  std::string text;
  Decode(encoding, bytes, text);
  return text;
}

TEST(FindEncodingTest, TrimsAndFolds) {
  EXPECT_EQ(FindEncoding(" Shift_JIS\n"), Encoding::kShiftJis);
  EXPECT_EQ(FindEncoding("LATIN1"), Encoding::kWindows1252);
  EXPECT_EQ(FindEncoding("utf8"), Encoding::kUtf8);
  for (const std::string_view label :
       {"", " ", "utf-7", "utf 8", "\vutf-8", "\xC2\xA0utf-8", "shift_ji\u017F", "iso-8859-12"}) {
    EXPECT_FALSE(FindEncoding(label)) << label;
  }
  EXPECT_FALSE(FindEncoding("utf-8\0"s));
  EXPECT_FALSE(FindEncoding(std::string(1'000'000, 'u')));
}

TEST(DecodeTest, AppendsAndKeepsWhatIsThere) {
  std::string text = "a";
  Decode(Encoding::kShiftJis, "\x93\xFA", text);
  Decode(Encoding::kUtf16Le, "\x2C\x67", text);
  EXPECT_EQ(text, "a日本");
}

// A lead byte must never swallow what could be markup.
TEST(DecodeTest, AsciiBehindALeadByteIsItself) {
  EXPECT_EQ(Decoded(Encoding::kShiftJis, "\x81<b>"), "\uFFFD<b>");
  EXPECT_EQ(Decoded(Encoding::kEucJp, "\xA4<b>"), "\uFFFD<b>");
  EXPECT_EQ(Decoded(Encoding::kEucJp, "\x8F\xA4<b>"), "\uFFFD<b>");
  EXPECT_EQ(Decoded(Encoding::kBig5, "\x81<b>"), "\uFFFD<b>");
  EXPECT_EQ(Decoded(Encoding::kEucKr, "\x81<b>"), "\uFFFD<b>");
  EXPECT_EQ(Decoded(Encoding::kGb18030, "\x81<b>"), "\uFFFD<b>");
  EXPECT_EQ(Decoded(Encoding::kGb18030, "\x81\x30<b>"), "\uFFFD0<b>");
  // The lead byte of the broken four is one error, the rest is read again.
  EXPECT_EQ(Decoded(Encoding::kGb18030, "\x81\x30\x81<b>"), "\uFFFD0\uFFFD<b>");
}

TEST(DecodeTest, TruncatedAtTheEndIsOneError) {
  struct Row {
    Encoding encoding;
    std::string_view bytes;
  };
  const Row rows[] = {
      {Encoding::kUtf8, "\xF0\x9F\x98"},
      {Encoding::kShiftJis, "\x81"},
      {Encoding::kEucJp, "\x8F\xA1"},
      {Encoding::kEucJp, "\x8E"},
      {Encoding::kEucKr, "\x81"},
      {Encoding::kBig5, "\x88"},
      {Encoding::kGb18030, "\x81"},
      {Encoding::kGb18030, "\x81\x30"},
      {Encoding::kGb18030, "\x81\x30\x81"},
      {Encoding::kUtf16Le, "a"},
      {Encoding::kUtf16Be, "\xD8\x3D\xDE"},
      {Encoding::kUtf16Be, "\xD8\x3D"},
      {Encoding::kIso2022Jp, "\x1B$B!"},
      {Encoding::kIso2022Jp, "\x1B"},
      {Encoding::kReplacement, "abc\x1B$)C"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(Decoded(row.encoding, row.bytes), "\uFFFD") << EncodingName(row.encoding);
  }
  EXPECT_EQ(Decoded(Encoding::kReplacement, ""), "");
}

TEST(DecodeTest, Utf16) {
  EXPECT_EQ(Decoded(Encoding::kUtf16Le, "\x3D\xD8\x00\xDE"s), "\U0001F600");
  EXPECT_EQ(Decoded(Encoding::kUtf16Be, "\xD8\x3D\xDE\x00"s), "\U0001F600");
  EXPECT_EQ(Decoded(Encoding::kUtf16Be, "\xDE\x00\x00\x61"s), "\uFFFDa");  // the second half alone
  EXPECT_EQ(Decoded(Encoding::kUtf16Be, "\xD8\x3D\x00\x61"s), "\uFFFDa");
  EXPECT_EQ(Decoded(Encoding::kUtf16Be, "\xD8\x3D\xD8\x3D\xDE\x00"s), "\uFFFD\U0001F600");
  // A pair across the blocks it is decoded in.
  std::string bytes(2047, '\0');
  bytes += "a\xD8\x3D\xDE\x00"s;
  const std::string text = Decoded(Encoding::kUtf16Be, bytes);
  EXPECT_TRUE(text.ends_with("a\U0001F600"));
}

TEST(DecodeTest, Iso2022JpEscapes) {
  EXPECT_EQ(Decoded(Encoding::kIso2022Jp, "\x1B$BF|K\\\x1B(B!"), "日本!");
  EXPECT_EQ(Decoded(Encoding::kIso2022Jp, "\x1B$@F|\x1B(J\\~"), "日\u00A5\u203E");
  EXPECT_EQ(Decoded(Encoding::kIso2022Jp, "\x1B(I1"), "\uFF71");
  EXPECT_EQ(Decoded(Encoding::kIso2022Jp, "a\x1B(B\x1B$BF|"), "a\uFFFD日");  // hides nothing
  EXPECT_EQ(Decoded(Encoding::kIso2022Jp, "\x1B$)Ca"), "\uFFFD$)Ca");        // Korean
  EXPECT_EQ(Decoded(Encoding::kIso2022Jp, "\x1B$BF<\x80"), "銅\uFFFD");
}

TEST(DecodeTest, UserDefined) {
  EXPECT_EQ(Decoded(Encoding::kXUserDefined, "a\x80\xFF"), "a\uF780\uF7FF");
}

TEST(DecodedViewTest, CopiesOnlyWhatIsNotUtf8Yet) {
  std::string scratch = "old";
  const std::string_view ascii = "<p>plain & simple, and longer than a word</p>";
  for (int i = 0; i < kEncodings; ++i) {
    const auto encoding = static_cast<Encoding>(i);
    const std::string_view view = DecodedView(encoding, ascii, scratch);
    const bool compatible = encoding != Encoding::kUtf16Be && encoding != Encoding::kUtf16Le &&
                            encoding != Encoding::kReplacement;
    EXPECT_EQ(view.data() == ascii.data(), compatible) << EncodingName(encoding);
    EXPECT_EQ(view, Decoded(encoding, ascii));
  }
  const std::string_view japanese = "<p>日本語</p>";
  EXPECT_EQ(DecodedView(Encoding::kUtf8, japanese, scratch).data(), japanese.data());
  EXPECT_EQ(DecodedView(Encoding::kUtf8, "a\xFF", scratch), "a\uFFFD");
  EXPECT_EQ(scratch, "a\uFFFD");
  const std::string_view shifted = "no shift out here \x0E, please";
  EXPECT_NE(DecodedView(Encoding::kIso2022Jp, shifted, scratch).data(), shifted.data());
  EXPECT_EQ(DecodedView(Encoding::kUtf16Le, "", scratch), "");
}

// Bytes in which sequences of every kind are likely to begin, break off and end.
std::string RandomBytes(std::mt19937& random, std::size_t size) {
  constexpr std::string_view kLikely =
      "\x1B\x1B$(@BJI\x0E\x0F<"
      "a0919\x7F\x80\x81\x82\x8E\x8F\x9F\xA0\xA1\xA4\xB0\xD8\xDC\xDF\xE0\xE3\xF0\xFC\xFE\xFF";
  std::string bytes;
  const auto below = [&random](std::size_t limit) { return random() % limit; };
  const std::size_t kind = below(3);
  while (bytes.size() < size) {
    if (kind == 0 || (kind == 1 && below(2) == 0)) {
      bytes += static_cast<char>(below(256));
    } else {
      bytes += kLikely[below(kLikely.size())];
    }
    if (below(40) == 0) bytes.append(below(200), 'x');  // long enough for the fast ways
  }
  return bytes;
}

TEST(DecodeTest, AgreesWithTheStandardsOwnWords) {
  std::mt19937 random(20240501);  // NOLINT(cert-msc51-cpp): the same cases each time
  for (int round = 0; round < 200; ++round) {
    const std::string bytes = RandomBytes(random, 1 + random() % 400);
    for (int i = 0; i < kEncodings; ++i) {
      const auto encoding = static_cast<Encoding>(i);
      const std::string text = Decoded(encoding, bytes);
      ASSERT_EQ(text, SlowDecode(encoding, bytes)) << EncodingName(encoding) << " round " << round;
      ASSERT_TRUE(IsValidUtf8(text));
    }
  }
}

// Every sequence of two bytes, with something behind it.
TEST(DecodeTest, EveryPairOfBytesAgreesWithTheStandardsOwnWords) {
  for (const Encoding encoding : {Encoding::kGb18030, Encoding::kBig5, Encoding::kEucJp,
                                  Encoding::kIso2022Jp, Encoding::kShiftJis, Encoding::kEucKr}) {
    const bool seven_bits = encoding == Encoding::kIso2022Jp;
    std::string bytes = seven_bits ? "\x1B$B...<" : "...<";
    char* const pair_at = bytes.data() + bytes.size() - 4;
    for (unsigned pair = seven_bits ? 0 : 0x8000; pair < (seven_bits ? 0x8000 : 0x10000); ++pair) {
      pair_at[0] = static_cast<char>(pair >> 8);
      pair_at[1] = static_cast<char>(pair & 0xFF);
      pair_at[2] = pair % 2 == 0 ? 'a' : '\xA1';
      ASSERT_EQ(Decoded(encoding, bytes), SlowDecode(encoding, bytes))
          << EncodingName(encoding) << " " << pair;
    }
  }
}

TEST(DecodeTest, ThreadsMayStartTogether) {
  std::vector<std::jthread> threads;
  std::vector<std::string> texts(8);
  for (std::string& text : texts) {
    threads.emplace_back([&text] {
      for (int i = 0; i < kEncodings; ++i) {
        Decode(static_cast<Encoding>(i), "\x8F\xB0\xA1\x81\x30\x81\x30\xB0\xA1", text);
      }
    });
  }
  threads.clear();
  for (const std::string& text : texts) {
    EXPECT_EQ(text, texts[0]);
  }
}

}  // namespace
}  // namespace meguri::encoding
