#include "robots/feed/feed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "robots/feed/feed_author.h"
#include "robots/feed/link_base.h"
#include "tests/support/worst_case.h"

namespace meguri::robots {
namespace {

Feed Read(std::string_view bytes, std::string_view url = "https://a.example/feed/") {
  return ReadFeed(bytes, {.url = url});
}

std::string Rss(std::string_view channel) {
  return "<rss version='2.0'><channel>" + std::string(channel) + "</channel></rss>";
}

TEST(FeedTest, RssEntry) {
  const Feed feed = Read(
      Rss("<title>T</title><link>/</link><item><title>A</title><link>b</link><guid>c</guid>"
          "<description>D &lt;b&gt;</description><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate>"
          "<enclosure url='e.mp3' type='audio/mpeg' length='7'/><author>j@a.example (Jane)</author>"
          "<category>x</category><category domain='s'>y</category></item>"));
  EXPECT_EQ(feed.version, "rss20");
  EXPECT_EQ(feed.title, "T");
  EXPECT_EQ(feed.link, "https://a.example/");
  ASSERT_EQ(feed.entries.size(), 1U);
  const FeedEntry& entry = feed.entries[0];
  EXPECT_EQ(entry.title, "A");
  EXPECT_EQ(entry.link, "https://a.example/feed/b");
  EXPECT_EQ(entry.id, "https://a.example/feed/c");
  EXPECT_EQ(entry.id_is_link, false);
  EXPECT_EQ(entry.summary, "D <b>");
  EXPECT_EQ(entry.published.time, ParseFeedDate("2004-01-01T19:48:21Z"));
  EXPECT_EQ(entry.author_detail.name, "Jane");
  EXPECT_EQ(entry.author_detail.email, "j@a.example");
  ASSERT_EQ(entry.tags.size(), 2U);
  EXPECT_EQ(entry.tags[1].term, "y");
  EXPECT_EQ(entry.tags[1].scheme, "s");
  ASSERT_EQ(EnclosuresOf(entry).size(), 1U);
  EXPECT_EQ(EnclosuresOf(entry)[0].href, "https://a.example/feed/e.mp3");
  EXPECT_EQ(EnclosuresOf(entry)[0].length, "7");
}

TEST(FeedTest, XmlBase) {
  const Feed feed = Read(
      "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://b.example/x/'>"
      "<link href='1'/><entry xml:base='y/'><link href='2' xml:base='/z/'/><id>tag:3</id></entry>"
      "<entry><link href='4'/></entry></feed>");
  EXPECT_EQ(feed.version, "atom10");
  EXPECT_EQ(feed.link, "http://b.example/x/1");
  ASSERT_EQ(feed.entries.size(), 2U);
  EXPECT_EQ(feed.entries[0].link, "http://b.example/z/2");
  EXPECT_EQ(feed.entries[0].id, "tag:3");
  EXPECT_EQ(feed.entries[1].link, "http://b.example/x/4");
}

TEST(FeedTest, WhatIsLeftEmptyIsNoLink) {
  const Feed rss =
      Read(Rss("<link/><docs/><image><url/></image><item><link></link><guid/><comments> </comments>"
               "<enclosure url=''/><source url=''>s</source></item>"));
  EXPECT_EQ(rss.link + rss.docs + rss.image->href, "");
  EXPECT_EQ(rss.entries[0].link + rss.entries[0].id + rss.entries[0].comments, "");
  EXPECT_EQ(rss.entries[0].source->href, "");
  EXPECT_EQ(EnclosuresOf(rss.entries[0])[0].href, "");
  const Feed atom = Read("<feed xmlns='http://www.w3.org/2005/Atom'><icon/><logo/><link href=''/>");
  EXPECT_EQ(atom.icon + atom.logo, "");
  EXPECT_EQ(atom.link, "https://a.example/feed/") << "RFC 4287: a reference, to the feed itself";
}

TEST(FeedTest, TitlesWithMarkup) {
  EXPECT_EQ(Read(Rss("<title>a <b>c</b><br/> &amp; d</title>")).title, "a <b>c</b><br /> &amp; d");
  EXPECT_EQ(Read(Rss("<title><![CDATA[<i>a</i> & b]]></title>")).title, "<i>a</i> & b");
  EXPECT_EQ(Read("<feed xmlns='http://www.w3.org/2005/Atom'><title type='xhtml'>"
                 "<div xmlns='http://www.w3.org/1999/xhtml'><div a='&quot;'>x</div></div></title>")
                .title,
            "<div a=\"&quot;\">x</div>");
  EXPECT_EQ(Read("<feed xmlns='http://www.w3.org/2005/Atom'><title type='xhtml'>"
                 "<div>a</div><div>b</div></title>")
                .title,
            "<div>a</div><div>b</div>");
}

TEST(FeedTest, TheFirstTitleCountsAndNotThatOfSomethingInside) {
  const Feed feed =
      Read(Rss("<image><title>image</title></image><title>T</title><title>U</title>"
               "<item><media:group><media:title>m</media:title></media:group><title>A</title>"
               "<textInput><title>no</title></textInput></item><item><title>B</title></item>"));
  EXPECT_EQ(feed.title, "T");
  ASSERT_TRUE(feed.image);
  EXPECT_EQ(feed.image->title, "image");
  EXPECT_EQ(feed.entries[0].title, "A");
  EXPECT_EQ(feed.entries[1].title, "B");
}

TEST(FeedTest, BrokenFeeds) {
  EXPECT_EQ(Read("<rss><channel><item><title>A</title><item><title>B").entries.size(), 2U);
  EXPECT_EQ(Read("<rss><channel><channel><title>A</title><item/></channel></channel>").title, "A");
  EXPECT_EQ(
      Read("<rss><channel><image><title>i</title><item><title>A</title></item>").entries[0].title,
      "A");
  EXPECT_EQ(
      Read(Rss("<item><link>http://a.example/?a=1&b=2&amp;c=3</link></item>")).entries[0].link,
      "http://a.example/?a=1&b=2&c=3");
  EXPECT_EQ(
      Read(Rss("<item><link><![CDATA[http://a.example/?a&amp;b]]></link></item>")).entries[0].link,
      "http://a.example/?a&b");
  const Feed unended = Read("<rss><channel><description>a<item><title>A<item><title>B</title>");
  EXPECT_EQ(unended.subtitle, "a");
  ASSERT_EQ(unended.entries.size(), 2U);
  EXPECT_EQ(unended.entries[0].title, "A");
  EXPECT_EQ(unended.entries[1].title, "B");
  EXPECT_EQ(Read("<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='application/xml'>"
                 "<entry>x</entry></content></entry></feed>")
                .entries.size(),
            1U);
  EXPECT_EQ(Read("<html><body>no feed").version, "");
  EXPECT_EQ(Read("").version, "");
}

TEST(FeedTest, NamesWithoutADeclaration) {
  const Feed feed =
      Read(Rss("<item><dc:creator>Jane</dc:creator><dc:date>2004-05-06</dc:date>"
               "<content:encoded>long</content:encoded></item>"));
  EXPECT_EQ(feed.entries[0].author, "Jane");
  EXPECT_EQ(feed.entries[0].updated.text, "2004-05-06");
  ASSERT_EQ(feed.entries[0].content.size(), 1U);
  EXPECT_EQ(feed.entries[0].content[0].value, "long");
}

TEST(FeedTest, JsonFeed) {
  const Feed feed = Read(R"({"version":"https://jsonfeed.org/version/1.1","title":" T ",
      "home_page_url":"/","feed_url":"/f.json","authors":[{"name":"Jane","url":"/jane"}],
      "items":[{"id":7,"url":"x","title":"A","content_html":"<p>","date_published":
      "2010-02-07T14:04:00-05:00","tags":["t"],"attachments":[{"url":"a.mp3","mime_type":
      "audio/mpeg","size_in_bytes":12}]},{"id":"https://b.example/1"},"rubbish"]})");
  EXPECT_EQ(feed.version, "json11");
  EXPECT_EQ(feed.title, "T");
  EXPECT_EQ(feed.link, "https://a.example/");
  EXPECT_EQ(feed.authors[0].href, "https://a.example/jane");
  ASSERT_EQ(feed.entries.size(), 2U);
  EXPECT_EQ(feed.entries[0].id, "7");
  EXPECT_EQ(feed.entries[0].link, "https://a.example/feed/x");
  EXPECT_EQ(feed.entries[0].published.time, ParseFeedDate("2010-02-07T19:04:00Z"));
  EXPECT_EQ(EnclosuresOf(feed.entries[0])[0].length, "12");
  EXPECT_EQ(feed.entries[1].link, "https://b.example/1");
}

TEST(FeedTest, JsonWithHalfACharacter) {
  const Feed feed = Read(R"({"items":[{"id":"1","title":"cut \ud83d"}]})");
  ASSERT_EQ(feed.entries.size(), 1U);
  EXPECT_EQ(feed.entries[0].title, "cut \uFFFD");
}

TEST(FeedTest, JsonThatIsNone) {
  EXPECT_EQ(Read("{").version, "");
  EXPECT_EQ(Read("{}").version, "");
  EXPECT_EQ(Read(R"({"name":"a-package","version":"1.0.0"})").version, "");
  EXPECT_EQ(Read(R"({"items":[]})").version, "json");
  EXPECT_EQ(Read(R"({"version":"https://jsonfeed.org/version/1"})").version, "json1");
  EXPECT_EQ(Read(R"({"title":{"a":[1]},"items":{"id":1},"version":[]})").entries.size(), 0U);
  EXPECT_EQ(ReadFeed("[1]", {.content_type = "application/json"}).version, "");
}

TEST(FeedTest, LimitsBoundWhatIsKept) {
  const FeedLimits limits{.max_entries = 2, .max_links = 3};
  const std::string links = testing_support::Repeated("<link>/a</link>", 200);
  const Feed feed = ReadFeed(Rss("<item>" + links +
                                 "</item><item/><item><title>C</title></item>"
                                 "<title>T</title>"),
                             {.url = "https://a.example/"}, limits);
  EXPECT_EQ(feed.entries.size(), 2U);
  EXPECT_EQ(feed.entries[0].links.size(), 3U);
  EXPECT_TRUE(feed.truncated);
  EXPECT_EQ(feed.title, "T");
}

TEST(FeedTest, OfALongDocumentTheBeginningIsRead) {
  const std::string item = "<item><title>A</title><link>http://a.example/1</link></item>";
  const std::string feed = "<rss version='2.0'><channel>" + item + item;
  for (std::size_t size = 0; size <= feed.size(); ++size) {
    const Feed read = ReadFeed(feed, {}, {.max_bytes = size});
    EXPECT_EQ(read.truncated, size < feed.size());
    for (const FeedEntry& entry : read.entries) {
      // Half a link is another one.
      EXPECT_TRUE(entry.link.empty() || entry.link == "http://a.example/1") << size;
    }
    const std::size_t first = feed.find("</link>") + 7;
    const std::size_t second = feed.rfind("</link>") + 7;
    EXPECT_EQ(std::ranges::count(read.entries, "http://a.example/1", &FeedEntry::link),
              (size >= first ? 1 : 0) + (size >= second ? 1 : 0))
        << size;
  }
  EXPECT_TRUE(IsValidUtf8(ReadFeed("<rss><title>\u3042\u3042", {}, {.max_bytes = 16}).title));
  const Feed utf16 =
      ReadFeed(std::string_view("\xFE\xFF\0<\0r\0s\0s\0>", 12), {}, {.max_bytes = 12});
  EXPECT_EQ(utf16.version, "rss");
  const std::string long_feed = Rss(item + std::string(std::size_t{16} << 20, ' ') + item);
  EXPECT_EQ(Read(long_feed).entries.size(), 1U);
  EXPECT_TRUE(Read(long_feed).truncated);
}

TEST(FeedTest, TextsAreCutAtACharacter) {
  const FeedLimits limits{.max_text_bytes = 20};
  const auto title = [&limits](std::string_view markup) {
    const Feed feed = ReadFeed(Rss("<title>" + std::string(markup) + "</title>"), {}, limits);
    EXPECT_LE(feed.title.size(), limits.max_text_bytes) << markup;
    EXPECT_TRUE(IsValidUtf8(feed.title)) << markup;
    return feed.title + (feed.truncated ? "|" : "");
  };
  EXPECT_EQ(title("12345678901234567890"), "12345678901234567890");
  EXPECT_EQ(title("123456789012345678901"), "12345678901234567890|");
  EXPECT_EQ(title("\u3042\u3042\u3042\u3042\u3042\u3042\u3042"),
            "\u3042\u3042\u3042\u3042\u3042\u3042|");
  EXPECT_EQ(title("1234567890123456789&auml;"), "1234567890123456789|");
  EXPECT_EQ(title("<![CDATA[1234567890123456789\u00E4]]>"), "1234567890123456789|");
  // Written out again: tags and references are whole or not there.
  EXPECT_EQ(title("<b>1</b>"), "<b>1</b>");
  EXPECT_EQ(title("<b>&amp;&amp;&amp;&amp;&amp;</b><i>2</i>"), "<b>&amp;&amp;&amp;|");
  EXPECT_EQ(title("<b a='&amp;&amp;&amp;'>1</b>2"), "|");
  EXPECT_EQ(title("<b>1<i href='12345678901234567890'/>2</b>"), "<b>1|");
  EXPECT_EQ(title("<b>12345678901234<i>3</i></b>"), "<b>123456789012|");
  EXPECT_EQ(
      ReadFeed(R"({"title":"1234567890123456789\u3042","items":[{"tags":["a"]}]})", {}, limits)
          .title,
      "1234567890123456789");
  // A link is whole or not there.
  const Feed feed = ReadFeed(Rss("<link>http://a.example/12345678</link>"), {}, limits);
  EXPECT_EQ(feed.link, "");
  EXPECT_TRUE(feed.truncated);
}

TEST(FeedTest, AllTextsTogetherAreBounded) {
  const FeedLimits limits{.max_text_bytes = 1000, .max_total_text_bytes = 2500};
  const std::string text(900, 'x');
  const Feed xml = ReadFeed(Rss("<item><title>" + text + "</title><description>" + text +
                                "</description><content:encoded>" + text +
                                "</content:encoded></item><item><title>a</title></item>"),
                            {}, limits);
  ASSERT_EQ(xml.entries.size(), 2U);
  EXPECT_EQ(xml.entries[0].summary.size(), 900U);
  EXPECT_EQ(xml.entries[0].content.at(0).value.size(), 700U);
  EXPECT_EQ(xml.entries[1].title, "");
  EXPECT_TRUE(xml.truncated);
  const Feed json = ReadFeed("{\"items\":[{\"title\":\"" + text + "\",\"summary\":\"" + text +
                                 "\",\"content_text\":\"" + text + "\"}]}",
                             {}, limits);
  EXPECT_EQ(json.entries.at(0).content.at(0).value.size(), 700U);
  EXPECT_TRUE(json.truncated);
}

TEST(FeedTest, EscapesDontMakeAFeedLarge) {
  const std::string feed = "<!DOCTYPE rss [<!ENTITY f '" + std::string(24, '"') +
                           "'>]><rss><channel><item><description>" +
                           testing_support::Repeated("<a b='&f;&f;&f;'/>", 1'000'000) +
                           "</description>" +
                           testing_support::Repeated("<content><a b='&f;'/></content>", 3'000'000);
  const Feed read = Read(feed);
  EXPECT_TRUE(read.truncated);
  EXPECT_LE(read.entries.at(0).summary.size(), std::size_t{1} << 20);
}

TEST(FeedTest, JsonBeyondTheBoundsGivesNothing) {
  const auto nested = [](std::size_t depth) {
    return "{\"items\":[],\"title\":\"[[{\\\"[\",\"x\":" + std::string(depth - 1, '[') +
           std::string(depth - 1, ']') + "}";
  };
  EXPECT_EQ(Read(nested(100)).version, "json");
  EXPECT_FALSE(Read(nested(100)).truncated);
  EXPECT_EQ(Read(nested(101)).version, "");
  EXPECT_TRUE(Read(nested(101)).truncated);
  const auto wide = [](std::size_t values) {
    return "{\"items\":[" + testing_support::Repeated("0,", 2 * values) + "0]}";
  };
  EXPECT_EQ(Read(wide(900'000)).version, "json");
  EXPECT_EQ(Read(wide(1'000'000)).version, "");
  EXPECT_TRUE(Read(wide(1'000'000)).truncated);
  const auto large = [](std::size_t bytes) {
    return "{\"items\":[]}" + std::string(bytes - 12, ' ');
  };
  EXPECT_EQ(Read(large(std::size_t{16} << 20)).version, "json");
  EXPECT_EQ(Read(large((std::size_t{16} << 20) + 1)).version, "");
  EXPECT_TRUE(Read(large((std::size_t{16} << 20) + 1)).truncated);
  EXPECT_TRUE(ReadJsonFeed("{} ", {}, {.max_bytes = 2}).truncated);
}

TEST(FeedAuthorTest, Split) {
  EXPECT_EQ(SplitAuthor("Jane Doe (jane@a.example)").name, "Jane Doe");
  EXPECT_EQ(SplitAuthor("jane@a.example (Jane Doe)").name, "Jane Doe");
  EXPECT_EQ(SplitAuthor("Jane <jane@a.example>").email, "jane@a.example");
  EXPECT_EQ(SplitAuthor("Jane <jane@a.example>").name, "Jane");
  EXPECT_EQ(SplitAuthor("Jane").name, "Jane");
  EXPECT_EQ(SplitAuthor("a@b").name, "a@b");
  EXPECT_EQ(SplitAuthor("@").email, "");
}

TEST(LinkBaseTest, Resolve) {
  const LinkBase base("https://a.example/x/y");
  EXPECT_EQ(base.Resolve("z"), "https://a.example/x/z");
  EXPECT_EQ(base.Resolve(" HTTP://B.example "), "HTTP://B.example");
  EXPECT_EQ(base.Resolve(" "), "");
  EXPECT_EQ(LinkBase().Resolve("z"), "z");
  EXPECT_EQ(LinkBase("nonsense").Resolve("z"), "z");
  EXPECT_EQ(LinkBase("javascript:0", base).written(), "javascript:0");
  EXPECT_EQ(LinkBase("q/", base).Resolve("r"), "https://a.example/x/q/r");
  EXPECT_EQ(LinkBase(std::string(100'000, 'q'), base).written(), base.written());
}

TEST(LinkResolverTest, LinksGrowByNoMoreThanTheirLimit) {
  const LinkBase base("https://a.example/" + std::string(8000, 'q') + "/");
  LinkResolver resolver;
  std::size_t bytes = 0;
  while (!resolver.is_exhausted()) {
    bytes += resolver.Resolve(base, "r").size();
  }
  EXPECT_GT(bytes, LinkResolver::kMaxGrowthBytes / 2);
  EXPECT_LE(bytes, LinkResolver::kMaxGrowthBytes * 2);
  EXPECT_EQ(resolver.Resolve(base, "r"), "");
  EXPECT_EQ(resolver.Resolve(base, "https://b.example/"), "https://b.example/");
}

TEST(FeedTest, ALongBaseIsNotCopiedWithoutEnd) {
  const std::string url = "https://a.example/" + std::string(8000, 'q') + "/";
  std::string entry =
      "<entry>" + testing_support::Repeated("<link href='b'/>", 16'000) + "</entry>";
  const Feed xml = Read("<feed>" + testing_support::Repeated(entry, 160'000) + "</feed>", url);
  EXPECT_TRUE(xml.truncated);
  EXPECT_EQ(xml.entries.back().links.back().href, "");
  const Feed json =
      Read("{\"items\":[" + testing_support::Repeated("{\"url\":\"b\"},", 150'000) + "{}]}", url);
  EXPECT_TRUE(json.truncated);
  EXPECT_FALSE(Read(Rss("<link>b</link>"), url).truncated);
}

class FeedCostTest : public testing::TestWithParam<std::string_view> {};

TEST_P(FeedCostTest, IsLinear) {
  const auto document = [](std::size_t size) {
    return "<rss><channel><item>" + testing_support::Repeated(GetParam(), size);
  };
  const auto read = [](const std::string& text) { EXPECT_LE(Read(text).entries.size(), 10'000U); };
  EXPECT_LT(testing_support::GrowthAtTenfold(testing_support::kWorstCaseBytes, document, read),
            testing_support::kLinearGrowth);
}

INSTANTIATE_TEST_SUITE_P(
    Pieces, FeedCostTest,
    testing::Values("<item>", "<item/>", "<link/>", "<link>a</link>", "<title>", "<title>a</title>",
                    "<author><name>a</name></author>", "<author>a@b.c @", "<category>a</category>",
                    "<category term='a'/>", "<description><b>", "<content>", "<source url='a'>",
                    "<image>", "<a xml:base='b/'>", "<pubDate>2004</pubDate>",
                    "<enclosure url=''/>", "<summary type='xhtml'><div>", "<guid>a</guid>",
                    "<media:content url='a'/>", "<title mode='base64'>YQ==", "&amp;amp;"));

TEST(FeedJsonCostTest, IsLinear) {
  for (const std::string_view piece : {"[", "{\"items\":[", "{\"items\":", "\"a\","}) {
    const auto document = [piece](std::size_t size) {
      return "{\"items\":[" + testing_support::Repeated(piece, size);
    };
    const auto read = [](const std::string& text) { EXPECT_EQ(Read(text).version, ""); };
    EXPECT_LT(
        testing_support::GrowthAtTenfold(testing_support::kWorstCaseBytes / 8, document, read),
        testing_support::kLinearGrowth)
        << piece;
  }
}

TEST(FeedJsonCostTest, ManyElementsOfOneParent) {
  const auto read = [](const std::string& text) { EXPECT_EQ(Read(text).version, "json"); };
  const auto array = [](std::size_t size) {
    return "{\"items\":[" + testing_support::Repeated("{},", size) + "{}]}";
  };
  EXPECT_LT(testing_support::GrowthAtTenfold(testing_support::kWorstCaseBytes / 8, array, read),
            testing_support::kLinearGrowth);
  const auto object = [](std::size_t size) {
    std::string text = "{";
    for (std::size_t i = 0; text.size() < size; ++i) {
      text += "\"" + std::to_string(i) + "\":{},";
    }
    return text + "\"items\":[]}";
  };
  EXPECT_LT(testing_support::GrowthAtTenfold(testing_support::kWorstCaseBytes / 8, object, read),
            testing_support::kLinearGrowth);
}

}  // namespace
}  // namespace meguri::robots
