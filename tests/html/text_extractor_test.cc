#include "html/text/text_extractor.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <type_traits>

#include "base/utf8.h"
#include "tests/html/extracted.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/worst_case.h"

namespace meguri::html {
namespace {

using testing_support::Repeated;

// Its headings are views of its own text.
static_assert(!std::is_copy_constructible_v<TextExtractor>);
static_assert(!std::is_move_constructible_v<TextExtractor>);
static_assert(!std::is_move_assignable_v<TextExtractor>);

std::string TextOf(std::string_view page) { return std::string(Extracted(page).text()); }

struct Case {
  std::string_view page;
  std::string_view text;
};

void ExpectTexts(std::initializer_list<Case> cases) {
  for (const Case& c : cases)
    EXPECT_EQ(TextOf(c.page), c.text) << c.page;
}

TEST(TextTest, WhiteSpaceIsCollapsed) {
  ExpectTexts({
      {"", ""},
      {"  \n ", ""},
      {" a  b\t\nc ", "a b c"},
      {"one two three four five six seven eight", "one two three four five six seven eight"},
      {"12345678  12345678", "12345678 12345678"},
      {"1234567  1234567  ", "1234567 1234567"},
      {"a <b> b </b> c", "a b c"},
      {"a<b> b</b>c", "a bc"},
      {"a<!-- x -->b", "ab"},
      {"a&nbsp;&nbsp;b", "a\u00A0\u00A0b"},
      {"a &amp; b &lt;c&gt; &#x3042;", "a & b <c> あ"},
      {"東京 \n 都", "東京 都"},
      {"a <b>\x01 \x01x</b>\x01 y", "a x y"},
  });
}

TEST(TextTest, BlocksAreOnLinesAndInlineElementsAreNot) {
  ExpectTexts({
      {"<p>a<p>b", "a\nb"},
      {"a<div>b</div>c", "a\nb\nc"},
      {"<div><div>a</div></div><div></div><div>b</div>", "a\nb"},
      {"<ul><li>a<li>b</ul>c", "a\nb\nc"},
      {"a<br>b<br/><br>c", "a\nb\nc"},
      {"a</br>b", "a\nb"},
      {"a<hr>b", "a\nb"},
      {"a<span>b</span><i>c</i><x-y>d</x-y>", "abcd"},
      {"<h1>a</h1>b", "a\nb"},
      {"<dl><dt>a<dd>b<dt>c<dd>d</dl>", "a\nb\nc\nd"},
  });
}

TEST(TextTest, CellsAreSeparatedByTabs) {
  ExpectTexts({
      {"<table><tr><td>a<td>b<tr><td>c</td> <td> d </td></table>e", "a\tb\nc\td\ne"},
      {"<table><thead><tr><th>x</th><th>y</th></tr></thead><tbody><tr><td>1</td><td></td>"
       "<td>3</td></tr></tbody></table>",
       "x\ty\n1\t3"},
  });
}

TEST(TextTest, PreKeepsItsWhiteSpace) {
  ExpectTexts({
      {"a<pre>\n x\n  y\n</pre>b", "a\n x\n  y\nb"},
      {"<pre>a\r\nb\tc</pre>", "a\nb\tc"},
      {"<pre>\n\na</pre>", "\na"},
      {"<xmp> <b> </xmp>c", " <b> \nc"},
      {"<plaintext>a</p>", "a</p>"},
  });
}

TEST(TextTest, WhatIsNotShownIsLeftOut) {
  ExpectTexts({
      {"a<script>b</script>c", "ac"},
      {"a<style>b</style>c", "ac"},
      {"<head><title>t</title></head>a", "a"},
      {"a<template><p>b</p></template>c", "ac"},
      {"a<noscript><p>b</p></noscript>c", "ac"},
      {"a<p hidden>b</p>c", "a\nc"},
      {"a<p hidden=until-found>b</p>c", "a\nb\nc"},
      {"a<div style='color:red; Display : NONE'>b<p>c</div>d", "a\nd"},
      {"a<div style='display:none !important'>b</div>d", "a\nd"},
      {"a<div style='visibility:hidden'>b</div>d", "a\nd"},
      {"a<div style='display:nonesuch'>b</div>", "a\nb"},
      {"a<svg><title>b</title><text>c</text><g/></svg>d", "ad"},
      {"a<svg/>b", "ab"},
      {"a<math><mi>x</mi></math>b", "ab"},
      {"a<select><option>b<option>c</select>d", "ad"},
      {"a<textarea>b</textarea>c", "ac"},
      {"a<iframe>b</iframe>c", "ac"},
      {"a<object>b</object><video>c</video><audio>d</audio><canvas>e</canvas>f", "af"},
      {"a<img alt=b>c", "ac"},
      {"a<dialog>b</dialog>c<dialog open>d</dialog>", "a\nc\nd"},
      {"<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>", "漢かん"},
      {"<body style='display:none'>a", "a"},
      {"<html hidden><body hidden>a", "a"},
  });
}

TEST(TextTest, BrokenNestingDoesNoHarm) {
  ExpectTexts({
      {"a</div></p></span></nav>b", "a\nb"},
      {"<div hidden>a<p>b</div>c", "c"},
      {"<p hidden>a<p>b", "b"},
      {"<p hidden>a<div>b</div>", "b"},
      {"<li hidden>a<li>b", "b"},
      {"<table><tr><td hidden>a<td>b</table>", "b"},
      {"<table><tr><td><div hidden>a</table>b", "b"},
      {"<div><table><tr><td>a</div>b<td>c</table>", "a\nb\tc"},
      {"<b><div>a</b>b</div>c", "ab\nc"},
      {"<span hidden>a<div>b</span>c</div>d", "c\nd"},
      {"<svg><circle><p>a</p>", "a"},
      {"<svg><foreignObject><p>a</p></foreignObject></svg>b", "b"},
      {"<select><option>a</select>b", "b"},
      {"<a href=x>a<a href=y>b</a>c", "abc"},
      {"<h1>a</h2>b", "a\nb"},
      {"</body></html>a<p>b", "a\nb"},
      {"<body><body><p>a", "a"},
  });
}

TEST(TextTest, IllFormedBytesAndControlsAreCleaned) {
  EXPECT_EQ(TextOf("a\xFF b\xE3\x81"), "a\uFFFD b\uFFFD");
  EXPECT_EQ(TextOf("a\x01 \x02 \x7F"
                   "b"),
            "a b");
  EXPECT_EQ(TextOf(std::string_view("a\0b", 3)), "ab");
  EXPECT_EQ(TextOf("<pre>a\x0B\x0C\xED\xA0\x80"
                   "b</pre>"),
            "a\uFFFD\uFFFD\uFFFDb");
  EXPECT_EQ(Extracted("<title>a\xFF\n\n b </title>").title(), "a\uFFFD b");
}

TEST(TextTest, DepthIsBoundedAndComesBack) {
  const std::string deep = Repeated("<div>", 5 * 10'000);
  const std::string up = Repeated("</div>", 6 * 10'000);
  EXPECT_EQ(TextOf(deep + "a" + up + "b<p hidden>c</p>"), "a\nb");
  EXPECT_EQ(TextOf(deep + "<script>x</script><style>y</style>a"), "a");
}

TEST(TextTest, TextIsBounded) {
  for (const std::string_view piece : {"x", "あ", "\xFF", "<p>é", "&amp;", "<pre>あ\n</pre>"}) {
    const Extracted page(Repeated(piece, 4'000'000));
    EXPECT_LE(page.text().size(), TextExtractor::kMaxTextBytes) << piece;
    EXPECT_GT(page.text().size(), TextExtractor::kMaxTextBytes / 8) << piece;
    EXPECT_LE(page.main_text().size(), TextExtractor::kMaxTextBytes) << piece;
    EXPECT_LE(page.blocks().size(), TextExtractor::kMaxBlocks) << piece;
    EXPECT_TRUE(IsValidUtf8(page.text())) << piece;
    EXPECT_TRUE(IsValidUtf8(page.main_text())) << piece;
  }
}

TEST(TitleTest, TheFirstOneCounts) {
  EXPECT_EQ(Extracted("<title> A  &amp;\n B </title><title>C</title>").title(), "A & B");
  EXPECT_EQ(Extracted("<svg><title>no</title></svg><title>yes</title>").title(), "yes");
  EXPECT_EQ(Extracted("<p>x<title>in the body</title>").title(), "in the body");
  EXPECT_EQ(Extracted("<title>never closed").title(), "never closed");
  EXPECT_EQ(Extracted("<title><b>x</b></title>").title(), "<b>x</b>");
  EXPECT_EQ(Extracted("x").title(), "");
  EXPECT_EQ(Extracted("<title>" + Repeated("あ", 9000)).title().size(), 1023U);
}

TEST(DescriptionTest, MetaNameBeforeOpenGraph) {
  EXPECT_EQ(
      Extracted(
          "<meta property=og:description content=a><meta name=Description content=' b  c &amp;'>"
          "<meta name=description content=d>")
          .description(),
      "b c &");
  EXPECT_EQ(Extracted("<meta property=og:description content=a>").description(), "a");
  EXPECT_EQ(Extracted("<meta name=description content='  '><meta name=description content=x>")
                .description(),
            "x");
  EXPECT_EQ(Extracted("<meta name=keywords content=a><meta name=description>").description(), "");
}

TEST(DeclaredLanguageTest, HtmlBeforePragma) {
  EXPECT_EQ(Extracted("<html lang=en-US xml:lang=de>").declared_language(), "en-US");
  EXPECT_EQ(Extracted("<html xml:lang=de>").declared_language(), "de");
  EXPECT_EQ(Extracted("<meta http-equiv=Content-Language content=' ja x'>").declared_language(),
            "ja");
  EXPECT_EQ(Extracted("<meta http-equiv=content-language content='ja,en'>").declared_language(),
            "");
  EXPECT_EQ(
      Extracted("<html lang=''><meta http-equiv=content-language content=fr>").declared_language(),
      "fr");
  EXPECT_EQ(Extracted("<p lang=fr>x").declared_language(), "");
}

// Ill-formed bytes grow to three each, so that the limit may fall on a space.
TEST(DeclaredLanguageTest, IsBounded) {
  const Extracted page("<html lang='" + Repeated("\xff", 21) + "x y z'>");
  EXPECT_EQ(page.declared_language(), Repeated("\xef\xbf\xbd", 63) + "x");
}

TEST(HeadingTest, LevelAndTextOnOneLine) {
  const Extracted page(
      "<h1> A <b>b</b><br>c</h1><h2></h2><h2 "
      "hidden>x</h2><h3><div>d</div><div>e</div></h3><h4>f<h5>g</h6>h");
  ASSERT_EQ(page.headings().size(), 4U);
  EXPECT_EQ(page.headings()[0].level, 1);
  EXPECT_EQ(page.headings()[0].text, "A b c");
  EXPECT_EQ(page.headings()[1].level, 3);
  EXPECT_EQ(page.headings()[1].text, "d e");
  EXPECT_EQ(page.headings()[2].text, "f");
  EXPECT_EQ(page.headings()[3].level, 5);
  EXPECT_EQ(page.headings()[3].text, "g");
  EXPECT_TRUE(page.text().ends_with("\nh"));
}

TEST(HeadingTest, AreCutAtACharacter) {
  const Extracted extractor("<h1>a" + Repeated("\U0001F600", 2000) + "</h1>");
  ASSERT_EQ(extractor.headings().size(), 1U);
  EXPECT_EQ(extractor.headings()[0].text, "a" + Repeated("\U0001F600", 508));
}

TEST(HeadingTest, AreBounded) {
  EXPECT_EQ(Extracted(Repeated("<h1>a</h1>", 100'000)).headings().size(),
            TextExtractor::kMaxHeadings);
  const Extracted page("<h1>" + Repeated("<p>あ", 100'000));
  ASSERT_EQ(page.headings().size(), 1U);
  EXPECT_LE(page.headings()[0].text.size(), TextExtractor::kMaxHeadingBytes);
  EXPECT_TRUE(IsValidUtf8(page.headings()[0].text));
  // A block that ends at the limit: those behind it add no spaces.
  const std::string full(TextExtractor::kMaxHeadingBytes, 'a');
  const Extracted blocks("<h1>" + full + Repeated("<p>b", 1000) + "</h1><h2>c</h2>");
  ASSERT_EQ(blocks.headings().size(), 2U);
  EXPECT_EQ(blocks.headings()[0].text, full);
  EXPECT_EQ(blocks.headings()[1].text, "c");
}

TEST(TextTest, ResetForgetsEverythingAndKeepsTheBuffers) {
  const std::string page =
      "<html lang=en><title>t</title><meta name=description content='d &amp; "
      "d'><h1>h</h1><pre>x</pre>" +
      Repeated("<p>a &amp; b <a href=x>link</a> and so on</p><nav>n</nav>", 20'000);
  TextExtractor extractor;
  Tokenizer tokenizer;
  ContentModel model;
  const auto run = [&] {
    extractor.Reset();
    tokenizer.Reset(page);
    Tokenize(tokenizer, model, extractor);
    extractor.Finish();
  };
  run();
  const std::string text(extractor.text());
  const std::string main_text(extractor.main_text());
  const std::size_t before = testing_support::AllocationCount();
  run();
  EXPECT_EQ(testing_support::AllocationCount(), before);
  EXPECT_EQ(extractor.text(), text);
  EXPECT_EQ(extractor.main_text(), main_text);
  EXPECT_EQ(extractor.headings().size(), 1U);
  Extract("x", extractor);
  EXPECT_EQ(extractor.text(), "x");
  EXPECT_EQ(extractor.title(), "");
  EXPECT_EQ(extractor.description(), "");
  EXPECT_EQ(extractor.declared_language(), "");
  EXPECT_TRUE(extractor.headings().empty());
}

TEST(BoilerplateTest, NamesOfClasses) {
  for (const std::string_view name :
       {"nav", "site-nav", "nav_main", "siteNav", "x sidebar", "Footer", "footer2", "ad-300x250",
        "top-ads", "cookie-banner", "share-buttons"}) {
    EXPECT_TRUE(NamesBoilerplate(name)) << name;
  }
  for (const std::string_view name :
       {"", " ", "has-sidebar", "with-nav", "navy", "address", "badge", "content", "sidebar-layout",
        "main", "shadow", "article-footer-content", "a", "menus1x"}) {
    EXPECT_FALSE(NamesBoilerplate(name)) << name;
  }
}

}  // namespace
}  // namespace meguri::html
