#include "html/links/link_extractor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/html/found_links.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/worst_case.h"

namespace meguri::html {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(LinkExtractorTest, Anchors) {
  EXPECT_THAT(
      FoundLinks("<a href=x>One</a> <A HREF='/y#top' Rel='nofollow noopener'> two\n <b>T</b>hree"
                 "</a><a href>none given</a><a name=z>no link</a>"),
      ElementsAre("a http://h/dir/x 'One'",
                  "a http://h/y 'two Three' rel=nofollow noopener nofollow",
                  "a http://h/dir/page.html 'none given'"));
}

TEST(LinkExtractorTest, AnchorTextHasTheAltOfImagesAndPartsBlocks) {
  EXPECT_THAT(FoundLinks("<a href=x>See<img src=i.png alt='the &amp; map'>now</a>"),
              ElementsAre("a http://h/dir/x 'See the & map now'", "image http://h/dir/i.png"));
  EXPECT_THAT(FoundLinks("<a href=x>one<br>two<div>three</div>four&nbsp;&#x3000; five</a>"),
              ElementsAre("a http://h/dir/x 'one two three four five'"));
  EXPECT_THAT(FoundLinks("<a href=x>a<script>b</script><style>c</style>d<!-- e --></a>"),
              ElementsAre("a http://h/dir/x 'ad'"));
}

TEST(LinkExtractorTest, AnchorsDontNest) {
  EXPECT_THAT(FoundLinks("<a href=x>one<a href=y>two</a>three</a>"),
              ElementsAre("a http://h/dir/x 'one'", "a http://h/dir/y 'two'"));
  EXPECT_THAT(FoundLinks("<a href=x>one<a name=y>two</a>"), ElementsAre("a http://h/dir/x 'one'"));
}

TEST(LinkExtractorTest, AnAnchorThatNeverEndsKeepsTheBeginningOfItsText) {
  LinkExtractor extractor;
  Extract("<a href=x>" + testing_support::Repeated("\xE3\x81\x82", 5000), extractor);
  ASSERT_EQ(extractor.links().size(), 1U);
  EXPECT_EQ(extractor.links().at(0).text, testing_support::Repeated("\xE3\x81\x82", 1023));
}

TEST(LinkExtractorTest, BaseHoldsForAllLinksAndOnlyTheFirstOneCounts) {
  EXPECT_THAT(FoundLinks("<img src=before><base href='//other/b/'><base href=http://third/>"
                         "<a href=x></a>"),
              ElementsAre("image http://other/b/before", "a http://other/b/x"));
  EXPECT_THAT(FoundLinks("<base target=_top><base href=/b/><a href=x></a>"),
              ElementsAre("a http://h/b/x"));
  for (const char* bad : {"data:text/html,x", "javascript:1", "http://", "http://a:b/"}) {
    EXPECT_THAT(FoundLinks(std::string("<base href='") + bad + "'><a href=x></a>"),
                ElementsAre("a http://h/dir/x"))
        << bad;
  }
  EXPECT_THAT(FoundLinks("<template><base href=/no/><template></template></template></template>"
                         "<base href=/b/><a href=1></a>"),
              ElementsAre("a http://h/b/1"));
}

TEST(LinkExtractorTest, OnlyWhatCanBeFetched) {
  LinkExtractor extractor;
  Extract(
      "<a href=mailto:a@b>m</a><a href='javascript:f()'>j</a><a href='http://a b/'>bad</a>"
      "<img src='data:image/gif;base64,R0lGOD'><img src=''><img src=' '><a href=ftp://h/>f</a>",
      extractor);
  EXPECT_THAT(LinksAsText(extractor), IsEmpty());
  EXPECT_EQ(extractor.links().dropped(), 5U);
  EXPECT_EQ(extractor.links().over_limit(), 0U);
}

TEST(LinkExtractorTest, LinkElementsByTheirRel) {
  EXPECT_THAT(
      FoundLinks("<link rel=stylesheet href=s><link rel='Shortcut Icon' href=i>"
                 "<link rel=canonical href=c><link rel=alternate hreflang=de href=d>"
                 "<link rel='alternate stylesheet' href=t><link rel=next href=n>"
                 "<link rel=preconnect href=//p/><link href=w><link rel=preload imagesrcset='1 1x'>"
                 "<link rel=manifest href=m><link rel=next>"),
      ElementsAre("stylesheet http://h/dir/s rel=stylesheet",
                  "icon http://h/dir/i rel=Shortcut Icon", "canonical http://h/dir/c rel=canonical",
                  "alternate http://h/dir/d rel=alternate lang=de",
                  "stylesheet http://h/dir/t rel=alternate stylesheet",
                  "related http://h/dir/n rel=next", "service http://p/ rel=preconnect",
                  "service http://h/dir/w", "srcset http://h/dir/1",
                  "preload http://h/dir/m rel=manifest"));
}

// What is kept of a rel is cut, what it says is not.
TEST(LinkExtractorTest, ALongRelCountsToItsEnd) {
  for (const std::size_t blanks : {PageLinks::kMaxNoteBytes - 4, std::size_t{100'000}}) {
    const std::string rel = " rel='" + std::string(blanks, ' ') + "icon nofollow' href=x>";
    LinkExtractor extractor;
    Extract("<link" + rel + "<a" + rel + "</a><area" + rel, extractor);
    ASSERT_EQ(extractor.links().size(), 3U);
    EXPECT_EQ(extractor.links().at(0).kind, LinkKind::kIcon);
    for (std::size_t i = 0; i < extractor.links().size(); ++i) {
      EXPECT_TRUE(extractor.links().at(i).nofollow) << i;
      EXPECT_LE(extractor.links().at(i).rel.size(), PageLinks::kMaxNoteBytes) << i;
    }
  }
}

TEST(LinkExtractorTest, CanonicalIsTheFirstUsableOne) {
  LinkExtractor extractor;
  Extract(
      "<link rel=canonical href=mailto:x><link rel=canonical href=/c#f>"
      "<link rel=canonical href=/d>",
      extractor);
  EXPECT_EQ(extractor.canonical(), "http://h/c");
  Extract("", extractor);
  EXPECT_EQ(extractor.canonical(), "");
}

TEST(LinkExtractorTest, FramesFormsAndRefreshes) {
  EXPECT_THAT(FoundLinks("<frame src=f><iframe src=i>text</iframe>"
                         "<form action=get></form><form action=post method=POST></form>"
                         "<form method=dialog action=d></form><form method=get></form>"
                         "<meta http-equiv=Refresh content='5; URL=\"r&amp;s\"'>"
                         "<meta http-equiv=refresh content=5>"),
              ElementsAre("frame http://h/dir/f", "iframe http://h/dir/i", "form http://h/dir/get",
                          "refresh http://h/dir/r&s"));
}

TEST(LinkExtractorTest, RequisitesOfEveryKind) {
  EXPECT_THAT(
      FoundLinks(
          "<img src=1 srcset='2 1x, 3,4 (a,b) 2x' data-src=5><svg><image xlink:href=6></svg>"
          "<script src=7></script><video poster=8 src=9><source src=10><track src=11></video>"
          "<audio src=12></audio><embed src=13><object data=14></object>"
          "<input type=IMAGE src=15><input src=16><body background=17><td background=18>"
          "<picture><source srcset='19 100w'></picture>"),
      ElementsAre("image http://h/dir/1", "image http://h/dir/5", "srcset http://h/dir/2",
                  "srcset http://h/dir/3,4", "image http://h/dir/6", "script http://h/dir/7",
                  "image http://h/dir/8", "media http://h/dir/9", "media http://h/dir/10",
                  "media http://h/dir/11", "media http://h/dir/12", "object http://h/dir/13",
                  "object http://h/dir/14", "image http://h/dir/15", "image http://h/dir/17",
                  "image http://h/dir/18", "srcset http://h/dir/19"));
}

TEST(LinkExtractorTest, StylesInElementsAndAttributes) {
  EXPECT_THAT(FoundLinks("<style>@import 'a.css'; p{background:url(b.png)} /* url(no) */</style>"
                         "<p style=\"background: URL( &quot;c&amp;.png&quot; )\">url(no)"),
              ElementsAre("stylesheet http://h/dir/a.css", "css http://h/dir/b.png",
                          "css http://h/dir/c&.png"));
}

TEST(LinkExtractorTest, MarkupThatIsText) {
  EXPECT_THAT(FoundLinks("<script>'<a href=1>'</script><title><a href=2></title>"
                         "<textarea><a href=3></textarea><!-- <a href=4> --><xmp><a href=5></xmp>"
                         "<noframes><a href=6></noframes><iframe><a href=7></iframe>"
                         "<noscript><a href=8>yes</a></noscript><plaintext><a href=9>"),
              ElementsAre("a http://h/dir/8 'yes'"));
}

TEST(LinkExtractorTest, OnlySvgsOwnElementsCountInSvg) {
  EXPECT_THAT(
      FoundLinks("<svg><base href=/no/><link rel=stylesheet href=no><iframe src=no></iframe>"
                 "<a href=1>t</a><image href=2 /><use href='#no'/><use href='3#i'/>"
                 "<use xlink:href=4></use><script href=5></script>"
                 "<foreignObject><link rel=stylesheet href=6></foreignObject></svg>"
                 "<image href=no src=7><script href=no></script><use href=no>"),
      ElementsAre("a http://h/dir/1 't'", "image http://h/dir/2", "image http://h/dir/3",
                  "image http://h/dir/4", "script http://h/dir/5",
                  "stylesheet http://h/dir/6 rel=stylesheet", "image http://h/dir/7"));
}

TEST(LinkExtractorTest, SvgAndMathMlHaveTheirOwnRules) {
  EXPECT_THAT(
      FoundLinks("<svg><title><a href=1>in svg</a></title><style><a href=2>x</a></style>"
                 "<![CDATA[<a href=no>]]><a xlink:href=3>y</a></svg>"
                 "<title><a href=no></title><![CDATA[<a href=4>z</a>]]>"),
      ElementsAre("a http://h/dir/1 'in svg'", "a http://h/dir/2 'x'", "a http://h/dir/3 'y'"));
  EXPECT_THAT(FoundLinks("<svg><style>@import url('a?b&amp;c')</style></svg>"
                         "<p style='background:url&#40;d)'>"),
              ElementsAre("stylesheet http://h/dir/a?b&c", "css http://h/dir/d"));
  EXPECT_THAT(FoundLinks("<svg><p><style><a href=no></style><a href=1></a>"),
              ElementsAre("a http://h/dir/1"));
  EXPECT_THAT(FoundLinks("<svg><foreignObject><style><a href=no></style></foreignObject>"
                         "<style><a href=1></a></style></svg>"),
              ElementsAre("a http://h/dir/1"));
  // End tags of elements that can't be open around it do not end it.
  EXPECT_THAT(FoundLinks("<svg></textarea></mi></img></math><style><a href=1></a></style>"),
              ElementsAre("a http://h/dir/1"));
  EXPECT_THAT(FoundLinks("<div><svg></div><style><a href=no></style><a href=1></a>"),
              ElementsAre("a http://h/dir/1"));
}

TEST(LinkExtractorTest, RobotsDirectives) {
  LinkExtractor extractor;
  Extract(
      "<meta name=Robots content='NoIndex, max-snippet:5'><meta name=otherbot content=nofollow>",
      extractor);
  EXPECT_EQ(extractor.robots(), (RobotsDirectives{.noindex = true}));
  Extract("<meta name=robots content=noarchive><meta name=MEGURI content='nofollow'>", extractor);
  EXPECT_EQ(extractor.robots(), (RobotsDirectives{.nofollow = true, .noarchive = true}));
  Extract("<meta name=robots content='index,follow,all'>", extractor);
  EXPECT_EQ(extractor.robots(), RobotsDirectives{});
}

TEST(LinkExtractorTest, StyleSheetFiles) {
  LinkExtractor extractor;
  extractor.Reset(TestDocument(), nullptr, "meguri");
  extractor.ReadStyleSheet("@import url(a.css) print; .b{src: url('f.woff2') format('woff2')}");
  EXPECT_THAT(LinksAsText(extractor),
              ElementsAre("stylesheet http://h/dir/a.css", "css http://h/dir/f.woff2"));
}

TEST(LinkExtractorTest, FragmentsDontCountAndEqualLinksAreEqual) {
  EXPECT_THAT(FoundLinks("<a href=x#1>a</a><a href=x#2>b</a><a href='x #3'>c</a><a href=#4>d</a>"
                         "<a href='mailto:x#5'></a><a href='mailto:x#6'></a>"),
              ElementsAre("a http://h/dir/x 'a'", "a http://h/dir/x 'b'", "a http://h/dir/x%20 'c'",
                          "a http://h/dir/page.html 'd'"));
}

TEST(LinkExtractorTest, AHostilePageHasBoundedMemory) {
  LinkExtractor extractor;
  const std::string many = testing_support::Repeated("<a href=x>", 10 * (PageLinks::kMaxLinks + 9));
  Extract(many, extractor);
  EXPECT_EQ(extractor.links().size(), PageLinks::kMaxLinks);
  EXPECT_EQ(extractor.links().dropped(), 9U);
  EXPECT_EQ(extractor.links().over_limit(), 9U);
  Extract("<a href=x" + std::string(PageLinks::kMaxUrlBytes, 'x') + "><a href=mailto:x>",
          extractor);
  EXPECT_EQ(extractor.links().dropped(), 2U);
  EXPECT_EQ(extractor.links().over_limit(), 1U);
  // A long base, and many links that differ.
  std::string page = "<base href=/" + std::string(PageLinks::kMaxUrlBytes - 100, 'b') + "/>";
  for (int i = 0; i < 20'000; ++i) {
    page += "<a href=" + std::to_string(i) + ">";
  }
  Extract(page, extractor);
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < extractor.links().size(); ++i) {
    bytes += extractor.links().at(i).url.size();
  }
  EXPECT_LE(bytes, PageLinks::kMaxTotalBytes);
  EXPECT_GT(extractor.links().over_limit(), 0U);
  EXPECT_EQ(extractor.links().dropped(), extractor.links().over_limit());
}

TEST(LinkExtractorCostTest, NoHeapInTheSteadyState) {
  const std::string page = testing_support::Repeated(
      "<p class=x id='y'><a href='/a/b?x=1&amp;y=2' rel=nofollow title=t>some &eacute; text <img "
      "src=i.png alt=picture></a><link rel=stylesheet href=s.css><i style='background:url(z.png)'>",
      30'000);
  Tokenizer tokenizer;
  ContentModel model;
  LinkExtractor extractor;
  const auto read = [&] {
    tokenizer.Reset(page);
    model.Reset();
    extractor.Reset(TestDocument(), nullptr, "meguri");
    Tokenize(tokenizer, model, extractor);
  };
  read();
  const std::size_t before = testing_support::AllocationCount();
  read();
  EXPECT_EQ(testing_support::AllocationCount() - before, 0U);
  EXPECT_GT(extractor.links().size(), 400U);
}

class LinkExtractorWorstCase : public testing::TestWithParam<const char*> {};

TEST_P(LinkExtractorWorstCase, IsLinear) {
  const std::string_view piece = GetParam();
  LinkExtractor extractor;
  const double growth = testing_support::GrowthAtTenfold(
      testing_support::kWorstCaseBytes,
      [piece](std::size_t bytes) { return testing_support::Repeated(piece, bytes); },
      [&](const std::string& page) { Extract(page, extractor); });
  EXPECT_LT(growth, testing_support::kLinearGrowth);
}

INSTANTIATE_TEST_SUITE_P(
    Pages, LinkExtractorWorstCase,
    testing::Values("<", "<a href=", "<a ", "<a href=x>", "<a href=x>y", "<div>", "</div>", "&",
                    "&#", "&notit", "<!--", "<!", "<!-- -- ", "-->", "<a x='", "<a x=y ",
                    "<a =", "</", "</a", "<script>", "<script><!--", "<!--<script>", "</script",
                    "<style>url(", "<style>@import ", "<style>/*", "<style>\\", "<svg>", "<svg><p>",
                    "<svg><a>", "</svg>", "<![CDATA[", "]]>", "<svg><![CDATA[", "<title>",
                    "<textarea></title", "<img srcset=','>", "<img srcset='a (,b '>",
                    "<base href=x>", "<meta http-equiv=refresh content='1;", "<p style='url('>",
                    "<link rel='a b c'", "<math><mi>", "<plaintext>", "<!doctype ", "<?", "\r",
                    "\xE3\x80\x80", "<a href=x>\xC2", "<area href=x alt=y>"));

}  // namespace
}  // namespace meguri::html
