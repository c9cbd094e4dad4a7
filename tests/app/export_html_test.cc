#include "app/archive/export/export_html.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "html/page_reader.h"
#include "url/url.h"

namespace meguri::app {
namespace {

// "there": what lies beside the page.
std::optional<std::string> Find(std::string_view url) {
  static const std::map<std::string, std::string, std::less<>> kThere = {
      {"http://a.example/", "index.html"},
      {"http://a.example/x", "x.html"},
      {"http://a.example/x?a=1&b=2", "x-1.html"},
      {"http://a.example/?q=%83e", "sjis.html"},
      {"http://b.example/i.png", "../b.example/i.png"},
      {"http://a.example/d/y", "d/y.html"},
  };
  const auto found = kThere.find(url);
  return found == kThere.end() ? std::optional<std::string>() : found->second;
}

std::string Rewritten(std::string_view bytes, std::string_view content_type = "text/html",
                      const OfflineLink& find = Find) {
  const url::Url url = *url::Url::Parse("http://a.example/");
  html::PageReader reader;
  reader.Read({.bytes = bytes, .url = &url, .content_type = content_type});
  return RewriteLinks({.bytes = bytes,
                       .kind = reader.kind(),
                       .charset = reader.charset(),
                       .url = &url,
                       .base = &reader.base()},
                      find);
}

struct Case {
  std::string_view page;
  std::string_view rewritten;
};

void ExpectAll(const std::vector<Case>& cases, std::string_view content_type = "text/html") {
  for (const Case& one : cases) {
    EXPECT_EQ(Rewritten(one.page, content_type), one.rewritten) << one.page;
  }
}

TEST(ExportHtmlTest, WhatIsThere) {
  ExpectAll({
      {"<a href='/x'>", "<a href='x.html'>"},
      {"<A HREF=/x>y</A>", "<A HREF=\"x.html\">y</A>"},
      {"<a href = /x class=c>", "<a href = \"x.html\" class=c>"},
      {"<a href=\" x#frag\">", "<a href=\"x.html#frag\">"},
      {"<a href='x?a=1&amp;b=2#&apos;'>", "<a href='x-1.html#&#39;'>"},
      {"<img src=//b.example/i.png alt=i>", "<img src=\"../b.example/i.png\" alt=i>"},
      {"<iframe src=x></iframe><script src=x></script>",
       "<iframe src=\"x.html\"></iframe><script src=\"x.html\"></script>"},
      {"<link rel=stylesheet href=x>", "<link rel=stylesheet href=\"x.html\">"},
      {"<img srcset='x 1x, /gone 2x,http://b.example/i.png'>",
       "<img srcset='x.html 1x, http://a.example/gone 2x,../b.example/i.png'>"},
      {"<meta http-equiv=refresh content='0; url=x'>",
       "<meta http-equiv=refresh content='0; url=x.html'>"},
      {"<svg><image xlink:href=x /></svg>", "<svg><image xlink:href=\"x.html\" /></svg>"},
  });
}

TEST(ExportHtmlTest, WhatIsNotThereStaysOnTheWeb) {
  ExpectAll({
      {"<a href=gone>", "<a href=\"http://a.example/gone\">"},
      {"<a href=/g?a=1&b>", "<a href=\"http://a.example/g?a=1&#38;b\">"},
      {"<a href='//c.example/'>", "<a href='http://c.example/'>"},
      {"<form action=x>", "<form action=\"http://a.example/x\">"},
      {"<link rel=canonical href=x>", "<link rel=canonical href=\"http://a.example/x\">"},
  });
}

TEST(ExportHtmlTest, WhatStaysAsItIs) {
  for (const std::string_view page :
       {"<a href=http://c.example/x?y=%zz&z>", "<a href=mailto:x>", "<a href='javascript:x()'>",
        "<a href=#top>", "<a href=''>", "<a href>", "<img src=data:,x>", "<a href='http://['>",
        "<!-- <a href=x> -->", "<script>'<a href=x>'</script>", "<title><a href=x></title>",
        "<a href=\"x", "<div\xff\xfe title=x\0>", "<p  CLASS = 'a'\n>&nbsp;\r\n</p >", "", "<"}) {
    EXPECT_EQ(Rewritten(page), page);
  }
}

TEST(ExportHtmlTest, BaseIsTakenOff) {
  ExpectAll({
      {"<a href=y><base href=/d/ target=t><a href='#z'>",
       "<a href=\"d/y.html\"><base href=\"\" target=t><a href='http://a.example/d/#z'>"},
      {"<base href='http://a.example/d/'>", "<base href=''>"},
  });
}

TEST(ExportHtmlTest, Styles) {
  ExpectAll({
      {"<p style='background: url(x)'>", "<p style='background: url(x.html)'>"},
      {"<p style=\"background: url(&quot;x&quot;); content: '\xC3\xA9'\">",
       "<p style=\"background: url(&#34;x.html&#34;); content: &#39;&#233;&#39;\">"},
      {"<style>@import 'x'; a { b: url( \"/g'(\" ) }</style>",
       "<style>@import 'x.html'; a { b: url( \"http://a.example/g%27%28\" ) }</style>"},
      {"<style>/* url(x) */ a { b: url(\\78) }</style>",
       "<style>/* url(x) */ a { b: url(\\78) }</style>"},
  });
  ExpectAll({{"@import url(x);\xff", "@import url(x.html);\xff"}}, "text/css");
  ExpectAll({{"<a href=x>", "<a href=x>"}}, "text/plain");
}

TEST(ExportHtmlTest, CharsetsStay) {
  // "\x83\x5C" is one character of Shift_JIS that ends in a backslash.
  ExpectAll({{"<meta charset=shift_jis><p title='\x83\x5C'><a href='/?q=\x83\x65'>\x83\x5C",
              "<meta charset=shift_jis><p title='\x83\x5C'><a href='sjis.html'>\x83\x5C"},
             {"\xEF\xBB\xBF<a href=x>\xC3\xA9", "\xEF\xBB\xBF<a href=\"x.html\">\xC3\xA9"}});
  using namespace std::string_view_literals;
  EXPECT_EQ(Rewritten("\xFF\xFE<\0a\0 \0h\0r\0e\0f\0=\0x\0>\0\xE9\0"sv),
            "\xEF\xBB\xBF<a href=\"x.html\">\xC3\xA9");
  EXPECT_EQ(Rewritten("<meta charset=iso-2022-jp>\x1B$B$\"\x1B(B<a href=x>"),
            "\xEF\xBB\xBF<meta charset=iso-2022-jp>\xE3\x81\x82<a href=\"x.html\">");
}

TEST(ExportHtmlTest, ManyLinksAgainstALongBaseStayBounded) {
  std::string page = "<base href='http://a.example/" + std::string(16'000, 'b') + "/'>";
  for (int i = 0; i < 50'000; ++i) {
    page += "<a href=x>";
  }
  EXPECT_LT(Rewritten(page).size(), std::size_t{130} << 20U);
}

// Whatever is in a page, what it says beside its links is as it was.
TEST(ExportHtmlTest, AnyBytes) {
  const std::vector<std::string_view> pieces = {"<a ",     "href",
                                                "=",       "'",
                                                "\"",      ">",
                                                "<style>", "</style>",
                                                "url(",    ")",
                                                "style=",  "srcset=",
                                                "x",       " ",
                                                "&",       "<base ",
                                                "<!--",    "-->",
                                                "<svg",    "\\",
                                                "\xff",    "\xE9",
                                                "\n",      "http:",
                                                "//",      "<meta http-equiv=refresh content='1;"};
  Random random(11);
  const OfflineLink nothing = [](std::string_view) { return std::optional<std::string>(); };
  const OfflineLink all = [](std::string_view) { return std::optional<std::string>("there"); };
  for (int round = 0; round < 20'000; ++round) {
    std::string page;
    for (auto left = random.Uniform(20); left > 0; --left) {
      page += pieces[random.Uniform(pieces.size())];
    }
    const std::string once = Rewritten(page, "text/html", nothing);
    // Absolute links stay, so a second time changes nothing.
    EXPECT_EQ(Rewritten(once, "text/html", nothing), once) << page;
    EXPECT_EQ(Rewritten(page, "text/plain", all), page);
    Rewritten(page, "text/html", all);
    Rewritten(page, "text/css", all);
  }
}

}  // namespace
}  // namespace meguri::app
