#include "sim/sources/trace_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/source_probe.h"

namespace meguri {
namespace {

using testing::ElementsAre;

constexpr std::string_view kHeader = "site\tpath\tt0\tend\tdt\tv\tsh\n";

std::string ErrorOf(const std::string& text) {
  MemFiles files;
  testing_support::WriteFile(files, "t.tsv", text);
  auto lines = TraceLines::Open(files, "t.tsv");
  if (!lines) return lines.error().context;
  for (TraceLine line;;) {
    const auto there = lines->Next(line);
    if (!there) return there.error().context;
    if (!*there) return "none";
  }
}

TEST(TraceLinesTest, ReadsAllThatCounts) {
  MemFiles files;
  testing_support::WriteFile(files, "t.tsv",
                             std::string(kHeader) + "s\ta\t100\t900\t50,0,7\t1,0,2,1\tff,,A0,1\n");
  auto lines = TraceLines::Open(files, "t.tsv");
  ASSERT_TRUE(lines) << lines.error().context;
  TraceLine line;
  ASSERT_TRUE(*lines->Next(line));
  EXPECT_EQ(line.site, "s");
  EXPECT_EQ(line.end, 900U);
  EXPECT_THAT(line.times, ElementsAre(100, 150, 150, 157));
  EXPECT_THAT(line.versions, ElementsAre(1, 0, 2, 1));
  EXPECT_THAT(line.fingerprints, ElementsAre(0xff, std::nullopt, 0xa0, 1));
  EXPECT_FALSE(*lines->Next(line));
}

TEST(TraceLinesTest, SaysWhatIsWrongAndWhere) {
  const auto error = [](const std::string& line) { return ErrorOf(std::string(kHeader) + line); };
  EXPECT_EQ(error("s\ta\t5\t9\t1\t-\t-\n"), "none");
  EXPECT_EQ(error("s\ta\t5\t9\t1\t-\n"), "t.tsv:2: 6 fields; the header has 7 columns");
  EXPECT_EQ(error("s\ta\t5\t9\t1\t-\t-\n\n"), "t.tsv:3: 1 fields; the header has 7 columns");
  EXPECT_EQ(error("s\ta\t5\t9\t5\t-\t-\n"), "t.tsv:2: end: 9 is before the last event, at 10");
  EXPECT_EQ(error("s\ta\t5\tx\t1\t-\t-\n"), "t.tsv:2: end: no number: \"x\"");
  EXPECT_EQ(error("s\ta\t5\t9\t1,\t-\t-\n"), "t.tsv:2: dt: ends with a comma");
  EXPECT_EQ(error("s\ta\t5\t9\t1\t1,2,\t-\n"), "t.tsv:2: v: ends with a comma");
  EXPECT_EQ(error("s\ta\t5\t9\t1\t-\tff\n"), "t.tsv:2: sh: 1 simhashes for 2 events");
  EXPECT_EQ(error("s\ta\t5\t9\t1\t-\tff,xy\n"), "t.tsv:2: sh: no number: \"xy\"");
  EXPECT_EQ(error("s\ta\t5\t9\t1\t-\tff,11111111111111111\n"),
            "t.tsv:2: sh: no number: \"11111111111111111\"");
}

}  // namespace
}  // namespace meguri
