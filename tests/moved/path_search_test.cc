#include "moved/paper/path_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "moved/paper/plain_search.h"
#include "tests/moved/small_site.h"

namespace meguri::moved {
namespace {

using testing::ElementsAre;

LinkPath PathOf(const std::vector<std::string>& paths, std::vector<std::string> anchors) {
  LinkPath path{.urls = {}, .anchors = std::move(anchors)};
  for (const std::string& each : paths)
    path.urls.push_back(SmallSite::Url(each));
  return path;
}

bool GoOn(const std::string& /*url*/, const SitePage& /*page*/) { return true; }

std::vector<std::string> Search(SmallSite& site, const std::vector<LinkPath>& paths,
                                std::string_view old_path) {
  SearchAlongPaths(paths, SmallSite::Url(old_path), SmallSite::Url("/"), site, GoOn);
  return site.order();
}

TEST(PathSearchTest, StartsNearTheOldPage) {
  const auto starts = StartsOf({PathOf({"/", "/far/", "/d/", "/d/old.html"}, {"F", "D", "O"}),
                                PathOf({"/", "/d/e/", "/d/old.html"}, {"E", " O \n x"}),
                                PathOf({"/", "/d/", "/d/old.html"}, {"", "O"})},
                               SmallSite::Url("/d/old.html"), SmallSite::Url("/"));
  std::vector<std::string> urls;
  for (const PathStart& start : starts)
    urls.push_back(start.url.substr(8));
  // One link away: the deeper directory first. Then two away; the root last though it is two away,
  // too.
  EXPECT_THAT(urls, ElementsAre("/d/e/", "/d/", "/far/", "/"));
  EXPECT_THAT(starts[0].anchors, ElementsAre("O x"));
  EXPECT_THAT(starts[1].anchors, ElementsAre("O"));
  EXPECT_THAT(starts[2].anchors, ElementsAre("D", "O"));
  EXPECT_THAT(starts[3].anchors, ElementsAre("F", "D", "O", "E", "O x"));
}

TEST(PathSearchTest, MatchesGoDepthFirst) {
  SmallSite site({{"/", {{"/1.html", "one"}, {"/2.html", "Books"}, {"/3.html", "three"}}},
                  {"/2.html", {{"/2/a.html", "a"}, {"/2/b.html", "Dogs"}, {"/x.html", "x"}}},
                  {"/2/b.html", {{"/2/b/c.html", "found"}}},
                  {"/1.html", {{"/1/a.html", ""}}}});
  EXPECT_THAT(Search(site, {PathOf({"/", "/2.html", "/old.html"}, {"Books", "Dogs"})}, "/old.html"),
              // First from 2.html, where only "Dogs" counts: its own links, then the other's child,
              // since that matched; then from the root.
              ElementsAre("/2.html", "/2/b.html", "/2/b/c.html", "/2/a.html", "/x.html", "/",
                          "/1.html", "/3.html", "/1/a.html"));
}

TEST(PathSearchTest, DeeperLinksFirstAndEmptyAnchorsMatchNothing) {
  SmallSite site(
      {{"/", {{"/1.html", ""}, {"/d/2.html", ""}, {"/3.html", " "}, {"/d/e/4.html", ""}}}});
  EXPECT_THAT(Search(site, {PathOf({"/", "/old.html"}, {""})}, "/old.html"),
              ElementsAre("/", "/d/e/4.html", "/d/2.html", "/1.html", "/3.html"));
}

TEST(PathSearchTest, WithoutPathsItTakesTheDirectories) {
  // And neither the old page, nor one by another name once more.
  const std::map<std::string, SmallSite::Links> pages = {
      {"/", {{"/b/index.html", ""}, {"/b/c/old.html", ""}, {"/x.html", ""}}},
      {"/b/", {{"/b/y.html", ""}, {"/", ""}}}};
  SmallSite site(pages);
  EXPECT_THAT(Search(site, {}, "/b/c/old.html"),
              ElementsAre("/b/c/", "/b/", "/b/y.html", "/", "/x.html"));
  SmallSite again(pages);
  SearchDirectories(SmallSite::Url("/b/c/old.html"), SmallSite::Url("/"), again, GoOn);
  EXPECT_EQ(again.order(), site.order());
}

TEST(PathSearchTest, EndsWhenTold) {
  SmallSite site({{"/", {{"/1.html", ""}, {"/2.html", ""}}}});
  int left = 2;
  SearchAlongPaths({}, SmallSite::Url("/old.html"), SmallSite::Url("/"), site,
                   [&](const std::string&, const SitePage&) { return --left > 0; });
  EXPECT_EQ(site.requests(), 2);
  SmallSite poor({{"/", {{"/1.html", ""}, {"/2.html", ""}}}}, 2);
  EXPECT_EQ(Search(poor, {}, "/old.html").size(), 2U);
}

TEST(PathSearchTest, BreadthAndDepthFirstInTheOrderOfTheDocument) {
  const std::map<std::string, SmallSite::Links> pages = {
      {"/", {{"/1.html", ""}, {"/2.html", ""}, {"/old.html", ""}, {"/d/e/3.html", ""}}},
      {"/1.html", {{"/d/e/3.html", ""}, {"/4.html", ""}, {"/", ""}}},
      {"/d/e/3.html", {{"/5.html", ""}}}};
  SmallSite breadth(pages);
  SearchBreadthFirst(SmallSite::Url("/old.html"), SmallSite::Url("/"), breadth, GoOn);
  EXPECT_THAT(breadth.order(),
              ElementsAre("/", "/1.html", "/2.html", "/d/e/3.html", "/4.html", "/5.html"));
  SmallSite depth(pages);
  SearchDepthFirst(SmallSite::Url("/old.html"), SmallSite::Url("/"), depth, GoOn);
  EXPECT_THAT(depth.order(),
              ElementsAre("/", "/1.html", "/d/e/3.html", "/5.html", "/4.html", "/2.html"));
}

}  // namespace
}  // namespace meguri::moved
