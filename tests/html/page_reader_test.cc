#include "html/page_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "encoding/encoder.h"
#include "http/mime_type.h"
#include "tests/html/found_links.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/worst_case.h"

namespace meguri::html {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Urls(const PageReader& reader) {
  std::vector<std::string> urls;
  for (std::size_t i = 0; i < reader.links().size(); ++i) {
    urls.push_back(std::string(LinkKindName(reader.links().at(i).kind)) + " " +
                   std::string(reader.links().at(i).url));
  }
  return urls;
}

TEST(PageReaderTest, APageInShiftJis) {
  std::string page;
  encoding::Encode(encoding::Encoding::kShiftJis,
                   "<meta charset=Shift_JIS><html lang=ja><title>\xE5\xB7\xA1\xE3\x82\x8A</title>"
                   "<a href='?q=\xE5\xB7\xA1'>\xE6\xAC\xA1</a>",
                   page);
  PageReader reader;
  reader.Read({.bytes = page, .url = &TestDocument()});
  EXPECT_EQ(reader.charset().encoding, encoding::Encoding::kShiftJis);
  EXPECT_EQ(reader.text().title(), "\xE5\xB7\xA1\xE3\x82\x8A");
  EXPECT_EQ(reader.language().code, "ja");
  EXPECT_THAT(Urls(reader), ElementsAre("a http://h/dir/page.html?q=%8F%84"));
  EXPECT_EQ(reader.links().at(0).text, "\xE6\xAC\xA1");
}

// Guessing takes long, and there is nothing to be read.
TEST(PageReaderTest, TheEncodingOfAPictureIsNotGuessed) {
  std::string picture;
  for (int i = 0; i < 3000; ++i)
    picture += static_cast<char>(i * 31 % 251);
  PageReader reader;
  reader.Read({.bytes = picture, .url = &TestDocument(), .content_type = "image/gif"});
  EXPECT_EQ(reader.kind(), PageKind::kOther);
  EXPECT_EQ(reader.charset().source, CharsetSource::kFallback);
  EXPECT_EQ(reader.utf8(), "");
  reader.Read({.bytes = "\xEF\xBB\xBFwords", .url = &TestDocument(), .content_type = "text/plain"});
  EXPECT_EQ(reader.utf8(), "words");
}

PageKind KindOf(std::string_view content_type, std::string_view bytes) {
  return PageKindOf(http::MimeType::Parse(content_type), bytes);
}

TEST(PageReaderTest, KindsByContentTypeAndByTheFirstBytes) {
  EXPECT_EQ(KindOf("text/html; charset=x", ""), PageKind::kHtml);
  EXPECT_EQ(KindOf("application/xhtml+xml", ""), PageKind::kXhtml);
  EXPECT_EQ(KindOf("TEXT/CSS", "<p>"), PageKind::kCss);
  EXPECT_EQ(KindOf("text/plain", "<p>"), PageKind::kText);
  EXPECT_EQ(KindOf("image/png", "<p>"), PageKind::kOther);
  EXPECT_EQ(KindOf("", " \n<p>"), PageKind::kHtml);
  EXPECT_EQ(KindOf("", "<?xml version='1.0'?><html"), PageKind::kHtml);
  EXPECT_EQ(KindOf("", "<?xml version='1.0'?><rss"), PageKind::kOther);
  EXPECT_EQ(KindOf("nonsense", "words"), PageKind::kText);
  EXPECT_EQ(KindOf("", std::string_view("\0\1", 2)), PageKind::kOther);
}

TEST(PageReaderTest, KindsOfPagesInAnyEncoding) {
  using std::string_view_literals::operator""sv;
  PageReader reader;
  for (const std::string_view page :
       {"\xEF\xBB\xBF<p>"sv, "\xFE\xFF\0<\0p\0>"sv, "\xFF\xFE<\0p\0>\0"sv}) {
    reader.Read({.bytes = page, .url = &TestDocument()});
    EXPECT_EQ(reader.kind(), PageKind::kHtml);
  }
  reader.Read({.bytes = "\xFF\xFEw\0"sv, .url = &TestDocument()});
  EXPECT_EQ(reader.kind(), PageKind::kText);
}

TEST(PageReaderTest, InXhtmlAnEmptyScriptIsWhole) {
  const std::string_view page = "<script src='s.js'/><title/><![CDATA[<a href=no>]]><a href=x>";
  PageReader reader;
  reader.Read({.bytes = page, .url = &TestDocument(), .content_type = "application/xhtml+xml"});
  EXPECT_THAT(Urls(reader), ElementsAre("script http://h/dir/s.js", "a http://h/dir/x"));
  reader.Read({.bytes = page, .url = &TestDocument(), .content_type = "text/html"});
  EXPECT_THAT(Urls(reader), ElementsAre("script http://h/dir/s.js"));
}

TEST(PageReaderTest, HeadersCount) {
  const std::array<std::string_view, 2> tags = {"otherbot: noindex", "nofollow"};
  PageReader reader;
  reader.Read(
      {.bytes = "<meta name=robots content=noarchive><p>x",
       .url = &TestDocument(),
       .content_type = "text/html",
       .content_language = "fr",
       .link = "</c>; rel=canonical, </d>; rel=alternate; hreflang=de, </e>; rel=x; anchor=y",
       .refresh = "0; url=/r",
       .x_robots_tag = tags});
  EXPECT_EQ(reader.robots(), (RobotsDirectives{.nofollow = true, .noarchive = true}));
  EXPECT_EQ(reader.canonical(), "http://h/c");
  EXPECT_EQ(reader.language().code, "fr");
  EXPECT_EQ(reader.language().source, LanguageSource::kHeader);
  EXPECT_THAT(Urls(reader),
              ElementsAre("refresh http://h/r", "canonical http://h/c", "alternate http://h/d"));
}

TEST(PageReaderTest, StyleSheetsTextsAndOthers) {
  PageReader reader;
  reader.Read(
      {.bytes = "p{background:url(i.png)}", .url = &TestDocument(), .content_type = "text/css"});
  EXPECT_THAT(Urls(reader), ElementsAre("css http://h/dir/i.png"));
  reader.Read(
      {.bytes = "a <a href=x> &amp; b", .url = &TestDocument(), .content_type = "text/plain"});
  EXPECT_THAT(Urls(reader), IsEmpty());
  EXPECT_EQ(reader.text().text(), "a <a href=x> &amp; b");
  reader.Read({.bytes = "<a href=x>", .url = &TestDocument(), .content_type = "application/pdf"});
  EXPECT_THAT(Urls(reader), IsEmpty());
  EXPECT_EQ(reader.text().text(), "");
}

TEST(PageReaderTest, NothingOfTheLastPageIsLeft) {
  PageReader reader;
  reader.Read({.bytes = "<meta name=robots content=none><html lang=de><title>t</title><h1>u</h1>"
                        "<base href=/b/><a href=x>v",
               .url = &TestDocument()});
  reader.Read({.bytes = "", .url = &TestDocument()});
  PageReader fresh;
  fresh.Read({.bytes = "", .url = &TestDocument()});
  EXPECT_EQ(reader.robots(), RobotsDirectives{});
  EXPECT_EQ(reader.base().href(), TestDocument().href());
  EXPECT_EQ(reader.text().title(), "");
  EXPECT_TRUE(reader.text().headings().empty());
  EXPECT_EQ(reader.language(), fresh.language());
  EXPECT_EQ(reader.fingerprint(), fresh.fingerprint());
  EXPECT_EQ(reader.links().size(), 0U);
}

// Whatever a page has more of, the heap is not asked more often.
TEST(PageReaderCostTest, TheHeapIsNotAskedPerTokenOrAttribute) {
  const auto page = [](std::size_t times) {
    return "<html lang=en><meta charset=utf-8>" +
           testing_support::Repeated(
               "<p class=a id=b>Some words <a href='/x?y=1&amp;z' rel=next "
               "title=c>and &eacute; link</a> stand here, as they do.</p>",
               times);
  };
  const std::string large = page(200'000);
  const std::string small = page(2'000);
  PageReader reader;
  const auto asked = [&](const std::string& bytes) {
    const std::size_t before = testing_support::AllocationCount();
    reader.Read({.bytes = bytes, .url = &TestDocument(), .content_type = "text/html"});
    return testing_support::AllocationCount() - before;
  };
  (void)asked(large);
  EXPECT_EQ(asked(large), asked(small));
  EXPECT_LT(asked(large), 10U);
}

}  // namespace
}  // namespace meguri::html
