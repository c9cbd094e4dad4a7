// `meguri graph`, as a program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/app/program_fixture.h"
#include "tests/support/shared_data.h"

namespace meguri::app {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using testing_support::SharedPath;

using GraphProgramTest = ProgramTest;

TEST_F(GraphProgramTest, StatsOfASmallGraph) {
  Put("g.adj", "0 1 1\n2\n1\n2\n");
  Put("g.urls", "http://a.test/\nhttp://A.test/x\nhttp://b.test/\nhttp://b.test/y\n");
  const Outcome run = Meguri("graph stats g");
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_THAT(run.output, StartsWith("graph         g.adj, adjacency list\n"
                                     "pages         4\n"
                                     "links         6; 1 to the page itself, 1 repeated\n"
                                     "hosts         2\n"));
  EXPECT_THAT(run.output,
              HasSubstr("components    3; the largest has 2 pages, 50.0 %, from page 1 on"));
  const auto json = Meguri("graph stats g.adj --json").json();
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0]["pages"], 4);
  EXPECT_EQ(json[0]["out"]["max"], 3);
  EXPECT_EQ(json[0]["largest_component"]["lowest_page"], 1);
}

TEST_F(GraphProgramTest, Cnr2000) {
  MEGURI_NEED_SHARED("graphs/cnr-2000.graph");
  const std::string graph = *SharedPath("graphs/cnr-2000.graph");
  const auto stats = Meguri("graph stats --json " + graph).json();
  ASSERT_EQ(stats.size(), 1U);
  EXPECT_EQ(stats[0]["links"], 3'216'152);
  EXPECT_EQ(stats[0]["self_links"], 87'442);
  EXPECT_EQ(stats[0]["largest_component"]["pages"], 112'023);
  EXPECT_EQ(stats[0]["copied"], 2'195'145);
  EXPECT_NEAR(stats[0]["bits_per_link"].get<double>(), 2.897, 0.001);

  const Outcome ranks = Meguri("graph pagerank --top 2 --concentration 50,99 " + graph);
  EXPECT_THAT(ranks.output, HasSubstr("\nsum           213206.443883\n"));
  EXPECT_THAT(ranks.output, HasSubstr("     4118.938388       60595\n"
                                      "     4118.938388       60597\n"));
  EXPECT_THAT(ranks.output, HasSubstr("\nconcentration 9353 pages, 2.873 %, hold 50 % of it\n"));

  const Outcome components = Meguri("graph scc --top 1 " + graph);
  EXPECT_THAT(components.output, HasSubstr("    112023   34.41         317\n"));

  const Outcome copy = Meguri("graph convert " + graph + " copy.graph");
  EXPECT_EQ(copy.exit_code, 0) << copy.errors;
  EXPECT_TRUE(Bytes("copy.graph") == *testing_support::SharedText("graphs/cnr-2000.graph"));
}

TEST_F(GraphProgramTest, EveryFormIsTheSameGraph) {
  const Outcome made = Meguri("graph generate --pages 2000 --seed 5 --out a.mgraph");
  ASSERT_EQ(made.exit_code, 0) << made.errors;
  EXPECT_THAT(made.output, StartsWith("2000 pages of 20 sites, "));
  std::string last = "a.mgraph";
  for (const std::string name :
       {"b.graph", "c.adj.gz", "d.arcs.zst", "e.adj", "f.arcs", "g.mgraph"}) {
    const Outcome run = Meguri("graph convert " + last + " " + name);
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    last = name;
  }
  EXPECT_TRUE(Bytes("g.mgraph") == Bytes("a.mgraph"));
  EXPECT_EQ(Meguri("graph generate --pages 2000 --seed 5 --threads 3 --out h.adj").exit_code, 0);
  EXPECT_TRUE(Bytes("h.adj") == Bytes("e.adj"));
  EXPECT_TRUE(Bytes("h.urls") == Bytes("e.urls"));
  for (const std::string& name : Names())
    EXPECT_EQ(name.find(".tmp"), std::string::npos) << name;
}

TEST_F(GraphProgramTest, ConvertSaysWhatItLeavesOut) {
  Put("g.adj", "1 0 1\n0 0\n");
  const Outcome sorted = Meguri("graph convert g.adj b.graph --window 0 --codes RESIDUALS_GOLOMB");
  EXPECT_EQ(sorted.exit_code, 0) << sorted.errors;
  EXPECT_THAT(sorted.output, StartsWith("2 pages, 3 links\nb.graph, b.offsets and b.properties: "));
  EXPECT_THAT(sorted.output, HasSubstr("; 2 links came twice, and a BVGraph has each once\n"));
  EXPECT_THAT(Bytes("b.properties"), HasSubstr("\ncompressionflags=RESIDUALS_GOLOMB\n"));
  const Outcome clean = Meguri("graph convert b.graph c.arcs --clean");
  EXPECT_THAT(clean.output,
              StartsWith("2 pages, 2 links; 1 to the page itself or repeated left out\n"));
  EXPECT_EQ(Bytes("c.arcs"), "# Nodes: 2 Edges: 2\n0\t1\n1\t0\n");
  EXPECT_EQ(Meguri("graph convert g.adj d.adj --json").json()[0]["links"], 5);
  EXPECT_EQ(Bytes("d.adj"), "1 0 1\n0 0\n");
}

TEST_F(GraphProgramTest, RanksGoToAFile) {
  Put("g.adj", "1\n\n");
  Put("g.urls", "http://a.test/\nhttp://b.test/\n");
  Put("ring.adj", "1\n0\n");
  Put("ring.urls", "http://a.test/\nhttp://b.test/\n");
  const Outcome run = Meguri("graph pagerank g --top 1 --json");
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.json()[0]["top"][0]["url"], "http://b.test/");
  EXPECT_NEAR(run.json()[0]["top"][0]["rank"].get<double>(), 0.2775, 1e-9);
  EXPECT_EQ(Meguri("graph pagerank ring --out ranks.tsv").exit_code, 0);
  EXPECT_EQ(Bytes("ranks.tsv"), "0\t1\thttp://a.test/\n1\t1\thttp://b.test/\n");
}

TEST_F(GraphProgramTest, ErrorsAreOneLine) {
  Put("bad.adj", "0\n7\n");
  Put("bad.properties", "nodes=3\narcs=3\n");
  Put("cut.properties", "nodes=3\narcs=3\n");
  Put("cut.graph", "\x6f");
  Put("g.adj", "0\n");
  for (const auto& [arguments, line] : std::vector<std::pair<std::string, std::string>>{
           {"stats nothing", "nothing: no graph is there"},
           {"stats bad", "bad.adj:2: successor 7, but there are 2 lines"},
           {"stats cut", "cut.graph: "},
           {"scc bad.graph", "bad.graph: can't open"},
           {"convert g.adj g.zip", "g.zip: its ending names no form"},
           {"convert g.adj x/y.adj", "x/y.adj"},
           {"convert g.adj y.graph --zeta-k 40", "zeta k is 40"},
           {"convert g.adj y.graph --codes X", "--codes: unknown compression flag 'X'"},
           {"pagerank g --damping 0", "--damping"},
           {"generate --pages 0 --out x.adj", "0 pages; want 1 to"},
           {"generate --pages 10 --sites 20 --out x.adj", "20 sites of 10 pages"},
           {"generate --pages 10", "--out"}}) {
    const Outcome run = Meguri("graph " + arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_EQ(run.output, "") << arguments;
    EXPECT_THAT(run.errors, HasSubstr(line)) << arguments;
    EXPECT_EQ(std::ranges::count(run.errors, '\n'), 1) << run.errors;
  }
}

TEST_F(GraphProgramTest, WhoEndsItEarlyFindsNothingHalfWritten) {
  Put("keep.adj.gz", "as it was");
  Put("run", "exec 2>/dev/null; " MEGURI_PROGRAM
             " graph generate --pages 60000 --out keep.adj.gz & p=$!\n"
             "while kill -0 $p && ! [ -e keep.adj.gz.tmp ]; do sleep 0.01; done\n"
             "ls *.tmp >seen; kill -TERM $p; wait $p; echo $? >code\n");
  const std::string command = "cd " + Path(".") + "; sh ./run >/dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0);  // NOLINT(cert-env33-c): our own command line
  EXPECT_THAT(Bytes("seen"), HasSubstr("keep.adj.gz.tmp"));
  EXPECT_EQ(Bytes("code"), "143\n");
  EXPECT_TRUE(Bytes("keep.adj.gz") == "as it was");
  for (const std::string& name : Names())
    EXPECT_EQ(name.find(".tmp"), std::string::npos) << name;
}

}  // namespace
}  // namespace meguri::app
