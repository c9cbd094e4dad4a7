#include "robots/robots_pattern.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "tests/robots/slow_matcher.h"

namespace meguri::robots {
namespace {

// `pattern` as written in a rule, '$' included.
bool IsMatch(std::string_view pattern, std::string_view path) {
  std::size_t searched = 0;
  const bool to_end = pattern.ends_with('$');
  if (to_end) pattern.remove_suffix(1);
  return Matches({.octets = pattern, .to_end = to_end}, path, searched);
}

TEST(RobotsPatternTest, APatternIsAPrefix) {
  EXPECT_TRUE(IsMatch("/fish", "/fish"));
  EXPECT_TRUE(IsMatch("/fish", "/fishheads"));
  EXPECT_FALSE(IsMatch("/fish", "/fis"));
  EXPECT_FALSE(IsMatch("/fish", "/Fish"));
  EXPECT_TRUE(IsMatch("", "/"));
}

TEST(RobotsPatternTest, DollarMeansTheEnd) {
  EXPECT_TRUE(IsMatch("/fish$", "/fish"));
  EXPECT_FALSE(IsMatch("/fish$", "/fishes"));
  EXPECT_FALSE(IsMatch("/fish$", "/fis"));
  EXPECT_FALSE(IsMatch("$", "/"));
}

TEST(RobotsPatternTest, StarMeansAnything) {
  EXPECT_TRUE(IsMatch("*", "/"));
  EXPECT_TRUE(IsMatch("/*", "/"));
  EXPECT_TRUE(IsMatch("/a*", "/a"));
  EXPECT_TRUE(IsMatch("/*/b", "/a/a/b"));
  EXPECT_FALSE(IsMatch("/*/b", "/b"));
  EXPECT_TRUE(IsMatch("/**//***b", "/x//y/b"));
  EXPECT_TRUE(IsMatch("*b", "/ab"));
}

TEST(RobotsPatternTest, StarAndDollar) {
  EXPECT_TRUE(IsMatch("/*.php$", "/a.php.php"));
  EXPECT_FALSE(IsMatch("/*.php$", "/a.php?x"));
  EXPECT_TRUE(IsMatch("/a*$", "/abc"));
  EXPECT_TRUE(IsMatch("/*a*a$", "/aa"));
  EXPECT_FALSE(IsMatch("/*a*a$", "/a"));
  EXPECT_FALSE(IsMatch("/ab*b$", "/ab")) << "one octet can't serve two pieces";
  EXPECT_FALSE(IsMatch("/*ab*b$", "/ab"));
}

TEST(RobotsPatternTest, LengthCountsSpecialCharacters) {
  EXPECT_EQ((RobotsPattern{.octets = "/*a", .to_end = true}).length(), 4U);
  EXPECT_EQ((RobotsPattern{.octets = "/*a"}).length(), 3U);
}

TEST(RobotsPatternTest, FindsPiecesAcrossWindowsOfTheSearch) {
  for (const std::size_t piece_size : {2U, 3U, 100U, 5000U}) {
    const std::string piece = std::string(piece_size - 1, 'a') + 'b';
    for (std::size_t at = 0; at < 15'000; at += 61) {
      const std::string path = '/' + std::string(at, 'a') + piece;
      EXPECT_TRUE(IsMatch("/*" + piece, path)) << piece_size << " at " << at;
      EXPECT_FALSE(IsMatch("/*" + piece, path.substr(0, path.size() - 1)));
    }
  }
}

TEST(RobotsPatternTest, CountsWhatItSearched) {
  std::size_t searched = 0;
  EXPECT_FALSE(Matches({.octets = "/xyz*b"}, "/aaaa", searched));
  EXPECT_FALSE(Matches({.octets = "/xyz"}, "/aaaa", searched));
  EXPECT_EQ(searched, 0U);
  EXPECT_FALSE(Matches({.octets = "/*b"}, "/aaaa", searched));
  EXPECT_EQ(searched, 4U);
  EXPECT_TRUE(Matches({.octets = "/*a*a"}, "/aaaa", searched));
  EXPECT_EQ(searched, 6U);
}

TEST(RobotsPatternTest, AgreesWithTheSlowMatcher) {
  std::mt19937 random(1);
  int matched = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string pattern = "/";
    for (std::size_t n = random() % 8; n > 0; --n) {
      pattern += "ab**"[random() % 4];
    }
    std::string path = "/";
    for (std::size_t n = random() % 10; n > 0; --n) {
      path += "ab"[random() % 2];
    }
    const bool to_end = random() % 2 == 0;
    std::size_t searched = 0;
    const bool expected = SlowMatches(pattern, to_end, path);
    ASSERT_EQ(Matches({.octets = pattern, .to_end = to_end}, path, searched), expected)
        << pattern << (to_end ? "$ " : " ") << path;
    matched += expected ? 1 : 0;
  }
  EXPECT_GT(matched, 2000);
}

}  // namespace
}  // namespace meguri::robots
