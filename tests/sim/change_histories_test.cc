#include "sim/sources/change_histories.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include "tests/sim/source_probe.h"
#include "tests/support/shared_data.h"

namespace meguri {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;

Result<std::vector<ChangeHistory>> Read(std::string_view text) {
  MemFiles files;
  testing_support::WriteFile(files, "t.tsv", text);
  return ReadChangeHistories(files, "t.tsv");
}

WallTime At(int time) { return WallTime(seconds(time)); }

TEST(ChangeHistoriesTest, ReadsTimesAndVersions) {
  const auto read = Read(
      "site\tpath\tt0\tend\tdt\tv\n"
      "s\ta\t100\t900\t\t-\n"
      "s\tb\t100\t900\t50,0,7\t1,0,2,1\n");
  ASSERT_TRUE(read) << read.error().context;
  ASSERT_EQ(read->size(), 2U);
  EXPECT_THAT(read->at(0).times, ElementsAre(At(100)));
  EXPECT_THAT(read->at(0).versions, ElementsAre(1));
  EXPECT_THAT(read->at(1).times, ElementsAre(At(100), At(150), At(157)));
  EXPECT_THAT(read->at(1).versions, ElementsAre(1, 2, 1));  // of one second the last
}

TEST(ChangeHistoriesTest, SaysWhatIsWrongAndWhere) {
  const auto error = [](std::string_view text) { return Read(text).error().context; };
  EXPECT_EQ(error(""), "t.tsv: is empty");
  EXPECT_EQ(error("t0\tdt\n"), "t.tsv:1: the header has no column v");
  EXPECT_EQ(error("t0\tdt\tv\n"), "t.tsv: has no line of a page");
  EXPECT_EQ(error("t0\tdt\tv\n5\t1\n"), "t.tsv:2: 2 fields; the header has 3 columns");
  EXPECT_EQ(error("t0\tdt\tv\n5\t\t-\n-5\t1\t-\n"), "t.tsv:3: t0: no number: \"-5\"");
  EXPECT_EQ(error("t0\tdt\tv\n5\t1,,2\t-\n"), "t.tsv:2: dt: no number: \"\"");
  EXPECT_EQ(error("t0\tdt\tv\n5\t1\t1,2,3\n"), "t.tsv:2: v: 3 versions for 2 events");
}

TEST(ChangeHistoriesTest, SaysWhereAPackedFileBreaks) {
  std::string text = "t0\tdt\tv\n";
  for (int i = 0; i < 100'000; ++i)
    text += std::to_string(i * 7919) + "\t1\t-\n";
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  MemFiles files;
  testing_support::WriteFile(files, "whole", packed);
  testing_support::WriteFile(files, "cut", packed.substr(0, packed.size() / 2));
  const auto whole = ReadChangeHistories(files, "whole");
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->size(), 100'000U);
  EXPECT_EQ(ReadChangeHistories(files, "cut").error().context,
            "cut: byte " + std::to_string(packed.size() / 2) + ": the zstd stream ends too early");
}

TEST(ChangeHistoriesTest, ReadsRealTraces) {
  MEGURI_NEED_SHARED("traces/traces.tsv.zst");
  RealFiles files;
  const auto read =
      ReadChangeHistories(files, *testing_support::SharedPath("traces/traces.tsv.zst"));
  ASSERT_TRUE(read) << read.error().context;
  EXPECT_EQ(read->size(), 26'920U);
  std::size_t events = 0;
  for (const ChangeHistory& history : *read) {
    ASSERT_EQ(history.times.size(), history.versions.size());
    ASSERT_TRUE(std::ranges::is_sorted(history.times, std::ranges::less_equal{}));
    events += history.times.size();
  }
  EXPECT_GT(events, 650'000U);
  EXPECT_LE(events, 704'429U);  // 677,509 changes and as many creations as pages
}

}  // namespace
}  // namespace meguri
