#include "sim/sources/file_type.h"

#include <gtest/gtest.h>

namespace meguri {
namespace {

TEST(FileTypeTest, KnowsExtensions) {
  EXPECT_EQ(ContentTypeOfUrl("/a/b.PDF"), "application/pdf");
  EXPECT_EQ(ContentTypeOfUrl("/a/b.jpeg"), "image/jpeg");
  EXPECT_EQ(ContentTypeOfUrl("/a.php"), "text/html");
  EXPECT_EQ(ContentTypeOfFile("a/index.html"), "text/html");
  EXPECT_EQ(ContentTypeOfFile("a/data.tar.zst"), "application/zstd");
}

TEST(FileTypeTest, WithoutOneAUrlIsAPageAndAFileIsNothing) {
  for (const char* const path :
       {"/", "/a/", "/about", "/v1.2/about", "/a.", "/x.not-an-extension"}) {
    EXPECT_EQ(ContentTypeOfUrl(path), "text/html") << path;
    EXPECT_EQ(ContentTypeOfFile(path), "application/octet-stream") << path;
  }
  EXPECT_EQ(ContentTypeOfUrl("/a.xyz"), "application/octet-stream");
}

TEST(FileTypeTest, TellsHtml) {
  EXPECT_TRUE(IsHtmlType(ContentTypeOfFile("a.xhtml")));
  EXPECT_TRUE(IsHtmlType("text/html"));
  EXPECT_FALSE(IsHtmlType("text/plain"));
}

}  // namespace
}  // namespace meguri
