#include "base/lone_surrogates.h"

#include <gtest/gtest.h>

namespace meguri {
namespace {

TEST(LoneSurrogatesTest, AreReplacedAndPairsAreNot) {
  EXPECT_EQ(ReplaceLoneSurrogates(R"("a\ud83d")"), R"("a\ufffd")");
  EXPECT_EQ(ReplaceLoneSurrogates(R"("\ude00\uD83D\uDE00\ud83dx")"),
            R"("\ufffd\uD83D\uDE00\ufffdx")");
  EXPECT_EQ(ReplaceLoneSurrogates(R"("\ud83d\u0041")"), R"("\ufffd\u0041")");
  EXPECT_EQ(ReplaceLoneSurrogates(R"("\\ud83d \u00e9 \u12")"), R"("\\ud83d \u00e9 \u12")");
  EXPECT_EQ(ReplaceLoneSurrogates("\\"), "\\");
  EXPECT_EQ(ReplaceLoneSurrogates(""), "");
}

}  // namespace
}  // namespace meguri
