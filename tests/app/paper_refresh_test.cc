// `meguri simulate paper refresh`, as a program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/app/program_fixture.h"

namespace meguri::app {
namespace {

using testing::HasSubstr;
using testing::Not;

class PaperRefreshTest : public ProgramTest {
 protected:
  // Pages that change every 1, 2, … 40 days for 800 days: of s1 those of odd numbers.
  PaperRefreshTest() {
    std::string text = "site\tpath\tt0\tend\tdt\tv\n";
    for (int days = 1; days <= 40; ++days) {
      std::string dt;
      for (int day = days; day < 800; day += days)
        dt += (dt.empty() ? "" : ",") + std::to_string(86'400 * days);
      text += "s" + std::to_string(days % 2) + "\tp/" + std::to_string(days) +
              ".html\t1000000000\t1069120000\t" + dt + "\t-\n";
    }
    Put("dir/traces.tsv", text);
    Put("times", "s0 1000\ns1 2000\n");
  }
};

TEST_F(PaperRefreshTest, JsonLinesOfEveryKind) {
  const std::string command =
      "simulate paper refresh dir --download-file times --servers-per-connection 1e6 --json";
  const Outcome run = Meguri(command);
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.errors, "");
  std::map<std::string, int> kinds;
  std::uint64_t in_classes = 0;
  for (const auto& line : run.json()) {
    ++kinds[line["kind"]];
    if (line["kind"] == "interval") in_classes += line["pages"].get<std::uint64_t>();
    if (line["kind"] != "site") continue;
    EXPECT_EQ(line["pages"], 20);
    EXPECT_EQ(line["download_s"], line["site"] == "s0" ? 1 : 2);
    EXPECT_NEAR(line["access_interval_s"].get<double>() / line["download_s"].get<double>(),
                line["index"].get<double>(), 1e-3);
    EXPECT_EQ(line["overloaded"], true);
    EXPECT_LE(line["captured"], line["new_versions"]);
  }
  EXPECT_EQ(kinds["whole"], 1);
  EXPECT_EQ(kinds["interval"], 25);
  EXPECT_EQ(kinds["site"], 2);
  EXPECT_EQ(kinds["remedy"], 10);
  const auto whole = run.json()[0];
  EXPECT_EQ(whole["downloads"], "of times");
  EXPECT_EQ(whole["mean_download_s"], 1.5);
  EXPECT_EQ(whole["overloaded"], 2);
  EXPECT_EQ(whole["pages_visited_twice"], 40);
  EXPECT_EQ(in_classes, 40U);
  // Of groups of twenty one page stays; no load can be borne at this S/C.
  for (const auto& line : run.json()) {
    if (line["kind"] != "remedy" || line["remedy"] != "representative") continue;
    EXPECT_EQ(line["unvisited"], 19);
    EXPECT_GT(line["access_interval_s"], 0);
  }
  EXPECT_EQ(Meguri(command).output, run.output);
  EXPECT_THAT(Names(), testing::UnorderedElementsAre("dir", "dir/traces.tsv", "times"));
}

TEST_F(PaperRefreshTest, TablesAndReport) {
  const Outcome run =
      Meguri("simulate paper refresh dir/traces.tsv --connections 0.000002 --figures figures");
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("drawn for each site, log-normal, mean 0.845 s"));
  EXPECT_THAT(run.output, HasSubstr("figures 3 and 4"));
  EXPECT_THAT(run.output, HasSubstr("S/C = 1e+06"));
  EXPECT_THAT(run.output, HasSubstr("  overloaded\n"));
  EXPECT_THAT(run.output, HasSubstr("    stretch  "));
  EXPECT_THAT(run.output, HasSubstr("report: report/refresh.html"));
  EXPECT_THAT(Bytes("report/refresh.html"), HasSubstr("Remedies"));
  for (const std::string number : {"3", "4", "5", "6", "7"}) {
    EXPECT_THAT(Bytes("figures/figure-" + number + ".svg"), HasSubstr("<svg"));
    EXPECT_THAT(Bytes("figures/figure-" + number + ".csv"), HasSubstr("series,x,y"));
  }
}

TEST_F(PaperRefreshTest, WithoutOverloadItSaysFromWhereOn) {
  const Outcome run =
      Meguri("simulate paper refresh dir --servers-per-connection 1 --policy meguri --no-report");
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("no server is overloaded; with --servers-per-connection "));
  EXPECT_THAT(run.output, Not(HasSubstr("report:")));
  EXPECT_EQ(Bytes("report/refresh.html"), "");
}

TEST_F(PaperRefreshTest, NonsenseIsRefusedByName) {
  Put("bad.tsv", "site\tpath\tt0\tend\tdt\tv\ns\tp\t1\t5\t3\t-\ns\tp\t1\t5\tx\t-\n");
  Put("half", "s0 5\n");
  Put("words", "s0 soon\n");
  ExpectErrors("simulate paper refresh",
               {{"nothing.tsv", "nothing.tsv"},
                {"bad.tsv", "bad.tsv:3: dt: no number: \"x\""},
                {"dir --policy best", "--policy: 'best' is none of"},
                {"dir --download-file none", "none"},
                {"dir --download-file half", "half: has no line for the site s1"},
                {"dir --download-file words", "words:1: 's0 soon' is no"},
                {"dir --connections 0", "--connections: 0 is not within"},
                {"dir --connections nan", "--connections: 'nan' is not a number"},
                {"dir --servers-per-connection -1", "--servers-per-connection: -1 is not within"}});
  EXPECT_EQ(Meguri("simulate paper refresh").exit_code, 2);
  EXPECT_EQ(
      Meguri("simulate paper refresh dir --connections 1 --servers-per-connection 1").exit_code, 2);
}

}  // namespace
}  // namespace meguri::app
