#include "moved/tree_guesses.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace meguri::moved {
namespace {

struct Site {
  std::string old_url;
  std::set<std::string, std::less<>> known;  // empty: nobody knows
  std::vector<std::string> links;
};

std::optional<std::string> GuessOn(const Site& site) {
  std::function<bool(std::string_view)> is_known;
  if (!site.known.empty()) {
    is_known = [&site](std::string_view url) { return site.known.contains(url); };
  }
  TreeGuesses guesses("http://a.test" + site.old_url, SearchWeights(), is_known);
  for (const std::string& link : site.links)
    guesses.Learn("http://a.test" + link);
  const auto best = guesses.Best();
  if (!best) return std::nullopt;
  return best->url.substr(std::string_view("http://a.test").size());
}

TEST(TreeGuesses, ATreeThatWasPutIntoAnother) {
  EXPECT_EQ(GuessOn({"/os/x/a/", {}, {"/v1/os/", "/v1/os/y/", "/news/"}}), "/v1/os/x/a/");
  EXPECT_EQ(GuessOn({"/os/x/a/", {}, {"/v1/os/", "/news/"}}), std::nullopt) << "one link says so";
}

TEST(TreeGuesses, AFolderWithAnotherName) {
  const Site site{"/docs/b.html",
                  {"http://a.test/docs/a.html", "http://a.test/docs/b.html"},
                  {"/manual/a.html"}};
  EXPECT_EQ(GuessOn(site), "/manual/b.html");
}

TEST(TreeGuesses, ANewPageIsNoFolderThatOthersWerePutInto) {
  const std::set<std::string, std::less<>> known = {"http://a.test/", "http://a.test/docs/",
                                                    "http://a.test/docs/b.html"};
  EXPECT_EQ(GuessOn({"/docs/b.html", known, {"/news.html", "/news/", "/docs/c.html"}}),
            std::nullopt);
}

TEST(TreeGuesses, EndingsThatChangedByWhatWasKnown) {
  const std::set<std::string, std::less<>> known = {"http://a.test/a.html", "http://a.test/b.html",
                                                    "http://a.test/c/", "http://a.test/d.html"};
  EXPECT_EQ(GuessOn({"/b.html", known, {"/a/"}}), "/b/");
  EXPECT_EQ(GuessOn({"/b.html", known, {"/c/"}}), std::nullopt) << "it was so before";
  EXPECT_EQ(GuessOn({"/b.html", known, {"/e/"}}), std::nullopt) << "that is a page of its own";
  EXPECT_EQ(GuessOn({"/c/", known, {"/d/"}}), std::nullopt);
}

TEST(TreeGuesses, EndingsThatChangedByLinksAlone) {
  const std::vector<std::string> folders = {"/p/", "/q/", "/r/s/", "/t/", "/u/"};
  EXPECT_EQ(GuessOn({"/x/b.html", {}, folders}), "/x/b/");
  std::vector<std::string> mixed = folders;
  mixed.emplace_back("/v.html");
  EXPECT_EQ(GuessOn({"/x/b.html", {}, mixed}), std::nullopt);
  EXPECT_EQ(GuessOn({"/x/b.html", {}, {folders.begin(), folders.begin() + 4}}), std::nullopt);
  EXPECT_EQ(GuessOn({"/x/b.html", {}, {"/1.png", "/2.png", "/3.png", "/4.png", "/5.png"}}),
            std::nullopt);
  EXPECT_EQ(GuessOn({"/x/b.html", {}, {"/1.rss", "/2.rss", "/3.rss", "/4.rss", "/5.rss"}}),
            std::nullopt);
  EXPECT_EQ(GuessOn({"/x/b.html", {}, {"/n?1", "/n?2", "/n?3", "/n?4", "/n?5"}}), std::nullopt);
  EXPECT_EQ(GuessOn({"/x/b.php?id=5", {}, folders}), std::nullopt) << "it chooses by its query";
  EXPECT_EQ(GuessOn({"/", {}, folders}), std::nullopt);
}

TEST(TreeGuesses, ASiteThatWentOverToHttpsIsTheSame) {
  TreeGuesses guesses("http://a.test/x/b.html", SearchWeights(), {});
  for (const char* name : {"p", "q", "r", "s", "t"})
    guesses.Learn("https://www.a.test/" + std::string(name) + "/");
  ASSERT_TRUE(guesses.Best());
  EXPECT_EQ(guesses.Best()->url, "https://www.a.test/x/b/");
}

}  // namespace
}  // namespace meguri::moved
