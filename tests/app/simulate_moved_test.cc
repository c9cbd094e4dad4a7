// `meguri simulate moved` and `meguri simulate paper moved`, as a program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/program_fixture.h"
#include "tests/support/shared_data.h"

namespace meguri::app {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

class SimulateMovedTest : public ProgramTest {
 protected:
  // /docs/dog.html became /animals/dogs.html. Files may be packed or not.
  SimulateMovedTest() {
    Put("data/cases.json", Cases("s"));
    Put("data/s.old.jsonl.zst",
        "{\"root\": \"/\", \"pages\": 3}\n"
        "{\"p\":\"/\",\"t\":\"Home\",\"l\":[[\"/docs/\",\"Docs\"]]}\n"
        "{\"p\":\"/docs/\",\"t\":\"Docs\",\"l\":[[\"/docs/dog.html\",\"Dogs\"],[\"/\",\"up\"]]}\n"
        "{\"p\":\"/docs/dog.html\",\"t\":\"Dogs\",\"l\":[[\"/docs/\",\"up\"]]}\n");
    Put("data/s.new.jsonl.zst",
        "{\"root\": \"/\", \"pages\": 4}\n"
        "{\"p\":\"/\",\"t\":\"Home\",\"l\":[[\"/a.html\",\"A\"],[\"/animals/\",\"Animals\"]]}\n"
        "{\"p\":\"/a.html\",\"t\":\"A\",\"l\":[[\"/none/\",\"none\"]]}\n"
        "{\"p\":\"/animals/\",\"t\":\"Animals\",\"l\":[[\"/\",\"up\"],[\"/animals/cats.html\","
        "\"Cats\"],[\"/animals/dogs.html\",\"Dogs\"]]}\n"
        "{\"p\":\"/animals/dogs.html\",\"t\":\"Dogs\",\"l\":[]}\n");
  }

  static std::string Cases(const std::string& snap) {
    return "{\"snapshots\": [{\"snap\": \"s\", \"site\": \"s\", \"hosts\": [\"a.example\"]}],"
           " \"cases\": [{\"id\": \"s-01\", \"snap\": \"" +
           snap +
           "\", \"root_old\": \"/\", \"root_new\": \"/\", \"old\": \"/docs/dog.html\","
           " \"new\": [\"/animals/dogs.html\"], \"kind\": \"renamed\"}]}";
  }
};

TEST_F(SimulateMovedTest, ALineForEachCaseAndMethod) {
  const Outcome run = Meguri("simulate moved data --method paper,directory,bfs,dfs --json");
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.output,
            "{\"case\":\"s-01\",\"snap\":\"s\",\"old\":\"/docs/dog.html\",\"method\":\"paper\","
            // dog.html, /docs/, and the root; then /docs/ (gone), /, /animals/ (deeper), dogs.html.
            "\"preparation\":3,\"requests\":4}\n"
            "{\"case\":\"s-01\",\"snap\":\"s\",\"old\":\"/docs/dog.html\",\"method\":\"directory\","
            "\"preparation\":0,\"requests\":6}\n"
            "{\"case\":\"s-01\",\"snap\":\"s\",\"old\":\"/docs/dog.html\",\"method\":\"bfs\","
            "\"preparation\":0,\"requests\":6}\n"
            "{\"case\":\"s-01\",\"snap\":\"s\",\"old\":\"/docs/dog.html\",\"method\":\"dfs\","
            "\"preparation\":0,\"requests\":6}\n");
  EXPECT_THAT(Names(), SizeIs(4));  // no report that nobody asked for
  EXPECT_EQ(
      Meguri("simulate moved data/ --method paper,directory,bfs,dfs --json --threads 1").output,
      run.output);
}

TEST_F(SimulateMovedTest, WritesAReport) {
  const Outcome run = Meguri("simulate moved data --method paper,directory --figures figures");
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("paper, with preparation"));
  EXPECT_THAT(run.output, HasSubstr("report: report/moved.html"));
  EXPECT_THAT(Bytes("report/moved.html"), HasSubstr("Where did it go?"));
  for (const std::string name : {"moved-capture", "moved-capture-preparation"}) {
    EXPECT_THAT(Bytes("figures/" + name + ".svg"), HasSubstr("<svg"));
    EXPECT_THAT(Bytes("figures/" + name + ".csv"), HasSubstr("series,x,y"));
  }
}

