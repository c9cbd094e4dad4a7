// FindMoved() on sites of a few pages that mislead, loop or are in pieces.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/moved/staff_search.h"

namespace meguri::moved {
namespace {

constexpr std::string_view kWww = "https://www.site.test";

std::string Www(std::string_view path) { return std::string(kWww) + std::string(path); }

class SiteSearchTest : public StaffSearchTest {};

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

// A manual whose page was put away into a folder that robots.txt forbids, with a copy in another.
TEST_F(SiteSearchTest, ACopyIsNoAnswerWhereRobotsTxtHidesAPageAsGood) {
  const std::string anchor = "Staff of the institute";
  site_.Put("/", "Home", "Welcome", {{"/a/people.html", anchor}, {"/b/people.html", anchor}});
  PutStaff(Fake("/a/people.html"));
  site_.forbids = [](std::string_view url) { return url.find("/b/") != std::string_view::npos; };
  const SearchResult result = Find(Staff());
  EXPECT_EQ(result.verdict, Verdict::kNotFound);
  EXPECT_THAT(result.explanation, testing::HasSubstr("robots.txt forbids"));
  ASSERT_EQ(result.candidates.size(), 2);
  const Candidate& hidden = result.candidates[result.candidates[0].is_read ? 1 : 0];
  EXPECT_FALSE(hidden.is_read);
  EXPECT_EQ(hidden.url, Fake("/b/people.html"));
  EXPECT_THAT(hidden.reasons, testing::Contains("robots.txt forbids to read it"));
  EXPECT_THAT(site_.asked, testing::Not(testing::Contains(Fake("/b/people.html"))));
}

TEST_F(SiteSearchTest, WhatIsForbiddenAndUnlikeThePageDoesntMatter) {
  site_.Put("/", "Home", "Welcome", {{"/a/people.html", "Staff"}, {"/b/login", "Log in"}});
  PutStaff(Fake("/a/people.html"));
  site_.forbids = [](std::string_view url) { return url.find("/b/") != std::string_view::npos; };
  EXPECT_EQ(Find(Staff()).verdict, Verdict::kFound);
}

TEST_F(SiteSearchTest, NoConfidenceWhereTheOldPlaceIsHidden) {
  OldPage old = Staff();
  old.url = Fake("/v1/people.html");
  site_.Put("/", "Home", "Welcome", {{"/v2/people.html", "Staff of the institute"}});
  PutStaff(Fake("/v2/people.html"));
  EXPECT_EQ(Find(old).verdict, Verdict::kFound);
  site_.forbids = [](std::string_view url) { return url.find("/v1/") != std::string_view::npos; };
  FakeSite hidden;
  hidden.pages = site_.pages;
  hidden.forbids = site_.forbids;
  const SearchResult result = FindMoved(old, hidden, {});
  EXPECT_EQ(result.verdict, Verdict::kNotFound);
  EXPECT_THAT(result.explanation, testing::HasSubstr("Robots.txt hides a part"));
  EXPECT_EQ(result.candidates[0].url, Fake("/v2/people.html"));
}

TEST_F(SiteSearchTest, NoConfidenceInOneVersionWhereOthersAreHidden) {
  site_.Put("/", "Home", "Welcome", {{"/latest/people.html", "Staff of the institute"}});
  PutStaff(Fake("/latest/people.html"));
  FakeSite hidden;
  hidden.pages = site_.pages;
  EXPECT_EQ(Find(Staff()).verdict, Verdict::kFound);
  hidden.forbidden_paths = {"/tmp", "/v1_3/"};
  const SearchResult result = FindMoved(Staff(), hidden, {});
  EXPECT_EQ(result.verdict, Verdict::kNotFound);
  EXPECT_THAT(result.explanation, testing::HasSubstr("Robots.txt hides a part"));
}

TEST_F(SiteSearchTest, WhatNobodyReadIsNoLikelierThanWhatWasRead) {
  site_.Put("/", "Home", "Welcome",
            {{"/x/17", "Item 17"}, {"/b/people.html", "Staff of the institute"}});
  PutStaff(Fake("/x/17"));
  site_.forbids = [](std::string_view url) { return url.find("/b/") != std::string_view::npos; };
  const SearchResult result = Find(Staff());
  ASSERT_EQ(result.candidates.size(), 2);
  EXPECT_NEAR(result.candidates[0].score, 0.5, 0.05);
  EXPECT_NEAR(result.candidates[1].score, 0.5, 0.05);
}

TEST_F(SiteSearchTest, ThePageWithAForbiddenQueryIsThePage) {
  site_.Put("/", "Home", "Welcome",
            {{"/team/people.html", "Staff"},
             {"/team/people.html?print=1", "Staff"},
             {"/team/people.html?lang=de", "Staff"}});
  PutStaff(Fake("/team/people.html"));
  site_.forbids = [](std::string_view url) { return url.find('?') != std::string_view::npos; };
  EXPECT_EQ(Find(Staff()).verdict, Verdict::kFound);
}

TEST_F(SiteSearchTest, AForbiddenGuessIsNoPage) {
  OldPage old = Staff();
  old.url = Fake("/docs/people.html");
  site_.Put("/", "Home", "Welcome",
            {{"/v2/docs/a.html", "A"}, {"/v2/docs/b.html", "B"}, {"/x/17", "Staff"}});
  PutStaff(Fake("/x/17"));
  site_.forbids = [](std::string_view url) { return url.find("/v2/") != std::string_view::npos; };
  const SearchResult result = Find(old);
  EXPECT_EQ(result.verdict, Verdict::kFound) << result.explanation;
  EXPECT_EQ(result.candidates[0].url, Fake("/x/17"));
}

TEST_F(SiteSearchTest, FoldersOfDatesAreNoVersions) {
  site_.Put("/", "Home", "Welcome",
            {{"/2024/05/people/", "Staff"}, {"/2024/04/other/feed/", "Feed"}});
  PutStaff(Fake("/2024/05/people/"));
  site_.forbids = [](std::string_view url) { return url.ends_with("/feed/"); };
  site_.forbidden_paths = {"/*/feed/", "/2019/", "/dev/"};
  EXPECT_EQ(Find(Staff()).verdict, Verdict::kFound);
}

TEST_F(SiteSearchTest, APageThatIsThereAndGoesOnByItselfIsNotGone) {
  SitePage& page = site_.Put("/people.html", Staff().title, Staff().text);
  page.refresh = Fake("/people2.html");
  site_.Put("/people2.html", "Others", Prose("others"));
  EXPECT_EQ(Find(Staff()).verdict, Verdict::kNotGone);
}

TEST_F(SiteSearchTest, MostIsForbiddenIsSaid) {
  SitePage& home = site_.Put("/", "Home", "Welcome");
  for (int i = 0; i < 20; ++i)
    home.links.push_back({.url = Fake("/p/" + std::to_string(i)), .anchor = "Page"});
  site_.forbids = [](std::string_view url) { return url.find("/p/") != std::string_view::npos; };
  EXPECT_THAT(Find(Staff()).explanation, testing::HasSubstr("Robots.txt forbids most"));
}

TEST_F(SiteSearchTest, APageThatOnlySendsOnIsNoPage) {
  site_.Put("/people.html", "", "").refresh = Fake("/team/");
  site_.Put("/", "Home", "Welcome");
  PutStaff(Fake("/team/"));
  const SearchResult by_url = Find({.url = Fake("/people.html")});
  EXPECT_NE(by_url.verdict, Verdict::kNotGone);
  ASSERT_FALSE(by_url.candidates.empty());
  EXPECT_EQ(by_url.candidates[0].url, Fake("/team/"));
  const SearchResult result = Find(Staff());
  EXPECT_EQ(result.verdict, Verdict::kFound);
  EXPECT_EQ(result.candidates[0].url, Fake("/team/"));
}

TEST_F(SiteSearchTest, PagesThatSendToEachOtherEnd) {
  site_.Put("/people.html", "", "").refresh = Fake("/a");
  site_.Put("/a", "", "").refresh = Fake("/b");
  site_.Put("/b", "", "").refresh = Fake("/a");
  const SearchResult result = Find(Staff());
  EXPECT_EQ(result.verdict, Verdict::kNotFound);
  EXPECT_LE(result.requests, 10);
  EXPECT_THAT(result.explanation, testing::HasSubstr("in a circle"));
}

TEST_F(SiteSearchTest, ALikelyPageEndsTheSearchSoon) {
  SitePage& home = site_.Put("/", "Home", "Welcome", {{"/team/people.html", "Staff"}});
  for (int i = 0; i < 200; ++i) {
    const std::string path = "/news/" + std::to_string(i);
    home.links.push_back({.url = Fake(path), .anchor = "Item " + std::to_string(i)});
    site_.Put(path, "Item", Prose("item" + std::to_string(i)));
  }
  PutStaff(Fake("/team/people.html"));
  site_.pages[Fake("/team/people.html")].title = "Our staff";
  const SearchResult result = Find(Staff());
  EXPECT_EQ(result.verdict, Verdict::kFound);
  EXPECT_LE(result.requests, 15);
}

TEST_F(SiteSearchTest, ThePageThatLinkedToItIsAskedEarly) {
  SitePage& home = site_.Put("/", "Home", "Welcome");
  for (int i = 0; i < 50; ++i) {
    const std::string path = "/news/" + std::to_string(i);
    home.links.push_back({.url = Fake(path), .anchor = "Item " + std::to_string(i)});
    site_.Put(path, "Item", Prose("item" + std::to_string(i)));
  }
  site_.Put("/about/who/", "Who is who", Prose("who"), {{"/about/who/3", "Staff"}});
  PutStaff(Fake("/about/who/3"));
  OldPage old = Staff();
  EXPECT_EQ(Find(old).verdict, Verdict::kNotFound) << "nothing on the site leads there";
  FakeSite again;
  again.pages = site_.pages;
  old.linked_from = {Fake("/about/who/")};
  const SearchResult result = FindMoved(old, again, {});
  EXPECT_EQ(result.verdict, Verdict::kFound);
  EXPECT_LE(result.requests, 6);
}

TEST_F(SiteSearchTest, WholeFoldersThatAreGoneAreNotGoneThrough) {
  OldPage old = Staff();
  old.url = Fake("/api/institute.people.html");
  for (const char* name : {"tree", "index", "Staff", "Office", "Help", "Rooms", "Phones", "Map"})
    old.linked_from.push_back(Fake("/api/institute.people." + std::string(name) + ".html"));
  site_.Put("/", "Home", "Welcome", {{"/reference/people/", "Staff of the institute"}});
  PutStaff(Fake("/reference/people/"));
  EXPECT_EQ(Find(old).candidates[0].url, Fake("/reference/people/"));
  EXPECT_LE(site_.asked.size(), 6U) << testing::PrintToString(site_.asked);
}

TEST_F(SiteSearchTest, DeadPagesThatAreSentHomeAreDeadToo) {
  OldPage old = Staff();
  old.url = Fake("/api/institute.people.html");
  for (const char* name : {"tree", "index", "Staff", "Office", "Help", "Rooms", "Phones", "Map"}) {
    const std::string path = "/api/institute.people." + std::string(name) + ".html";
    old.linked_from.push_back(Fake(path));
    site_.Redirect(path, Fake("/"));
  }
  site_.Put("/", "Home", "Welcome", {{"/reference/people/", "Staff of the institute"}});
  PutStaff(Fake("/reference/people/"));
  EXPECT_EQ(Find(old).candidates[0].url, Fake("/reference/people/"));
  EXPECT_LE(site_.asked.size(), 6U) << testing::PrintToString(site_.asked);
}

// With the URL alone known there is nothing by which one 200 could be told from another.
TEST_F(SiteSearchTest, ARedirectIsNoAnswerIfEveryUrlIsSentOnToAPage) {
  site_.otherwise = [](const std::string& url) {
    if (!url.ends_with('/'))
      return SitePage{.answer = SiteAnswer::kRedirect, .status = 301, .location = url + "/"};
    SitePage page{.answer = SiteAnswer::kPage, .status = 200, .title = "Sorry"};
    page.text = Prose("nothing") + url;
    return page;
  };
  const SearchResult result = Find({.url = Fake("/docs/people")});
  EXPECT_EQ(result.verdict, Verdict::kNotFound);
  EXPECT_THAT(result.explanation, testing::HasSubstr("200 to everything"));
}

TEST_F(SiteSearchTest, ARedirectOfThisUrlAloneIsAnAnswer) {
  site_.Put("/", "Home", "Welcome");
  PutStaff(Fake("/team/people/"));
  site_.Redirect("/docs/people", Fake("/team/people/"));
  const SearchResult result = Find({.url = Fake("/docs/people")});
  EXPECT_EQ(result.verdict, Verdict::kFound) << result.explanation;
}

TEST_F(SiteSearchTest, AGuessByRuleIsNoAnswerWhereEveryGuessIsAPage) {
  RenameRules rules;
  rules.Learn(Fake("/cook"), Fake("/people/cook"));
  for (const bool redirects : {false, true}) {
    FakeSite site;
    site.otherwise = [&](const std::string& url) {
      const bool is_people = url.starts_with(Fake("/people/"));
      if (is_people && redirects) {
        return SitePage{.answer = SiteAnswer::kRedirect,
                        .location = Fake("/error" + url.substr(kFakeSite.size()))};
      }
      SitePage page{.answer = SiteAnswer::kGone, .status = 404};
      if (is_people || url.starts_with(Fake("/error/"))) page.answer = SiteAnswer::kPage;
      page.text = Prose("sorry");
      return page;
    };
    const OldPage keeper{.url = Fake("/keeper")};
    EXPECT_EQ(FindMoved(keeper, site, {.rules = &rules}).verdict, Verdict::kNotFound) << redirects;
  }
}

TEST_F(SiteSearchTest, LinksToSilentHostsBesideItAreLeftAlone) {
  for (const bool one_host : {true, false}) {
    FakeSite site;
    SitePage& home = site.Put("/", "Home", "Welcome");
    for (int i = 0; i < 20'000; ++i) {
      const std::string number = std::to_string(i);
      const std::string host = one_host ? "gone" : "gone" + number;
      home.links.push_back({.url = "http://" + host + ".site.test/" + number, .anchor = "Staff"});
    }
    site.otherwise = [](const std::string& url) {
      const bool is_silent = url.find("//gone") != std::string::npos;
      return SitePage{.answer = is_silent ? SiteAnswer::kDown : SiteAnswer::kGone};
    };
    EXPECT_EQ(FindMoved(Staff(), site, {}).verdict, Verdict::kNotFound);
    EXPECT_LE(site.asked.size(), 15U) << one_host;
  }
}

TEST_F(SiteSearchTest, APageThatWasRewrittenInItsPlaceIsNotGone) {
  site_.Put("/", "Home", "Welcome", {{"/people.html", "Staff"}});
  site_.Put("/people.html", Staff().title, Staff().text.substr(0, 200) + Prose("others"));
  EXPECT_EQ(Find(Staff()).verdict, Verdict::kNotGone);
}

TEST_F(SiteSearchTest, AllThatIsLostIsSentToAPageThatRepeatsTheTitle) {
  site_.Put("/", "Home", "Welcome");
  site_.otherwise = [](const std::string& url) {
    const std::string path = url.substr(kFakeSite.size());
    if (!path.starts_with("/new/"))
      return SitePage{.answer = SiteAnswer::kRedirect, .location = Fake("/new" + path)};
    SitePage page{.answer = SiteAnswer::kPage, .status = 200, .title = Staff().title};
    page.text = "Sorry, we could not find " + path + " or anything that is like it";
    return page;
  };
  EXPECT_EQ(Find(Staff()).verdict, Verdict::kNotFound);
  FakeSite by_title;
  by_title.pages = site_.pages;
  by_title.otherwise = site_.otherwise;
  const OldPage titled{.url = Staff().url, .title = Staff().title};
  EXPECT_EQ(FindMoved(titled, by_title, {}).verdict, Verdict::kNotFound);
}

TEST_F(SiteSearchTest, ATitleInPlaceIsNoPageIfEveryUrlHasIt) {
  site_.otherwise = [](const std::string&) {
    SitePage page{.answer = SiteAnswer::kPage, .status = 200, .title = Staff().title};
    page.text = "Sorry, this page is no longer available";
    return page;
  };
  const SearchResult result = Find({.url = Staff().url, .title = Staff().title});
  EXPECT_EQ(result.verdict, Verdict::kNotFound);
  EXPECT_LE(result.requests, 20);
}

TEST_F(SiteSearchTest, AFolderThatAnswersToEverythingHasNoAnswer) {
  site_.Put("/", "Home", "Welcome", {{"/shop/people.html", "Staff of the institute"}});
  site_.otherwise = [](const std::string& url) {
    SitePage page{.answer = SiteAnswer::kGone, .status = 404};
    if (!url.starts_with(Fake("/shop/"))) return page;
    page.answer = SiteAnswer::kPage;
    page.title = "Shop: staff of the institute";
    page.text = "We could not find that product, please look at our other products";
    return page;
  };
  for (const OldPage& old : {OldPage{.url = Fake("/huts/people.html")},
                             OldPage{.url = Fake("/huts/people.html"), .title = Staff().title}}) {
    FakeSite site = site_;
    EXPECT_EQ(FindMoved(old, site, {}).verdict, Verdict::kNotFound) << old.title;
  }
}

TEST_F(SiteSearchTest, TheSameNameAndTitleAreNotThePageIfTheTextIsAnother) {
  site_.Put("/", "Home", "Welcome", {{"/alice/contact.html", "Contact"}, {"/z", "Other"}});
  site_.Put("/alice/contact.html", "Contact", Prose("alice"));
  OldPage old{.url = Fake("/bob/contact.html"), .title = "Contact", .text = Prose("bob")};
  EXPECT_EQ(Find(old).verdict, Verdict::kNotFound);
  FakeSite again = site_;
  old = {.url = Fake("/bob/contact.html")};
  EXPECT_EQ(FindMoved(old, again, {}).verdict, Verdict::kNotFound) << "many pages have that name";
  FakeSite by_title = site_;
  old.title = "Contact";
  EXPECT_EQ(FindMoved(old, by_title, {}).verdict, Verdict::kNotFound);
}

TEST_F(SiteSearchTest, TheFirstOfManyTwinsIsNoAnswer) {
  SitePage& home = site_.Put("/", "Home", "Welcome");
  for (const char* id : {"1004", "1005", "1006", "1010"}) {
    const std::string path = "/shop/item?id=" + std::string(id);
    home.links.push_back({.url = Fake(path), .anchor = "Bolt"});
    site_.Put(path, "Bolt", Prose("bolt") + " order number " + id);
  }
  const OldPage old{.url = Fake("/item.php?id=1008"),
                    .title = "Bolt",
                    .text = Prose("bolt") + " order number 1008"};
  EXPECT_EQ(Find(old).verdict, Verdict::kNotFound);
}

TEST_F(SiteSearchTest, AnEmptyAnswerIsNoPage) {
  site_.Put("/", "Home", "Welcome");
  site_.Put("/people.html", "", "");
  EXPECT_EQ(Find({.url = Fake("/people.html")}).verdict, Verdict::kNotFound);
}

TEST_F(SiteSearchTest, WhoGivesOnePageToAllThatIsAskedForIsNotAskedForEver) {
  SitePage& home = site_.Put("/", "Home", "Welcome");
  for (int i = 0; i < 60; ++i)
    home.links.push_back({.url = Fake("/" + std::to_string(i)), .anchor = "Item"});
  site_.otherwise = [](const std::string& url) {
    SitePage page{.answer = SiteAnswer::kGone, .status = 404};
    if (url == Staff().url) return page;
    page.answer = SiteAnswer::kPage;
    page.title = "Just a moment";
    page.text = "We are checking that you are no robot, please wait for a while";
    return page;
  };
  const SearchResult result = Find(Staff());
  EXPECT_EQ(result.verdict, Verdict::kNotFound);
  EXPECT_THAT(result.explanation, testing::HasSubstr("all the same page"));
  EXPECT_LE(result.requests, 15);
}

TEST_F(SiteSearchTest, WhyTheOldUrlSaysNothingIsSaid) {
  site_.Put("/", "Home", "Welcome");
  site_.pages[Fake("/people.html")] = {.answer = SiteAnswer::kRefused, .status = 403};
  EXPECT_THAT(Find(Staff()).explanation, testing::HasSubstr("The old URL answers 403"));
  FakeSite busy;
  busy.pages[Fake("/")] = {.answer = SiteAnswer::kRefused, .status = 429};
  busy.budget = 2;  // nobody waits for it
  EXPECT_EQ(FindMoved(Staff(), busy, {}).verdict, Verdict::kRefused);
}

}  // namespace
}  // namespace meguri::moved
