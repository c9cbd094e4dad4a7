// FindMoved(): what is no answer because it couldn't be told from what a site gives for everything,
// and one page under several spellings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "moved/moved_search.h"
#include "tests/moved/fake_site.h"

namespace meguri::moved {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string Prose(std::string_view topic, int words = 60) {
  std::string text;
  for (int i = 0; i < words; ++i)
    text += std::string(topic) + std::to_string(i) + " ";
  return text;
}

class SiteSearchProofTest : public testing::Test {
 protected:
  SearchResult Find(const OldPage& old, int budget = 100) {
    site_.budget = budget;
    return FindMoved(old, site_, {.budget = budget});
  }
  static OldPage Staff() {
    return {.url = Fake("/people.html"), .title = "Staff of the institute", .text = Prose("staff")};
  }
  void PutStaff(const std::string& url) {
    site_.pages[url] = {.answer = SiteAnswer::kPage, .status = 200, .title = Staff().title};
    site_.pages[url].text = Staff().text;
  }
  static SitePage NoSuchThing() {
    SitePage page{.answer = SiteAnswer::kPage, .status = 200, .title = "Not found - Example Site"};
    page.text = Prose("sorry");
    return page;
  }

  FakeSite site_;
};

TEST_F(SiteSearchProofTest, WhatTheOldPageLinkedToWasBesideIt) {
  // Last year's report is gone; the one of the year before, in the same words, was its neighbour.
  OldPage report{.url = Fake("/reports/2018.html"), .title = "Annual report 2018"};
  report.text = Prose("figures", 40) + Prose("of2018", 20);
  site_.Put("/", "Home", Prose("home"), {{"/reports/2017.html", "Annual report 2017"}});
  site_.Put("/reports/2017.html", "Annual report 2017", Prose("figures", 40) + Prose("of2017", 20));
  const SearchResult unknowing = Find(report);
  ASSERT_FALSE(unknowing.candidates.empty());
  site_.Forget();
  // Itself doesn't count, however it is spelt.
  report.links_to = {"https://www.site.test/reports/2017.html#top", Fake("/reports/2018.html")};
  const SearchResult result = Find(report);
  EXPECT_EQ(result.verdict, Verdict::kNotFound);
  ASSERT_FALSE(result.candidates.empty());
  EXPECT_LT(result.candidates[0].score, unknowing.candidates[0].score - 0.3);
  EXPECT_THAT(result.candidates[0].reasons, Contains(HasSubstr("was there before")));
  site_.Forget();
  site_.Put("/archive/2018.html", report.title, report.text);
  site_.pages[Fake("/")].links.push_back({.url = Fake("/archive/2018.html"), .anchor = "2018"});
  EXPECT_EQ(Find(report).candidates.at(0).url, Fake("/archive/2018.html"));
}

TEST_F(SiteSearchProofTest, TitlesOfTheSameWordsAreToldByTheirNumbers) {
  const std::vector<std::pair<std::string, std::string>> adapters = {
      {"/modules/adapter-1/", "Adapter 1.x for Weld"},
      {"/modules/adapter-11/", "Adapter 1.1.x for Weld"}};
  site_.Put("/", "Home", Prose("home"), adapters);
  for (const auto& [path, title] : adapters)
    site_.Put(path, title, Prose("adapter", 40) + Prose("rewritten", 20));
  const OldPage old{.url = Fake("/weld/"),
                    .title = adapters[1].second,
                    .text = Prose("adapter", 40) + Prose("as it was", 20)};
  const SearchResult result = Find(old);
  ASSERT_GE(result.candidates.size(), 2U);
  EXPECT_EQ(result.candidates[0].url, Fake(adapters[1].first));
  EXPECT_GT(result.candidates[0].score, 2 * result.candidates[1].score);
}

TEST_F(SiteSearchProofTest, WhatCouldNotBeCheckedIsNoAnswer) {
  // Sent on to the same path, as sites going over to https do, where everything is a page; and the
  // requests are used up by other pages.
  constexpr std::string_view kSecure = "https://www.site.test";
  site_.otherwise = [&](const std::string& url) {
    if (url.starts_with(kFakeSite)) {
      return SitePage{.answer = SiteAnswer::kRedirect,
                      .status = 301,
                      .location = std::string(kSecure) + url.substr(kFakeSite.size())};
    }
    SitePage page = NoSuchThing();
    page.text = Prose(url);
    page.text += Prose("sorry", 200);
    for (int i = 0; i < 300; ++i)
      page.links.push_back({.url = std::string(kSecure) + "/" + std::to_string(i), .anchor = "x"});
    return page;
  };
  for (const int budget : {2, 3, 5, 10, 100}) {
    site_.Forget();
    const SearchResult result = Find({.url = Fake("/the-institute/opening-hours.html")}, budget);
    EXPECT_EQ(result.verdict, Verdict::kNotFound) << budget << ": " << result.explanation;
    EXPECT_LE(result.requests, budget);
  }
}

TEST_F(SiteSearchProofTest, WhatIsFoundInTheLastRequestsIsProved) {
  // By the budget less one it is read, and nothing has told it from what the site gives for all.
  site_.Put("/", "Home", Prose("home"), {{"/about/people/", "Staff of the institute"}});
  site_.Put("/about/people/", Staff().title, Prose("new"));
  const OldPage old = {.url = Staff().url, .title = Staff().title};
  const int needed = Find(old).requests;
  const auto read =
      std::ranges::find(site_.asked, Fake("/about/people/")) - site_.asked.begin() + 1;
  ASSERT_GT(needed, read + 1) << "it is soon proved";
  site_.Forget();
  EXPECT_EQ(Find(old, static_cast<int>(read) + 1).verdict, Verdict::kFound);
  site_.Forget();
  EXPECT_EQ(Find(old, static_cast<int>(read)).verdict, Verdict::kNotFound);
}

TEST_F(SiteSearchProofTest, DeadNumbersInQueriesAreSoft404s) {
  site_.Put("/", "Home", Prose("home"));
  site_.otherwise = [](const std::string& url) {
    return url.starts_with(Fake("/view.php?")) ? NoSuchThing()
                                               : SitePage{.answer = SiteAnswer::kGone};
  };
  const OldPage url_alone = {.url = Fake("/view.php?id=123&lang=en")};
  EXPECT_EQ(Find(url_alone).verdict, Verdict::kNotFound);
  EXPECT_THAT(site_.asked, Contains(testing::MatchesRegex(".*view.php.id=1[0-9]{9}&lang=en")));
  site_.Forget();
  const OldPage with_title = {.url = url_alone.url, .title = "People - Example Site"};
  EXPECT_EQ(Find(with_title).verdict, Verdict::kNotFound);
}

TEST_F(SiteSearchProofTest, ANumberInAQueryThatIsAPageIsThereStill) {
  site_.Put("/view.php?id=123", "People - Example Site", Prose("people"));
  EXPECT_EQ(Find({.url = Fake("/view.php?id=123")}).verdict, Verdict::kNotGone);
}

TEST_F(SiteSearchProofTest, AQueryThatChoosesNothingHidesNothing) {
  site_.otherwise = [](const std::string& url) {
    if (!url.starts_with(Staff().url)) return SitePage{.answer = SiteAnswer::kGone};
    SitePage page{.answer = SiteAnswer::kPage, .status = 200, .title = Staff().title};
    page.text = Staff().text;
    return page;
  };
  OldPage old = Staff();
  old.url += "?from=7";
  EXPECT_EQ(Find(old).verdict, Verdict::kNotGone);
}

TEST_F(SiteSearchProofTest, OnePageUnderTwoSpellingsIsOne) {
  const std::vector<std::vector<std::string>> spellings = {
      {"/staff/", "/staff/index.html"}, {"/staff", "/staff/"}, {"/staff/index.php", "/staff"}};
  for (const auto& paths : spellings) {
    site_ = FakeSite();
    SitePage& home = site_.Put("/", "Home", Prose("home"));
    for (const std::string& path : paths) {
      home.links.push_back({.url = Fake(path), .anchor = Staff().title});
      PutStaff(Fake(path));
    }
    const SearchResult result = Find(Staff());
    EXPECT_EQ(result.verdict, Verdict::kFound) << paths[0] << ": " << result.explanation;
    EXPECT_EQ(result.candidates[0].url, Fake(paths[0]));
    EXPECT_THAT(site_.asked, Not(Contains(Fake(paths[1]))));
  }
}

TEST_F(SiteSearchProofTest, OnePageOverHttpAndHttpsIsOne) {
  const std::string secure = "https://www.site.test/staff/";
  SitePage& home = site_.Put("/", "Home", Prose("home"));
  home.links.push_back({.url = Fake("/staff/"), .anchor = Staff().title});
  home.links.push_back({.url = secure, .anchor = Staff().title});
  PutStaff(Fake("/staff/"));
  PutStaff(secure);
  EXPECT_EQ(Find(Staff()).verdict, Verdict::kFound);
}

TEST_F(SiteSearchProofTest, IfOneSpellingIsDeadTheOtherIsAsked) {
  site_.Put("/", "Home", Prose("home"), {{"/staff", "Staff"}, {"/staff/", "Staff"}});
  PutStaff(Fake("/staff/"));
  const SearchResult result = Find(Staff());
  EXPECT_EQ(result.verdict, Verdict::kFound) << result.explanation;
  EXPECT_EQ(result.candidates[0].url, Fake("/staff/"));
}

TEST_F(SiteSearchProofTest, ASpellingThatTurnsUpLaterIsAskedToo) {
  // An archive knows who linked to it; that is dead, as it was spelt.
  site_.Put("/", "Home", Prose("home"), {{"/news/", "News"}});
  site_.Put("/news/", "News", Prose("news"), {{"/7", "Seven"}});
  PutStaff(Fake("/7"));
  OldPage old = Staff();
  old.linked_from = {Fake("/news/index.html")};
  EXPECT_EQ(Find(old).verdict, Verdict::kFound);
  site_.Forget();
  site_.forbids = [](std::string_view url) { return url.ends_with(".html"); };
  old.url = Fake("/people");
  EXPECT_EQ(Find(old).verdict, Verdict::kFound);
}

TEST_F(SiteSearchProofTest, WhoSendsEverythingToOnePageIsLeftAlone) {
  SitePage& home = site_.Put("/", "Home", Prose("home"));
  for (int i = 0; i < 300; ++i)
    home.links.push_back({.url = Fake("/p/" + std::to_string(i)), .anchor = std::to_string(i)});
  site_.Put("/blocked", "Too many requests", Prose("blocked"));
  for (int i = 0; i < 300; ++i) {
    if (i < 20) {
      site_.Put("/p/" + std::to_string(i), "Page", Prose("p" + std::to_string(i)));
    } else {
      site_.Redirect("/p/" + std::to_string(i), Fake("/blocked"));
    }
  }
  const SearchResult result = Find(Staff());
  EXPECT_EQ(result.verdict, Verdict::kNotFound);
  EXPECT_THAT(result.explanation, HasSubstr("all the same page"));
  EXPECT_LE(result.requests, 40);
}

TEST_F(SiteSearchProofTest, FoldersThatMayNotBeListedAreNoRefusal) {
  const std::string deep = Fake("/a/b/c/d/e/people.html");
  for (const char* folder : {"/a/b/c/d/e/", "/a/b/c/d/", "/a/b/c/", "/a/b/", "/a/"})
    site_.pages[Fake(folder)] = {.answer = SiteAnswer::kRefused, .status = 403};
  site_.Put("/", "Home", Prose("home"), {{"/team", "Team"}});
  PutStaff(Fake("/team"));
  OldPage old = Staff();
  old.url = deep;
  const SearchResult result = Find(old);
  EXPECT_EQ(result.verdict, Verdict::kFound) << result.explanation;
  EXPECT_LE(std::ranges::count_if(site_.asked,
                                  [](const std::string& url) {
                                    return url.starts_with(Fake("/a/")) && url.ends_with('/');
                                  }),
            2);
}

TEST_F(SiteSearchProofTest, SitesThatSay403ForWhatIsGone) {
  site_.otherwise = [](const std::string&) {
    return SitePage{.answer = SiteAnswer::kRefused, .status = 403};
  };
  site_.Put("/", "Home", Prose("home"), {{"/about/people/", "Staff of the institute"}});
  site_.Put("/about/people/", Staff().title, Prose("new"));
  const SearchResult result = Find({.url = Fake("/old/people.html"), .title = Staff().title});
  EXPECT_EQ(result.verdict, Verdict::kFound) << result.explanation;
}

TEST_F(SiteSearchProofTest, WhoRefusesIsNotAskedForAProof) {
  SitePage& home = site_.Put("/", "Home", Prose("home"));
  home.links.push_back({.url = Fake("/team"), .anchor = Staff().title});
  for (int i = 0; i < 50; ++i)
    home.links.push_back({.url = Fake("/staff" + std::to_string(i)), .anchor = Staff().title});
  site_.Put("/team", Staff().title, Prose("new"));
  site_.ban_after = 5;
  const SearchResult result = Find({.url = Staff().url, .title = Staff().title});
  EXPECT_NE(result.verdict, Verdict::kFound);
  EXPECT_LE(result.requests, 5 + 3);
}

TEST_F(SiteSearchProofTest, AMadeUpUrlIsNotFollowedToOtherSites) {
  site_.otherwise = [](const std::string& url) {
    if (url.starts_with(kFakeSite) && url.ends_with("people.html"))
      return SitePage{.answer = SiteAnswer::kRedirect, .status = 302, .location = Fake("/team")};
    if (url == Fake("/team")) {
      SitePage page{.answer = SiteAnswer::kPage, .status = 200, .title = Staff().title};
      page.text = Prose("new");
      return page;
    }
    return SitePage{
        .answer = SiteAnswer::kRedirect, .status = 302, .location = "http://victim.test/?" + url};
  };
  Find({.url = Staff().url, .title = Staff().title}, 30);
  const auto to_victim = std::ranges::count_if(
      site_.asked, [](const std::string& url) { return url.starts_with("http://victim.test/"); });
  EXPECT_LE(to_victim, 3);
}

TEST_F(SiteSearchProofTest, ALinkThatOnlyTheLostPageMakesProvesNothing) {
  // It offers a search for the last name of whatever is asked for, and searches find something.
  for (const int status : {200, 404}) {
    site_.Forget();
    site_.otherwise = [&](const std::string& url) {
      const std::string name = url.substr(url.rfind('/') + 1);
      SitePage page{.answer = SiteAnswer::kPage, .status = 200, .title = "Search: " + name};
      page.text = Prose(name);
      if (url.starts_with(Fake("/search/"))) return page;
      page.answer = status == 200 ? SiteAnswer::kPage : SiteAnswer::kGone;
      page.status = status;
      page.title = name;
      page.links = {{.url = Fake("/search/" + name), .anchor = "Search for " + name}};
      return page;
    };
    const OldPage old = {.url = Fake("/people/annual-report-of-the-meeting")};
    const SearchResult result = Find(old);
    EXPECT_EQ(result.verdict, Verdict::kNotFound) << status << ": " << result.candidates[0].url;
  }
}

TEST_F(SiteSearchProofTest, WhereEveryUrlIsAnotherPageLinksProveNothing) {
  int asked = 0;
  site_.otherwise = [&](const std::string& url) {
    const std::string name = url.substr(url.rfind('/') + 1);
    SitePage page{.answer = SiteAnswer::kPage, .status = 200, .title = name};
    page.text = Prose("random" + std::to_string(++asked));
    page.links = {{.url = Fake("/best/our-opening-hours"), .anchor = "our opening hours"},
                  {.url = Fake("/x/" + std::to_string(asked)), .anchor = "more"}};
    return page;
  };
  EXPECT_EQ(Find({.url = Fake("/our-opening-hours.html")}).verdict, Verdict::kNotFound);
}

TEST_F(SiteSearchProofTest, DeadNumbersInPathsAreSoft404s) {
  site_.otherwise = [](const std::string& url) {
    const bool has_number = url.starts_with(Fake("/news/")) && url.back() >= '0' &&
                            url.back() <= '9' && url.find("zq") == std::string::npos;
    return has_number ? NoSuchThing() : SitePage{.answer = SiteAnswer::kGone};
  };
  site_.Put("/", "Home", Prose("home"));
  EXPECT_EQ(Find({.url = Fake("/news/12345")}).verdict, Verdict::kNotFound);
}

TEST_F(SiteSearchProofTest, AnotherNumberMayBeAnotherPage) {
  site_.otherwise = [](const std::string& url) {
    if (!url.starts_with(Fake("/news/")) || url.find("zq") != std::string::npos)
      return SitePage{.answer = SiteAnswer::kGone};
    SitePage page{.answer = SiteAnswer::kPage, .status = 200, .title = "News " + url};
    page.text = Prose(url);
    return page;
  };
  EXPECT_EQ(Find({.url = Fake("/news/12345")}).verdict, Verdict::kNotGone);
}

TEST_F(SiteSearchProofTest, AnyNameBehindANumberIsThePage) {
  const std::string page = Fake("/questions/7/the-staff");
  PutStaff(page);
  site_.otherwise = [&](const std::string& url) {
    if (!url.starts_with(Fake("/questions/7/"))) return SitePage{.answer = SiteAnswer::kGone};
    return SitePage{.answer = SiteAnswer::kRedirect, .status = 301, .location = page};
  };
  OldPage old = Staff();
  old.url = page;
  EXPECT_EQ(Find(old).verdict, Verdict::kNotGone);
}

TEST_F(SiteSearchProofTest, ASectionThatAllItsLostPagesAreSentToIsNoAnswer) {
  // All pages have one title, and a part of their text in common.
  SitePage& home = site_.Put("/", "ACME Shop", Prose("acme", 30));
  home.links.push_back({.url = Fake("/products/"), .anchor = "Products"});
  site_.Put("/products/", "ACME Shop", Prose("acme", 30) + Prose("list", 40));
  for (const char* place : {"/products/", "/en/"}) {
    site_.Forget();
    site_.Put(place, "ACME Shop", Prose("acme", 30) + Prose("list", 40));
    site_.otherwise = [&](const std::string& url) {
      if (!url.starts_with(Fake(place)))
        return SitePage{.answer = SiteAnswer::kRedirect, .status = 301, .location = Fake("/")};
      return SitePage{.answer = SiteAnswer::kRedirect, .status = 302, .location = Fake(place)};
    };
    const OldPage old = {.url = Fake(std::string(place) + "blue-lamp.html"),
                         .title = "ACME Shop",
                         .text = Prose("acme", 30) + Prose("lamp", 40)};
    EXPECT_EQ(Find(old).verdict, Verdict::kNotFound) << place;
    OldPage with_title = old;
    with_title.text.clear();
    site_.Forget();
    EXPECT_EQ(Find(with_title).verdict, Verdict::kNotFound) << place;
    site_.pages.erase(Fake(place));
  }
}

TEST_F(SiteSearchProofTest, OnePageWithQueriesAndEndingsIsOne) {
  SitePage& home = site_.Put("/", "Home", Prose("home"));
  for (const char* path : {"/site/staff.html?from=menu", "/site/staff.html", "/site/staff"}) {
    home.links.push_back({.url = Fake(path), .anchor = "Staff"});
    PutStaff(Fake(path));
  }
  const SearchResult result = Find(Staff());
  EXPECT_EQ(result.verdict, Verdict::kFound) << result.explanation;
  EXPECT_THAT(result.candidates[0].url, testing::Not(HasSubstr("?")));
}

TEST_F(SiteSearchProofTest, WhoGivesOnePageWithAnotherNumberToEverythingIsLeftAlone) {
  SitePage& home = site_.Put("/", "Home", Prose("home"));
  for (int i = 0; i < 300; ++i)
    home.links.push_back({.url = Fake("/p/" + std::to_string(i)), .anchor = std::to_string(i)});
  site_.otherwise = [](const std::string& url) {
    if (!url.starts_with(Fake("/p/"))) return SitePage{.answer = SiteAnswer::kGone};
    SitePage page{.answer = SiteAnswer::kPage, .status = 200, .title = "Are you a robot?"};
    page.text = Prose("robot", 100) + "ray " + url;
    return page;
  };
  const SearchResult result = Find(Staff());
  EXPECT_THAT(result.explanation, HasSubstr("all the same page"));
  EXPECT_LE(result.requests, 20);
}

TEST_F(SiteSearchProofTest, WhoSendsEverythingToADeadHostIsLeftAlone) {
  SitePage& home = site_.Put("/", "Home", Prose("home"));
  for (int i = 0; i < 300; ++i) {
    home.links.push_back({.url = Fake("/p/" + std::to_string(i)), .anchor = std::to_string(i)});
    site_.Redirect("/p/" + std::to_string(i), "http://elsewhere.test:9/x");
  }
  site_.pages["http://elsewhere.test:9/x"] = {.answer = SiteAnswer::kDown};
  EXPECT_LE(Find(Staff()).requests, 20);
}

TEST_F(SiteSearchProofTest, APageThatChangedInItsPlaceIsThePage) {
  // An archive knows that the URL was there, which is no surprise.
  site_.Put("/", "Home", Prose("home"), {{"/people.html", "People"}});
  site_.Put("/people.html", Staff().title, Prose("staff", 15) + Prose("new", 60));
  const SearchResult result =
      FindMoved(Staff(), site_, {.budget = 100, .is_known = [](std::string_view) { return true; }});
  EXPECT_EQ(result.verdict, Verdict::kNotGone) << result.explanation;
  EXPECT_THAT(result.explanation, HasSubstr("has changed"));
  EXPECT_THAT(result.candidates[0].reasons, Contains("it is at the old URL"));
}

TEST_F(SiteSearchProofTest, WhereTheOldUrlSendsToIsSaidIfItCannotBeRead) {
  site_.Put("/", "Home", Prose("home"));
  site_.Redirect("/people.html", "http://[::1]:80/");
  site_.pages["http://[::1]:80/"] = {.answer = SiteAnswer::kDown};
  EXPECT_THAT(Find(Staff()).explanation, HasSubstr("http://[::1]:80/, which couldn't be read"));
}

TEST_F(SiteSearchProofTest, LinksThatRobotsTxtForbidsAreSaid) {
  site_.Put("/", "Home", Prose("home"), {{"/about", "About"}, {"/team/members", "Our people"}});
  site_.Put("/about", "About us", Prose("about"));
  site_.forbids = [](std::string_view url) { return url.starts_with(Fake("/team/")); };
  EXPECT_THAT(Find(Staff()).explanation, HasSubstr("obots.txt forbids"));
}

TEST_F(SiteSearchProofTest, AReasonNamesThePageWithTheseWords) {
  site_.Put("/", "Home", Prose("home"), {{"/a", "Rooms"}, {"/team", "Enter"}});
  site_.Put("/a", "Rooms", Prose("rooms"), {{"/team", Staff().title}});
  site_.sitemap = {Fake("/team"), Fake("/a")};
  site_.Put("/team", "Us", Prose("us"));
  const SearchResult result = Find({.url = Staff().url, .title = Staff().title});
  ASSERT_FALSE(result.candidates.empty());
  const auto team = std::ranges::find(result.candidates, Fake("/team"), &Candidate::url);
  ASSERT_NE(team, result.candidates.end());
  EXPECT_THAT(team->reasons, Contains(StartsWith("linked from /a as “Staff")));
}

TEST_F(SiteSearchProofTest, ALinkedPageIsProvedWhereDeadNumbersAreAllTheSame) {
  site_.Put("/", "Home", Prose("home"), {{"/view.php?id=77", Staff().title}});
  site_.Put("/view.php?id=77", Staff().title, Prose("new"));
  site_.otherwise = [](const std::string& url) {
    return url.starts_with(Fake("/view.php?")) ? NoSuchThing()
                                               : SitePage{.answer = SiteAnswer::kGone};
  };
  const SearchResult result = Find({.url = Fake("/view.php?id=12"), .title = Staff().title});
  EXPECT_EQ(result.verdict, Verdict::kFound) << result.explanation;
}

TEST_F(SiteSearchProofTest, ANumberThatChoosesNothingHidesNothing) {
  // The last number is the page of a list that there is but one of; and any name is sent to the
  // page.
  SitePage page{.answer = SiteAnswer::kPage, .status = 200, .title = Staff().title};
  page.text = Prose("new");
  site_.otherwise = [&](const std::string& url) {
    if (url.starts_with(Fake("/view.php?id=77&page="))) return page;
    if (url.starts_with(Fake("/questions/7/")))
      return SitePage{
          .answer = SiteAnswer::kRedirect, .status = 301, .location = Fake("/questions/7/top-10")};
    return SitePage{.answer = SiteAnswer::kGone};
  };
  site_.Put("/", "Home", Prose("home"), {{"/view.php?id=77&page=1", Staff().title}});
  EXPECT_EQ(Find({.url = Fake("/view.php?id=12"), .title = Staff().title}).verdict,
            Verdict::kFound);
  site_.Forget();
  PutStaff(Fake("/questions/7/top-10"));
  OldPage old = Staff();
  old.url = Fake("/questions/7/top-10");
  EXPECT_EQ(Find(old).verdict, Verdict::kNotGone);
}

TEST_F(SiteSearchProofTest, A500ForWhatNobodyMadeIsNoPage) {
  site_.Put("/", "Home", Prose("home"), {{"/about/people", Staff().title}});
  site_.Put("/about/people", Staff().title, Prose("new"));
  site_.otherwise = [](const std::string& url) {
    return SitePage{
        .answer = url.starts_with(Fake("/about/")) ? SiteAnswer::kDown : SiteAnswer::kGone,
        .status = url.starts_with(Fake("/about/")) ? 500 : 404};
  };
  EXPECT_EQ(Find({.url = Staff().url, .title = Staff().title}).verdict, Verdict::kFound);
}

TEST_F(SiteSearchProofTest, APageThatLinksToItselfIsNotLinkedTo) {
  site_.otherwise = [](const std::string& url) {
    const std::string name = url.substr(url.rfind('/') + 1);
    SitePage page{.answer = SiteAnswer::kPage, .status = 200, .title = "Search: " + name};
    if (!url.starts_with(Fake("/search/"))) {
      page.answer = SiteAnswer::kGone;
      page.status = 404;
      page.links = {{.url = Fake("/search/" + name), .anchor = "Search for " + name}};
    } else if (name.starts_with("zq")) {
      page.text = Prose("nothing");
    } else {
      page.text = Prose(name);
      page.links = {{.url = url, .anchor = name}, {.url = url + "?page=2", .anchor = "2"}};
    }
    return page;
  };
  EXPECT_EQ(Find({.url = Fake("/people/annual-report-of-the-meeting")}).verdict,
            Verdict::kNotFound);
}

TEST_F(SiteSearchProofTest, OtherQueriesOfOnePageThatAreSentToItAreNoBan) {
  SitePage& home = site_.Put("/", "Home", Prose("home"), {{"/topic", "Staff"}});
  site_.Put("/topic", "Topic", Prose("topic"));
  for (int i = 0; i < 20; ++i) {
    const std::string path = "/topic?staff=" + std::to_string(i);
    home.links.push_back({.url = Fake(path), .anchor = Staff().title});
    site_.Redirect(path, Fake("/topic"));
  }
  home.links.push_back({.url = Fake("/z"), .anchor = "z"});
  PutStaff(Fake("/z"));
  EXPECT_EQ(Find(Staff()).verdict, Verdict::kFound);
}

TEST_F(SiteSearchProofTest, APageInPlaceIsNotMistakenForWhatIsForbidden) {
  PutStaff(Staff().url);
  site_.pages[Staff().url].links = {{.url = Fake("/print/people.html"), .anchor = Staff().title}};
  site_.otherwise = [](const std::string&) { return NoSuchThing(); };
  site_.forbids = [](std::string_view url) { return url.starts_with(Fake("/print/")); };
  const SearchResult result = Find(Staff());
  EXPECT_EQ(result.verdict, Verdict::kNotGone);
  EXPECT_THAT(result.explanation, HasSubstr("nothing says that it is another one"));
}

}  // namespace
}  // namespace meguri::moved
