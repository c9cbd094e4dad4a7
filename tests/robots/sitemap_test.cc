#include "robots/sitemap/sitemap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/allocation_counter.h"
#include "tests/support/deflated.h"
#include "tests/support/worst_case.h"

namespace meguri::robots {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kUrl = "https://www.example.com/maps/sitemap.xml";

Sitemap Read(std::string_view bytes, std::string_view content_type = "") {
  return ReadSitemap(bytes, {.url = kUrl, .content_type = content_type});
}

std::vector<std::string> Locs(const Sitemap& sitemap) {
  std::vector<std::string> locs;
  for (const SitemapUrl& url : sitemap.urls)
    locs.push_back(url.loc);
  return locs;
}

std::string Urlset(std::string_view urls) {
  return "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">" + std::string(urls) +
         "</urlset>";
}

using testing_support::Gzip;

TEST(SitemapTest, AllFields) {
  const Sitemap sitemap = Read(Urlset(
      "<url><loc>https://a.example/</loc><lastmod>2005-01-01T10:00:00+01:00</lastmod>"
      "<changefreq>Monthly</changefreq><priority>0.8</priority></url><url><loc>/x</loc></url>"));
  EXPECT_EQ(sitemap.kind, SitemapKind::kUrlset);
  ASSERT_EQ(sitemap.urls.size(), 2U);
  const SitemapUrl& url = sitemap.urls[0];
  EXPECT_EQ(url.loc, "https://a.example/");
  EXPECT_EQ(url.lastmod, ParseFeedDate("2005-01-01T09:00:00Z"));
  EXPECT_EQ(url.changefreq, ChangeFrequency::kMonthly);
  EXPECT_EQ(url.priority, 0.8);
  EXPECT_EQ(sitemap.urls[1].loc, "https://www.example.com/x");
  EXPECT_EQ(sitemap.urls[1].lastmod, std::nullopt);
  EXPECT_EQ(sitemap.urls[1].changefreq, ChangeFrequency::kUnknown);
  EXPECT_EQ(sitemap.urls[1].priority, std::nullopt);
}

TEST(SitemapTest, FieldsThatMakeNoSense) {
  const Sitemap sitemap =
      Read(Urlset("<url><loc>https://a.example/</loc><lastmod>yesterday</lastmod>"
                  "<changefreq>often</changefreq><priority>high</priority></url>"
                  "<url><loc>https://b.example/</loc><priority>7</priority></url>"));
  for (const SitemapUrl& url : sitemap.urls) {
    EXPECT_EQ(url.lastmod, std::nullopt);
    EXPECT_EQ(url.changefreq, ChangeFrequency::kUnknown);
    EXPECT_EQ(url.priority, std::nullopt);
  }
  EXPECT_EQ(sitemap.urls.size(), 2U);
}

TEST(SitemapTest, HowALocMayBeWritten) {
  EXPECT_THAT(Locs(Read(Urlset("<url><loc>\n  https://a.example/?b=1&amp;c=2 \n</loc></url>"
                               "<url><loc><![CDATA[https://a.example/?b&c]]></loc></url>"
                               "<url><loc>https://a.example/?b=1&c=2</loc></url>"
                               "<url><loc>https://a.example/<![CDATA[x]]>y</loc></url>"
                               "<url><LOC>z.html</LOC></url>"
                               "<url><loc>//b.example/</loc></url>"
                               "<url><loc>\u00A0https://a.example/b\u200B\n\uFEFF</loc></url>"
                               "<url><loc>&nbsp;https://a.example/c</loc></url>"
                               "<url><loc>HTTPS://A.example/%7e</loc></url>"))),
              ElementsAre("https://a.example/?b=1&c=2", "https://a.example/?b&c",
                          "https://a.example/?b=1&c=2", "https://a.example/xy",
                          "https://www.example.com/maps/z.html", "https://b.example/",
                          "https://a.example/b", "https://a.example/c", "HTTPS://A.example/%7e"));
}

TEST(SitemapTest, EntriesWithoutAUrlAreSkippedAndCounted) {
  const Sitemap sitemap =
      Read(Urlset("<url><lastmod>2005</lastmod></url><url><loc/></url><url/>"
                  "<url><loc>mailto:x@example.com</loc></url><url><loc>http://[</loc></url>"
                  "<url><loc>https://a.example/</loc></url>"));
  EXPECT_THAT(Locs(sitemap), ElementsAre("https://a.example/"));
  EXPECT_EQ(sitemap.skipped, 5U);
}

TEST(SitemapTest, ExtensionsAreNoPages) {
  const Sitemap sitemap = Read(Urlset(
      "<url><image:image><image:loc>a.png</image:loc><image:title>t</image:title></image:image>"
      "<video:video><video:thumbnail_loc>t.png</video:thumbnail_loc></video:video>"
      "<loc>https://a.example/</loc><news:news><news:title>n</news:title></news:news>"
      "<xhtml:link rel='alternate' hreflang='de' href='/de'/>"
      "<xhtml:link rel='canonical' href='/no'/></url>"));
  EXPECT_THAT(Locs(sitemap), ElementsAre("https://a.example/"));
  EXPECT_THAT(sitemap.urls[0].images, ElementsAre("https://www.example.com/maps/a.png"));
  ASSERT_EQ(sitemap.urls[0].alternates.size(), 1U);
  EXPECT_EQ(sitemap.urls[0].alternates[0].language, "de");
  EXPECT_EQ(sitemap.urls[0].alternates[0].url, "https://www.example.com/de");
}

TEST(SitemapTest, BrokenDocuments) {
  const auto only = ElementsAre("https://a.example/");
  EXPECT_THAT(Locs(Read("<urlset><url><loc>https://a.example/</url></urlset>")), only);
  EXPECT_THAT(Locs(Read("<url><loc>https://a.example/</loc></url>")), only);
  EXPECT_THAT(Locs(Read("Warning: php\n<?xml version='1.0'?><urlset><url><loc>https://a.example/"
                        "</loc></url>")),
              only);
  EXPECT_THAT(
      Locs(Read("<x:urlset xmlns:x='urn:n'><x:url><x:loc>https://a.example/</x:loc></x:url>")),
      only);
  EXPECT_THAT(Locs(Read("<urlset><url><loc>https://a.example/1</loc><lastmod>2005</lastmod>"
                        "<url><loc>https://a.example/2</loc></url><url>https://a.example/3<url/>")),
              ElementsAre("https://a.example/1", "https://a.example/2", "https://a.example/3"));
  std::string unended = "<sitemapindex>";
  for (int i = 0; i < 1000; ++i)
    unended += "<sitemap><loc>https://a.example/</loc>";
  EXPECT_EQ(Read(unended).urls.size(), 1000U);
  EXPECT_THAT(Locs(Read("<data><urlset><url><b><loc>https://a.example/</loc></b></url>")), only);
}

TEST(SitemapTest, WhatIsNone) {
  EXPECT_EQ(Read("").kind, SitemapKind::kNone);
  EXPECT_EQ(Read("<html><body><url><loc>https://a.example/</loc></url>").kind, SitemapKind::kNone);
  EXPECT_EQ(Read("Not found").kind, SitemapKind::kNone);
  EXPECT_EQ(Read("\x89PNG\r\n\x1A\n").kind, SitemapKind::kNone);
  EXPECT_EQ(Read("\x1F\x8B nothing").kind, SitemapKind::kNone);
  EXPECT_TRUE(Read("\x1F\x8B nothing").truncated);
}

TEST(SitemapTest, Text) {
  const Sitemap sitemap = Read(
      "\xEF\xBB\xBFhttps://a.example/1\r\n\r\n  https://a.example/2 \rhttps://a.example/3\n"
      "# no URL\nhttps://a.example/4");
  EXPECT_EQ(sitemap.kind, SitemapKind::kText);
  EXPECT_THAT(Locs(sitemap), ElementsAre("https://a.example/1", "https://a.example/2",
                                         "https://a.example/3", "https://a.example/4"));
  EXPECT_EQ(sitemap.skipped, 1U);
  EXPECT_THAT(Locs(Read("https://a.example/?q=<url>\n\u00A0https://a.example/2\u00A0")),
              ElementsAre("https://a.example/?q=<url>", "https://a.example/2"));
  // Of a file that was not read to its end the last line may be half a URL.
  EXPECT_EQ(ReadSitemap("http://a.example/1\nhttp://a.ex", {.is_cut = true}).urls.size(), 1U);
}

TEST(SitemapTest, ACutSitemapGivesTheFirstOfItsUrls) {
  const std::string whole =
      "<?xml version='1.0'?>" +
      Urlset(
          "<url><loc>https://a.example/1</loc><lastmod>2005</lastmod>"
          "<image:image><image:loc>/i.png</image:loc></image:image></url>"
          "<url><loc><![CDATA[https://a.example/2?a=b]]></loc></url>"
          "<url><priority>1</priority><loc>https://a.example/3&amp;4</loc></url>");
  const std::vector<std::string> all = Locs(Read(whole));
  ASSERT_EQ(all.size(), 3U);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const std::vector<std::string> some = Locs(Read(whole.substr(0, size)));
    ASSERT_LE(some.size(), all.size()) << size;
    EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin())) << size;
  }
  const std::string packed = Gzip(whole);
  for (std::size_t size = 0; size <= packed.size(); ++size) {
    const std::vector<std::string> some = Locs(Read(packed.substr(0, size)));
    ASSERT_LE(some.size(), all.size()) << size;
    EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin())) << size;
  }
}

