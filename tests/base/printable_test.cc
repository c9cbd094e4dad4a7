#include "base/printable.h"

#include <gtest/gtest.h>

namespace meguri {
namespace {

TEST(PrintableTest, TextStaysText) {
  for (const char* text : {"", "plain", "日本語 ü 😀", "back\\slash \"quote\""}) {
    EXPECT_EQ(Printable(text), text);
  }
}

TEST(PrintableTest, NothingReachesTheTerminal) {
  EXPECT_EQ(Printable("\x1B]0;title\x07"), "\\u001b]0;title\\u0007");
  EXPECT_EQ(Printable("a\nb\tc\rd"), "a\\nb\\tc\\u000dd");
  EXPECT_EQ(Printable("\xC2\x9B[31m"), "\\u009b[31m");      // C1: the eight-bit CSI
  EXPECT_EQ(Printable("\u202Etxt.exe"), "\\u202etxt.exe");  // right-to-left override
  EXPECT_EQ(Printable("\x7F"), "\\u007f");
}

TEST(PrintableTest, BrokenBytesAreShown) {
  EXPECT_EQ(Printable("a\xFF\xE3\x81z"), "a\\xff\\xe3\\x81z");
}

}  // namespace
}  // namespace meguri
