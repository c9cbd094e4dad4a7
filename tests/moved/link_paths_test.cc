#include "moved/paper/link_paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/moved/small_site.h"

namespace meguri::moved {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<LinkPath> Find(SmallSite& site, std::string_view path,
                           const LinkPathOptions& options = {}) {
  return FindLinkPaths(SmallSite::Url(path), SmallSite::Url("/"), site, options);
}

// Paths only, for short.
std::vector<std::string> PathsOf(const LinkPath& path) {
  std::vector<std::string> paths;
  for (const std::string& url : path.urls)
    paths.push_back(url.substr(SmallSite::Url("").size()));
  return paths;
}

TEST(LinkPathsTest, FromTheRootOverADirectory) {
  SmallSite site({{"/", {{"/b/", "Book"}}},
                  {"/b/", {{"/", "Home"}, {"/b/c/", "Chapters"}}},
                  {"/b/c/", {{"/b/c/dog.html", ""}, {"/b/c/dog.html", "Dogs"}, {"/b/", "up"}}},
                  {"/b/c/dog.html", {{"/b/c/", "up"}}}});
  const auto paths = Find(site, "/b/c/dog.html");
  ASSERT_THAT(paths, SizeIs(1));
  EXPECT_THAT(PathsOf(paths[0]), ElementsAre("/", "/b/", "/b/c/", "/b/c/dog.html"));
  // Of several links the first words that aren't empty.
  EXPECT_THAT(paths[0].anchors, ElementsAre("Book", "Chapters", "Dogs"));
  // The page, its directories, and the root, which /b/ brought up.
  EXPECT_THAT(site.order(), ElementsAre("/b/c/dog.html", "/b/", "/b/c/", "/"));
  const LinkPathsSize size = SizeOf(paths);
  EXPECT_EQ(size.urls, 4U);
  EXPECT_EQ(size.anchors, 3U);
  EXPECT_EQ(size.anchor_bytes, std::string("BookChaptersDogs").size());
}

TEST(LinkPathsTest, ExactlyAsManyCallsAsDirectories) {
  // In the root's own directory there is one, which is enough if the root links to it.
  SmallSite site({{"/", {{"/x.html", "X"}}},
                  {"/x.html", {{"/", ""}, {"/y.html", ""}}},
                  {"/y.html", {{"/x.html", "from Y"}, {"/", ""}}}});
  const auto paths = Find(site, "/x.html");
  ASSERT_THAT(paths, SizeIs(1));
  EXPECT_THAT(PathsOf(paths[0]), ElementsAre("/", "/x.html"));
  EXPECT_THAT(site.order(), ElementsAre("/x.html", "/", "/y.html"));
  // With a call more y.html is asked for its parents: the root doesn't link to it.
  EXPECT_THAT(Find(site, "/x.html", {.more_calls = 1}), SizeIs(1));
}

TEST(LinkPathsTest, LikelyParentsComeFirst) {
  // All link to the page, and the root to all of them. The page has 2 directories: two calls, so
  // that one parent alone is asked for its own.
  const SmallSite::Links up = {{"/d/x.html", "x"}};
  SmallSite site({{"/", {{"/d/a.html", "a"}, {"/e/f/", "ef"}, {"/b.html", "b"}, {"/g.html", "g"}}},
                  {"/d/a.html", up},  // 2 - 2, and the page links to it: 1
                  {"/e/f/", up},      // 2 - 3 + 2 + 1: 2, found before the next
                  {"/b.html", up},    // 2 - 1 + 1: 2
                  {"/d/", {{"/g.html", ""}}},
                  {"/d/x.html", {{"/d/a.html", ""}, {"/e/f/", ""}, {"/b.html", ""}, {"/", ""}}}});
  auto paths = Find(site, "/d/x.html");
  ASSERT_THAT(paths, SizeIs(1));
  EXPECT_THAT(PathsOf(paths[0]), ElementsAre("/", "/e/f/", "/d/x.html"));
  paths = Find(site, "/d/x.html", {.more_calls = 2});
  ASSERT_THAT(paths, SizeIs(3));
  EXPECT_EQ(PathsOf(paths[1])[1], "/b.html");
  EXPECT_EQ(PathsOf(paths[2])[1], "/d/a.html");
}

TEST(LinkPathsTest, APrefixMayCountMore) {
  const SmallSite::Links up = {{"/d/x.html", "x"}};
  SmallSite site({{"/", {{"/d/", "d"}, {"/b.html", "b"}}},
                  {"/d/", up},
                  {"/b.html", up},
                  {"/d/x.html", {{"/b.html", ""}, {"/b.html", ""}, {"/", ""}}}});
  EXPECT_THAT(PathsOf(Find(site, "/d/x.html", {.prefix_weight = -3})[0]),
              ElementsAre("/", "/b.html", "/d/x.html"));
}

TEST(LinkPathsTest, NoUrlTwiceOnAPath) {
  SmallSite site({{"/", {}},
                  {"/d/e/", {{"/d/e/x.html", "x"}}},
                  {"/d/e/x.html", {{"/d/e/", ""}, {"/d/e/x.html", "self"}, {"/", ""}}}});
  EXPECT_THAT(Find(site, "/d/e/x.html"), IsEmpty());  // the root leads nowhere
  EXPECT_THAT(site.order(), ElementsAre("/d/e/x.html", "/d/", "/d/e/", "/"));
}

TEST(LinkPathsTest, EndsWithTheBudget) {
  SmallSite site({{"/", {{"/x.html", "X"}}}, {"/x.html", {{"/", ""}}}}, 1);
  EXPECT_THAT(Find(site, "/x.html"), IsEmpty());
  SmallSite none({}, 0);
  EXPECT_THAT(Find(none, "/x.html"), IsEmpty());
  SmallSite gone({});
  EXPECT_THAT(Find(gone, "/a/b/x.html"), IsEmpty());
  EXPECT_EQ(gone.requests(), 3);  // directories that aren't there cost, too
}

TEST(LinkPathsTest, AUrlOfManyDirectoriesIsNoHarm) {
  std::string path;
  for (int i = 0; i < 2000; ++i)
    path += "/d";
  SmallSite site({{path, {{path, "self"}}}});
  EXPECT_THAT(Find(site, path), IsEmpty());
}

TEST(LinkPathsTest, DirectoryPath) {
  const LinkPath path = DirectoryPath(SmallSite::Url("/b/c/"), SmallSite::Url("/"));
  EXPECT_THAT(PathsOf(path), ElementsAre("/", "/b/", "/b/c/"));
  EXPECT_THAT(path.anchors, ElementsAre("", ""));
  EXPECT_THAT(PathsOf(DirectoryPath(SmallSite::Url("/"), SmallSite::Url("/"))), ElementsAre("/"));
}

TEST(TakePathsTest, NearestFirstAndBeforeOthers) {
  OldPage old{.url = "http://a/m/r/x", .linked_from = {"http://a/other", "http://a/m/"}};
  TakePaths({{.urls = {"http://a/", "http://a/m/", "http://a/m/r/", "http://a/m/r/x"},
              .anchors = {"Manual", "Reference", "x"}},
             {.urls = {"http://a/", "http://a/n/", "http://a/m/r/x"}, .anchors = {"", "x"}}},
            old);
  EXPECT_THAT(old.linked_from, testing::ElementsAre("http://a/m/r/", "http://a/n/", "http://a/m/",
                                                    "http://a/other"));
  EXPECT_THAT(old.way, testing::ElementsAre("Reference", "Manual"));
  OldPage none{.url = "http://a/x", .linked_from = {"http://a/"}};
  TakePaths({{.urls = {"http://a/", "http://a/x"}, .anchors = {"x"}}}, none);
  EXPECT_THAT(none.linked_from, testing::ElementsAre("http://a/"));
}

}  // namespace
}  // namespace meguri::moved
