// What a generated host has besides its pages, and how it answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "http/http_date.h"
#include "robots/feed/feed.h"
#include "robots/robots_txt.h"
#include "robots/sitemap/sitemap.h"
#include "sim/generated/answer_head.h"
#include "sim/generated/generated_pages.h"
#include "tests/sim/source_browser.h"

namespace meguri {
namespace {

using std::chrono::days;
using std::chrono::hours;
using testing::IsEmpty;
using testing::Not;

constexpr WallTime kStart = ManualClock::kDefaultStart;

std::unique_ptr<GeneratedPages> Make(std::uint32_t hosts, std::uint64_t pages) {
  GeneratedPages::Options options;
  options.spec.hosts = hosts;
  options.spec.pages = pages;
  options.spec.mean_bytes = 3'000;
  auto made = GeneratedPages::Create(options);
  EXPECT_TRUE(made);
  return *std::move(made);
}

std::vector<std::string> PagesOf(const PageSource& source, std::uint32_t host, WallTime now) {
  std::vector<std::string> urls;
  source.ForEachPage(host, now, [&](std::string_view url) { urls.emplace_back(url); });
  return urls;
}

std::string RootOf(const PageSource& source, std::uint32_t host) {
  return PagesOf(source, host, kStart).front();
}

std::string PathOf(std::string_view url) {
  return std::string(url::Url::Parse(url)->path_and_query());
}

TEST(GeneratedSiteTest, RobotsTxtOfAllKinds) {
  const auto pages = Make(200, 8'000);
  const SourceBrowser browser(*pages);
  std::set<std::string> texts;
  std::size_t forbidden = 0;
  std::size_t delays = 0;
  for (std::uint32_t host = 0; host < pages->host_count(); ++host) {
    const std::string root = RootOf(*pages, host);
    const WebAnswer answer = browser.Get(root + "robots.txt", kStart);
    ASSERT_EQ(answer.status, 200);
    ASSERT_THAT(FieldOf(answer, "Content-Type"), testing::StartsWith("text/plain"));
    const auto robots = robots::RobotsTxt::Parse(answer.body);
    EXPECT_THAT(robots.sitemaps(), testing::ElementsAre(root + "sitemap.xml"));
    const auto rules = robots.RulesFor("meguri");
    EXPECT_TRUE(rules.Check("/").allowed);
    delays += rules.crawl_delay() ? 1U : 0U;
    for (const std::string& url : PagesOf(*pages, host, kStart)) {
      const bool is_private = PathOf(url).starts_with("/private");
      EXPECT_EQ(rules.Check(PathOf(url)).allowed, !is_private) << url;
      forbidden += is_private ? 1U : 0U;
    }
    texts.insert(answer.body.substr(0, answer.body.find("\nSitemap")));
  }
  EXPECT_GE(texts.size(), 6U);
  EXPECT_GT(forbidden, 50U);
  EXPECT_LT(forbidden, 1'000U);
  EXPECT_GT(delays, 5U);
}

std::map<std::string, std::optional<robots::FeedTime>> ReadSitemapAt(const SourceBrowser& browser,
                                                                     const std::string& url,
                                                                     WallTime now) {
  const WebAnswer answer = browser.Get(url, now);
  EXPECT_EQ(answer.status, 200) << url;
  const auto sitemap = robots::ReadSitemap(
      answer.body, {.url = url, .content_type = FieldOf(answer, "Content-Type")});
  EXPECT_EQ(sitemap.skipped, 0U);
  std::map<std::string, std::optional<robots::FeedTime>> urls;
  for (const robots::SitemapUrl& entry : sitemap.urls) {
    if (sitemap.kind == robots::SitemapKind::kIndex) {
      urls.merge(ReadSitemapAt(browser, entry.loc, now));
    } else {
      EXPECT_EQ(sitemap.kind, robots::SitemapKind::kUrlset);
      urls[entry.loc] = entry.lastmod;
    }
  }
  return urls;
}

TEST(GeneratedSiteTest, SitemapsHaveAllPagesThatRobotsMaySee) {
  const auto pages = Make(6, 40'000);
  const SourceBrowser browser(*pages);
  std::uint64_t largest = 0;
  for (std::uint32_t host = 0; host < pages->host_count(); ++host) {
    const auto found = ReadSitemapAt(browser, RootOf(*pages, host) + "sitemap.xml", kStart);
    std::size_t expected = 0;
    for (const std::string& url : PagesOf(*pages, host, kStart)) {
      if (PathOf(url).starts_with("/private")) continue;
      ++expected;
      const auto entry = found.find(url);
      ASSERT_NE(entry, found.end()) << url;
      const auto state = pages->StateOf(host, PathOf(url), kStart);
      ASSERT_EQ(entry->second, std::chrono::floor<std::chrono::seconds>(state->since));
    }
    EXPECT_EQ(found.size(), expected);
    largest = std::max(largest, pages->PageCount(host, kStart));
  }
  EXPECT_GT(largest, 10'000U);  // there was an index
}

TEST(GeneratedSiteTest, FeedsAreValidAndHaveTheNewest) {
  const auto pages = Make(20, 2'000);
  const SourceBrowser browser(*pages);
  std::set<std::string> versions;
  for (std::uint32_t host = 0; host < pages->host_count(); ++host) {
    const std::string root = RootOf(*pages, host);
    const WebAnswer rss = browser.Get(root + "feed.xml", kStart);
    const WebAnswer atom = browser.Get(root + "atom.xml", kStart);
    ASSERT_NE(rss.status == 200, atom.status == 200);
    const WebAnswer& answer = rss.status == 200 ? rss : atom;
    const auto feed = robots::ReadFeed(
        answer.body,
        {.url = root, .content_type = FieldOf(answer, "Content-Type"), .language = ""});
    versions.insert(feed.version);
    const auto all = PagesOf(*pages, host, kStart);
    EXPECT_EQ(feed.entries.size(), std::min<std::size_t>(all.size(), 20));
    for (const robots::FeedEntry& entry : feed.entries) {
      EXPECT_THAT(all, testing::Contains(entry.link));
      EXPECT_THAT(entry.title, Not(IsEmpty()));
      const auto time = entry.updated.time ? entry.updated.time : entry.published.time;
      const auto state = pages->StateOf(host, PathOf(entry.link), kStart);
      ASSERT_TRUE(state);
      EXPECT_EQ(time, std::chrono::floor<std::chrono::seconds>(state->since));
    }
  }
  EXPECT_THAT(versions, testing::ElementsAre("atom10", "rss20"));
}

TEST(GeneratedSiteTest, ConditionalRequests) {
  const auto pages = Make(100, 1'000);
  const SourceBrowser browser(*pages);
  int with_etag = 0;
  int with_date = 0;
  int with_neither = 0;
  for (std::uint32_t host = 0; host < pages->host_count(); ++host) {
    const std::string url = PagesOf(*pages, host, kStart).back();
    const WebAnswer answer = browser.Get(url, kStart);
    const std::string etag = FieldOf(answer, "ETag");
    const std::string date = FieldOf(answer, "Last-Modified");
    with_etag += etag.empty() ? 0 : 1;
    with_date += date.empty() ? 0 : 1;
    with_neither += etag.empty() && date.empty() ? 1 : 0;
    const auto status = [&](std::string_view none_match, std::string_view since) {
      WebRequest request;
      request.if_none_match = none_match;
      request.if_modified_since = since;
      const WebAnswer again = browser.Get(url, kStart, request);
      EXPECT_EQ(again.body.empty(), again.status == 304);
      if (again.status == 304) {
        EXPECT_EQ(FieldOf(again, "ETag"), etag);
      }
      return again.status;
    };
    if (!etag.empty()) {
      EXPECT_EQ(status(etag, ""), 304);
      EXPECT_EQ(status("\"x, y\", W/\"z\" ,  " + etag, ""), 304);
      EXPECT_EQ(status(etag.starts_with("W/") ? etag.substr(2) : "W/" + etag, ""), 304);
      EXPECT_EQ(status("\"other\"", date), 200);  // the date doesn't count then
    }
    EXPECT_EQ(status("*", ""), 304);
    if (!date.empty()) {
      EXPECT_EQ(status("", date), 304);
      const auto before = *http::ParseHttpDate(date) - std::chrono::seconds(1);
      EXPECT_EQ(status("", http::FormatHttpDate(before)), 200);
      EXPECT_LE(*http::ParseHttpDate(date), kStart);
    }
  }
  EXPECT_NEAR(with_etag, 75, 15);
  EXPECT_NEAR(with_date, 75, 15);
  EXPECT_NEAR(with_neither, 6, 6);
}

TEST(GeneratedSiteTest, A304IsGivenOnlyIfTheBytesAreTheSame) {
  const auto pages = Make(30, 600);
  const SourceBrowser browser(*pages);
  int changed = 0;
  for (std::uint32_t host = 0; host < pages->host_count(); ++host) {
    for (const std::string& url : PagesOf(*pages, host, kStart)) {
      const WebAnswer before = browser.Get(url, kStart);
      const std::string etag = FieldOf(before, "ETag");
      const std::string date = FieldOf(before, "Last-Modified");
      const WebAnswer after = browser.Get(url, kStart + days(20));
      const bool same = before.body == after.body;
      changed += same ? 0 : 1;
      WebRequest request;
      request.if_none_match = etag;
      if (etag.empty()) request.if_modified_since = date;
      const bool asks = !etag.empty() || !date.empty();
      EXPECT_EQ(browser.Get(url, kStart + days(20), request).status == 304, same && asks) << url;
    }
  }
  EXPECT_GT(changed, 100);
}

TEST(GeneratedSiteTest, GzipForThoseWhoAccept) {
  const auto pages = Make(60, 600);
  const SourceBrowser browser(*pages);
  int compressed = 0;
  for (std::uint32_t host = 0; host < pages->host_count(); ++host) {
    const std::string url = RootOf(*pages, host);
    const WebAnswer plain = browser.Get(url, kStart);
    EXPECT_EQ(FieldOf(plain, "Content-Encoding"), "");
    WebRequest request;
    request.accepts_gzip = true;
    const WebAnswer packed = browser.Get(url, kStart, request);
    if (FieldOf(packed, "Content-Encoding").empty()) {
      EXPECT_EQ(packed.body, plain.body);
      EXPECT_EQ(FieldOf(packed, "Vary"), "");
      continue;
    }
    ++compressed;
    EXPECT_EQ(FieldOf(packed, "Vary"), "Accept-Encoding");
    EXPECT_EQ(FieldOf(plain, "Vary"), "Accept-Encoding");
    EXPECT_LT(packed.body.size(), plain.body.size());
    EXPECT_EQ(http::DecodeContent(packed.body, "gzip").content, plain.body);
    if (!FieldOf(plain, "ETag").empty()) {
      EXPECT_NE(FieldOf(plain, "ETag"), FieldOf(packed, "ETag"));
    }
  }
  EXPECT_NEAR(compressed, 36, 15);
}

TEST(GeneratedSiteTest, Redirects) {
  const auto pages = Make(60, 1'500);
  const SourceBrowser browser(*pages);
  int https = 0;
  int slashes = 0;
  for (std::uint32_t host = 0; host < pages->host_count(); ++host) {
    const std::string root = RootOf(*pages, host);
    const WebAnswer index = browser.Get(root + "index.html", kStart);
    EXPECT_EQ(index.status, 301);
    EXPECT_EQ(FieldOf(index, "Location"), root);
    for (const std::string& url : PagesOf(*pages, host, kStart)) {
      if (url.starts_with("https:")) {
        ++https;
        const WebAnswer plain = browser.Get("http:" + url.substr(6), kStart);
        EXPECT_EQ(plain.status, 301);
        EXPECT_EQ(FieldOf(plain, "Location"), url);
      }
      if (url != root && url.ends_with('/')) {
        ++slashes;
        const WebAnswer bare = browser.Get(url.substr(0, url.size() - 1), kStart);
        EXPECT_EQ(bare.status, 301);
        EXPECT_EQ(FieldOf(bare, "Location"), url);
      }
    }
  }
  EXPECT_GT(https, 200);
  EXPECT_LT(https, 1'300);
  EXPECT_GT(slashes, 60);
}

TEST(GeneratedSiteTest, HeadIsAsGetAndPostIsRefused) {
  const auto pages = Make(3, 10);
  const SourceBrowser browser(*pages);
  const std::string url = pages->SeedUrl();
  WebRequest head;
  head.method = "HEAD";
  EXPECT_EQ(browser.Get(url, kStart, head).body, browser.Get(url, kStart).body);
  WebRequest post;
  post.method = "POST";
  EXPECT_EQ(browser.Get(url, kStart, post).status, 405);
}

TEST(GeneratedSiteTest, FilesOfPagesAreThere) {
  const auto pages = Make(5, 100);
  const SourceBrowser browser(*pages);
  const std::string root = RootOf(*pages, 0);
  EXPECT_EQ(FieldOf(browser.Get(root + "style.css", kStart), "Content-Type"), "text/css");
  EXPECT_EQ(FieldOf(browser.Get(root + "app.js", kStart), "Content-Type"), "text/javascript");
  EXPECT_THAT(browser.Get(root + "img/0.png", kStart).body, testing::StartsWith("\x89PNG"));
  EXPECT_THAT(browser.Get(root + "img/1.gif", kStart).body, testing::StartsWith("GIF8"));
  EXPECT_THAT(browser.Get(root + "img/2.svg", kStart).body, testing::HasSubstr("<svg"));
  EXPECT_THAT(browser.Get(root + "files/3.pdf", kStart).body, testing::StartsWith("%PDF-"));
  for (const char* missing : {"img/0.gif", "img/00.png", "img/9999.png", "files/x.pdf", "go/0",
                              "go/x", "sitemap-1.xml", "robots.txt?x", "%", "?", "news"}) {
    EXPECT_EQ(browser.Get(root + missing, kStart).status, 404) << missing;
  }
}

TEST(NamesEtagTest, ListsWeakOnesAndStars) {
  EXPECT_TRUE(NamesEtag("\"a\"", "\"a\""));
  EXPECT_TRUE(NamesEtag("W/\"a\"", "\"a\""));
  EXPECT_TRUE(NamesEtag("\"b\", \"a\"", "W/\"a\""));
  EXPECT_TRUE(NamesEtag(" * ", ""));
  EXPECT_FALSE(NamesEtag("\"b\",\"c\"", "\"a\""));
  EXPECT_FALSE(NamesEtag("a", "\"a\""));
  EXPECT_FALSE(NamesEtag("\"a", "\"a\""));
  EXPECT_FALSE(NamesEtag("\"\"", ""));
}

}  // namespace
}  // namespace meguri
