#include "store/scores_file.h"

#include <gtest/gtest.h>

#include <string>

#include "base/mem_files.h"

namespace meguri {
namespace {

TEST(ScoresFileTest, ComesBackAsItWas) {
  MemFiles files;
  EXPECT_EQ(*ReadScores(files, "scores"), std::nullopt);
  for (const ScoresFile& scores :
       {ScoresFile{}, ScoresFile{12, {"a", "", std::string(100'000, 'x')}}}) {
    ASSERT_TRUE(WriteScores(files, "scores", scores));
    files.DropUnsynced();
    EXPECT_EQ(*ReadScores(files, "scores"), scores);
  }
}

TEST(ScoresFileTest, ADamagedOneIsNone) {
  MemFiles files;
  ASSERT_TRUE(WriteScores(files, "scores", {77, {"abc", "defg"}}));
  const std::string whole = *ReadWholeFile(files, "scores");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    ASSERT_TRUE(ReplaceFile(files, "scores", bytes));
    EXPECT_EQ(*ReadScores(files, "scores"), std::nullopt) << at;
    ASSERT_TRUE(ReplaceFile(files, "scores", whole.substr(0, at)));
    EXPECT_EQ(*ReadScores(files, "scores"), std::nullopt) << at;
  }
  ASSERT_TRUE(ReplaceFile(files, "scores", whole + "x"));
  EXPECT_EQ(*ReadScores(files, "scores"), std::nullopt);
}

TEST(ScoresFileTest, AFullDiskKeepsTheOldOne) {
  MemFiles files;
  const ScoresFile old{1, {"old"}};
  ASSERT_TRUE(WriteScores(files, "scores", old));
  files.SetCapacity(200);
  const Status status = WriteScores(files, "scores", {2, {std::string(1'000, 'n')}});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kDiskFull);
  EXPECT_EQ(*ReadScores(files, "scores"), old);
}

}  // namespace
}  // namespace meguri
