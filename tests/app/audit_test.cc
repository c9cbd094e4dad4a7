// `meguri audit`, as a program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/app/program_fixture.h"
#include "tests/crawl/request_lines.h"

namespace meguri::app {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kFile = "crawl/requests/requests-00000.log";

class AuditProgramTest : public ProgramTest {
 protected:
  static RequestLines Polite() {
    RequestLines log;
    log.Process();
    log.Start({.number = 1, .at = 5000, .kind = "robots"}).End(1, 5100);
    log.Start({.number = 2, .at = 10100}).End(2, 10200);
    return log;
  }
};

TEST_F(AuditProgramTest, APoliteCrawl) {
  Put(kFile, Polite().text);
  const Outcome words = Meguri("audit crawl");
  EXPECT_EQ(words.exit_code, 0) << words.errors;
  EXPECT_EQ(words.errors, "");
  EXPECT_THAT(words.output, HasSubstr("log               2 requests by 1 processes in 1 files"));
  EXPECT_THAT(words.output, HasSubstr("kinds             1 page, 1 robots"));
  EXPECT_THAT(words.output, HasSubstr("per host          0 breaches; 1 hosts"));
  EXPECT_THAT(words.output, HasSubstr("median 1.000"));
  EXPECT_THAT(words.output, HasSubstr("requests-00000.log:4: host a.org 5s, configured"));
  EXPECT_THAT(words.output, HasSubstr("verdict           clean\n"));

  const Outcome json = Meguri("audit crawl --json");
  EXPECT_EQ(json.exit_code, 0);
  ASSERT_EQ(json.json().size(), 1U);
  EXPECT_EQ(json.json()[0]["clean"], true);
  EXPECT_EQ(json.json()[0]["by_kind"]["robots"], 1);
  EXPECT_EQ(json.json()[0]["hosts"]["gaps"]["smallest"], 1.0);
}

TEST_F(AuditProgramTest, BreachesAreListedAndGiveOne) {
  RequestLines log = Polite();
  log.Start({.number = 3, .at = 10201, .server = "192.0.2.2"});
  log.Start({.number = 4, .at = 10202, .server = "192.0.2.3", .host_interval = 7});
  Put(kFile, log.text);
  const Outcome words = Meguri("audit crawl");
  EXPECT_EQ(words.exit_code, 1);
  EXPECT_THAT(words.output, HasSubstr("requests-00000.log:8: host a.org: 1 ms after the end of "
                                      "requests-00000.log:6, not 5000 ms: http://a.org/"));
  EXPECT_THAT(words.output, HasSubstr("requests-00000.log:9: host a.org: while "
                                      "requests-00000.log:8 was in flight"));
  EXPECT_THAT(words.output, HasSubstr("states an interval of 7 ms, configured are 5000 ms"));
  EXPECT_THAT(words.output, HasSubstr("3 breaches (1 in-flight, 1 too-soon, 1 short-interval)"));
  EXPECT_THAT(words.output, HasSubstr("verdict           breaches\n"));

  const Outcome json = Meguri("audit crawl --json --limit 1");
  EXPECT_EQ(json.exit_code, 1);
  EXPECT_EQ(json.json()[0]["breach_count"], 3);
  ASSERT_EQ(json.json()[0]["breaches"].size(), 1U);
  EXPECT_EQ(json.json()[0]["breaches"][0]["kind"], "too-soon");
  EXPECT_EQ(json.json()[0]["breaches"][0]["place"]["line"], 8);
  EXPECT_THAT(Meguri("audit crawl --limit 1").output, HasSubstr("  and 2 more\n"));
}

TEST_F(AuditProgramTest, ADamagedLogProvesNothing) {
  Put(kFile, Polite().text + "\x1b[31mgarbage\nS\t3");
  const Outcome words = Meguri("audit crawl");
  EXPECT_EQ(words.exit_code, 1);
  EXPECT_THAT(words.output, HasSubstr("1 damaged lines"));
  EXPECT_THAT(words.output, HasSubstr("requests-00000.log:8: no line of this log"));
  EXPECT_THAT(words.output, HasSubstr("1 files end within a line"));
  EXPECT_THAT(words.output, HasSubstr("not proved"));
  EXPECT_THAT(words.output, Not(HasSubstr("\x1b")));
}

TEST_F(AuditProgramTest, NothingThatWasLoggedReachesTheScreenAsItIs) {
  RequestLines log = Polite();
  log.Start({.number = 3, .at = 10201, .host = "\x1b]0;x\x07"});
  Put(kFile, log.text);
  const Outcome words = Meguri("audit crawl");
  EXPECT_EQ(words.exit_code, 1);
  EXPECT_THAT(words.output, Not(HasSubstr("\x1b")));
  EXPECT_EQ(Meguri("audit crawl --json").json().size(), 1U);
}

TEST_F(AuditProgramTest, ErrorsAreOneLine) {
  ExpectError("audit", "nowhere");
  ExpectError("audit", "");
  ExpectError("audit", "crawl --limit x");
  Put(kFile, "#meguri-requests 9\n");
  ExpectError("audit", "crawl");
}

}  // namespace
}  // namespace meguri::app
