#include "lab/judge/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/lab/small_web.h"
#include "tests/lab/written_log.h"

namespace meguri {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Judgement JudgeText(std::string text, const VirtualWeb* web = nullptr,
                    const JudgeOptions& options = {}) {
  static const std::string kName = "access.log";
  const TextFile file(std::move(text));
  auto reader = LogReader::Open(file, kName);
  EXPECT_TRUE(reader) << reader.error().context;
  auto judgement = JudgeLog(*reader, options, web);
  EXPECT_TRUE(judgement) << judgement.error().context;
  return *std::move(judgement);
}

Judgement Judged(std::vector<LoggedRequest> requests, const VirtualWeb* web = nullptr,
                 const JudgeOptions& options = {}) {
  return JudgeText(LogText(requests), web, options);
}

// The web without robots.txt that logs of politeness are about.
constexpr const char* kA = "http://a.test/";
constexpr const char* kB = "http://b.test/";
constexpr const char* kServer1 = "127.1.0.1";
constexpr const char* kServer2 = "127.1.0.2";

TEST(JudgeTest, FindsNothingWrongWithAPoliteCrawler) {
  const Judgement judgement = Judged(
      {{0, 10, "http://a.test/1"}, {210, 300, "http://a.test/2"}, {500, 501, "http://a.test/3"}});
  EXPECT_TRUE(judgement.clean());
  EXPECT_EQ(judgement.requests, 3U);
  EXPECT_EQ(judgement.hosts.smallest_gap, milliseconds(200));
  EXPECT_EQ(judgement.span, milliseconds(501));
  EXPECT_FALSE(judgement.robots);
  EXPECT_FALSE(judgement.coverage);
}

TEST(JudgeTest, SaysHowLongTheGapsAre) {
  std::vector<LoggedRequest> requests;
  for (int i = 0; i <= 200; ++i)  // gaps of 200, 201 … 399 ms
    requests.push_back({i * 210 + i * (i - 1) / 2, i * 210 + i * (i - 1) / 2 + 10, kA});
  const Judgement judgement = Judged(requests);
  EXPECT_EQ(judgement.servers.smallest_gap, milliseconds(200));
  EXPECT_EQ(judgement.servers.median_gap, milliseconds(299));
  EXPECT_EQ(judgement.servers.gap_99, milliseconds(397));
  EXPECT_FALSE(Judged({{0, 10, kA}}).hosts.median_gap);
}

TEST(JudgeTest, AnEmptyLogIsClean) {
  const Judgement judgement = Judged({});
  EXPECT_TRUE(judgement.clean());
  EXPECT_EQ(judgement.lines, 0U);
  EXPECT_FALSE(judgement.hosts.smallest_gap);
}

TEST(JudgeTest, AMicrosecondTooSoonIsTooSoon) {
  std::string text = LogText(std::vector<LoggedRequest>{{0, 10, kA}});
  const std::string second = LogText(std::vector<LoggedRequest>{{210, 300, kA}});
  std::string line = second.substr(kLogHead.size());
  line.replace(line.find("210000"), 6, "209999");
  const Judgement judgement = JudgeText(text + line);
  EXPECT_FALSE(judgement.clean());
  EXPECT_THAT(judgement.hosts.list,
              ElementsAre(TooSoon{7, 6, std::chrono::microseconds(199'999), "a.test"}));
  EXPECT_THAT(judgement.servers.list,
              ElementsAre(TooSoon{7, 6, std::chrono::microseconds(199'999), kServer1}));
}

TEST(JudgeTest, OneHostOnTwoServersIsOneHost) {
  const Judgement judgement = Judged({{0, 10, kA, kServer1}, {100, 110, kA, kServer2}});
  EXPECT_THAT(judgement.hosts.list, ElementsAre(TooSoon{7, 6, milliseconds(90), "a.test"}));
  EXPECT_EQ(judgement.servers.too_soon, 0U);
  EXPECT_FALSE(judgement.servers.smallest_gap);
}

TEST(JudgeTest, TwoHostsOnOneServerAreOneServer) {
  const Judgement judgement = Judged({{0, 10, kA, kServer1}, {100, 110, kB, kServer1}});
  EXPECT_EQ(judgement.hosts.too_soon, 0U);
  EXPECT_THAT(judgement.servers.list, ElementsAre(TooSoon{7, 6, milliseconds(90), kServer1}));
}

TEST(JudgeTest, AnIpv6ServerIsItsSlash64) {
  const Judgement judgement =
      Judged({{0, 10, kA, "2001:db8::1"}, {100, 110, kB, "2001:db8::2:1"}, {100, 110, kB, "::1"}});
  EXPECT_THAT(judgement.servers.list,
              ElementsAre(TooSoon{7, 6, milliseconds(90), "2001:db8::/64"}));
}

TEST(JudgeTest, ARequestWhileAnotherIsInFlight) {
  // The long one ends last, so its line comes last; the others started while it was under way.
  const Judgement judgement = Judged({{100, 110, kA}, {400, 420, kA}, {0, 1000, kA}});
  EXPECT_THAT(judgement.hosts.list, ElementsAre(TooSoon{6, 8, milliseconds(-900), "a.test"},
                                                TooSoon{7, 8, milliseconds(-600), "a.test"}));
  EXPECT_EQ(judgement.hosts.smallest_gap, milliseconds(-900));
  EXPECT_THAT(judgement.hosts.groups,
              ElementsAre(GroupPoliteness{"a.test", 3, 2, std::chrono::microseconds(-900'000)}));
}

TEST(JudgeTest, WaitsForTheLatestEndNotForTheLastStart) {
  const Judgement judgement = Judged({{100, 110, kA}, {0, 1000, kA}, {1100, 1110, kA}});
  EXPECT_THAT(judgement.hosts.list, ElementsAre(TooSoon{6, 7, milliseconds(-900), "a.test"},
                                                TooSoon{8, 7, milliseconds(100), "a.test"}));
}

TEST(JudgeTest, HoweverARequestEndedTheNextHasToWait) {
  for (const char* ended : {"closed", "reset", "stopped"}) {
    const Judgement judgement =
        Judged({{.start = 0, .end = 10, .url = kA, .ended = ended}, {100, 110, kA}});
    EXPECT_EQ(judgement.hosts.too_soon, 1U) << ended;
  }
  // Never answered: until the client gave up.
  const Judgement judgement = Judged(
      {{.start = 0, .end = 5000, .url = kA, .status = 0, .ended = "closed"}, {5200, 5210, kA}});
  EXPECT_TRUE(judgement.clean());
  EXPECT_EQ(judgement.answered, 1U);
}

TEST(JudgeTest, AConnectionWithoutRequestIsNone) {
  const Judgement judgement =
      Judged({{0, 10, kA},
              {.start = 20, .end = 30, .url = "-", .status = 0, .method = "-", .ended = "closed"}});
  EXPECT_TRUE(judgement.clean());
  EXPECT_EQ(judgement.connections, 1U);
  EXPECT_EQ(judgement.requests, 1U);
}

TEST(JudgeTest, WhatIsNoHttpIsAnsweredAndCounts) {
  const Judgement judgement =
      Judged({{0, 10, kA},
              {.start = 20, .end = 30, .url = "-", .status = 400, .method = "-"},
              {230, 240, kA}});
  EXPECT_EQ(judgement.connections, 0U);
  EXPECT_EQ(judgement.requests, 3U);
  EXPECT_EQ(judgement.servers.too_soon, 1U);
}

TEST(JudgeTest, ListsTheFirstAndCountsAll) {
  std::vector<LoggedRequest> requests;
  for (long i = 0; i < 5000; ++i)
    requests.push_back({i * 100, i * 100 + 1, kA});
  const Judgement judgement = Judged(requests, nullptr, {.max_listed = 3});
  EXPECT_EQ(judgement.hosts.too_soon, 4999U);
  ASSERT_THAT(judgement.hosts.list, SizeIs(3));
  EXPECT_EQ(judgement.hosts.list[0].line, 7U);
  EXPECT_EQ(judgement.hosts.list[2].line, 9U);
}

TEST(JudgeTest, FindsWhoWentToTheForbiddenAddress) {
  const Judgement judgement = Judged({{0, 10, kA},
                                      {.start = 20,
                                       .end = 30,
                                       .url = "-",
                                       .server = "127.66.66.66",
                                       .status = 0,
                                       .method = "-",
                                       .ended = "closed"},
                                      {1000, 1010, "http://127.66.66.66/"}});  // through the proxy
  EXPECT_EQ(judgement.forbidden_address.count, 2U);
  ASSERT_THAT(judgement.forbidden_address.list, SizeIs(2));
  EXPECT_EQ(judgement.forbidden_address.list[0].line, 7U);
  EXPECT_EQ(judgement.forbidden_address.list[1].url, "http://127.66.66.66/");
  EXPECT_FALSE(judgement.clean());
}

TEST(JudgeTest, CountsWhatIsFetchedAgain) {
  const std::vector<LoggedRequest> requests = {
      {0, 10, kA},
      {1000, 1010, kA},
      {2000, 2010, kB},
      {.start = 3000, .end = 3010, .url = kB, .status = 304},
      {.start = 4000, .end = 4010, .url = kB, .method = "HEAD"},
      {.start = 5000, .end = 5010, .url = "http://c.test/", .ended = "reset"},
      {6000, 6010, "http://c.test/"},
      {7000, 7010, "http://c.test/robots.txt"},
      {8000, 8010, "http://c.test/robots.txt"},
      {9000, 9010, "http://a.test:80/#x"}};
  Judgement judgement = Judged(requests);
  EXPECT_EQ(judgement.repeats.urls, 1U);
  EXPECT_EQ(judgement.repeats.fetches, 2U);
  EXPECT_THAT(judgement.repeats.list, ElementsAre(RepeatedFetch{3, 6, "GET http://a.test/"}));
  EXPECT_TRUE(judgement.clean());
  EXPECT_TRUE(Judged(requests, nullptr, {.max_fetches = 3}).clean());
  judgement = Judged(requests, nullptr, {.max_fetches = 2});
  EXPECT_EQ(judgement.repeats.over_limit, 1U);
  EXPECT_FALSE(judgement.clean());
}

// Robots

constexpr const char* kRobots =
    "User-agent: *\nDisallow: /private/\n\nUser-agent: good\nAllow: /\n";

VirtualWeb RobotsWeb() {
  return SmallWeb({{.name = "rules.test",
                    .pages = {"/", "/a", "/private/x"},
                    .robots_status = 200,
                    .robots = kRobots},
                   {.name = "none.test", .robots_status = 404},
                   {.name = "broken.test", .robots_status = 500},
                   {.name = "busy.test", .robots_status = 429},
                   {.name = "never.test", .robots_status = 0},
                   {.name = "moved.test",
                    .pages = {"/", "/private/"},
                    .robots_status = 301,
                    .robots_location = "http://rules.test/robots.txt"},
                   {.name = "lost.test",
                    .robots_status = 301,
                    .robots_location = "http://127.66.66.66/robots.txt"}});
}

// robots.txt with `status`, then `path` a second later.
std::vector<LoggedRequest> RobotsThen(const std::string& host, int status, const std::string& path,
                                      const std::string& agent = "bot/1") {
  return {{.start = 0,
           .end = 10,
           .url = "http://" + host + "/robots.txt",
           .status = status,
           .ended = status == 0 ? "closed" : "sent",
           .agent = agent},
          {.start = 1000, .end = 1010, .url = "http://" + host + path, .agent = agent}};
}

TEST(JudgeRobotsTest, FindsWhatIsForbidden) {
  const VirtualWeb web = RobotsWeb();
  EXPECT_TRUE(Judged(RobotsThen("rules.test", 200, "/a"), &web).clean());
  EXPECT_TRUE(Judged(RobotsThen("rules.test", 200, "/private/x", "good/2"), &web).clean());
  const Judgement judgement = Judged(RobotsThen("rules.test", 200, "/private/x"), &web);
  ASSERT_TRUE(judgement.robots);
  EXPECT_EQ(judgement.robots->judged, 1U);
  EXPECT_THAT(judgement.robots->forbidden.list,
              ElementsAre(WrongRequest{7, "http://rules.test/private/x",
                                       "line 2 of its robots.txt: Disallow: /private/"}));
  EXPECT_EQ(judgement.robots->not_asked.count, 0U);
  EXPECT_FALSE(judgement.clean());
}

TEST(JudgeRobotsTest, NoFileAllowsAndNoAnswerForbids) {
  const VirtualWeb web = RobotsWeb();
  struct Case {
    const char* host;
    int status;
    bool allowed;
  };
  for (const Case& c : {Case{"none.test", 404, true}, Case{"broken.test", 500, false},
                        Case{"busy.test", 429, false}, Case{"never.test", 0, false},
                        Case{"lost.test", 301, true}}) {
    const Judgement judgement = Judged(RobotsThen(c.host, c.status, "/"), &web);
    EXPECT_EQ(judgement.clean(), c.allowed) << c.host;
    EXPECT_EQ(judgement.robots->forbidden.count, c.allowed ? 0U : 1U) << c.host;
  }
}

TEST(JudgeRobotsTest, HalfAFileIsNone) {
  const VirtualWeb web = RobotsWeb();
  for (const char* ended : {"closed", "reset"}) {
    std::vector<LoggedRequest> requests = RobotsThen("rules.test", 200, "/a");
    requests[0].ended = ended;
    EXPECT_EQ(Judged(requests, &web).robots->forbidden.count, 1U);
    requests[0].bytes = 600'000;  // more than has to be read
    EXPECT_EQ(Judged(requests, &web).robots->forbidden.count, 0U);
  }
}

TEST(JudgeRobotsTest, FollowsRedirects) {
  const VirtualWeb web = RobotsWeb();
  EXPECT_TRUE(Judged(RobotsThen("moved.test", 301, "/"), &web).clean());
  EXPECT_EQ(Judged(RobotsThen("moved.test", 301, "/private/"), &web).robots->forbidden.count, 1U);
}

TEST(JudgeRobotsTest, TheLastAnswerBeforeThePageHolds) {
  const VirtualWeb web = RobotsWeb();
  std::vector<LoggedRequest> requests = RobotsThen("rules.test", 500, "/a");
  EXPECT_EQ(Judged(requests, &web).robots->forbidden.count, 1U);
  // It came back, and goes away again after the page.
  requests.insert(requests.begin() + 1, {500, 510, "http://rules.test/robots.txt"});
  requests.push_back(
      {.start = 2000, .end = 2010, .url = "http://rules.test/robots.txt", .status = 500});
  EXPECT_TRUE(Judged(requests, &web).clean());
  // Not modified: what was known is known.
  requests[1].status = 304;
  requests[0].status = 200;
  EXPECT_TRUE(Judged(requests, &web).clean());
}

TEST(JudgeRobotsTest, EachSiteIsAskedFirst) {
  const VirtualWeb web = RobotsWeb();
  Judgement judgement = Judged({{0, 10, "http://none.test/"}}, &web);
  EXPECT_THAT(judgement.robots->not_asked.list,
              ElementsAre(WrongRequest{6, "http://none.test/",
                                       "the site was never asked for its robots.txt"}));
  judgement =
      Judged({{0, 10, "http://none.test/"}, {1000, 1010, "http://none.test/robots.txt"}}, &web);
  EXPECT_THAT(
      judgement.robots->not_asked.list,
      ElementsAre(WrongRequest{6, "http://none.test/", "robots.txt was asked for 1000 ms later"}));
  // Another scheme and another port are other sites.
  std::vector<LoggedRequest> requests = RobotsThen("none.test", 404, "/");
  requests.push_back({2000, 2010, "https://none.test/"});
  requests.push_back({3000, 3010, "http://none.test:8080/"});
  requests.push_back({4000, 4010, "http://none.test:80/"});
  judgement = Judged(requests, &web);
  EXPECT_EQ(judgement.robots->not_asked.count, 2U);
  EXPECT_EQ(judgement.robots->not_asked.list[0].line, 8U);
  EXPECT_EQ(judgement.robots->not_asked.list[1].line, 9U);
}

TEST(JudgeRobotsTest, ALineBeforeMayHaveStartedLater) {
  // robots.txt started first, but ended after the page: lines are in the order of ends.
  const VirtualWeb web = RobotsWeb();
  const Judgement judgement =
      Judged({{.start = 100, .end = 110, .url = "http://rules.test/private/x", .server = kServer2},
              {.start = 0, .end = 500, .url = "http://rules.test/robots.txt"}},
             &web);
  EXPECT_EQ(judgement.robots->not_asked.count, 0U);
  EXPECT_EQ(judgement.robots->forbidden.count, 0U);
  EXPECT_EQ(judgement.hosts.too_soon, 1U);
}

TEST(JudgeTest, SaysHowMuchWasFound) {
  const VirtualWeb web = RobotsWeb();
  const Judgement judgement = Judged(
      {{0, 10, "http://rules.test/robots.txt"},
       {1000, 1010, "http://rules.test:80/a"},
       {2000, 2010, "http://rules.test/a"},
       {3000, 3010, "http://rules.test/private/x"},
       {.start = 4000, .end = 4010, .url = "http://rules.test/", .status = 503, .agent = "other"},
       {5000, 5010, "http://none.test/not-a-page"}},
      &web);
  ASSERT_TRUE(judgement.coverage);
  EXPECT_EQ(judgement.coverage->agent, "bot/1");
  EXPECT_EQ(judgement.coverage->pages, 3U + 1 + 1 + 1 + 1 + 2 + 1);
  EXPECT_EQ(judgement.coverage->fetched, 2U);
  // rules 2, none 1, moved 1, lost 1; broken, busy and never forbid.
  EXPECT_EQ(judgement.coverage->allowed, 5U);
  EXPECT_EQ(judgement.coverage->allowed_fetched, 1U);
}

TEST(JudgeTest, ALogThatWasCutIsJudgedAndNoted) {
  std::string text = LogText(std::vector<LoggedRequest>{{0, 10, kA}, {100, 110, kA}});
  text.resize(text.size() - 5);
  const Judgement judgement = JudgeText(text);
  EXPECT_TRUE(judgement.cut_short);
  EXPECT_EQ(judgement.requests, 1U);
  EXPECT_TRUE(judgement.clean());
}

}  // namespace
}  // namespace meguri
