#include "moved/paper/page_urls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace meguri::moved {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(PageUrlsTest, OnePageByManyNames) {
  for (const char* url : {"http://a/x", "http://a/x/", "http://a/x/index.html",
                          "http://a/x/index.html?y=1#z", "http://a/x#/index.html"}) {
    EXPECT_EQ(PageIdentity(url), "http://a/x") << url;
  }
  for (const char* url : {"http://a", "http://a/", "http://a/index.html", "http://a/?x"})
    EXPECT_EQ(PageIdentity(url), "http://a") << url;
  EXPECT_EQ(PageIdentity("http://a/x.html"), "http://a/x.html");
  EXPECT_EQ(PageIdentity("http://a/xindex.html"), "http://a/xindex.html");
}

TEST(PageUrlsTest, DirectoryLength) {
  EXPECT_EQ(DirectoryLength("http://site/a/b/c/"), 4);  // the paper's own example
  EXPECT_EQ(DirectoryLength("http://site/a/b/c.html"), 3);
  EXPECT_EQ(DirectoryLength("http://site/c.html"), 1);
  EXPECT_EQ(DirectoryLength("http://site/"), 1);
  EXPECT_EQ(DirectoryLength("http://site"), 1);
  EXPECT_EQ(DirectoryLength("http://site/a?b=/c/d"), 1);
}

TEST(PageUrlsTest, ParentDirectories) {
  EXPECT_THAT(ParentDirectories("http://a/b/c/dog.html"),
              ElementsAre("http://a/b/", "http://a/b/c/"));
  EXPECT_THAT(ParentDirectories("http://a/b/c/"), ElementsAre("http://a/b/"));
  EXPECT_THAT(ParentDirectories("http://a/b/c/index.html"), ElementsAre("http://a/b/"));
  EXPECT_THAT(ParentDirectories("http://a/dog.html"), IsEmpty());
  EXPECT_THAT(ParentDirectories("http://a/"), IsEmpty());
}

TEST(PageUrlsTest, IndexPagesAndRoots) {
  EXPECT_TRUE(IsIndexPage("http://a/b/"));
  EXPECT_TRUE(IsIndexPage("http://a/b/index.php"));
  EXPECT_TRUE(IsIndexPage("http://a"));
  EXPECT_FALSE(IsIndexPage("http://a/b/genindex.html"));
  EXPECT_EQ(SiteRoot("http://a/b/c?d"), "http://a/");
  EXPECT_EQ(SiteRoot("http://a?b"), "http://a/");
}

TEST(PageUrlsTest, AnyBytesHaveAnAnswer) {
  for (const std::string url : {"", "/", "//", "http://", "http:///", "?", "#", "\xFF/", "a/b/c"}) {
    EXPECT_LE(PageIdentity(url).size(), url.size());
    EXPECT_GE(DirectoryLength(url), 1);
    EXPECT_LE(ParentDirectories(url).size(), url.size());
    IsIndexPage(url);
    SiteRoot(url);
  }
}

}  // namespace
}  // namespace meguri::moved
