#include "robots/robots_txt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "tests/robots/slow_matcher.h"

namespace meguri::robots {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;

RobotsRules RulesOf(std::string_view robots, std::string_view agent = "FooBot") {
  return RobotsTxt::Parse(robots).RulesFor(agent);
}

bool Allowed(std::string_view robots, std::string_view path, std::string_view agent = "FooBot") {
  return RulesOf(robots, agent).Check(path).allowed;
}

std::optional<milliseconds> DelayOf(std::string_view value) {
  return RulesOf("User-agent: *\nCrawl-delay: " + std::string(value)).crawl_delay();
}

TEST(RobotsTxtTest, NothingIsForbiddenByAnEmptyFile) {
  const RobotsRules rules = RulesOf("");
  EXPECT_EQ(rules.Check("/"), Verdict{});
  EXPECT_EQ(rules.rule_count(), 0U);
  EXPECT_EQ(rules.crawl_delay(), std::nullopt);
}

TEST(RobotsTxtTest, VerdictNamesTheRuleAndItsLine) {
  const RobotsRules rules = RulesOf(
      "# hello\r\n"
      "User-agent: *\r\n"
      "\r\n"
      "  DISALLOW :  /private/%7euser  # keep out\r\n"
      "Allow: /private/~user/ok$\r\n");
  const Verdict verdict = rules.Check("/private/~user/x");
  EXPECT_FALSE(verdict.allowed);
  EXPECT_EQ(verdict.reason, VerdictReason::kRule);
  EXPECT_EQ(verdict.rule, "DISALLOW :  /private/%7euser");
  EXPECT_EQ(verdict.line, 4U);
  EXPECT_EQ(rules.Check("/private/~user/ok").line, 5U);
  EXPECT_EQ(rules.Check("/public").line, 0U);
}

TEST(RobotsTxtTest, TheFirstOfEqualRulesIsNamed) {
  EXPECT_EQ(RulesOf("User-agent: *\nDisallow: /a\nDisallow: /a\n").Check("/a").line, 2U);
  EXPECT_EQ(RulesOf("User-agent: *\nDisallow: /a\nAllow: /a\nAllow: /a\n").Check("/a").line, 3U);
}

TEST(RobotsTxtTest, EquivalentRulesTieHoweverTheyAreSpelt) {
  EXPECT_TRUE(Allowed("User-agent: *\nDisallow: /%61$b\nAllow: /a%24b\n", "/a$b"));
  EXPECT_TRUE(Allowed("User-agent: *\nDisallow: /%C3%A9\nAllow: /é\n", "/%c3%a9"));
}

TEST(RobotsTxtTest, GroupsOfOneAgentAreMerged) {
  constexpr std::string_view kRobots =
      "User-agent: FooBot\nDisallow: /a\n"
      "User-agent: BarBot\nDisallow: /b\n"
      "User-agent: foobot\nDisallow: /c\n"
      "User-agent: *\nDisallow: /d\n";
  EXPECT_FALSE(Allowed(kRobots, "/a"));
  EXPECT_TRUE(Allowed(kRobots, "/b"));
  EXPECT_FALSE(Allowed(kRobots, "/c"));
  EXPECT_TRUE(Allowed(kRobots, "/d"));
  EXPECT_FALSE(Allowed(kRobots, "/d", "QuxBot"));
}

TEST(RobotsTxtTest, GroupsForEverybodyAreMergedToo) {
  constexpr std::string_view kRobots =
      "User-agent: *\nDisallow: /a\nUser-agent: BarBot\nDisallow: /b\nUser-agent: *\nDisallow: /c";
  EXPECT_FALSE(Allowed(kRobots, "/a"));
  EXPECT_TRUE(Allowed(kRobots, "/b"));
  EXPECT_FALSE(Allowed(kRobots, "/c"));
}

TEST(RobotsTxtTest, AGroupWithoutRulesAllowsEverything) {
  EXPECT_TRUE(Allowed("User-agent: *\nDisallow: /\nUser-agent: FooBot\n", "/a"));
  EXPECT_TRUE(Allowed("User-agent: FooBot\nDisallow:\nUser-agent: *\nDisallow: /\n", "/a"));
}

TEST(RobotsTxtTest, AnEmptyRuleEndsTheHeader) {
  constexpr std::string_view kRobots = "User-agent: a\nAllow:\nUser-agent: b\nDisallow: /\n";
  EXPECT_TRUE(Allowed(kRobots, "/x", "a"));
  EXPECT_FALSE(Allowed(kRobots, "/x", "b"));
}

TEST(RobotsTxtTest, RulesBeforeAnyAgentHoldForNobody) {
  EXPECT_TRUE(Allowed("Disallow: /\nCrawl-delay: 5\n", "/a"));
  EXPECT_EQ(RulesOf("Crawl-delay: 5\nUser-agent: *\n").crawl_delay(), std::nullopt);
}

TEST(RobotsTxtTest, AgentMayBeAWholeUserAgentHeader) {
  constexpr std::string_view kRobots = "User-agent: foobot/1.2\nDisallow: /\n";
  EXPECT_FALSE(Allowed(kRobots, "/a", "FooBot/2.1 (+http://example.com/bot)"));
  EXPECT_FALSE(Allowed(kRobots, "/a", "FOOBOT"));
  EXPECT_TRUE(Allowed(kRobots, "/a", "FooBots"));
  EXPECT_TRUE(Allowed(kRobots, "/a", "Foo"));
  EXPECT_TRUE(Allowed(kRobots, "/a", "Mozilla/5.0 (compatible; FooBot/2.1)"));
}

TEST(RobotsTxtTest, EverybodyIsAStarAloneOrBeforeABlank) {
  EXPECT_FALSE(Allowed("User-agent: *\nDisallow: /", "/a"));
  EXPECT_FALSE(Allowed("User-agent: * all of you\nDisallow: /", "/a"));
  EXPECT_TRUE(Allowed("User-agent: *bot\nDisallow: /", "/a"));
}

TEST(RobotsTxtTest, AnAgentWithoutATokenIsEverybodyButNobodyByName) {
  constexpr std::string_view kRobots =
      "User-agent:\nUser-agent: 360Spider\nDisallow: /a\nUser-agent: *\nDisallow: /b\n";
  for (const std::string_view agent : {"", "360Spider", " FooBot", "*"}) {
    EXPECT_TRUE(Allowed(kRobots, "/a", agent)) << agent;
    EXPECT_FALSE(Allowed(kRobots, "/b", agent)) << agent;
  }
}

TEST(RobotsTxtTest, MisspeltKeysAreUnderstoodUnlessTheyWouldOpen) {
  for (const std::string_view key : {"Dissallow", "disalow", "Disallaw", "diasllow", "dissalow"}) {
    EXPECT_FALSE(Allowed("User agent: *\n" + std::string(key) + ": /\n", "/a")) << key;
  }
  EXPECT_FALSE(Allowed("Useragent: *\nDisallow: /\n", "/a"));
  EXPECT_FALSE(Allowed("User-agent: *\nDisallow: /\nAlow: /a\n", "/a"));
  EXPECT_TRUE(Allowed("User-agent: *\nDisallowed: /\n", "/a"));
}

TEST(RobotsTxtTest, AColonMayBeMissingBetweenTwoWords) {
  EXPECT_FALSE(Allowed("user-agent *\ndisallow \t /a\n", "/a"));
  EXPECT_TRUE(Allowed("user-agent *\ndisallow /a /b\n", "/a"));
  EXPECT_TRUE(Allowed("user-agent *\ndisallow\n", "/a"));
}

TEST(RobotsTxtTest, ADisallowWithoutItsSlashGetsOne) {
  EXPECT_FALSE(Allowed("User-agent: *\nDisallow: private/", "/private/x"));
  EXPECT_TRUE(Allowed("User-agent: *\nDisallow: private/", "/a/private/x"));
  EXPECT_FALSE(Allowed("User-agent: *\nDisallow: *.pdf$", "/a.pdf"));
  EXPECT_FALSE(Allowed("User-agent: *\nDisallow: /\nAllow: public/", "/public/x"));
}

TEST(RobotsTxtTest, RobotsTxtItselfIsAlwaysAllowed) {
  const Verdict verdict = RulesOf("User-agent: *\nDisallow: /\n").Check("/robots.txt");
  EXPECT_TRUE(verdict.allowed);
  EXPECT_EQ(verdict.reason, VerdictReason::kRobotsTxtItself);
  EXPECT_FALSE(Allowed("User-agent: *\nDisallow: /\n", "/robots.txt?x"));
  EXPECT_TRUE(RobotsRules::DisallowAll().Check("/robots.txt").allowed);
}

TEST(RobotsTxtTest, DisallowAllForbidsAllElse) {
  const Verdict verdict = RobotsRules::DisallowAll().Check("/");
  EXPECT_EQ(verdict, (Verdict{.allowed = false, .reason = VerdictReason::kWholeSite}));
}

TEST(RobotsTxtTest, AnEmptyPathIsTheRoot) {
  EXPECT_FALSE(Allowed("User-agent: *\nDisallow: /$", ""));
  EXPECT_FALSE(Allowed("User-agent: *\nDisallow: /?a", "?a"));
}

TEST(RobotsTxtTest, CrawlDelayIsDecimalSecondsRoundedUp) {
  EXPECT_EQ(DelayOf("10"), milliseconds(10'000));
  EXPECT_EQ(DelayOf("0"), milliseconds(0));
  EXPECT_EQ(DelayOf("0.5"), milliseconds(500));
  EXPECT_EQ(DelayOf(".25"), milliseconds(250));
  EXPECT_EQ(DelayOf("1."), milliseconds(1'000));
  EXPECT_EQ(DelayOf("1.0000001"), milliseconds(1'001));
  EXPECT_EQ(DelayOf("1.0000000"), milliseconds(1'000));
  EXPECT_EQ(DelayOf("000000000000000000000000000007"), milliseconds(7'000));
  EXPECT_EQ(DelayOf("10 seconds"), milliseconds(10'000));
  EXPECT_EQ(DelayOf("86400"), milliseconds(86'400'000));
}

TEST(RobotsTxtTest, WhoAsksForMoreThanADayGetsADay) {
  for (const std::string_view value :
       {"86400.0001", "86401", "99999999999999999999999999999999999999"}) {
    EXPECT_EQ(DelayOf(value), RobotsTxt::kMaxCrawlDelay) << value;
  }
}

TEST(RobotsTxtTest, CrawlDelayThatIsNoSensibleNumberIsIgnored) {
  for (const std::string_view value :
       {"", ".", "-1", "+1", "NaN", "inf", "1e3", "0x10", "1.2.3", "ten", "10s", "1,5"}) {
    EXPECT_EQ(DelayOf(value), std::nullopt) << value;
  }
}

TEST(RobotsTxtTest, CrawlDelayHoldsForTheAgentsAboveIt) {
  constexpr std::string_view kRobots =
      "User-agent: a\nUser-agent: b\nCrawl-delay: 5\nUser-agent: c\nDisallow: /x\n"
      "Crawl-delay: 2\nUser-agent: *\nDisallow: /y\n";
  EXPECT_EQ(RulesOf(kRobots, "a").crawl_delay(), milliseconds(5000));
  EXPECT_EQ(RulesOf(kRobots, "b").crawl_delay(), milliseconds(5000));
  EXPECT_EQ(RulesOf(kRobots, "c").crawl_delay(), milliseconds(2000));
  EXPECT_EQ(RulesOf(kRobots, "d").crawl_delay(), std::nullopt);
  for (const std::string_view agent : {"a", "b", "c"}) {
    EXPECT_FALSE(Allowed(kRobots, "/x", agent)) << agent << ": it must not end the header";
  }
}

TEST(RobotsTxtTest, TheLongestCrawlDelayHolds) {
  EXPECT_EQ(RulesOf("User-agent: *\nCrawl-delay: 1\nCrawl-delay: 3\nCrawl-delay: x\nDisallow: /a\n"
                    "User-agent: *\nCrawl-delay: 2\n")
                .crawl_delay(),
            milliseconds(3000));
}

TEST(RobotsTxtTest, SitemapsBelongToNoGroup) {
  const RobotsTxt robots = RobotsTxt::Parse(
      "Sitemap: https://a.example/1.xml\nUser-agent: x\nsite-map:\thttps://a.example/2.xml#f\n"
      "User-agent: *\nDisallow: /\nSITEMAP: /relative.xml\nSitemap:\n");
  EXPECT_THAT(robots.sitemaps(),
              ElementsAre("https://a.example/1.xml", "https://a.example/2.xml", "/relative.xml"));
  EXPECT_FALSE(robots.RulesFor("x").Check("/").allowed);
  EXPECT_THAT(RobotsTxt::Parse("User-agent: *\n").sitemaps(), IsEmpty());
}

TEST(RobotsTxtTest, NulBytesAreOrdinary) {
  using std::string_literals::operator""s;
  EXPECT_FALSE(Allowed("User-agent: *\nDisallow: /a\0b\n"s, "/a%00b"));
  EXPECT_TRUE(Allowed("User-agent: *\nDisallow: /a\0b\n"s, "/a"));
  EXPECT_FALSE(Allowed("\0\nUser-agent: *\nDisallow: /\n"s, "/a"));
}

TEST(RobotsTxtTest, WhatTheLimitCutsIsLeftOutByWholeLines) {
  const std::string header = "User-agent: *\nDisallow: /kept\n#";
  const std::string last = "\nDisallow: /last";
  const std::string filler(RobotsTxt::kMaxBytes - header.size() - last.size(), 'x');
  const std::string whole = header + filler + last;
  ASSERT_EQ(whole.size(), RobotsTxt::kMaxBytes);

  EXPECT_FALSE(RobotsTxt::Parse(whole).truncated());
  EXPECT_FALSE(Allowed(whole, "/last"));
  // One byte more: an end of line, and the rule is still whole; anything else, and it is cut.
  EXPECT_TRUE(RobotsTxt::Parse(whole + "\n").truncated());
  EXPECT_FALSE(Allowed(whole + "\nDisallow: /more", "/last"));
  EXPECT_TRUE(Allowed(whole + "\nDisallow: /more", "/more"));
  EXPECT_TRUE(Allowed(whole + "-not", "/last"));
  EXPECT_FALSE(Allowed(whole + "-not", "/kept"));
  // A single line that is too long.
  EXPECT_TRUE(Allowed(std::string(RobotsTxt::kMaxBytes + 1, 'x'), "/a"));
}

TEST(RobotsTxtTest, RulesOutliveTheFileAndMove) {
  RobotsRules rules;
  {
    const std::string bytes = "User-agent: *\nDisallow: /a";
    RobotsTxt robots = RobotsTxt::Parse(bytes);
    const RobotsTxt moved = std::move(robots);
    rules = moved.RulesFor("x");
  }
  const RobotsRules last = std::move(rules);
  EXPECT_EQ(last.Check("/a").rule, "Disallow: /a");
}

TEST(RobotsTxtTest, AnyBytesHaveAnAnswer) {
  std::mt19937 random(9309);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes(random() % 300, '\0');
    for (char& c : bytes) {
      c = static_cast<char>(random());
    }
    const RobotsTxt robots = RobotsTxt::Parse(bytes);
    const Verdict verdict = robots.RulesFor(bytes.substr(0, 10)).Check(bytes);
    EXPECT_LE(verdict.line, bytes.size());
  }
}

// Texts made of the pieces that matter, so that groups, ties and wildcards really meet.
TEST(RobotsTxtTest, AgreesWithTheSlowMatcher) {
  constexpr std::string_view kPieces[] = {"User-agent: FooBot\n",
                                          "User-agent: *\n",
                                          "user-agent: x\r",
                                          "Disallow: ",
                                          "Allow: ",
                                          "Disallow: /",
                                          "Allow: /",
                                          "Crawl-delay: 1\n",
                                          "a",
                                          "b",
                                          "*",
                                          "$",
                                          "/",
                                          "%61",
                                          "%2f",
                                          "\n",
                                          "\r\n",
                                          "#",
                                          ":",
                                          " ",
                                          "é",
                                          "%",
                                          "Allow",
                                          "?"};
  constexpr std::string_view kPathPieces[] = {"a", "b", "/", "%2F", "*", "$", "%61", "é", "?", "%"};
  std::mt19937 random(2022);
  int forbidden = 0;
  for (int round = 0; round < 4'000; ++round) {
    std::string bytes = "User-agent: *\nDisallow: /";
    for (std::size_t n = random() % 30; n > 0; --n) {
      bytes += kPieces[random() % std::size(kPieces)];
    }
    std::string path = "/";
    for (std::size_t n = random() % 8; n > 0; --n) {
      path += kPathPieces[random() % std::size(kPathPieces)];
    }
    const Verdict verdict = RulesOf(bytes).Check(path);
    const SlowVerdict slow = SlowCheck(bytes, "FooBot", path);
    ASSERT_EQ(verdict.allowed, slow.allowed) << bytes << "\n" << path;
    ASSERT_EQ(verdict.line, slow.line) << bytes << "\n" << path;
    forbidden += verdict.allowed ? 0 : 1;
  }
  EXPECT_GT(forbidden, 500);
  EXPECT_LT(forbidden, 3500);
}

// What is understood beyond the RFC may forbid more, never allow more.
TEST(RobotsTxtTest, GuessingOpensNothing) {
  const auto allowed = [](std::string_view robots, std::string_view path) {
    return RobotsTxt::Parse(robots).RulesFor("bot").Check(path).allowed;
  };
  EXPECT_FALSE(allowed("User-agent: *\nDisallow: /\nAllow /x\n", "/x"));
  EXPECT_FALSE(allowed("User-agent: *\nDisallow: /a\nAllow: /a%\n", "/a$b"));
  EXPECT_FALSE(allowed("User-agent: *\nDisallow: /\nAllow: /a%2\n", "/a*b"));
  EXPECT_TRUE(allowed("User-agent: *\nDisallow: /\nAllow: /a%2A\n", "/a*b"));
}

TEST(RobotsTxtTest, ARuleWhoseCommentIsCutIsWhole) {
  const std::string comment(RobotsTxt::kMaxBytes, 'x');
  const auto check = [](const std::string& robots) {
    return RobotsTxt::Parse(robots).RulesFor("bot").Check("/x").allowed;
  };
  EXPECT_FALSE(check("User-agent: *\nDisallow: / #" + comment));
  EXPECT_TRUE(check("User-agent: *\nDisallow: /" + comment));
}

TEST(RobotsTxtTest, WhatIsDisallowedCanBeListed) {
  const RobotsRules rules = RobotsTxt::Parse(
                                "User-agent: other\nDisallow: /x\n"
                                "User-agent: *\nDisallow: /v1/\nAllow: /v1/a\nDisallow: /*.pdf$\n")
                                .RulesFor("meguri");
  EXPECT_EQ(rules.DisallowedPaths(), (std::vector<std::string>{"/v1/", "/*.pdf"}));
  EXPECT_TRUE(RobotsRules().DisallowedPaths().empty());
  EXPECT_TRUE(RobotsRules::DisallowAll().DisallowedPaths().empty());
}

}  // namespace
}  // namespace meguri::robots
