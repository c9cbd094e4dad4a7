#include "base/utf8.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace meguri {
namespace {

static_assert(DecodeUtf8("\xE2\x82\xAC", 0) == Utf8Step{0x20AC, 3, true});
static_assert(!IsValidUtf8("\xC0\x80"));

std::u32string Decode(std::string_view bytes) {
  std::u32string text;
  for (std::size_t at = 0; at < bytes.size();) {
    const Utf8Step step = DecodeUtf8(bytes, at);
    text += step.code_point;
    at += step.length;
  }
  return text;
}

// Cut anywhere, it is one error that takes all that is left.
bool EveryCutIsOneError(std::string_view bytes) {
  for (std::size_t length = 1; length < bytes.size(); ++length) {
    const Utf8Step cut = DecodeUtf8(bytes.substr(0, length), 0);
    if (cut.valid || cut.length != length) return false;
  }
  return true;
}

TEST(Utf8Test, EveryCodePointComesBack) {
  std::string bytes;
  for (char32_t c = 0; c <= kMaxCodePoint; ++c) {
    if (IsSurrogate(c)) continue;
    bytes.clear();
    AppendUtf8(c, bytes);
    const Utf8Step expected = {c, static_cast<std::uint8_t>(bytes.size()), true};
    // One assertion for all, since a million of gtest's take seconds.
    if (DecodeUtf8(bytes, 0) != expected || !EveryCutIsOneError(bytes)) {
      FAIL() << "U+" << std::hex << static_cast<std::uint32_t>(c);
    }
  }
}

TEST(Utf8Test, WhatIsNoCodePointIsEncodedAsReplacement) {
  for (const char32_t c : {0xD800U, 0xDFFFU, 0x110000U, 0xFFFFFFFFU}) {
    std::string bytes;
    AppendUtf8(c, bytes);
    EXPECT_EQ(bytes, "\xEF\xBF\xBD");
  }
}

TEST(Utf8Test, MaximalSubpartsBecomeOneReplacementEach) {
  struct Case {
    std::string bytes;
    std::u32string text;
  };
  const std::vector<Case> cases = {
      {"\x80", U"\uFFFD"},
      {"\xBF\x80", U"\uFFFD\uFFFD"},
      {"\xC0\x80", U"\uFFFD\uFFFD"},                      // overlong NUL
      {"\xC1\xBF", U"\uFFFD\uFFFD"},                      // overlong DEL
      {"\xE0\x80\xAF", U"\uFFFD\uFFFD\uFFFD"},            // overlong '/'
      {"\xF0\x80\x80\xAF", U"\uFFFD\uFFFD\uFFFD\uFFFD"},  // overlong '/'
      {"\xED\xA0\x80", U"\uFFFD\uFFFD\uFFFD"},            // surrogate
      {"\xED\x9F\xBF", U"\uD7FF"},                        // just below them
      {"\xEE\x80\x80", U"\uE000"},                        // just above
      {"\xF4\x8F\xBF\xBF", U"\U0010FFFF"},                // the last one
      {"\xF4\x90\x80\x80", U"\uFFFD\uFFFD\uFFFD\uFFFD"},  // one further
      {"\xF5\x80\x80\x80", U"\uFFFD\uFFFD\uFFFD\uFFFD"},  // no lead byte
      {"\xFE\xFF", U"\uFFFD\uFFFD"},                      // UTF-16's mark
      {"\xE2\x82"
       "a",
       U"\uFFFDa"},  // the 'a' is not lost
      {"\xF0\x9F\x98"
       "b",
       U"\uFFFD"
       U"b"},                                     // three bytes, one error
      {"\xF0\x9F\xE2\x82\xAC", U"\uFFFD\u20AC"},  // a lead byte ends the broken one
      {"\xEF\xBF\xBD", U"\uFFFD"},                // a proper U+FFFD
      // Unicode, table 3-8 and its neighbours: ill-formed and truncated sequences.
      {"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41",
       U"\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD"
       U"A"},
      {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41",
       U"\uFFFD\uFFFD\uFFFD\uFFFD"
       U"A"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Decode(c.bytes), c.text) << testing::PrintToString(c.bytes);
  }
}

TEST(Utf8Test, ProperReplacementCharacterIsValid) {
  EXPECT_TRUE(DecodeUtf8("\xEF\xBF\xBD", 0).valid);
  EXPECT_TRUE(
      IsValidUtf8("a\xEF\xBF\xBD"
                  "b"));
}

TEST(Utf8Test, PrefixEndsWhereTheFirstErrorStarts) {
  EXPECT_EQ(Utf8PrefixLength(""), 0U);
  for (const std::string good : {"", "ascii", "日本語", "Zürich, größer als 8", "a😀b"}) {
    EXPECT_EQ(Utf8PrefixLength(good), good.size());
    EXPECT_TRUE(IsValidUtf8(good));
    for (const std::string bad : {"\xFF", "\xE2\x82", "\xED\xA0\x80", "\xF0\x9F\x98"}) {
      std::string mixed = good + bad;
      EXPECT_EQ(Utf8PrefixLength(mixed), good.size());
      mixed += good;
      EXPECT_EQ(Utf8PrefixLength(mixed), good.size());
      EXPECT_FALSE(IsValidUtf8(mixed));
    }
  }
}

// All sequences of up to three bytes from the edges of every range: validity must agree
// with decoding, and decoding must always go forward and never past the end.
TEST(Utf8Test, ValidExactlyIfNoStepIsInvalid) {
  const std::string edges = std::string("\x00\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF", 12) +
                            "\xE0\xE1\xEC\xED\xEE\xEF\xF0\xF1\xF3\xF4\xF5\xFF";
  for (const char a : edges) {
    for (const char b : edges) {
      for (const char c : edges) {
        const std::string bytes = {a, b, c};
        bool all_valid = true;
        std::size_t at = 0;
        while (at < bytes.size()) {
          const Utf8Step step = DecodeUtf8(bytes, at);
          ASSERT_GE(step.length, 1);
          all_valid &= step.valid;
          at += step.length;
        }
        ASSERT_EQ(at, bytes.size());
        ASSERT_EQ(IsValidUtf8(bytes), all_valid);
      }
    }
  }
}

}  // namespace
}  // namespace meguri
