#include "graph/graph_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/mem_files.h"
#include "tests/graph/random_graph.h"
#include "tests/support/shared_data.h"

namespace meguri {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

void Put(Files& files, const std::string& path, std::string_view bytes) {
  auto file = files.OpenToWrite(path, OpenMode::kCreateOrAppend);
  ASSERT_TRUE(file) << file.error().context;
  ASSERT_TRUE((*file)->Truncate(0));
  ASSERT_TRUE((*file)->Append(bytes));
}

std::vector<PageId> Successors(const WebGraph& graph, PageId page) {
  const auto span = graph.successors(page);
  return {span.begin(), span.end()};
}

std::string ErrorOf(std::string_view ending, std::string_view text, std::string_view urls = "") {
  MemFiles files;
  Put(files, "g" + std::string(ending), text);
  if (!urls.empty()) Put(files, "g.urls", urls);
  const auto read = ReadGraph(files, "g");
  return read ? "fine" : read.error().context;
}

TEST(GraphFilesTest, ReadsAdjacencyListsInTheOrderOfTheFile) {
  MemFiles files;
  Put(files, "g.adj", "2  1 1\r\n\n 0\t2 \n");
  Put(files, "g.urls", "http://a.test/\nhttp://b.test/x\n\n");
  for (const std::string path : {"g", "g.adj", "g.urls", "g.adj.gz"}) {
    const auto read = ReadGraph(files, path);
    ASSERT_TRUE(read) << read.error().context;
    EXPECT_EQ(read->form, GraphForm::kAdjacency);
    EXPECT_EQ(read->path, "g.adj");
    ASSERT_EQ(read->graph.page_count(), 3U);
    EXPECT_THAT(Successors(read->graph, 0), ElementsAre(2, 1, 1));
    EXPECT_THAT(Successors(read->graph, 1), ElementsAre());
    EXPECT_THAT(Successors(read->graph, 2), ElementsAre(0, 2));
    ASSERT_EQ(read->urls.size(), 3U);
    EXPECT_EQ(read->urls.url(1), "http://b.test/x");
    EXPECT_EQ(read->urls.url(2), "");
  }
}

TEST(GraphFilesTest, ReadsArcListsAsSnapPublishesThem) {
  MemFiles files;
  Put(files, "web.txt",
      "# Directed graph\n# Nodes: 5 Edges: 4\r\n# FromNodeId\tToNodeId\r\n"
      "2\t0\r\n0\t3\r\n0\t1\r\n\n2 1");
  const auto read = ReadGraph(files, "web.txt");
  ASSERT_TRUE(read) << read.error().context;
  EXPECT_EQ(read->form, GraphForm::kArcs);
  ASSERT_EQ(read->graph.page_count(), 5U);
  EXPECT_THAT(Successors(read->graph, 0), ElementsAre(3, 1));
  EXPECT_THAT(Successors(read->graph, 2), ElementsAre(0, 1));
  EXPECT_TRUE(read->urls.empty());
  Put(files, "h.arcs", "0 7\n3 1\n");
  const auto ascending = ReadGraph(files, "h");
  ASSERT_TRUE(ascending) << ascending.error().context;
  EXPECT_EQ(ascending->graph.page_count(), 8U);
  EXPECT_THAT(Successors(ascending->graph, 3), ElementsAre(1));
}

TEST(GraphFilesTest, TextErrorsNameFileAndLine) {
  EXPECT_EQ(ErrorOf(".adj", "0\n1 2\n"), "g.adj:2: successor 2, but there are 2 lines");
  EXPECT_EQ(ErrorOf(".adj", "0\n", "a\nb\n"), "g.adj: ends at line 1; g.urls has 2");
  EXPECT_EQ(ErrorOf(".adj", "0\n0\n", "a\n"), "g.adj:2: more lines than the 1 of g.urls");
  EXPECT_EQ(ErrorOf(".adj", "0\n0 1\n", "a\nb\n"), "fine");
  EXPECT_EQ(ErrorOf(".adj", "-1\n"), "g.adj:1: no number: \"-1\"");
  EXPECT_EQ(ErrorOf(".adj", "0 1x\n"), "g.adj:1: no number: \"1x\"");
  EXPECT_EQ(ErrorOf(".adj", "18446744073709551616\n"),
            "g.adj:1: no number: \"18446744073709551616\"");
  EXPECT_EQ(ErrorOf(".adj", "4294967296\n"),
            "g.adj:1: successor 4294967296, but there are 4294967294 nodes");
  EXPECT_EQ(ErrorOf(".arcs", "0 1\n2\n"), "g.arcs:2: one number; want two, \"from to\"");
  EXPECT_EQ(ErrorOf(".arcs", "0 1 2\n"), "g.arcs:1: more than two numbers; want \"from to\"");
  EXPECT_EQ(ErrorOf(".arcs", "0 x\n"), "g.arcs:1: no number: \"x\"");
  EXPECT_EQ(ErrorOf(".arcs", "0 1\n1 2\n", "a\nb\n"), "g.arcs:2: page 2, but there are 2 nodes");
  EXPECT_EQ(ErrorOf(".arcs", "0 4000000000\n"),
            "g.arcs: 4000000001 pages for 1 arcs; number the pages without gaps");
  EXPECT_EQ(ErrorOf(".arcs", "# Nodes: 99999999999\n"),
            "g.arcs: 99999999999 pages for 0 arcs; number the pages without gaps");
  EXPECT_THAT(ErrorOf(".nothing", ""), StartsWith("g: no graph is there; want g.graph"));
}

TEST(GraphFilesTest, UrlsMustBeAsManyAsPages) {
  MemFiles files;
  Put(files, "g.properties",
      "nodes=3\narcs=3\nwindowsize=0\nminintervallength=0\n"
      "compressionflags=RESIDUALS_GAMMA\n");
  Put(files, "g.graph", "\x6F\x44");
  const auto bare = ReadGraph(files, "g.properties");
  ASSERT_TRUE(bare) << bare.error().context;
  EXPECT_EQ(bare->form, GraphForm::kBvGraph);
  EXPECT_THAT(Successors(bare->graph, 0), ElementsAre(1, 2));
  Put(files, "g.urls", "a\nb\nc\n");
  EXPECT_EQ(ReadGraph(files, "g")->urls.url(2), "c");
  Put(files, "g.urls", "a\nb\n");
  EXPECT_EQ(ReadGraph(files, "g").error().context, "g.urls: has 2 lines; g.graph has 3 pages");
}

TEST(GraphFilesTest, EveryFormIsReadBack) {
  const WebGraph graph = testing_support::RandomGraph(1, 500, 3000);
  const UrlList urls = testing_support::RandomUrls(1, 500);
  for (const std::string path :
       {"g.adj", "g.arcs", "g.adj.gz", "g.arcs.zst", "g.mgraph", "g.graph"}) {
    MemFiles files;
    const auto written = WriteGraph(files, path, graph, urls);
    ASSERT_TRUE(written) << written.error().context;
    const auto read = ReadGraph(files, path);
    ASSERT_TRUE(read) << read.error().context;
    EXPECT_EQ(read->graph, path == "g.graph" ? WithSortedLinks(graph) : graph) << path;
    EXPECT_EQ(read->urls, urls) << path;
    std::uint64_t bytes = 0;
    const auto entries = files.List(".").value();
    for (const DirectoryEntry& entry : entries)
      bytes += ReadWholeFile(files, entry.name).value().size();
    EXPECT_EQ(written->bytes, bytes) << path;
    EXPECT_EQ(written->paths.size(), entries.size()) << path;
  }
}

TEST(GraphFilesTest, AFullDiskChangesNothing) {
  const WebGraph graph = testing_support::RandomGraph(1, 50'000, 300'000);
  const UrlList urls = testing_support::RandomUrls(1, 50'000);
  for (const std::string path : {"g.adj", "g.arcs.gz", "g.mgraph", "g.graph"}) {
    MemFiles files;
    Put(files, path, "as it was");
    files.SetCapacity(300'000);
    const auto written = WriteGraph(files, path, graph, urls);
    ASSERT_FALSE(written) << path;
    EXPECT_EQ(written.error().code, ErrorCode::kDiskFull) << written.error().context;
    EXPECT_EQ(*ReadWholeFile(files, path), "as it was");
    EXPECT_EQ(files.List(".")->size(), 1U) << path;
  }
}

TEST(GraphFilesTest, UrlsThatAreNoLinesStayInTheBinaryForm) {
  UrlList urls;
  urls.Add("http://a.test/\n");
  MemFiles files;
  const WebGraph graph({0, 0}, {});
  EXPECT_EQ(WriteGraph(files, "g.adj", graph, urls).error().context,
            "the URL of page 0 has a line break; .mgraph can keep it");
  ASSERT_TRUE(WriteGraph(files, "g.mgraph", graph, urls));
  EXPECT_EQ(ReadGraph(files, "g.mgraph")->urls, urls);
  EXPECT_THAT(WriteGraph(files, "g.zip", graph, urls).error().context,
              StartsWith("g.zip: its ending names no form"));
}

TEST(GraphFilesTest, ReadsPackedRealGraphs) {
  MEGURI_NEED_SHARED("graphs/ku-2021.adj.gz");
  RealFiles files;
  const auto read = ReadGraph(files, *testing_support::SharedPath("graphs/ku-2021.adj.gz"));
  ASSERT_TRUE(read) << read.error().context;
  EXPECT_EQ(read->graph.page_count(), 8337U);
  EXPECT_EQ(read->graph.arc_count(), 124'261U);
  EXPECT_EQ(read->urls.size(), 8337U);
  EXPECT_EQ(WithoutSelfAndRepeatedLinks(read->graph).arc_count(), 122'808U);
}

TEST(UrlListTest, HostsOfUrls) {
  EXPECT_EQ(HostOfUrl("http://a.test/x:y@z"), "a.test");
  EXPECT_EQ(HostOfUrl("https://u:p@a.test:8080?q"), "a.test");
  EXPECT_EQ(HostOfUrl("http://[::1]:80/"), "[::1]");
  EXPECT_EQ(HostOfUrl("a.test/x"), "a.test");
  EXPECT_EQ(HostOfUrl(""), "");
}

}  // namespace
}  // namespace meguri
