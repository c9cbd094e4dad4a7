// Hostile sizes: ten times the input may cost ten times the time, not a hundred times.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <string>
#include <string_view>

#include "robots/robots_txt.h"

namespace meguri::robots {
namespace {

constexpr std::size_t kMegabyte = 1'000'000;

double CpuSeconds(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// `work` on a small input and on one ten times as long. Other programs can only make a run
// slower, so the least of a few runs counts. What takes less than the floor is noise.
template <class Input>
void ExpectLinear(const Input& small, const Input& large,
                  const std::function<void(const Input&)>& work) {
  constexpr double kFloorSeconds = 0.01;
  constexpr int kRuns = 3;
  double small_time = kFloorSeconds;
  double large_time = 0;
  for (int run = 0; run < kRuns; ++run) {
    small_time = std::max(kFloorSeconds, CpuSeconds([&] { work(small); }));
    large_time = CpuSeconds([&] { work(large); });
    if (large_time < 25 * small_time) return;
  }
  ADD_FAILURE() << large_time << " s, and " << small_time << " s for a tenth of it";
}

// `piece` again and again, the last one whole.
std::string Repeat(std::string_view piece, std::size_t size) {
  size += piece.size() - 1 - (size + piece.size() - 1) % piece.size();
  std::string text(piece);
  while (text.size() < size) {
    text.append(text, 0, size - text.size());
  }
  return text;
}

RobotsRules RulesOf(std::string_view rules) {
  return RobotsTxt::Parse("User-agent: *\n" + std::string(rules)).RulesFor("x");
}

class RobotsCostTest : public testing::TestWithParam<std::string_view> {};

void ParseAndSelect(const std::string& bytes) {
  EXPECT_FALSE(RobotsTxt::Parse(bytes).RulesFor("a").crawl_delay() > RobotsTxt::kMaxCrawlDelay);
}

TEST_P(RobotsCostTest, ParsingIsLinear) {
  ExpectLinear<std::string>(Repeat(GetParam(), kMegabyte), Repeat(GetParam(), 10 * kMegabyte),
                            ParseAndSelect);
}

// Below the limit of 500 KiB too, where nothing is cut off.
TEST_P(RobotsCostTest, ParsingIsLinearBelowTheLimit) {
  ExpectLinear<std::string>(Repeat(GetParam(), kMegabyte / 20), Repeat(GetParam(), kMegabyte / 2),
                            ParseAndSelect);
}

INSTANTIATE_TEST_SUITE_P(Lines, RobotsCostTest,
                         testing::Values("User-agent: a\n", "User-agent: a\nAllow:/\n", "\r", ":",
                                         "*", "User-agent: a\nCrawl-delay:1\n", "Crawl-delay:1\n",
                                         "User-agent:b\nUser-agent:a\n", " ", "Sitemap:x\n",
                                         "User-agent:*\nDisallow:%\xFF\n", "a "));

void ExpectLinearMismatch(const std::string& pattern) {
  ExpectLinear<std::string>("/" + std::string(kMegabyte, 'a'),
                            "/" + std::string(10 * kMegabyte, 'a'), [&](const std::string& path) {
                              std::size_t searched = 0;
                              EXPECT_FALSE(Matches({.octets = pattern}, path, searched));
                              EXPECT_LE(searched, path.size());
                            });
}

TEST(RobotsCheckCostTest, ManyWildcardsAreLinearInThePath) {
  ExpectLinearMismatch("/" + Repeat("*a", 400'000) + "b");
  ExpectLinearMismatch("/" + Repeat("*aa", 400'000) + "*b");
  ExpectLinearMismatch("/" + Repeat("*", 400'000) + "b");
}

TEST(RobotsCheckCostTest, ALongPieceIsLinearInThePath) {
  const std::string run(100'000, 'a');
  ExpectLinearMismatch("/*" + run + "b");
  ExpectLinearMismatch("/*b" + run);
  ExpectLinearMismatch("/*" + run + "b" + run + "*");
}

TEST(RobotsCheckCostTest, EscapesAreLinearInThePath) {
  const RobotsRules rules = RulesOf("Disallow: /b%FFz");
  constexpr std::string_view kPiece = "/%61\xFF%%4";
  ExpectLinear<std::string>(
      Repeat(kPiece, kMegabyte), Repeat(kPiece, 10 * kMegabyte),
      [&](const std::string& path) { EXPECT_TRUE(rules.Check(path).allowed); });
}

// As many rules as fit in, none of which ever matches, against a path of 100 KB. The bound is
// wide for sanitizers and busy machines; docs/design/robots_txt.md has the time measured.
TEST(RobotsCheckCostTest, AHostileFileIsBounded) {
  constexpr double kMaxSeconds = 2;
  const std::string path = "/" + std::string(100'000, 'a');
  for (const std::string_view line : {"Allow:/*b\n", "Allow:/*ab\n", "Allow:/*aaaaaaaaaaaaaaaab\n",
                                      "Allow:/*baaaaaaaaaaaaaaa\n", "Allow:/*a*a*a*a*a*a*ab\n"}) {
    const RobotsRules rules = RulesOf(Repeat(line, 600'000));
    Verdict verdict;
    EXPECT_LT(CpuSeconds([&] { verdict = rules.Check(path); }), kMaxSeconds) << line;
    EXPECT_EQ(verdict, (Verdict{.allowed = false, .reason = VerdictReason::kTooCostly})) << line;
    // The same file is no burden to an ordinary path.
    EXPECT_EQ(rules.Check("/" + std::string(60, 'a')).reason, VerdictReason::kNoRule) << line;
  }
}

TEST(RobotsCheckCostTest, RulesWithoutWildcardsAreNeverTooCostly) {
  const std::string path = "/" + std::string(100'000, 'a');
  const RobotsRules rules = RulesOf(Repeat("Allow:/b\n", 400'000) + "Disallow: /a\n");
  EXPECT_GT(rules.rule_count(), 40'000U);
  EXPECT_EQ(rules.Check(path).rule, "Disallow: /a");
}

}  // namespace
}  // namespace meguri::robots
