#include "moved/read_page.h"

#include <gtest/gtest.h>

#include <string>

namespace meguri::moved {
namespace {

std::string RefreshOf(const std::string& html, std::string_view header = "") {
  const url::Url url = *url::Url::Parse("http://a.test/old");
  html::PageReader reader;
  reader.Read({.bytes = html, .url = &url, .content_type = "text/html", .refresh = header});
  return std::string(RefreshTarget(reader, url.href()));
}

TEST(RefreshTargetTest, OfAPageThatSendsItsReadersOn) {
  EXPECT_EQ(RefreshOf("<meta http-equiv=refresh content='0;url=new'>Moved."), "http://a.test/new");
  EXPECT_EQ(RefreshOf("Moved.", "5; url=http://b.test/"), "http://b.test/");
}

TEST(RefreshTargetTest, NotOfOneThatIsAPage) {
  const std::string refresh = "<meta http-equiv=refresh content='0;url=new'>";
  std::string words;
  for (int i = 0; i < 200; ++i)
    words += "word" + std::to_string(i) + " ";
  EXPECT_EQ(RefreshOf(refresh + "<p>" + words), "") << "it has something to say";
  EXPECT_EQ(RefreshOf("<meta http-equiv=refresh content='300;url=new'>Slide"), "");
  EXPECT_EQ(RefreshOf("<meta http-equiv=refresh content='0;url=/old'>Reload"), "");
  EXPECT_EQ(RefreshOf("<meta http-equiv=refresh content='5'>Reload"), "");
  EXPECT_EQ(RefreshOf("Nothing"), "");
}

}  // namespace
}  // namespace meguri::moved
