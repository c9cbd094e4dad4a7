// FindMoved() where the old URL doesn't just say 404: stubs, files, dead hosts, another spelling of
// the site; and where little is known of the page.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/moved/staff_search.h"

namespace meguri::moved {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class SiteSearchWhereTest : public StaffSearchTest {
 protected:
  void ExpectFound(const SearchResult& result, const std::string& url) {
    EXPECT_EQ(result.verdict, Verdict::kFound) << result.explanation;
    ASSERT_FALSE(result.candidates.empty());
    EXPECT_EQ(result.candidates[0].url, url);
  }
};

TEST_F(SiteSearchWhereTest, AStubWithTheOldTitleSendsOn) {
  site_.Put("/", "Home", "Welcome");
  site_.Put("/people.html", Staff().title, "").refresh = Fake("/about/people/");
  PutStaff(Fake("/about/people/"));
  ExpectFound(Find(Staff()), Fake("/about/people/"));
  site_.Forget();
  OldPage titled = Staff();
  titled.text.clear();
  ExpectFound(Find(titled), Fake("/about/people/"));
}

TEST_F(SiteSearchWhereTest, AnotherNameOfTheSiteLives) {
  for (const std::string host : {"https://site.test", "http://www.site.test"}) {
    SCOPED_TRACE(host);
    site_.pages.clear();
    site_.Forget();
    site_.otherwise = [host](const std::string& url) {
      return url.starts_with(host + "/") ? SitePage{.answer = SiteAnswer::kGone, .status = 404}
                                         : SitePage{.answer = SiteAnswer::kDown};
    };
    SitePage& home = site_.pages[host + "/"];
    home = {.answer = SiteAnswer::kPage, .status = 200, .title = "Home"};
    home.links = {{.url = host + "/team.html", .anchor = "Staff"},
                  {.url = Fake("/a.html"), .anchor = "Staff a"},
                  {.url = Fake("/b.html"), .anchor = "Staff b"},
                  {.url = Fake("/c.html"), .anchor = "Staff c"},
                  {.url = Fake("/d.html"), .anchor = "Staff d"}};
    PutStaff(host + "/team.html");
    ExpectFound(Find(Staff()), host + "/team.html");
    site_.pages.erase(host + "/team.html");
    PutStaff(host + "/people.html");  // where it always was
    site_.Forget();
    ExpectFound(Find(Staff()), host + "/people.html");
    EXPECT_LE(site_.requests(), 6);
  }
}

TEST_F(SiteSearchWhereTest, AllNamesOfTheSiteAreDown) {
  site_.otherwise = [](const std::string&) { return SitePage{.answer = SiteAnswer::kDown}; };
  const SearchResult result = Find(Staff());
  EXPECT_EQ(result.verdict, Verdict::kDown);
  EXPECT_LE(result.requests, 6);
}

TEST_F(SiteSearchWhereTest, A404AfterHttpsHasLinksToo) {
  site_.Put("/", "Home", "Welcome");
  site_.Redirect("/people.html", "https://site.test/people.html");
  SitePage gone{.answer = SiteAnswer::kGone, .status = 404};
  gone.links = {{.url = Fake("/x/7.html"), .anchor = "Did you mean this?"}};
  site_.otherwise = [gone](const std::string&) { return gone; };
  PutStaff(Fake("/x/7.html"));
  ExpectFound(Find(Staff()), Fake("/x/7.html"));
  site_.pages.erase(Fake("/x/7.html"));
  site_.Forget();
  EXPECT_THAT(Find(Staff()).explanation, Not(HasSubstr("couldn't be read")));
}

TEST_F(SiteSearchWhereTest, AHomePageWithTheVeryTextIsThePage) {
  site_.Put("/", "Home", "Welcome");
  site_.Redirect("/people.html", "http://people.site.test/");
  PutStaff("http://people.site.test/");
  ExpectFound(Find(Staff()), "http://people.site.test/");
}

TEST_F(SiteSearchWhereTest, AFileThatIsThereIsNotGone) {
  OldPage report{.url = Fake("/report.pdf")};
  site_.Put("/", "Home", "Welcome");
  site_.pages[report.url] = {.answer = SiteAnswer::kOther, .status = 200};
  const SearchResult result = Find(report);
  EXPECT_EQ(result.verdict, Verdict::kNotGone);
  EXPECT_THAT(result.explanation, HasSubstr("not compared"));
  // Where every URL is a file, or the old page was none, that says nothing.
  site_.Forget();
  site_.otherwise = [](const std::string&) {
    return SitePage{.answer = SiteAnswer::kOther, .status = 200};
  };
  EXPECT_EQ(Find(report).verdict, Verdict::kNotFound);
  site_.Forget();
  site_.otherwise = [](const std::string&) { return SitePage{.status = 404}; };
  report.text = Prose("report");
  EXPECT_EQ(Find(report).verdict, Verdict::kNotFound);
}

TEST_F(SiteSearchWhereTest, ANamesakeInAnotherFolderIsNoAnswerByItsName) {
  site_.Put("/", "Docs", "Welcome", {{"/python/", "Python"}, {"/about/", "About"}});
  site_.Put("/python/", "Python", Prose("python"),
            {{"/python/getting-started.html", "Getting started"}});
  site_.Put("/python/getting-started.html", "Getting started with Python", Prose("begin"));
  EXPECT_EQ(Find({.url = Fake("/java/getting-started.html")}).verdict, Verdict::kNotFound);
  site_.Forget();
  const OldPage titled{.url = Fake("/java/getting-started.html"),
                       .title = "Getting started with Java"};
  EXPECT_EQ(Find(titled).verdict, Verdict::kNotFound);
}

TEST_F(SiteSearchWhereTest, ANameInAQueryIsAName) {
  site_.Put("/", "Wiki", "Welcome",
            {{"/wiki/Other", "Other"}, {"/wiki/Getting_Started", "Read this first"}});
  for (int i = 0; i < 40; ++i)
    site_.pages[Fake("/")].links.push_back(
        {.url = Fake("/wiki/Page_" + std::to_string(i)), .anchor = "Page"});
  site_.Put("/wiki/Getting_Started", "Getting Started", Prose("begin"));
  (void)Find({.url = Fake("/index.php?title=Getting_Started")});
  const auto at = std::ranges::find(site_.asked, Fake("/wiki/Getting_Started"));
  EXPECT_LE(at - site_.asked.begin(), 4);
}

TEST_F(SiteSearchWhereTest, AChapterBesideItIsNoMadeUpNumber) {
  site_.Put("/", "Book", "Welcome");
  for (int i = 1; i <= 9; ++i) {
    const std::string path = "/book/chapter-" + std::to_string(i) + "/";
    site_.Put(path, "Chapter " + std::to_string(i), Prose("all") + Prose("c" + path));
    site_.pages[Fake("/")].links.push_back(
        {.url = Fake(path), .anchor = i == 3 ? "The mountain" : "Chapter"});
  }
  site_.pages[Fake("/book/chapter-3/")].title = "The mountain";
  const OldPage old{.url = Fake("/book/old/chapter-3.html"),
                    .title = "The mountain",
                    .anchors = {"The mountain"}};
  ExpectFound(Find(old), Fake("/book/chapter-3/"));
}

TEST_F(SiteSearchWhereTest, FoldersWithoutNumbersHideNoVersions) {
  site_.forbidden_paths = {"/dev/"};
  site_.Put("/", "Home", "Welcome", {{"/current/staff.html", "Staff"}});
  PutStaff(Fake("/current/staff.html"));
  ExpectFound(Find(Staff()), Fake("/current/staff.html"));
}

}  // namespace
}  // namespace meguri::moved
