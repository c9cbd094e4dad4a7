// FindMoved() on sites where something looks like an answer that is none, and the other way round.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/moved/staff_search.h"

namespace meguri::moved {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr int kBudget = 100;
constexpr std::string_view kSecure = "https://site.test";

SitePage Page(std::string title, std::string text) {
  SitePage page{.answer = SiteAnswer::kPage, .status = 200, .title = std::move(title)};
  page.text = std::move(text);
  return page;
}
SitePage Gone() { return {.answer = SiteAnswer::kGone, .status = 404}; }

class SiteSearchMisledTest : public StaffSearchTest {
 protected:
  // Only this host answers; its home page has no links.
  void LivesOnlyAt(std::string host) {
    site_.otherwise = [host](const std::string& url) {
      return url.starts_with(host + "/") ? Gone() : SitePage{.answer = SiteAnswer::kDown};
    };
    site_.pages[host + "/"] = Page("Home", "Welcome");
  }
  bool HasAsked(const std::string& url) const {
    return std::ranges::find(site_.asked, url) != site_.asked.end();
  }
};

// --- Other hosts.

TEST_F(SiteSearchMisledTest, AShortPathOnAnotherHostIsNotThePage) {
  for (const std::string name : {"/1", "/about"}) {
    FakeSite site;
    SitePage home = Page("Blog", "Welcome");
    home.links = {{.url = "http://shop.site.test" + name, .anchor = "Lamps"}};
    site.pages["http://blog.site.test/"] = home;
    site.pages["http://shop.site.test" + name] = Page("Lamps", Prose("lamp"));
    const OldPage old{.url = "http://blog.site.test" + name};
    EXPECT_EQ(FindMoved(old, site, {}).verdict, Verdict::kNotFound) << name;
  }
}

TEST_F(SiteSearchMisledTest, AHostThatLivesIsNotDownBecauseTheBudgetIsSmall) {
  LivesOnlyAt(std::string(kSecure));
  EXPECT_EQ(Find(Staff(), 3).verdict, Verdict::kNotFound);
}

TEST_F(SiteSearchMisledTest, OnAHostThatLivesTheUrlIsSpeltAsItWas) {
  LivesOnlyAt(std::string(kSecure));
  for (const std::string path : {"/People.HTM", "/show.php?id=7"}) {
    site_.Forget();
    PutStaff(std::string(kSecure) + path);
    EXPECT_EQ(Find(Staff(path)).verdict, Verdict::kFound) << path;
  }
}

TEST_F(SiteSearchMisledTest, AParkedNameIsNoSiteThatLives) {
  site_.otherwise = [](const std::string&) { return SitePage{.answer = SiteAnswer::kDown}; };
  site_.pages["http://www.site.test/"] = {.answer = SiteAnswer::kRedirect,
                                          .status = 302,
                                          .location = "https://parking.example/site.test"};
  site_.pages["https://parking.example/site.test"] = Page("site.test is for sale", "Buy it");
  EXPECT_EQ(Find(Staff(), kBudget).verdict, Verdict::kDown);
}

// --- What is made for whoever asks.

void PutSearchPage(const std::string& host, FakeSite& site) {
  const std::string search = host + "/search/";
  site.otherwise = [search, otherwise = site.otherwise](const std::string& url) {
    return url.starts_with(search)
               ? Page("Nothing found",
                      "We looked everywhere and there is nothing at all that is "
                      "like what you asked for, try other words please")
               : otherwise(url);
  };
  site.pages[search + "people"] = Page("Staff of the institute", Prose("result"));
}

TEST_F(SiteSearchMisledTest, ASearchThatA404OffersBehindARedirectProvesNothing) {
  site_.Put("/", "Home", "Welcome");
  PutSearchPage(std::string(kFakeSite), site_);
  SitePage gone = Gone();
  gone.links = {{.url = Fake("/search/people"), .anchor = "Staff of the institute"}};
  const std::string secure = std::string(kSecure) + "/people.html";
  site_.Redirect("/people.html", secure);
  site_.pages[secure] = gone;
  const OldPage old{.url = Staff().url, .title = Staff().title};
  EXPECT_EQ(Find(old, kBudget).verdict, Verdict::kNotFound);
}

TEST_F(SiteSearchMisledTest, NorOneThatAnotherHostOffers) {
  LivesOnlyAt(std::string(kSecure));
  PutSearchPage(std::string(kSecure), site_);
  SitePage& sorry = site_.pages[std::string(kSecure) + "/people.html"];
  sorry = Page("Sorry", Prose("sorry"));
  sorry.links = {{.url = std::string(kSecure) + "/search/people", .anchor = Staff().title}};
  const OldPage old{.url = Staff().url, .title = Staff().title};
  EXPECT_EQ(Find(old, kBudget).verdict, Verdict::kNotFound);
}

TEST_F(SiteSearchMisledTest, DaysOfACalendarAreSoft404s) {
  site_.Put("/", "Home", "Welcome", {{"/2018/05/07/", "Day"}});
  site_.otherwise = [](const std::string& url) {
    const bool is_day =
        url.starts_with(Fake("/day/2018/")) && url.size() == Fake("/day/2018/17").size();
    return is_day ? Page("Events",
                         "There are no events on this day in our calendar, look at "
                         "another one please, or write to us")
                  : Gone();
  };
  EXPECT_EQ(Find({.url = Fake("/day/2018/17")}).verdict, Verdict::kNotFound);
}

// What all pages of a site have in common, and a line of its own.
std::string InTemplate(std::string_view topic) { return Prose("menu", 200) + Prose(topic, 20); }

TEST_F(SiteSearchMisledTest, WhereAllThatIsLostIsSentIsNoAnswerHoweverMuchTemplateItHas) {
  for (const std::string to : {"/", "/login"}) {
    site_.Forget();
    site_.otherwise = [to](const std::string&) {
      return SitePage{.answer = SiteAnswer::kRedirect, .status = 302, .location = Fake(to)};
    };
    site_.Put("/", "Example Corp", InTemplate("home"));
    site_.Put("/login", "Example Corp", InTemplate("login"));
    const OldPage old{
        .url = Fake("/a/history"), .title = "Example Corp", .text = InTemplate("history")};
    EXPECT_EQ(Find(old, kBudget).verdict, Verdict::kNotFound) << to;
  }
}

TEST_F(SiteSearchMisledTest, TheHomePageIsNoAnswerHoweverMuchTemplateItHas) {
  site_.Put("/", "Example Corp", InTemplate("home"));
  const OldPage old{
      .url = Fake("/a/history"), .title = "Example Corp", .text = InTemplate("history")};
  const SearchResult result = Find(old, kBudget);
  EXPECT_EQ(result.verdict, Verdict::kNotFound);
  EXPECT_TRUE(result.candidates.empty());
}

// --- What is at the old URL.

TEST_F(SiteSearchMisledTest, APageWithLittleTextAndACanonicalUrlIsThere) {
  site_.Put("/", "Home", "Welcome", {{"/gallery/lake.html", "Lake"}});
  SitePage& lake = site_.Put("/gallery/lake.html", "Lake at dawn", "Lake", {{"/gallery/", "Back"}});
  lake.canonical = Fake("/gallery/");
  site_.Put("/gallery/", "Gallery", Prose("gallery"));
  EXPECT_EQ(Find({.url = Fake("/gallery/lake.html"), .title = "Lake at dawn"}).verdict,
            Verdict::kNotGone);
}

TEST_F(SiteSearchMisledTest, ATitleWhoseTextIsMadeByAScriptIsThere) {
  site_.Put("/", "Home", "Welcome");
  site_.Put("/people.html", Staff().title, "");
  EXPECT_EQ(Find(Staff(), kBudget).verdict, Verdict::kNotGone);
}

TEST_F(SiteSearchMisledTest, ANoticeInItsPlaceIsNotThePage) {
  site_.Put("/", "Home", "Welcome");
  const std::vector<std::pair<std::string, std::string>> notices = {
      {"Page not found", "The page that you asked for does not exist."},
      {"Institute", "This page has moved here"},
      {"404", "Sorry"},
      {Staff().title, "This page is no longer available."}};
  for (const auto& [title, text] : notices) {
    site_.Put("/people.html", title, text, {{"/x/7", "here"}});
    for (const OldPage& old : {OldPage{.url = Staff().url}, Staff()}) {
      site_.Forget();
      EXPECT_EQ(Find(old, kBudget).verdict, Verdict::kNotFound) << title << old.title;
      EXPECT_TRUE(HasAsked(Fake("/x/7"))) << "its links are followed";
    }
  }
  // A page that speaks of lost pages is one.
  site_.Forget();
  site_.Put("/people.html", "How to make a page not found", Prose("error", 200));
  EXPECT_EQ(Find({.url = Staff().url}).verdict, Verdict::kNotGone);
}

TEST_F(SiteSearchMisledTest, AFileInPlaceOfAPageIsNotIt) {
  site_.Put("/", "Home", "Welcome", {{"/staff/", Staff().title}});
  site_.Put("/staff/", Staff().title, Prose("staff"));
  site_.pages[Staff().url] = {.answer = SiteAnswer::kOther, .status = 200};
  EXPECT_NE(Find({.url = Staff().url, .title = Staff().title}).verdict, Verdict::kNotGone);
  // Nor is more asked than is allowed to find that out.
  site_.Forget();
  EXPECT_LE(FindMoved({.url = Staff().url}, site_, {.budget = 1}).requests, 1);
}

// --- Siblings.

TEST_F(SiteSearchMisledTest, SessionsOfOnePageAreNoTwins) {
  site_.Put("/", "Home", "Welcome",
            {{"/show.php?id=7&sid=abc", "Staff"}, {"/show.php?id=7&sid=def", "Staff"}});
  PutStaff(Fake("/show.php?id=7&sid=abc"));
  PutStaff(Fake("/show.php?id=7&sid=def"));
  EXPECT_EQ(Find(Staff(), kBudget).verdict, Verdict::kFound);
}

TEST_F(SiteSearchMisledTest, SiblingsOfThePageAreNoSignOfABan) {
  SitePage& home = site_.Put("/", "Home", "Welcome");
  const std::string common = Prose("report", 200);
  for (int i = 0; i < 14; ++i) {
    const std::string path = "/r/" + std::string(1, static_cast<char>('a' + i)) + ".html";
    home.links.push_back({.url = Fake(path), .anchor = "Annual report"});
    site_.Put(path, "Annual report", common + "of the year " + std::to_string(2000 + i));
  }
  const OldPage old{.url = Fake("/reports/x.html"),
                    .title = "Annual report",
                    .text = common + "of the year 2013"};
  EXPECT_THAT(Find(old, kBudget).explanation, Not(HasSubstr("robots may be kept")));
  EXPECT_TRUE(HasAsked(Fake("/r/n.html")));
}

TEST_F(SiteSearchMisledTest, WhoIsBannedBeforeTheSiblingsAreReadDoesNotKnow) {
  std::string common;
  for (int i = 0; i < 200; ++i)
    common += "report" + std::to_string(i) + " ";
  for (const std::string of_year : {" 2009", ""}) {
    SitePage& home = site_.Put("/", "Home", "Welcome");
    for (int year = 2010; year < 2020; ++year) {
      const std::string path = "/reports/" + std::to_string(year) + ".html";
      const std::string title = "Annual report " + std::to_string(year);
      home.links.push_back({.url = Fake(path), .anchor = title});
      site_.Put(path, of_year.empty() ? "Annual report" : title, common + Prose(title, 5));
    }
    const OldPage old{.url = Fake("/reports/2009.html"),
                      .title = "Annual report" + of_year,
                      .text = common + Prose("2009", 5)};
    for (const bool banned : {true, false}) {
      site_.Forget();
      site_.ban_after = banned ? 4 : 1000;
      const SearchResult result = Find(old, banned ? 100 : 4);
      EXPECT_NE(result.verdict, Verdict::kFound) << banned;
      EXPECT_LE(result.candidates.at(0).score, 0.5) << banned;
      EXPECT_THAT(result.explanation, HasSubstr(banned ? "refuses" : "broken off"));
    }
  }
}

TEST_F(SiteSearchMisledTest, WhatIsSettledWithTheLastRequestIsNotCutShort) {
  SitePage& home = site_.Put("/", "Home", "Welcome", {{"/staff/", Staff().title}});
  site_.Put("/staff/", Staff().title, Prose("staff") + Prose("and more of it", 4));
  for (int i = 0; i < 200; ++i) {
    const std::string path = "/x" + std::to_string(i) + "/staff/";
    home.links.push_back({.url = Fake(path), .anchor = Staff().title});
    site_.Put(path, "Another " + std::to_string(i), Prose("other" + std::to_string(i)));
  }
  const SearchResult result = Find(Staff(), 150);
  ASSERT_EQ(result.verdict, Verdict::kFound) << result.explanation;
  ASSERT_LT(result.requests, 150);
  ASSERT_LT(result.candidates.at(0).text, 0.98) << "else it is the page whatever wasn't read";
  site_.Forget();
  EXPECT_EQ(Find(Staff(), result.requests).verdict, Verdict::kFound);
}

TEST_F(SiteSearchMisledTest, ACopyBesideAHiddenVersionIsNoAnswer) {
  site_.forbidden_paths = {"/stable/"};
  site_.Put("/", "Home", "Welcome", {{"/latest/install.html", "Install"}});
  PutStaff(Fake("/latest/install.html"));
  const SearchResult result = Find(Staff("/manual/install.html"));
  EXPECT_EQ(result.verdict, Verdict::kNotFound);
  EXPECT_THAT(result.explanation, HasSubstr("hides a part"));
}

// --- What is known.

TEST_F(SiteSearchMisledTest, AnotherSpellingOfThePageIsNoNewUrl) {
  const std::string secure = std::string(kSecure) + "/people.html";
  site_.Put("/", "Home", "Welcome");
  site_.Redirect("/people.html", secure);
  site_.pages[secure] = Page(Staff().title, Prose("rewritten"));
  for (const bool known : {true, false}) {
    site_.Forget();
    const SearchResult result =
        FindMoved(Staff(), site_, {.is_known = [known](std::string_view) { return known; }});
    ASSERT_FALSE(result.candidates.empty());
    EXPECT_THAT(result.candidates[0].reasons, Not(Contains(HasSubstr("new URL"))));
    EXPECT_THAT(result.candidates[0].reasons, Not(Contains(HasSubstr("there before"))));
  }
}

TEST_F(SiteSearchMisledTest, WhatAPageCallsItselfIsNoLinkToIt) {
  site_.Put("/", "Home", "Welcome", {{"/faq", "Questions"}});
  site_.Put("/faq", "Questions", Prose("faq"), {{"/faq", Staff().title}});
  const SearchResult result = Find({.url = Staff().url, .title = Staff().title});
  for (const Candidate& candidate : result.candidates)
    EXPECT_THAT(candidate.reasons, Not(Contains(HasSubstr("linked from /faq"))));
}

TEST_F(SiteSearchMisledTest, AMoveThatWasSolvedIsAnAnswerIfThePageIsThere) {
  RenameRules rules;
  rules.Learn(Fake("/a"), Fake("/x/b"));
  site_.Put("/", "Home", "Welcome");
  EXPECT_EQ(FindMoved({.url = Fake("/a")}, site_, {.rules = &rules}).verdict, Verdict::kNotFound);
  site_.Forget();
  site_.Put("/x/b", "B", Prose("b"));
  const SearchResult result = FindMoved({.url = Fake("/a")}, site_, {.rules = &rules});
  EXPECT_EQ(result.verdict, Verdict::kFound) << result.explanation;
  EXPECT_EQ(result.candidates.at(0).url, Fake("/x/b"));
  // Where every URL is a page, it says nothing.
  FakeSite all;
  all.otherwise = [](const std::string&) { return Page("Sorry", Prose("sorry")); };
  EXPECT_NE(FindMoved({.url = Fake("/a")}, all, {.rules = &rules}).verdict, Verdict::kFound);
}

}  // namespace
}  // namespace meguri::moved
