// FindMoved() on sites of a few pages that mislead, loop or are in pieces.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "moved/moved_search.h"
#include "tests/moved/fake_site.h"

namespace meguri::moved {
namespace {

constexpr std::string_view kWww = "https://www.site.test";

std::string Www(std::string_view path) { return std::string(kWww) + std::string(path); }

// Sixty words that no other page has.
std::string Prose(std::string_view topic) {
  std::string text;
  for (int i = 0; i < 60; ++i)
    text += std::string(topic) + std::to_string(i * 7 % 61) + " ";
  return text;
}

OldPage Staff() {
  return {.url = Fake("/people.html"), .title = "Staff of the institute", .text = Prose("staff")};
}

class SiteSearchTest : public testing::Test {
 protected:
  SearchResult Find(const OldPage& old) { return FindMoved(old, site_, {.budget = site_.budget}); }
  // The page as it was, at a URL of any host.
  void PutStaff(const std::string& url) {
    site_.pages[url] = {.answer = SiteAnswer::kPage, .status = 200, .title = Staff().title};
    site_.pages[url].text = Staff().text;
  }

  FakeSite site_;
};

TEST_F(SiteSearchTest, ManyLinksToOtherSitesEndToo) {
  SitePage& home = site_.Put("/", "Home", "Welcome");
  for (int i = 0; i < 10; ++i)
    home.links.push_back(
        {.url = "http://other" + std::to_string(i) + ".test/staff", .anchor = "Staff"});
  EXPECT_EQ(Find(Staff()).verdict, Verdict::kNotFound);
}

TEST_F(SiteSearchTest, PagesThatNameEachOtherCanonicalAreOne) {
  site_.Put("/", "Home", "Welcome",
            {{"/team/people", "Staff of the institute"}, {"/team/people/", "Staff"}});
  for (const char* path : {"/team/people", "/team/people/"})
    PutStaff(Fake(path));
  site_.pages[Fake("/team/people")].canonical = Fake("/team/people/");
  site_.pages[Fake("/team/people/")].canonical = Fake("/team/people");
  const SearchResult result = Find(Staff());
  EXPECT_EQ(result.verdict, Verdict::kFound);
  EXPECT_THAT(result.candidates[0].url, testing::StartsWith(Fake("/team/people")));
}

TEST_F(SiteSearchTest, AWrongCanonicalUrlHidesNothing) {
  site_.Put("/", "Home", "Welcome", {{"/team/people", "Staff"}, {"/team/", "Staff and team"}});
  site_.Put("/team/", "The team", Prose("team"));
  PutStaff(Fake("/team/people"));
  site_.pages[Fake("/team/people")].canonical = Fake("/team/");
  const SearchResult result = Find(Staff());
  EXPECT_EQ(result.verdict, Verdict::kFound);
  EXPECT_EQ(result.candidates[0].url, Fake("/team/people"));
}

TEST_F(SiteSearchTest, TenThousandForbiddenLinksAreNotGoneThrough) {
  SitePage& home = site_.Put("/", "Home", "Welcome");
  for (int i = 0; i < 10'000; ++i)
    home.links.push_back({.url = Fake("/private/" + std::to_string(i)), .anchor = "Staff"});
  int forbidden = 0;
  site_.otherwise = [&](const std::string& url) {
    const bool is_forbidden = url.find("/private/") != std::string::npos;
    forbidden += is_forbidden ? 1 : 0;
    return SitePage{.answer = is_forbidden ? SiteAnswer::kForbidden : SiteAnswer::kGone};
  };
  site_.budget = 100'000;
  const SearchResult result = Find(Staff());
  EXPECT_EQ(result.verdict, Verdict::kNotFound);
  EXPECT_LE(forbidden, 500);
  EXPECT_THAT(result.explanation, testing::HasSubstr("Robots.txt"));
}

TEST_F(SiteSearchTest, TheWholeSiteMovedToAnotherHostOfIts) {
  site_.otherwise = [](const std::string& url) {
    if (url.starts_with(kWww)) return SitePage{.answer = SiteAnswer::kGone, .status = 404};
    return SitePage{.answer = SiteAnswer::kRedirect,
                    .status = 301,
                    .location = Www(url.substr(kFakeSite.size()))};
  };
  SitePage& home = site_.pages[Www("/")];
  home = {.answer = SiteAnswer::kPage, .status = 200, .title = "Home", .text = "Welcome"};
  home.links.push_back({.url = Www("/about/people"), .anchor = "Staff"});
  PutStaff(Www("/about/people"));
  const SearchResult result = Find(Staff());
  EXPECT_EQ(result.verdict, Verdict::kFound);
  EXPECT_EQ(result.candidates[0].url, Www("/about/people"));
}

TEST_F(SiteSearchTest, AHomePageIsNoAnswerOnAnotherHostEither) {
  site_.otherwise = [](const std::string&) {
    return SitePage{.answer = SiteAnswer::kRedirect, .status = 301, .location = Www("/")};
  };
  site_.pages[Www("/")] = {.answer = SiteAnswer::kPage, .status = 200, .title = Staff().title};
  const OldPage old{.url = Fake("/people.html"), .title = Staff().title};
  const SearchResult result = Find(old);
  EXPECT_EQ(result.verdict, Verdict::kNotFound);
  EXPECT_THAT(result.explanation, testing::HasSubstr("home page"));
}

TEST_F(SiteSearchTest, APageInAQueryIsNoHomePage) {
  site_.Redirect("/people.html", Fake("/?page_id=7"));
  site_.Put("/", "Home", "Welcome");
  PutStaff(Fake("/?page_id=7"));
  const SearchResult result = Find(Staff());
  EXPECT_EQ(result.verdict, Verdict::kFound);
  EXPECT_EQ(result.candidates[0].url, Fake("/?page_id=7"));
}

TEST_F(SiteSearchTest, NothingIsStillThereIfEverythingIs) {
  site_.otherwise = [](const std::string& url) {
    return SitePage{
        .answer = SiteAnswer::kPage, .status = 200, .title = "Sorry", .text = Prose(url)};
  };
  const SearchResult result = Find({.url = Fake("/people.html")});
  EXPECT_EQ(result.verdict, Verdict::kNotFound);
  EXPECT_THAT(result.explanation, testing::HasSubstr("200 to everything"));
}

TEST_F(SiteSearchTest, DeadHostsBesideItDontEndTheSearch) {
  SitePage& home = site_.Put("/", "Home", "Welcome");
  for (int i = 0; i < 5; ++i) {
    const std::string url = "http://h" + std::to_string(i) + ".site.test/staff-of-the-institute";
    home.links.push_back({.url = url, .anchor = "Staff of the institute"});
    site_.pages[url] = {.answer = SiteAnswer::kDown};
  }
  home.links.push_back({.url = Fake("/about/"), .anchor = "About"});
  site_.Put("/about/", "About", Prose("about"), {{"/about/staff", "Staff"}});
  PutStaff(Fake("/about/staff"));
  const SearchResult result = Find(Staff());
  EXPECT_EQ(result.verdict, Verdict::kFound);
  EXPECT_EQ(result.candidates[0].url, Fake("/about/staff"));
}

TEST_F(SiteSearchTest, AnErrorOfOnePageIsNoRefusalOfTheSite) {
  site_.pages[Fake("/people.html")] = {.answer = SiteAnswer::kDown, .status = 500};
  EXPECT_EQ(Find(Staff()).verdict, Verdict::kNotFound) << "the home page is a plain 404";
  site_ = FakeSite();
  site_.otherwise = [](const std::string&) {
    return SitePage{.answer = SiteAnswer::kDown, .status = 503};
  };
  EXPECT_EQ(Find(Staff()).verdict, Verdict::kDown);
}

TEST_F(SiteSearchTest, WhoBansOnTheWayIsSaidTo) {
  SitePage& home = site_.Put("/", "Home", "Welcome");
  for (int i = 0; i < 50; ++i) {
    const std::string path = "/news/" + std::to_string(i);
    home.links.push_back({.url = Fake(path), .anchor = "Item " + std::to_string(i)});
    site_.Put(path, "Item", Prose("item" + std::to_string(i)));
  }
  site_.ban_after = 20;
  const SearchResult result = Find(Staff());
  EXPECT_EQ(result.verdict, Verdict::kRefused);
  EXPECT_LE(result.requests, 25);
}

}  // namespace
}  // namespace meguri::moved
