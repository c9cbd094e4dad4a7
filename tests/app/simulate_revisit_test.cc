// `meguri simulate revisit`, as a program.
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

class SimulateRevisitTest : public ProgramTest {
 protected:
  // Pages that change every 1, 2, … 40 days for 800 days.
  SimulateRevisitTest() {
    std::string text = "site\tpath\tt0\tend\tdt\tv\tr\tw\tnw\tsh\n";
    for (int days = 1; days <= 40; ++days) {
      std::string dt;
      for (int day = days; day < 800; day += days)
        dt += (dt.empty() ? "" : ",") + std::to_string(86'400 * days);
      text += "s" + std::to_string(days % 2) + "\tp" + std::to_string(days) +
              "\t1000000000\t1069120000\t" + dt + "\t-\t-\t-\t-\t-\n";
    }
    Put("dir/traces.tsv", text);
  }
};

TEST_F(SimulateRevisitTest, ALineForEachPolicyAndBudget) {
  const Outcome run =
      Meguri("simulate revisit dir --policy fixed,paper,meguri --budget 5,20 --json");
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  ASSERT_THAT(run.json(), SizeIs(6));
  for (const auto& line : run.json()) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : line.items())
      keys.push_back(key);
    EXPECT_THAT(keys, testing::UnorderedElementsAre("policy", "budget", "accesses", "versions",
                                                    "versions_per_page", "detection", "freshness",
                                                    "delay_hours"));
    const double allowed = 40 * 730.0 / line["budget"].get<double>();
    EXPECT_NEAR(line["accesses"].get<double>() / allowed, 1, 0.01);
    for (const char* share : {"versions", "versions_per_page", "detection", "freshness"}) {
      EXPECT_GT(line[share], 0);
      EXPECT_LE(line[share], 1);
    }
  }
  EXPECT_EQ(run.json()[0]["policy"], "fixed");
  EXPECT_EQ(run.json()[0]["budget"], 5);
  EXPECT_EQ(run.json()[5]["policy"], "meguri");
  EXPECT_EQ(run.json()[5]["budget"], 20);
  // No folder for a report that nobody asked for; and the same again, on one thread.
  EXPECT_THAT(Names(), testing::UnorderedElementsAre("dir", "dir/traces.tsv"));
  EXPECT_EQ(Meguri("simulate revisit dir/traces.tsv --policy fixed,paper,meguri --budget 5,20 "
                   "--json --threads 1")
                .output,
            run.output);
}

TEST_F(SimulateRevisitTest, WritesAReport) {
  const Outcome run =
      Meguri("simulate revisit dir --policy paper,cgm --budget 10 --figures figures");
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("report: report/revisit.html"));
  EXPECT_THAT(Bytes("report/revisit.html"), HasSubstr("When again?"));
  for (const std::string name : {"versions", "versions-per-page", "freshness", "detection", "delay",
                                 "intervals-1", "found-1"}) {
    EXPECT_THAT(Bytes("figures/revisit-" + name + ".svg"), HasSubstr("<svg"));
    EXPECT_THAT(Bytes("figures/revisit-" + name + ".csv"), HasSubstr("series,x,y"));
  }
}

TEST_F(SimulateRevisitTest, WhoCannotSpendTheBudgetStandsApart) {
  // A page that never changes: known leaves it alone.
  Put("still.tsv", "site\tpath\tt0\tend\tdt\tv\ns\tp\t1000000000\t1069120000\t\t-\n");
  const Outcome run =
      Meguri("simulate revisit still.tsv --policy fixed,known --budget 7 --no-report");
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("can't be brought to that budget:\n  known "));
}

TEST_F(SimulateRevisitTest, PoissonPagesShowBias) {
  const Outcome run = Meguri(
      "simulate revisit --poisson 2d,20d --pages 100 --policy paper,paper:tc=mean,mle --budget 7 "
      "--json");
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  ASSERT_THAT(run.json(), SizeIs(3 + 6));
  const auto line = run.json()[3];
  EXPECT_EQ(line["estimator"], "paper");
  EXPECT_EQ(line["changes_every"], "2 d");
  // The least of all intervals only gets less: rates are overestimated.
  EXPECT_GT(line["bias"], 0.1);
  EXPECT_GT(line["accesses_per_change"], 1.1);
  EXPECT_THAT(Meguri("simulate revisit --poisson 2d --pages 10 --policy mle --no-report").output,
              HasSubstr("estimated rates"));
}

TEST_F(SimulateRevisitTest, NonsenseIsRefusedByName) {
  Put("bad.tsv", "site\tpath\tt0\tend\tdt\tv\ns\tp\t1\t5\t3\t-\ns\tp\t1\t5\tx\t-\n");
  ExpectErrors("simulate revisit", {{"", "TRACES"},
                                    {"dir --poisson 1d", "one of them"},
                                    {"nothing.tsv", "nothing.tsv"},
                                    {"bad.tsv", "bad.tsv:3: dt: no number: \"x\""},
                                    {"dir --policy best", "--policy: 'best' is none of"},
                                    {"dir --budget 0", "--budget: 0 is not within"},
                                    {"dir --budget nan", "--budget: 'nan' is not a number"},
                                    {"dir --goal 2", "--goal: '2' is neither"},
                                    {"--poisson soon", "--poisson: 'soon' is no time"},
                                    {"--poisson 1s --pages 1000000", "too many"},
                                    {"--poisson 1d --pages 0", "--pages: 0"},
                                    {"dir --threads 5000", "--threads: 5000"}});
}

}  // namespace
}  // namespace meguri::app
