#include "app/lab/lab_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace meguri::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

LabPlan Plan(const LabFlags& flags, const std::string& config = "") {
  auto plan = MakeLabPlan(flags, config);
  EXPECT_TRUE(plan) << plan.error().context;
  return plan.value_or(LabPlan());
}

std::string ErrorOf(const LabFlags& flags, const std::string& config = "") {
  const auto plan = MakeLabPlan(flags, config);
  return plan ? "" : plan.error().context;
}

TEST(LabPlanTest, NothingSaidIsALabAsItComes) {
  const LabPlan plan = Plan({});
  EXPECT_EQ(plan.web.ports, (WebPorts{8080, 8443}));
  EXPECT_EQ(plan.dns_port, 5300);
  EXPECT_EQ(plan.speed, 1);
  EXPECT_EQ(plan.dir, "meguri-lab");
  EXPECT_EQ(plan.log, "meguri-lab/access.log");
  EXPECT_THAT(plan.web.sources, IsEmpty());
  EXPECT_FALSE(plan.run_for);
}

TEST(LabPlanTest, FlagsWinOverTheFile) {
  const std::string config =
      "seed = 1\nhosts = 10\npages = 20\nspeed = 2\nhttp-port = 1111\ndns-port = 2222\ndir = 'd'\n";
  LabPlan plan = Plan({.config = "lab.toml"}, config);
  EXPECT_EQ(plan.web.seed, 1U);
  EXPECT_EQ(plan.web.ports, (WebPorts{1111, 8443}));
  EXPECT_EQ(plan.dns_port, 2222);
  EXPECT_EQ(plan.speed, 2);
  EXPECT_EQ(plan.log, "d/access.log");
  plan =
      Plan({.config = "lab.toml", .seed = 3, .hosts = 30, .http_port = 0, .speed = 0, .dir = "e"},
           config);
  EXPECT_EQ(plan.web.seed, 3U);
  ASSERT_THAT(plan.web.sources, SizeIs(1));
  EXPECT_EQ(plan.web.sources[0].generated.hosts, 30U);
  EXPECT_EQ(plan.web.sources[0].generated.pages, 20U);
  EXPECT_EQ(plan.web.ports, (WebPorts{0, 8443}));
  EXPECT_EQ(plan.speed, 0);
  EXPECT_EQ(plan.dir, "e");
}

TEST(LabPlanTest, SourcesAreAdded) {
  const LabPlan plan = Plan({.pages = 5,
                             .graphs = {"data/web"},
                             .folders = {"docs.test=site/", "my/My Site/"},
                             .tars = {"a/B.tar.gz"},
                             .warcs = {"c.warc"}});
  using Kind = SourceSpec::Kind;
  std::vector<std::string> seen;
  for (const SourceSpec& source : plan.web.sources) {
    seen.push_back(std::to_string(static_cast<int>(source.kind)) + " " + source.host + " " +
                   source.path);
  }
  EXPECT_THAT(seen, ElementsAre("0  ", "1  data/web", "2 docs.test site/",
                                "2 my-site.test my/My Site/", "3 b.test a/B.tar.gz", "4  c.warc"));
  EXPECT_EQ(plan.web.sources[0].generated.pages, 5U);
  // A site alone is alone.
  EXPECT_THAT(Plan({.folders = {"site"}}).web.sources, SizeIs(1));
  EXPECT_EQ(Plan({.folders = {"site"}}).web.sources[0].kind, Kind::kFolder);
}

TEST(LabPlanTest, NamesForFolders) {
  EXPECT_EQ(HostNameFor("/"), "folder.test");
  EXPECT_EQ(HostNameFor("."), "folder.test");
  EXPECT_EQ(HostNameFor("a/.hidden"), "hidden.test");
  EXPECT_EQ(HostNameFor("-x-.tar"), "x.test");
}

TEST(LabPlanTest, MistakesNameTheirFlag) {
  EXPECT_THAT(ErrorOf({.languages = {"en", "klingon"}}), HasSubstr("--languages: 'klingon'"));
  EXPECT_THAT(ErrorOf({.start = "tomorrow"}), HasSubstr("--start: 'tomorrow' is no moment"));
  EXPECT_THAT(ErrorOf({.speed = -1}), HasSubstr("--speed: -1"));
  EXPECT_THAT(ErrorOf({.misbehave = {"hagn"}}), HasSubstr("did you mean 'hang'?"));
  EXPECT_THAT(ErrorOf({.run_for = "5"}), HasSubstr("--for: '5' is no length of time"));
  EXPECT_THAT(ErrorOf({.config = "x.toml"}, "sed = 1"),
              "x.toml:1: unknown key 'sed'; did you mean 'seed'?");
}

TEST(LabPlanTest, TheLogCanBeElsewhereOrNowhere) {
  EXPECT_EQ(Plan({.dir = "d", .log = "x.log"}).log, "x.log");
  EXPECT_FALSE(Plan({.no_log = true}).log);
  EXPECT_EQ(Plan({.run_for = "1.5s"}).run_for, std::chrono::milliseconds(1500));
}

}  // namespace
}  // namespace meguri::app
