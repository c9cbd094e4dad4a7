// Hostile sizes: ten times the input may cost ten times the time, not a hundred times.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "robots/robots_txt.h"
#include "tests/support/worst_case.h"

namespace meguri::robots {
namespace {

using testing_support::CpuSeconds;
using testing_support::GrowthAtTenfold;
using testing_support::kLinearGrowth;
using testing_support::kWorstCaseBytes;
using testing_support::Repeated;

RobotsRules RulesOf(std::string_view rules) {
  return RobotsTxt::Parse("User-agent: *\n" + std::string(rules)).RulesFor("x");
}

class RobotsCostTest : public testing::TestWithParam<std::string_view> {};

void ParseAndSelect(const std::string& bytes) {
  EXPECT_FALSE(RobotsTxt::Parse(bytes).RulesFor("a").crawl_delay() > RobotsTxt::kMaxCrawlDelay);
}

TEST_P(RobotsCostTest, ParsingIsLinear) {
  const auto lines = [](std::size_t size) { return Repeated(GetParam(), size); };
  EXPECT_LT(GrowthAtTenfold(kWorstCaseBytes, lines, ParseAndSelect), kLinearGrowth);
}

// Below the limit of 500 KiB too, where nothing is cut off.
TEST_P(RobotsCostTest, ParsingIsLinearBelowTheLimit) {
  const auto lines = [](std::size_t size) { return Repeated(GetParam(), size); };
  EXPECT_LT(GrowthAtTenfold(RobotsTxt::kMaxBytes / 11, lines, ParseAndSelect), kLinearGrowth);
}

INSTANTIATE_TEST_SUITE_P(Lines, RobotsCostTest,
                         testing::Values("User-agent: a\n", "User-agent: a\nAllow:/\n", "\r", ":",
                                         "*", "User-agent: a\nCrawl-delay:1\n", "Crawl-delay:1\n",
                                         "User-agent:b\nUser-agent:a\n", " ", "Sitemap:x\n",
                                         "User-agent:*\nDisallow:%\xFF\n", "a "));

void ExpectLinearMismatch(const std::string& pattern) {
  const auto path_of = [](std::size_t size) { return "/" + std::string(size, 'a'); };
  const auto match = [&pattern](const std::string& path) {
    std::size_t searched = 0;
    EXPECT_FALSE(Matches({.octets = pattern}, path, searched));
    EXPECT_LE(searched, path.size());
  };
  EXPECT_LT(GrowthAtTenfold(kWorstCaseBytes, path_of, match), kLinearGrowth);
}

TEST(RobotsCheckCostTest, ManyWildcardsAreLinearInThePath) {
  ExpectLinearMismatch("/" + Repeated("*a", 400'000) + "b");
  ExpectLinearMismatch("/" + Repeated("*aa", 400'000) + "*b");
  ExpectLinearMismatch("/" + Repeated("*", 400'000) + "b");
}

TEST(RobotsCheckCostTest, ALongPieceIsLinearInThePath) {
  const std::string run(kWorstCaseBytes / 10, 'a');  // shorter than the path
  ExpectLinearMismatch("/*" + run + "b");
  ExpectLinearMismatch("/*b" + run);
  ExpectLinearMismatch("/*" + run + "b" + run + "*");
}

TEST(RobotsCheckCostTest, EscapesAreLinearInThePath) {
  const RobotsRules rules = RulesOf("Disallow: /b%FFz");
  const auto path_of = [](std::size_t size) { return Repeated("/%61\xFF%%4", size); };
  const auto check = [&rules](const std::string& path) { EXPECT_TRUE(rules.Check(path).allowed); };
  EXPECT_LT(GrowthAtTenfold(kWorstCaseBytes, path_of, check), kLinearGrowth);
}

// As many rules as fit in, none of which ever matches, against a path of 100 KB. The bound is
// wide for sanitizers and busy machines; docs/design/robots_txt.md has the time measured.
TEST(RobotsCheckCostTest, AHostileFileIsBounded) {
  constexpr double kMaxSeconds = 2;
  const std::string path = "/" + std::string(100'000, 'a');
  for (const std::string_view line : {"Allow:/*b\n", "Allow:/*ab\n", "Allow:/*aaaaaaaaaaaaaaaab\n",
                                      "Allow:/*baaaaaaaaaaaaaaa\n", "Allow:/*a*a*a*a*a*a*ab\n"}) {
    const RobotsRules rules = RulesOf(Repeated(line, 600'000));
    Verdict verdict;
    EXPECT_LT(CpuSeconds([&] { verdict = rules.Check(path); }), kMaxSeconds) << line;
    EXPECT_EQ(verdict, (Verdict{.allowed = false, .reason = VerdictReason::kTooCostly})) << line;
    // The same file is no burden to an ordinary path.
    EXPECT_EQ(rules.Check("/" + std::string(60, 'a')).reason, VerdictReason::kNoRule) << line;
  }
}

TEST(RobotsCheckCostTest, RulesWithoutWildcardsAreNeverTooCostly) {
  const std::string path = "/" + std::string(100'000, 'a');
  const RobotsRules rules = RulesOf(Repeated("Allow:/b\n", 400'000) + "Disallow: /a\n");
  EXPECT_GT(rules.rule_count(), 40'000U);
  EXPECT_EQ(rules.Check(path).rule, "Disallow: /a");
}

}  // namespace
}  // namespace meguri::robots
