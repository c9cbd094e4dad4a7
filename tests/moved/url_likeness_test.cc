#include "moved/likeness/url_likeness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace meguri::moved {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(UrlLikenessTest, APathIsTakenApart) {
  const PathParts parts = PartsOf("http://a.test:80/docs/load.v1.html?x=/y#z");
  EXPECT_EQ(parts.site, "http://a.test:80");
  EXPECT_THAT(parts.segments, ElementsAre("docs", "load.v1"));
  EXPECT_EQ(parts.ending, ".html");
  EXPECT_EQ(parts.name(), "load.v1");
}

TEST(UrlLikenessTest, IndexPagesAreTheirDirectory) {
  for (const char* url : {"http://a/x/index.html", "http://a/x/", "http://a/x/Default.aspx"}) {
    EXPECT_THAT(PartsOf(url).segments, ElementsAre("x")) << url;
    EXPECT_EQ(PartsOf(url).ending, "/") << url;
  }
  EXPECT_TRUE(PartsOf("http://a/index.php").is_home());
  EXPECT_TRUE(PartsOf("http://a").is_home());
}

TEST(UrlLikenessTest, AScriptsQueryNamesThePage) {
  using testing::ElementsAre;
  EXPECT_THAT(PartsOf("http://a/wiki/index.php?title=Help/Start&id=7").segments,
              ElementsAre("wiki", "Help", "Start"));
  EXPECT_THAT(PartsOf("http://a/?page=about").segments, ElementsAre("about"));
  EXPECT_EQ(PartsOf("http://a/wiki/index.php?title=Help/Start&id=7").path().size(), 1U);
  EXPECT_THAT(PartsOf("http://a/show.asp?n=12&sid=news").segments, ElementsAre("show"));
  for (const char* plain : {"http://a/x?title=B", "http://a/x/?title=B", "http://a/x.html?title=B"})
    EXPECT_THAT(PartsOf(plain).segments, ElementsAre("x")) << plain;
  EXPECT_FALSE(PartsOf("http://a/?p=7").is_home());
  EXPECT_THAT(PartsOf("http://a/?p=7&&=&").segments, ElementsAre());
}

TEST(UrlLikenessTest, SpellingIsForgiven) {
  EXPECT_EQ(SegmentOverlap(PartsOf("http://a/Docs/Set_Up").segments,
                           PartsOf("http://a/docs/set-up").segments),
            1);
}

TEST(UrlLikenessTest, AVersionIsNoEnding) {
  EXPECT_THAT(PartsOf("http://a/v1.2").segments, ElementsAre("v1.2"));
  EXPECT_EQ(PartsOf("http://a/v1.2").ending, "");
}

TEST(UrlLikenessTest, WrittenAgain) {
  for (const char* url : {"http://a/", "http://a/x/", "http://a/x/y.html", "http://a/x/y"}) {
    const PathParts parts = PartsOf(url);
    EXPECT_EQ(UrlOf(parts.site, parts.segments, parts.ending), url);
  }
}

TEST(UrlLikenessTest, OverlapForgivesADirectoryMoreOrLess) {
  const auto overlap = [](const char* a, const char* b) {
    return SegmentOverlap(PartsOf(a).segments, PartsOf(b).segments);
  };
  EXPECT_DOUBLE_EQ(overlap("/docs/commands/load.html", "/docs/reference/commands/load/"), 6.0 / 7);
  EXPECT_DOUBLE_EQ(overlap("/a/b", "/a/b"), 1);
  EXPECT_DOUBLE_EQ(overlap("/a/b", "/c/d"), 0);
  EXPECT_DOUBLE_EQ(overlap("/", "/"), 1);
}

TEST(UrlLikenessTest, NamesAreComparedByLettersAndDigits) {
  const auto alike = [](const char* a, const char* b) {
    return TrigramLikeness(NameTrigrams(a), NameTrigrams(b));
  };
  EXPECT_DOUBLE_EQ(alike("getting-started", "GettingStarted"), 1);
  EXPECT_GT(alike("sortby_27362045", "sortby"), 0.4);
  EXPECT_LT(alike("sortby", "quickstart"), 0.1);
  EXPECT_DOUBLE_EQ(alike("", ""), 0);
}

TEST(UrlLikenessTest, EndlessPathsAreBounded) {
  std::string url = "http://a";
  for (int i = 0; i < 10'000; ++i)
    url += "/x";
  EXPECT_THAT(PartsOf(url).segments, SizeIs(PathParts::kMaxSegments));
  EXPECT_DOUBLE_EQ(SegmentOverlap(PartsOf(url).segments, PartsOf(url).segments), 1);
  EXPECT_THAT(PartsOf("").segments, IsEmpty());
}

TEST(UrlLikenessTest, FilesAreNoPages) {
  EXPECT_TRUE(IsFileEnding(".pdf"));
  EXPECT_TRUE(IsFileEnding(".7z"));
  EXPECT_TRUE(IsFileEnding(".zip"));
  EXPECT_FALSE(IsFileEnding(".html"));
  EXPECT_FALSE(IsFileEnding("/"));
}

TEST(UrlLikenessTest, FoldersOfVersions) {
  const PathParts old = PartsOf("http://a/v1_4_0/net/x.html");
  const auto at = [&](std::string_view url) { return NewVersionAt(PartsOf(url), old); };
  EXPECT_EQ(at("http://a/latest/net/x.html"), 0);
  EXPECT_EQ(at("http://a/docs/2.1/net/x.html"), 1);
  EXPECT_EQ(at("http://a/v1_5_0/net/x.html"), 0);
  EXPECT_EQ(at("http://a/v2/x.html"), 0);
  EXPECT_EQ(at("http://a/v1_4_0/x.html"), std::nullopt) << "its own";
  EXPECT_EQ(at("http://a/net/2.1"), std::nullopt) << "a page's name";
  for (const char* url : {"http://a/videos/x", "http://a/2024/05/x", "http://a/3d/x",
                          "http://a/3.x/y", "http://a/v/x", "http://a/next/x", ""})
    EXPECT_EQ(at(url), std::nullopt) << url;
  const PathParts page = PartsOf("http://a/docs/latest/x.html");
  EXPECT_TRUE(IsOtherVersion(PartsOf("/docs/v1/"), page, 1));
  EXPECT_FALSE(IsOtherVersion(PartsOf("/docs/latest/"), page, 1)) << "the same";
  EXPECT_FALSE(IsOtherVersion(PartsOf("/v1/"), page, 1)) << "elsewhere";
  EXPECT_FALSE(IsOtherVersion(PartsOf("/docs/v1/feed"), page, 1)) << "a part of it";
  EXPECT_FALSE(IsOtherVersion(PartsOf("/docs/tmp/"), page, 1));
}

}  // namespace
}  // namespace meguri::moved
