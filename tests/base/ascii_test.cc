#include "base/ascii.h"

#include <gtest/gtest.h>

#include <string>

namespace meguri {
namespace {

static_assert(EqualsIgnoringAsciiCase("Content-Type", "cONTENT-tYPE"));
static_assert(TrimAsciiSpace(" \t\r\n\fa b ") == "a b");
static_assert(AsciiPrefixLength("ab\xC3\xA9") == 2);

// Every byte, against the definition spelt out as the set of its members.
TEST(AsciiTest, ClassesHoldExactlyTheirMembers) {
  const std::string lower = "abcdefghijklmnopqrstuvwxyz";
  const std::string upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const std::string digits = "0123456789";
  const std::string alpha = lower + upper;
  const std::string alphanumeric = alpha + digits;
  const std::string hex = digits + "abcdefABCDEF";
  const auto in = [](const std::string& set, char c) { return set.find(c) != std::string::npos; };
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    EXPECT_EQ(IsAsciiDigit(c), in(digits, c)) << byte;
    EXPECT_EQ(IsAsciiLower(c), in(lower, c)) << byte;
    EXPECT_EQ(IsAsciiUpper(c), in(upper, c)) << byte;
    EXPECT_EQ(IsAsciiAlpha(c), in(alpha, c)) << byte;
    EXPECT_EQ(IsAsciiAlphanumeric(c), in(alphanumeric, c)) << byte;
    EXPECT_EQ(IsAsciiHexDigit(c), in(hex, c)) << byte;
    EXPECT_EQ(IsAsciiSpace(c), in(" \t\n\f\r", c)) << byte;
    EXPECT_EQ(IsAsciiControl(c), byte < 32 || byte == 127) << byte;
    EXPECT_EQ(HexDigitValue(c) >= 0, IsAsciiHexDigit(c)) << byte;
  }
}

TEST(AsciiTest, CaseChangesOnlyLetters) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    EXPECT_EQ(AsciiToLower(c), IsAsciiUpper(c) ? static_cast<char>(byte + 32) : c) << byte;
    EXPECT_EQ(AsciiToUpper(c), IsAsciiLower(c) ? static_cast<char>(byte - 32) : c) << byte;
  }
  EXPECT_EQ(AsciiLowered("ÄÉ ABC.xyz@[`{"), "ÄÉ abc.xyz@[`{");
}

TEST(AsciiTest, EqualsIgnoringCase) {
  EXPECT_TRUE(EqualsIgnoringAsciiCase("", ""));
  EXPECT_FALSE(EqualsIgnoringAsciiCase("ab", "abc"));
  EXPECT_FALSE(EqualsIgnoringAsciiCase("@", "`"));  // 32 apart, but no letters
  EXPECT_FALSE(EqualsIgnoringAsciiCase("É", "é"));
}

TEST(AsciiTest, TrimOfNothingButSpace) {
  EXPECT_EQ(TrimAsciiSpace(""), "");
  EXPECT_EQ(TrimAsciiSpace(" \n\t "), "");
  EXPECT_EQ(TrimAsciiSpace("\v"), "\v");
}

TEST(AsciiTest, HexDigits) {
  for (int value = 0; value < 16; ++value) {
    EXPECT_EQ(HexDigitValue(kHexDigitsLower[static_cast<std::size_t>(value)]), value);
    EXPECT_EQ(HexDigitValue(kHexDigitsUpper[static_cast<std::size_t>(value)]), value);
  }
}

TEST(AsciiTest, PrefixEndsAtTheFirstHighByteWhereverItIs) {
  for (std::size_t length = 0; length < 40; ++length) {
    const std::string ascii(length, 'x');
    EXPECT_EQ(AsciiPrefixLength(ascii), length);
    EXPECT_TRUE(IsAscii(ascii));
    for (std::size_t at = 0; at < length; ++at) {
      std::string text = ascii;
      text[at] = '\x80';
      EXPECT_EQ(AsciiPrefixLength(text), at);
      EXPECT_FALSE(IsAscii(text));
    }
  }
}

}  // namespace
}  // namespace meguri