TEST(SitemapTest, Utf16) {
  const std::string text = Urlset("<url><loc>https://a.example/1</loc></url>");
  std::string little = "\xFF\xFE";
  std::string big = "\xFE\xFF";
  for (const char c : text) {
    little += std::string{c, '\0'};
    big += std::string{'\0', c};
  }
  EXPECT_THAT(Locs(Read(little)), ElementsAre("https://a.example/1"));
  EXPECT_THAT(Locs(Read(big)), ElementsAre("https://a.example/1"));
}

TEST(SitemapTest, Gzip) {
  const std::string text = Urlset("<url><loc>https://a.example/1</loc></url>");
  EXPECT_THAT(Locs(Read(Gzip(text))), ElementsAre("https://a.example/1"));
  EXPECT_THAT(Locs(Read(Gzip(Gzip(text)))), ElementsAre("https://a.example/1"));
  const std::string half = text.substr(0, text.size() / 2);
  EXPECT_THAT(Locs(Read(Gzip(half) + Gzip(text.substr(half.size())))),
              ElementsAre("https://a.example/1"));
  EXPECT_FALSE(Read(Gzip(text) + std::string(100, '\0')).truncated);
}

TEST(SitemapTest, AGzipBombIsUnpackedUpToTheLimit) {
  const std::string urls = "<url><loc>https://a.example/1</loc></url>";
  const std::string bomb = Gzip("<urlset>" + urls + std::string(50'000'000, ' ') + urls);
  EXPECT_LT(bomb.size(), 100'000U);
  SitemapLimits limits;
  limits.max_bytes = 1'000'000;
  const Sitemap sitemap = ReadSitemap(bomb, {}, limits);
  EXPECT_EQ(sitemap.urls.size(), 1U);
  EXPECT_TRUE(sitemap.truncated);
  // And a bomb in a bomb.
  EXPECT_TRUE(ReadSitemap(Gzip(bomb), {}, limits).truncated);
}

TEST(SitemapTest, Limits) {
  SitemapLimits limits;
  limits.max_urls = 2;
  limits.max_url_bytes = 20;
  limits.max_links = 1;
  const std::string image = "<image:image><image:loc>http://a.b/</image:loc></image:image>";
  const Sitemap sitemap = ReadSitemap(
      Urlset("<url><loc>https://a.example/too-long</loc></url>"
             "<url><loc>https://a.example/1</loc>" +
             image + image + "</url>" +
             "<url><loc>https://a.example/2</loc></url><url><loc>https://a.example/3</loc></url>"),
      {}, limits);
  EXPECT_THAT(Locs(sitemap), ElementsAre("https://a.example/1", "https://a.example/2"));
  EXPECT_EQ(sitemap.urls[0].images.size(), 1U);
  EXPECT_EQ(sitemap.skipped, 1U);
  EXPECT_TRUE(sitemap.truncated);
}

// A field as long as the document is not collected: it takes no more memory than a short one that
// is too long.
TEST(SitemapTest, ALocThatIsTooLongIsNotCollected) {
  struct Place {
    std::string_view before;
    std::string_view after;
  };
  for (const Place place : {Place{"<url><loc>", "</loc></url>"}, Place{"<url>", "</url>"},
                            Place{"<url><image:loc>", "</image:loc></url>"},
                            Place{"<url><lastmod>", "</lastmod></url>"}}) {
    const auto allocations = [place](std::string_view piece, std::size_t bytes) {
      const std::string text =
          Urlset(std::string(place.before) + testing_support::Repeated(piece, bytes) +
                 std::string(place.after) + "<url><loc>https://a.example/1</loc></url>");
      const std::size_t before = testing_support::AllocationCount();
      const Sitemap sitemap = Read(text);
      const std::size_t count = testing_support::AllocationCount() - before;
      EXPECT_THAT(Locs(sitemap), ElementsAre("https://a.example/1"));
      EXPECT_EQ(sitemap.skipped, 1U);
      return count;
    };
    for (const std::string_view piece : {"<![CDATA[https://b.example/]]>", "http://b&amp;<b/>"}) {
      EXPECT_EQ(allocations(piece, 2'000'000), allocations(piece, 60'000)) << place.before << piece;
    }
  }
  EXPECT_EQ(Read("http://a.example/1\nhttp://a.example/" + std::string(10'000, 'x')).skipped, 1U);
}

TEST(SitemapTest, BlanksAroundALocAreNoPartOfIt) {
  const std::string blanks(2000, ' ');
  const std::string loc = "https://a.example/" + std::string(8000, 'x');
  EXPECT_THAT(Locs(Read(Urlset("<url><loc>" + blanks + loc + blanks + "</loc></url>"))),
              ElementsAre(loc));
  EXPECT_THAT(Locs(Read(Urlset("<sitemap>" + blanks + "https://a.example/" +
                               testing_support::Repeated("<a/>\n", 100'000) + "</sitemap>"))),
              ElementsAre("https://a.example/"));
}

TEST(SitemapTest, NothingIsFetchedOrExpanded) {
  const Sitemap sitemap = Read(
      "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'><!ENTITY h 'a.example'>]>"
      "<urlset><url><loc>https://b.example/&e;</loc></url>"
      "<url><loc>https://&h;/</loc></url></urlset>");
  EXPECT_THAT(Locs(sitemap), ElementsAre("https://b.example/&e;", "https://a.example/"));
}

TEST(SitemapTest, FeedsAreSitemaps) {
  const Sitemap rss = Read(
      "<rss version='2.0'><channel><link>https://a.example/</link><pubDate>Thu, 05 Jan 2017 "
      "12:34:50 GMT</pubDate><item><link>/1</link></item><item><guid>https://a.example/2</guid>"
      "</item><item><title>no link</title></item></channel></rss>");
  EXPECT_EQ(rss.kind, SitemapKind::kRss);
  EXPECT_THAT(Locs(rss), ElementsAre("https://www.example.com/1", "https://a.example/2"));
  EXPECT_EQ(rss.lastmod, ParseFeedDate("2017-01-05T12:34:50Z"));
  EXPECT_EQ(rss.skipped, 1U);
  EXPECT_EQ(Read("<feed><entry><link href='https://a.example/'/></entry></feed>").kind,
            SitemapKind::kAtom);
}

TEST(SitemapTest, ALongBaseIsNotCopiedWithoutEnd) {
  const std::string url = "https://a.example/" + std::string(8000, 'q') + "/sitemap.xml";
  const std::string text = Urlset(testing_support::Repeated("<url><loc>b</loc></url>", 200'000));
  const Sitemap sitemap = ReadSitemap(text, {.url = url});
  EXPECT_TRUE(sitemap.truncated);
  EXPECT_GT(sitemap.urls.size(), 4'000U);
  EXPECT_LT(sitemap.urls.size(), 4'500U);
  EXPECT_EQ(sitemap.skipped, 0U);
}

class SitemapCostTest : public testing::TestWithParam<std::string_view> {};

TEST_P(SitemapCostTest, IsLinear) {
  const auto document = [](std::size_t size) {
    return "<urlset>" + testing_support::Repeated(GetParam(), size);
  };
  const auto read = [](const std::string& text) { EXPECT_LE(Read(text).urls.size(), 100'000U); };
  EXPECT_LT(testing_support::GrowthAtTenfold(testing_support::kWorstCaseBytes, document, read),
            testing_support::kLinearGrowth);
}

INSTANTIATE_TEST_SUITE_P(Pieces, SitemapCostTest,
                         testing::Values("<url>", "<loc>", "<url><loc>http://a/</loc></url>",
                                         "<url><loc>a</loc>", "<url/>",
                                         "<image:loc>http://a/</image:loc>", "<loc>a</loc>",
                                         "<sitemap>a",
                                         "<url><loc>http://a/</loc><image:loc>/b</image:loc>"
                                         "<link rel='alternate' href='c'/>"));

TEST(SitemapTextCostTest, IsLinear) {
  for (const std::string_view line : {"http://a/\n", "a\n", "\n", "http://a\r\n"}) {
    const auto document = [line](std::size_t size) {
      return testing_support::Repeated(line, size);
    };
    const auto read = [](const std::string& text) { EXPECT_LE(Read(text).urls.size(), 100'000U); };
    EXPECT_LT(testing_support::GrowthAtTenfold(testing_support::kWorstCaseBytes, document, read),
              testing_support::kLinearGrowth)
        << line;
  }
}

}  // namespace
}  // namespace meguri::robots