TEST_F(SimulateMovedTest, TheFiguresOfThePaper) {
  const Outcome run = Meguri("simulate paper moved data --figures figures --report r.html");
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("bytes kept"));
  EXPECT_THAT(run.output, HasSubstr("paper+10"));
  EXPECT_THAT(Bytes("r.html"), HasSubstr("Figure 14"));
  for (const std::string name :
       {"9-capture", "10-lengths", "11-stored", "12-paths", "13-max", "14-max-preparation"}) {
    EXPECT_THAT(Bytes("figures/figure-" + name + ".svg"), HasSubstr("<svg")) << name;
    EXPECT_THAT(Bytes("figures/figure-" + name + ".csv"), HasSubstr("series,x,y")) << name;
  }
  EXPECT_THAT(Meguri("simulate paper moved data --json").json(), SizeIs(6));
}

TEST_F(SimulateMovedTest, MeguriReadsPagesToo) {
  ExpectErrors("simulate moved", {{"data --method meguri", "data/s.old.html.tar.zst"}});
  const std::string no_files(1024, '\0');
  Put("data/s.old.html.tar.zst", no_files);
  Put("data/s.new.html.tar.zst", no_files);
  for (const std::string flags : {"", " --learn", " --obey-robots", " --budget 3"}) {
    const Outcome run = Meguri("simulate moved data --json --method meguri" + flags);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    ASSERT_THAT(run.json(), SizeIs(1));
    EXPECT_EQ(run.json()[0]["method"], "meguri");
    EXPECT_EQ(run.json()[0]["preparation"], 0);
  }
}

TEST_F(SimulateMovedTest, NonsenseIsRefusedByName) {
  Put("garbage/cases.json", "{\"cases\": [");
  Put("empty/cases.json", "{\"snapshots\": [], \"cases\": []}");
  Put("unknown/cases.json", Cases("t"));
  Put("lost/cases.json", Cases("s"));
  Put("bad/cases.json", Cases("s"));
  Put("bad/s.old.jsonl.zst", "{\"root\": \"/\"}\n{\"p\": 7}\n");
  Put("bad/s.new.jsonl.zst", "");
  Put("gone/cases.json", Cases("s"));
  Put("gone/s.old.jsonl.zst", "{\"root\":\"/\"}\n{\"p\":\"/\",\"l\":[]}\n");
  Put("gone/s.new.jsonl.zst", Bytes("data/s.new.jsonl.zst"));
  ExpectErrors("simulate moved", {{"", "DATA"},
                                  {"nowhere", "nowhere/cases.json"},
                                  {"garbage", "garbage/cases.json: is no JSON object"},
                                  {"empty", "empty/cases.json: has no list \"cases\""},
                                  {"unknown", "case s-01: \"snap\": 't' is none of"},
                                  {"lost", "lost/s.old.jsonl.zst"},
                                  {"bad", "bad/s.old.jsonl.zst:2: no page"},
                                  {"gone --method bfs",
                                   "gone/s.old.jsonl.zst: case s-01: has no page /docs/dog.html"},
                                  {"data --method best", "--method: 'best' is none of"},
                                  {"data --method paper+0", "--method: 'paper+0' is none of"},
                                  {"data --method bfs,bfs", "--method: bfs is there twice"},
                                  {"data --budget 0", "--budget: 0"},
                                  {"data --no-report --figures out", "--no-report"},
                                  {"data --threads 5000", "--threads: 5000"}});
  ExpectErrors("simulate paper moved", {{"", "DATA"}, {"nowhere", "nowhere/cases.json"}});
}

TEST_F(SimulateMovedTest, RealMoves) {
  MEGURI_NEED_SHARED("moved");
  const Outcome run = Meguri("simulate moved " + *testing_support::SharedPath("moved") +
                             " --method paper --no-report");
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("moved: 46 pages that moved"));
  EXPECT_THAT(run.output, HasSubstr("37.0   41.3   52.2   67.4"));
}

}  // namespace
}  // namespace meguri::app
