#include "sim/sources/graph_pages.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graph/bv_graph.h"
#include "http/content_coding.h"
#include "tests/sim/source_probe.h"
#include "tests/support/shared_data.h"

namespace meguri {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::Ask;
using testing_support::LinksOf;
using testing_support::PagesOf;
using testing_support::WriteFile;

constexpr WallTime kStart = ManualClock::kDefaultStart;

Result<std::unique_ptr<GraphPages>> Make(std::string_view urls, std::string_view arcs,
                                         const WebPorts& ports = {}) {
  MemFiles files;
  WriteFile(files, "g.urls", urls);
  WriteFile(files, "g.adj", arcs);
  return GraphPages::Create(files, "g", ports, kStart);
}

constexpr std::string_view kUrls =
    "http://a.test/\n"          // 0
    "https://b.test/x?q=1&r\n"  // 1
    "not a url\n"               // 2
    "http://b.test/f.pdf\n"     // 3
    "https://a.test/#top\n"     // 4: as 0
    "http://10.0.0.1/\n"        // 5: no name
    "http://a.test:8080/y\n";   // 6
constexpr std::string_view kArcs = "1 0 2 6 4 3\n0\n1\n\n1 1\n0\n5 3 1\n";

TEST(GraphPagesTest, ServesEachNodeUnderItsUrlWithItsSuccessorsInOrder) {
  const auto pages = Make(kUrls, kArcs);
  ASSERT_TRUE(pages) << pages.error().context;
  const GraphPages& web = **pages;
  ASSERT_EQ(web.host_count(), 2U);
  EXPECT_EQ(web.HostName(0), "a.test");
  EXPECT_EQ(web.HostName(1), "b.test");
  EXPECT_EQ(web.node_count(), 4U);
  EXPECT_EQ(web.skipped(), 2U);
  EXPECT_EQ(web.merged(), 1U);

  const WebAnswer home = Ask(web, 0, "/");
  EXPECT_EQ(home.status, 200);
  EXPECT_THAT(home.fields, HasSubstr("Content-Type: text/html"));
  EXPECT_THAT(LinksOf(home.body, "http://a.test/"),
              ElementsAre("https://b.test/x?q=1&r", "http://a.test/y", "http://b.test/f.pdf"));
  EXPECT_THAT(LinksOf(Ask(web, 0, "/y").body, "http://a.test/y"),
              ElementsAre("http://b.test/f.pdf", "https://b.test/x?q=1&r"));
  EXPECT_THAT(Ask(web, 1, "/f.pdf").fields, HasSubstr("Content-Type: application/pdf"));
  EXPECT_EQ(Ask(web, 1, "/x").status, 404);
  EXPECT_EQ(Ask(web, 1, "/").status, 404);
  EXPECT_EQ(Ask(web, 0, "/robots.txt").status, 200);
  EXPECT_THAT(PagesOf(web, 0), ElementsAre("http://a.test/", "http://a.test/y"));
  EXPECT_THAT(PagesOf(web, 1), ElementsAre("https://b.test/x?q=1&r"));
  EXPECT_EQ(web.PageCount(1, kStart), 1U);
  EXPECT_EQ(web.SeedUrl(), "http://a.test/");
}

TEST(GraphPagesTest, LinksHaveTheWebsPorts) {
  const auto pages = Make(kUrls, kArcs, {.http = 8080, .https = 8443});
  ASSERT_TRUE(pages);
  EXPECT_THAT(LinksOf(Ask(**pages, 0, "/").body, "http://a.test:8080/"),
              ElementsAre("https://b.test:8443/x?q=1&r", "http://a.test:8080/y",
                          "http://b.test:8080/f.pdf"));
}

TEST(GraphPagesTest, AnswersConditionsAndPacks) {
  const auto pages = Make(kUrls, kArcs);
  ASSERT_TRUE(pages);
  const WebAnswer plain = Ask(**pages, 0, "/");
  const std::size_t at = plain.fields.find("ETag: ") + 6;
  const std::string etag = plain.fields.substr(at, plain.fields.find('\r', at) - at);
  EXPECT_EQ(Ask(**pages, 0, {.target = "/", .if_none_match = etag}).status, 304);
  EXPECT_EQ(Ask(**pages, 0, {.target = "/", .if_none_match = "\"else\""}).status, 200);
  EXPECT_EQ(
      Ask(**pages, 0, {.target = "/", .if_modified_since = "Thu, 01 Jan 2026 00:00:00 GMT"}).status,
      304);
  EXPECT_EQ(
      Ask(**pages, 0, {.target = "/", .if_modified_since = "Wed, 31 Dec 2025 23:59:59 GMT"}).status,
      200);
  const WebAnswer packed = Ask(**pages, 0, {.target = "/", .accepts_gzip = true});
  EXPECT_THAT(packed.fields, HasSubstr("Content-Encoding: gzip"));
  EXPECT_LT(packed.body.size(), plain.body.size());
  EXPECT_EQ(http::DecodeContent(packed.body, "gzip").content, plain.body);
}

TEST(GraphPagesTest, SaysWhereAFileIsWrong) {
  EXPECT_EQ(Make("http://a.test/\n", "7\n").error().context,
            "g.adj:1: successor 7, but there are 1 nodes");
  EXPECT_EQ(Make("http://a.test/\nhttp://b.test/\n", "1\n0 x 1\n").error().context,
            "g.adj:2: no number: \"x 1\"");
  EXPECT_EQ(Make("http://a.test/\n", "0\n0\n").error().context,
            "g.adj:2: more lines than the 1 of g.urls");
  EXPECT_EQ(Make("http://a.test/\nhttp://b.test/\n", "0\n").error().context,
            "g.adj: ends at line 1; g.urls has 2");
  EXPECT_EQ(Make("", "").error().context, "g.adj: has no page");
  EXPECT_EQ(Make("x\n", "0\n").error().context, "g.adj: none of its pages has an http URL");
  MemFiles files;
  WriteFile(files, "g.urls.gz", "\x1f\x8b\x08 and no more");
  WriteFile(files, "g.adj", "0\n");
  const auto broken = GraphPages::Create(files, "g.adj", {}, kStart);
  ASSERT_FALSE(broken);
  EXPECT_THAT(broken.error().context, HasSubstr("g.urls.gz: byte "));
  const auto missing = GraphPages::Create(files, "h", {}, kStart);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
}

TEST(GraphPagesTest, GrowsItsTable) {
  std::string urls;
  std::string arcs;
  for (int i = 0; i < 5000; ++i) {
    urls += "http://h" + std::to_string(i % 7) + ".test/" + std::to_string(i) + "\n";
    arcs += std::to_string((i + 1) % 5000) + "\n";
  }
  const auto pages = Make(urls, arcs);
  ASSERT_TRUE(pages);
  for (int i = 0; i < 5000; i += 13) {
    EXPECT_EQ(Ask(**pages, i % 7, "/" + std::to_string(i)).status, 200) << i;
    EXPECT_EQ(Ask(**pages, (i + 1) % 7, "/" + std::to_string(i)).status, 404) << i;
  }
}

TEST(GraphPagesTest, ServesARealCrawl) {
  MEGURI_NEED_SHARED("graphs/ku-2021.urls.gz");
  RealFiles files;
  const auto pages =
      GraphPages::Create(files, *testing_support::SharedPath("graphs/ku-2021.urls.gz"), {}, kStart);
  ASSERT_TRUE(pages) << pages.error().context;
  const GraphPages& web = **pages;
  EXPECT_EQ(web.node_count() + web.skipped() + web.merged(), 8337U);
  EXPECT_GT(web.node_count(), 7900U);
  std::uint64_t count = 0;
  for (std::uint32_t host = 0; host < web.host_count(); ++host) {
    const auto urls = PagesOf(web, host);
    count += urls.size();
    if (urls.empty()) continue;
    const auto url = url::Url::Parse(urls.front());
    ASSERT_TRUE(url) << urls.front();
    EXPECT_EQ(Ask(web, host, url->path_and_query()).status, 200) << urls.front();
  }
  EXPECT_GT(count, 7000U);
}

TEST(GraphPagesTest, ServesAGraphWithoutUrls) {
  MEGURI_NEED_SHARED("graphs/cnr-2000.graph");
  RealFiles files;
  const std::string path = *testing_support::SharedPath("graphs/cnr-2000.graph");
  const auto pages = GraphPages::Create(files, path, {}, kStart);
  ASSERT_TRUE(pages) << pages.error().context;
  const GraphPages& web = **pages;
  EXPECT_EQ(web.node_count(), 325'557U);
  ASSERT_EQ(web.host_count(), 326U);
  EXPECT_EQ(web.HostName(1), "g-cnr-2000-1.test");
  const auto graph = ReadBvGraph(files, path);
  ASSERT_TRUE(graph);
  std::vector<std::string> want;
  for (const PageId to : graph->graph.successors(1317)) {
    if (to != 1317) want.push_back(fmt::format("http://g-cnr-2000-{}.test/{}", to / 1000, to));
  }
  EXPECT_FALSE(want.empty());
  EXPECT_EQ(LinksOf(Ask(web, 1, "/1317").body, "http://g-cnr-2000-1.test/1317"), want);
  EXPECT_EQ(Ask(web, 1, "/317").status, 404) << "that is of another host";
}

TEST(GraphPagesTest, TellsWhatIsWrongWithAGraphWithoutUrls) {
  MemFiles files;
  WriteFile(
      files, "g.properties",
      "nodes=2\narcs=1\nversion=0\ngraphclass=it.unimi.dsi.webgraph.BVGraph\ncompressionflags=\n");
  WriteFile(files, "g.graph", "");
  const auto damaged = GraphPages::Create(files, "g", {}, kStart);
  ASSERT_FALSE(damaged);
  EXPECT_THAT(damaged.error().context, HasSubstr("g.graph"));
  MemFiles none;
  const auto nothing = GraphPages::Create(none, "g", {}, kStart);
  ASSERT_FALSE(nothing);
  EXPECT_THAT(nothing.error().context, HasSubstr("want g.graph with g.properties, g.adj, "));
}

}  // namespace
}  // namespace meguri
