// `meguri simulate`, as a program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/app/program_fixture.h"

namespace meguri::app {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::StartsWith;

using SimulateProgramTest = ProgramTest;

TEST_F(SimulateProgramTest, OneRunTellsWhatItCameTo) {
  const Outcome run = Meguri("simulate crawl --seed 4");
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.errors, "");
  EXPECT_THAT(run.output, StartsWith("seed 4: "));
  EXPECT_THAT(run.output, ContainsRegex("lives     [4-9]: 3 kills"));
  EXPECT_THAT(run.output, HasSubstr("\nok\n"));
  const Outcome again = Meguri("simulate crawl --seed 4");
  EXPECT_EQ(again.output, run.output);
  const Outcome json = Meguri("simulate crawl --seed 4 --json");
  ASSERT_EQ(json.json().size(), 1U);
  EXPECT_TRUE(json.json()[0]["ok"]);
  EXPECT_THAT(run.output, HasSubstr(json.json()[0]["order"].get<std::string>()));
}

TEST_F(SimulateProgramTest, TheTraceHasEveryEvent) {
  const Outcome run = Meguri("simulate crawl --seed 4 --trace");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.output, ContainsRegex("\n +[0-9.]+ KILL "));
  EXPECT_THAT(run.output, ContainsRegex("\n +[0-9.]+ ask     http://"));
  EXPECT_THAT(run.output, ContainsRegex("\n +[0-9.]+ write   warc append [0-9]+\n"));
}

TEST_F(SimulateProgramTest, ManyRunsAreOneReport) {
  const Outcome runs = Meguri("simulate crawl --seed 10 --runs 4 --jobs 2");
  EXPECT_EQ(runs.exit_code, 0) << runs.output;
  EXPECT_THAT(runs.output, StartsWith("4 runs, seeds 10 to 13: all ok"));
  EXPECT_THAT(runs.output, HasSubstr("12 kills"));
  const Outcome json = Meguri("simulate crawl --seed 10 --runs 4 --json");
  EXPECT_EQ(json.json()[0]["kills"], 12);
  EXPECT_GE(json.json()[0]["least_other_faults"], 5);
}

TEST_F(SimulateProgramTest, NonsenseIsOneLine) {
  ExpectErrors("simulate crawl",
               {{"--faults quake", "'quake' is none; want default"},
                {"--runs 0", "--runs: 0 is not within"},
                {"--shards 0", "--shards: 0 is not within"},
                {"--shards 5000", "--shards: 5000 is not within"},
                {"--hosts 2 --servers 3", "2 hosts can't be on 3 servers"},
                {"--runs 2 --trace", "--trace is of one run"},
                {"--jobs 3000 --runs 2", "--jobs: 3000 is not within"},
                {"--seed 18446744073709551615 --runs 3", "there are no 3 seeds from"},
                {"--trace --json", "leave one out"},
                {"--faults ''", "'' is none; want default"},
                {"nowhere/graph", "nowhere/graph"},
                {"nowhere/graph --generate 7", "a GRAPH has its pages"},
                {"--seed x", "--seed"}});
}

}  // namespace
}  // namespace meguri::app
