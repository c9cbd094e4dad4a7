#include "moved/rename_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tests/support/worst_case.h"

namespace meguri::moved {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string kSite = "http://a.test";

// One move learnt, one question, and the first guess.
struct Taught {
  const char* old_path;
  const char* new_path;
  const char* asked;
  const char* guess;
};

class OneMove : public testing::TestWithParam<Taught> {};

TEST_P(OneMove, SaysWhereAnotherPageWent) {
  RenameRules rules;
  rules.Learn(kSite + GetParam().old_path, kSite + GetParam().new_path);
  const std::vector<std::string> guesses = rules.Guess(kSite + GetParam().asked);
  ASSERT_FALSE(guesses.empty());
  EXPECT_EQ(guesses.front(), kSite + GetParam().guess);
}

INSTANTIATE_TEST_SUITE_P(
    Patterns, OneMove,
    testing::Values(
        Taught{"/docs/a.html", "/manual/a/", "/docs/c.html", "/manual/c/"},              // renamed
        Taught{"/docs/a.html", "/docs/ref/a.html", "/docs/x.html", "/docs/ref/x.html"},  // put in
        Taught{"/v1/net/docs/a.html", "/v1/net/a.html", "/v1/net/docs/b/c.html",
               "/v1/net/b/c.html"},                                      // taken out
        Taught{"/os/a/", "/v1/os/a/", "/net/ble/b/", "/v1/net/ble/b/"},  // all of it
        Taught{"/m/x-adapter/", "/m/big-x-adapter/", "/m/y-z-adapter/", "/m/big-y-z-adapter/"},
        Taught{"/m/x-ext/", "/m/x-old-ext/", "/m/y-z-ext/", "/m/y-z-old-ext/"},
        Taught{"/d/sort-by_123/", "/d/lang/sort-by/", "/d/put_98765/", "/d/lang/put/"},
        Taught{"/p/app-x-start.html", "/p/guides/start.html", "/p/app-x-end.html",
               "/p/guides/end.html"},
        Taught{"/a.php", "/a/", "/b.php", "/b/"},
        Taught{"/s/blue_box.html", "/s/blue-box.html", "/s/big_red_cup.html",
               "/s/big-red-cup.html"},
        Taught{"/s/Blue-Box/", "/s/blue-box/", "/s/Red-Cup/", "/s/red-cup/"},
        Taught{"/Shop/Blue_Box", "/shop/blue-box", "/Shop/Red_Cup", "/shop/red-cup"},
        Taught{"/net/docs/", "/net/", "/net/docs/mesh/s.html", "/net/mesh/s.html"}));

TEST(RenameRulesTest, WhatMoreMovesAgreeOnComesFirst) {
  RenameRules rules;
  rules.Learn(kSite + "/d/a/", kSite + "/x/a/");
  rules.Learn(kSite + "/d/b/", kSite + "/y/b/");
  rules.Learn(kSite + "/d/c/", kSite + "/y/c/");
  EXPECT_THAT(rules.Guess(kSite + "/d/e/"), ElementsAre(kSite + "/y/e/", kSite + "/x/e/"));
}

TEST(RenameRulesTest, AtMostAsManyAsAskedFor) {
  RenameRules rules;
  for (const char* to : {"/1/", "/2/", "/3/", "/4/"})
    rules.Learn(kSite + "/d/a/", kSite + to + "a/");
  EXPECT_THAT(rules.Guess(kSite + "/d/e/"), SizeIs(3));
  EXPECT_THAT(rules.Guess(kSite + "/d/e/", 1), SizeIs(1));
  rules.Learn(kSite + "/d/a/", kSite + "/5/a/");
  EXPECT_THAT(rules.Guess(kSite + "/d/e/"), IsEmpty()) << "five places: no pattern";
}

TEST(RenameRulesTest, OtherDirectoriesAndSitesTeachNothing) {
  RenameRules rules;
  rules.Learn("http://b.test/docs/a/", "http://b.test/manual/a/");
  rules.Learn(kSite + "/docs/a/", kSite + "/manual/a/");
  EXPECT_THAT(rules.Guess(kSite + "/blog/a/"), IsEmpty());
  EXPECT_THAT(RenameRules().Guess(kSite + "/docs/a/"), IsEmpty());
}

TEST(RenameRulesTest, AMoveToAnotherHostIsFollowed) {
  RenameRules rules;
  rules.Learn("http://a.test/docs/a/", "https://docs.a.test/a/");
  EXPECT_THAT(rules.Guess("http://a.test/docs/b/"), Contains("https://docs.a.test/b/"));
}

TEST(RenameRulesTest, AMoveThatIsKnownComesFirst) {
  RenameRules rules;
  for (const char* name : {"a", "b", "c", "d", "e"})
    rules.Learn(kSite + "/docs/" + name, kSite + "/manual/" + name);
  rules.Learn(kSite + "/docs/keeper", kSite + "/archive/show?id=7");
  EXPECT_EQ(rules.Guess(kSite + "/docs/keeper").front(), kSite + "/archive/show?id=7");
}

TEST(RenameRulesTest, HttpsAndWwwAreTheSameHost) {
  RenameRules rules;
  rules.Learn("http://a.test/docs/a", "https://www.a.test/manual/a");
  EXPECT_THAT(rules.Guess("https://www.a.test/docs/b"), ElementsAre("https://www.a.test/manual/b"));
  EXPECT_THAT(rules.Guess("http://b.test/docs/b"), IsEmpty());
}

TEST(RenameRulesTest, WhatAQueryChoosesCantBeGuessed) {
  RenameRules rules;
  rules.Learn(kSite + "/show?id=1", kSite + "/archive/show?id=1");
  EXPECT_THAT(rules.Guess(kSite + "/show?id=2"), IsEmpty());
  rules.Learn(kSite + "/a", kSite + "/b/a");
  EXPECT_THAT(rules.Guess(kSite + "/show?id=2"), IsEmpty());
}

TEST(RenameRulesTest, MovesThatAgreeOnNothingTakeLinearTime) {
  const auto learn = [](std::size_t moves) {
    RenameRules rules;
    for (std::size_t i = 0; i < moves; ++i) {
      const std::string number = std::to_string(i);
      rules.Learn(kSite + "/docs/" + number + "x", kSite + "/" + number + "/y" + number);
    }
    return rules;
  };
  const auto guess = [](const RenameRules& rules) {
    EXPECT_THAT(rules.Guess(kSite + "/docs/keeper"), IsEmpty());
  };
  EXPECT_LT(testing_support::GrowthAtTenfold(2'000, learn, guess), testing_support::kLinearGrowth);
}

TEST(RenameRulesTest, AnythingGoesIn) {
  RenameRules rules;
  for (const char* url :
       {"", "/", "http://", "http://a.test", "x", "http://a.test//", "---", "/-/_"}) {
    rules.Learn(url, "http://a.test/b/");
    rules.Learn("http://a.test/b/", url);
  }
  for (const char* url : {"", "/", "http://a.test/", "http://a.test/-", "http://a.test/b/c-d"})
    EXPECT_LE(rules.Guess(url).size(), 3U);
}

}  // namespace
}  // namespace meguri::moved
