// `meguri simulate polite` and `paper politeness`, as a program.
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

class SimulatePoliteTest : public ProgramTest {
 protected:
  // 0 -> 1, 2; 1 -> 0; 2 -> 3; 3 -> 0; 4 -> 0, which nobody finds.
  SimulatePoliteTest() {
    Put("small.adj", "1 2\n0\n3\n0\n0\n");
    Put("small.urls",
        "http://a.test/\nhttp://a.test/1\nhttp://b.test/\nhttp://c.test/\nhttp://d.test/\n");
  }
};

TEST_F(SimulatePoliteTest, ALineForEachScheduler) {
  const Outcome run =
      Meguri("simulate polite " + Path("small") + " --seeds id:0 --interval 2s --at 50,100 --json");
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  const std::vector<std::string> names = {"paper 1024x1024", "wheel meguri spill", "irlbot", "bf",
                                          "opt"};
  ASSERT_THAT(run.json(), SizeIs(names.size()));
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto line = run.json()[i];
    EXPECT_EQ(line["name"], names[i]);
    EXPECT_EQ(line["pages"], 4);
    EXPECT_EQ(line["reached"], 4);
    EXPECT_EQ(line["B"][1], 100);
    EXPECT_EQ(line["breaches"], 0);
    EXPECT_EQ(line["servers"]["kind"], "hosts");
    EXPECT_EQ(line["servers"]["count"], 4);
    EXPECT_GE(line["intervals"]["smallest"].get<double>(), 2);
    EXPECT_EQ(line["smallest_by_server"]["count"], 1);  // a.test alone has two pages
  }
  EXPECT_EQ(run.json()[0]["steps"], 3);
  EXPECT_EQ(run.json()[0]["pages_per_step"]["largest"], 2);
  EXPECT_FALSE(run.json()[1].contains("steps"));
}

TEST_F(SimulatePoliteTest, AddressesOfAFileAreServers) {
  Put("hosts", "a.test 10.0.0.1\nb.test 10.0.0.1\nc.test 10.0.0.1 50ms\n");
  const Outcome run = Meguri("simulate polite " + Path("small") +
                             " --seeds id:0 --scheduler wheel --json --order-out " + Path("order") +
                             " --hosts-file " + Path("hosts"));
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  const auto line = run.json()[0];
  EXPECT_EQ(line["servers"]["kind"], "addresses");
  EXPECT_EQ(line["servers"]["count"], 2);
  // Four pages of one server that takes 50 ms, three intervals of a second between them.
  EXPECT_NEAR(line["virtual_seconds"].get<double>(), 3.2, 0.01);
  EXPECT_EQ(Bytes("order"), "0\n1\n2\n3\n");
}

TEST_F(SimulatePoliteTest, EveryCombinationOnce) {
  const Outcome run = Meguri("simulate polite " + Path("small") +
                             " --seeds id:0 --scheduler paper,bf --queues 4,8 --slots 2 "
                             "--form max,paper --overflow discard,spill --strategy fifo,meguri "
                             "--json");
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_THAT(run.json(), SizeIs(17));
}

TEST_F(SimulatePoliteTest, PaperWritesItsFigures) {
  const Outcome run = Meguri("simulate paper politeness " + Path("small") + " --report " +
                             Path("report.html") + " --figures " + Path("figures"));
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("paper 2048x2048"));
  for (int figure = 2; figure <= 6; ++figure) {
    const std::string name = "figures/figure-" + std::to_string(figure);
    EXPECT_THAT(Bytes(name + ".svg"), HasSubstr("<svg"));
    EXPECT_THAT(Bytes(name + ".csv"), HasSubstr("series,x,y"));
  }
  EXPECT_THAT(Bytes("report.html"), HasSubstr("Table 1"));
}

TEST_F(SimulatePoliteTest, NonsenseIsRefusedByName) {
  const auto error = [&](const std::string& flags) {
    const Outcome run = Meguri("simulate polite " + Path("small") + " --seeds id:0 " + flags);
    EXPECT_EQ(run.exit_code, 2) << flags;
    return run.errors;
  };
  EXPECT_THAT(error("--scheduler fast"), HasSubstr("--scheduler: 'fast' is no scheduler"));
  EXPECT_THAT(error("--queues 2"), HasSubstr("queues: 2 is not 3 or more"));
  EXPECT_THAT(error("--slots 0"), HasSubstr("slots: 0 is not 1 or more"));
  EXPECT_THAT(error("--overflow keep"), HasSubstr("--overflow: 'keep' is neither"));
  EXPECT_THAT(error("--form min"), HasSubstr("--form: 'min' is neither"));
  EXPECT_THAT(error("--strategy best"), HasSubstr("--strategy: 'best' is none of"));
  EXPECT_THAT(error("--interval soon"), HasSubstr("--interval: 'soon' is no time"));
  EXPECT_THAT(error("--at 101"), HasSubstr("--at: 101 is not within"));
  EXPECT_THAT(error("--order-out x"), HasSubstr("--order-out: 5 crawls"));
  EXPECT_THAT(error("--hosts-file " + Path("nothing")), HasSubstr("nothing"));
}

}  // namespace
}  // namespace meguri::app
