// `meguri simulate order` and `paper ordering`, as a program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/app/program_fixture.h"
#include "tests/support/shared_data.h"

namespace meguri::app {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

class SimulateOrderTest : public ProgramTest {
 protected:
  // 0 -> 1, 2; 1 -> 0; 2 -> 3; 3 -> 0; 4 -> 0, which nobody finds.
  SimulateOrderTest() { Put("small.adj", "1 2\n0\n3\n0\n0\n"); }
};

TEST_F(SimulateOrderTest, AnOrderIsAPagePerLine) {
  Put("order", "of an earlier run");
  const Outcome run = Meguri("simulate order " + Path("small") +
                             " --strategy bf --seeds id:0 --json --order-out " + Path("order"));
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(Bytes("order"), "0\n1\n2\n3\n");
  ASSERT_THAT(run.json(), SizeIs(1));
  const auto line = run.json()[0];
  EXPECT_EQ(line["strategy"], "bf");
  EXPECT_EQ(line["seeds"], "id:0");
  EXPECT_EQ(line["at"].dump(), "[1,5,10,20,50]");
  for (const char* top : {"0.1", "1", "10"})
    EXPECT_THAT(line["A"][top], SizeIs(5));
  EXPECT_THAT(line["B"], SizeIs(5));
  for (const char* key : {"mean_B", "C", "tau", "updates_per_page", "pages_per_cpu_second"})
    EXPECT_TRUE(line[key].is_number()) << key;
}

TEST_F(SimulateOrderTest, ALineForEachStrategyAndSet) {
  const Outcome run = Meguri("simulate order " + Path("small") +
                             " --strategy bf,ipr:dl1 --seeds id:0 --seeds scc:2 --seeds random:1 "
                             "--repeat 3 --at 25,100 --json --order-out " +
                             Path("order"));
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  ASSERT_THAT(run.json(), SizeIs(6));
  EXPECT_EQ(run.json()[3]["seeds"], "scc:2");
  EXPECT_EQ(run.json()[3]["B"][1], 100);
  EXPECT_EQ(run.json()[5]["runs"], 3);
  EXPECT_TRUE(run.json()[5].contains("deviation"));
  // The largest component, then page 4, which is one of its own.
  EXPECT_EQ(Bytes("order.bf.scc-2.1"), "0\n4\n1\n2\n3\n");
}

TEST_F(SimulateOrderTest, AGraphMayStandBehindTheFlags) {
  const Outcome run = Meguri(
      "simulate order --json --strategy bf --seeds id:0 --seeds id:1 --at 25,50 " + Path("small"));
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_THAT(run.json(), SizeIs(2));
}

TEST_F(SimulateOrderTest, TheResultDoesNotDependOnTheThreads) {
  const std::string command =
      "simulate order --generate 3000 --repeat 4 --json --strategy bf,ipr:ar2,opic,pr --threads ";
  auto one = Meguri(command + "1").json();
  auto four = Meguri(command + "4").json();
  ASSERT_EQ(one.size(), 4U);
  for (std::size_t i = 0; i < one.size(); ++i) {
    for (const char* speed : {"pages_per_cpu_second", "decisions_per_cpu_second"}) {
      one[i].erase(speed);
      four[i].erase(speed);
    }
    EXPECT_EQ(one[i], four[i]);
  }
}

TEST_F(SimulateOrderTest, WritesAReportAndFigures) {
  const Outcome run = Meguri(
      "simulate order --generate 2000 --repeat 2 --strategy bf,oracle "
      "--report " +
      Path("r.html") + " --figures " + Path("figures"));
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("report: "));
  EXPECT_THAT(Bytes("r.html"), HasSubstr("PageRank gathered"));
  EXPECT_THAT(Bytes("figures/order-b.svg"), HasSubstr("<svg"));
  EXPECT_THAT(Bytes("figures/order-b.csv"), HasSubstr("oracle,"));
}

TEST_F(SimulateOrderTest, ThePapersFigures) {
  const Outcome run = Meguri("simulate paper ordering --generate 1000 --repeat 1 --report " +
                             Path("paper.html") + " --figures " + Path("figures"));
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  for (const char* figure : {"figure-4", "figure-5", "figure-6", "figure-7", "figure-8", "figure-9",
                             "figure-10", "accuracy", "concentration"})
    EXPECT_THAT(Bytes(std::string("figures/") + figure + ".svg"), HasSubstr("<svg")) << figure;
}

TEST_F(SimulateOrderTest, Cnr2000GathersWhatIsPublished) {
  MEGURI_NEED_SHARED("graphs/cnr-2000.graph");
  const Outcome run =
      Meguri("simulate order " + *testing_support::SharedPath("graphs/cnr-2000.graph") +
             " --strategy ipr:dl1 --seeds id:317 --json");
  ASSERT_THAT(run.json(), SizeIs(1)) << run.errors;
  const std::vector<double> want = {7.48, 13.95, 21.99, 35.86, 68.75};
  for (std::size_t i = 0; i < want.size(); ++i)
    EXPECT_NEAR(run.json()[0]["B"][i].get<double>(), want[i], 0.005);
}

TEST_F(SimulateOrderTest, NonsenseIsOneLine) {
  const std::string small = Path("small");
  ExpectErrors("simulate order",
               {{small + " --strategy dfs", "'dfs' is no strategy"},
                {small + " --strategy ipr:share=0.1", "may never end"},
                {small + " --strategy ''", "'' is no strategy"},
                {small + " --seeds id:5", "--seeds id:5: want a number from 0 to 4"},
                {small + " --seeds id:x", "--seeds id:x: want a number"},
                {small + " --seeds scc:9", "--seeds scc:9: want a number from 1 to 2"},
                {small + " --seeds random:5", "--seeds random:5: want a number from 1 to 4"},
                {small + " --seeds random:0", "want a number from 1"},
                {small + " --seeds http://a.test/", "the graph has no URLs"},
                {small + " --seeds page", "--seeds page: want id:N"},
                {small + " --at 101", "--at: 101 is not within"},
                {small + " --repeat 0", "--repeat: 0 is not within"},
                {small + " --c -1", "--c: -1 is not"},
                {small + " --generate 7", "a GRAPH has its pages"},
                {"nowhere/graph", "nowhere/graph"},
                {"--seed x", "--seed"}});
}

}  // namespace
}  // namespace meguri::app
