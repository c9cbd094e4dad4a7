#include "moved/likeness/page_spelling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace meguri::moved {
namespace {

TEST(PageSpellingTest, IndexFilesAndSlashesAreSpelling) {
  const std::string key = SpellingKey("http://a.test/x");
  for (const char* same : {"http://a.test/x/", "http://a.test/x/index.html", "http://a.test/x#top",
                           "http://a.test/x/Index.HTM", "http://a.test/x/index.php"})
    EXPECT_EQ(SpellingKey(same), key) << same;
  for (const char* other : {"http://a.test/x.html", "http://a.test/x?q", "http://b.test/x",
                            "http://a.test/X", "https://a.test/x", "http://a.test/x/home.html"})
    EXPECT_NE(SpellingKey(other), key) << other;
  EXPECT_EQ(SpellingKey("http://a.test"), SpellingKey("http://a.test/"));
  EXPECT_EQ(SpellingKey("http://a.test/index.html"), SpellingKey("http://a.test/"));
  EXPECT_EQ(SpellingKey("http://a.test/x/?q=1"), SpellingKey("http://a.test/x/index.html?q=1"));
}

TEST(PageSpellingTest, MadeUpUrlsLieBeside) {
  EXPECT_EQ(MadeUpUrlBeside("http://a.test/b/c.html?d#e", 7), "http://a.test/b/zq1000000007.html");
  EXPECT_EQ(MadeUpUrlBeside("http://a.test/b/c/", 7), "http://a.test/b/zq1000000007/");
  EXPECT_EQ(MadeUpUrlBeside("http://a.test/b", 7), "http://a.test/zq1000000007");
  EXPECT_EQ(MadeUpUrlBeside("http://a.test/", 7), "http://a.test/zq1000000007/");
  EXPECT_EQ(MadeUpUrlBeside("http://a.test", 7), "http://a.test/zq1000000007");
  EXPECT_EQ(MadeUpUrlBeside("http://a.test/?p=3", 7), "http://a.test/zq1000000007/");
}

TEST(PageSpellingTest, MadeUpNumbersHaveAsManyDigitsOrFourMore) {
  const std::string made = MadeUpNumberOf("http://a.test/2024/x-77/", 7, false);
  EXPECT_THAT(made, testing::MatchesRegex("http://a.test/2024/x-[1-9][1-9]/"));
  EXPECT_NE(made, "http://a.test/2024/x-77/");
  EXPECT_THAT(MadeUpNumberOf("http://a.test/99-lamp.html?q=1#f", 0, true),
              testing::MatchesRegex("http://a.test/[1-9][1-9][0-9][0-9][0-9][0-9]-lamp.html"));
  for (const char* none : {"http://a.test/2024/x.html", "http://a.test/", "http://a1.test", "?1"})
    EXPECT_EQ(MadeUpNumberOf(none, 7, true), "") << none;
  for (std::uint64_t number = 0; number < 50; ++number)
    EXPECT_NE(MadeUpNumberOf("http://a.test/5", number, false), "http://a.test/5");
}

TEST(PageSpellingTest, MadeUpQueriesChangeOneValueEach) {
  using testing::ElementsAre;
  EXPECT_THAT(MadeUpQueriesOf("http://a.test/v?id=12&lang=en", 7),
              ElementsAre("http://a.test/v?id=1000000007&lang=en",
                          "http://a.test/v?id=12&lang=zq1000000007"));
  EXPECT_THAT(MadeUpQueriesOf("http://a.test/v?a=1&b=2&c=x&d=y", 7, 2),
              ElementsAre("http://a.test/v?a=1&b=1000000007&c=x&d=y",
                          "http://a.test/v?a=1000000007&b=2&c=x&d=y"));
  EXPECT_THAT(MadeUpQueriesOf("http://a.test/v?staff#f", 7),
              ElementsAre("http://a.test/v?zq1000000007"));
  for (const char* none : {"http://a.test/v", "http://a.test/v?", "http://a.test/v?&&", "?="})
    EXPECT_THAT(MadeUpQueriesOf(none, 7), testing::IsEmpty()) << none;
}

TEST(PageSpellingTest, SegmentsAsPeopleReadThem) {
  EXPECT_EQ(ReadableSegment("plain-name"), "plain-name");
  EXPECT_EQ(ReadableSegment("%E6%A6%82%e8%a6%81"), "概要");
  EXPECT_EQ(ReadableSegment("a%20b"), "a b");
  EXPECT_EQ(ReadableSegment("100%"), "100%");
  EXPECT_EQ(ReadableSegment("%4"), "%4");
  EXPECT_EQ(ReadableSegment("%zz%41"), "%zzA");
  EXPECT_EQ(ReadableSegment("%FF"), "%FF") << "no UTF-8";
}

}  // namespace
}  // namespace meguri::moved
