#include "app/find_moved/old_site.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace meguri::app {
namespace {

using testing::ElementsAre;

class OldSiteTest : public testing::Test {
 protected:
  static constexpr WallTime kDay1{std::chrono::hours(24)};
  static constexpr WallTime kDay2{std::chrono::hours(48)};

  url::SiteList sites_ = url::SiteList::System();
  OldSite site_{sites_, *url::Url::Parse("http://www.a.test/b/c/page.html#part")};
};

TEST_F(OldSiteTest, TheNewestCaptureCounts) {
  EXPECT_FALSE(site_.has_content());
  EXPECT_TRUE(site_.TakeCapture("<title>New</title><h1>N</h1><h4>n</h4>", "text/html", kDay2));
  EXPECT_TRUE(site_.TakeCapture("<title>Old</title>", "text/html", kDay1));
  EXPECT_TRUE(site_.has_content());
  EXPECT_EQ(site_.Page().url, "http://www.a.test/b/c/page.html");
  EXPECT_EQ(site_.Page().title, "New");
  EXPECT_THAT(site_.Page().headings, ElementsAre("N"));
}

TEST_F(OldSiteTest, WhatIsNoPageIsNone) {
  EXPECT_FALSE(site_.TakeCapture("\x89PNG", "image/png", kDay1));
  EXPECT_FALSE(site_.has_content());
}

TEST_F(OldSiteTest, OfItsSite) {
  EXPECT_TRUE(site_.IsOfSite("https://docs.a.test/x"));
  EXPECT_FALSE(site_.IsOfSite("http://b.test/"));
  EXPECT_FALSE(site_.IsOfSite("ftp://a.test/"));
  EXPECT_FALSE(site_.IsOfSite("no URL"));
}

TEST_F(OldSiteTest, UrlsAreKnownHoweverTheyAreSpelt) {
  EXPECT_TRUE(site_.IsThePage("https://a.test/b/c/page.html"));
  site_.AddKnown("http://www.a.test/x/", kDay1);
  EXPECT_TRUE(site_.Knows("https://a.test/x#top"));
  EXPECT_FALSE(site_.Knows("https://a.test/y"));
}

TEST_F(OldSiteTest, TheCommonestAnchorAndTheNearestPageFirst) {
  constexpr const char* kPage = "http://www.a.test/b/c/page.html";
  site_.AddLink("http://www.a.test/", kPage, "rare", kDay1);
  site_.AddLink("http://www.a.test/b/c/", kPage, "common", kDay1);
  site_.AddLink("http://www.a.test/b/", kPage, "common", kDay1);
  site_.AddLink("http://www.a.test/b/", kPage, "", kDay1);
  site_.AddLink("http://www.a.test/b/", "http://www.a.test/z", "elsewhere", kDay1);
  site_.AddLink(kPage, kPage, "to itself", kDay1);
  const moved::OldPage page = site_.Page();
  EXPECT_THAT(page.anchors, ElementsAre("common", "rare"));
  EXPECT_THAT(page.linked_from,
              ElementsAre("http://www.a.test/b/c/", "http://www.a.test/b/", "http://www.a.test/"));
  EXPECT_TRUE(site_.Knows("http://www.a.test/z"));
}

TEST_F(OldSiteTest, LinkPathsFromTheArchive) {
  site_.AddLink("http://www.a.test/", "http://www.a.test/b/index.html", "Section", kDay1);
  site_.AddLink("https://a.test/b/", "http://www.a.test/b/c/", "Part", kDay1);
  site_.AddLink("http://www.a.test/b/c/", "https://a.test/b/c/page.html", "Page", kDay1);
  site_.AddLink("http://www.a.test/b/c/page.html", "http://www.a.test/b/", "up", kDay1);
  site_.AddLink("http://www.a.test/b/", "http://www.a.test/", "Home", kDay1);
  const moved::OldPage page = site_.Page();
  EXPECT_THAT(page.linked_from, ElementsAre("http://www.a.test/b/c/", "http://www.a.test/b/"));
  EXPECT_THAT(page.way, ElementsAre("Part", "Section"));
}

// --- Archives that go on after the page was gone.

class SeenSinceTest : public OldSiteTest {
 protected:
  static constexpr const char* kPage = "http://www.a.test/b/c/page.html";
  static constexpr const char* kHome = "http://www.a.test/";
  static WallTime Hour(int hour) { return WallTime(std::chrono::hours(hour)); }

  void Capture(int hour) {
    site_.AddKnown(kPage, Hour(hour));
    site_.TakeCapture("<title>Old</title>", "text/html", Hour(hour));
  }
  void Link(std::string_view to, int hour) { site_.AddLink(kHome, to, "x", Hour(hour)); }
};

TEST_F(SeenSinceTest, WhatTheSameVisitSawWasThereToo) {
  Capture(10);
  Link("http://www.a.test/later-that-day", 20);
  Link("http://www.a.test/and-on", 40);
  EXPECT_TRUE(site_.Knows("http://www.a.test/later-that-day"));
  EXPECT_TRUE(site_.Knows("http://www.a.test/and-on"));
  EXPECT_THAT(site_.Page().seen_since, testing::IsEmpty());
}

TEST_F(SeenSinceTest, WhatALaterVisitSawIsNew) {
  Capture(10);
  Link("http://www.a.test/old", 11);
  Link("http://www.a.test/new", 100);
  Link("http://www.a.test/new", 101);
  Link("http://www.a.test/old", 101);
  EXPECT_TRUE(site_.Knows("http://www.a.test/old"));
  EXPECT_FALSE(site_.Knows("http://www.a.test/new"));
  EXPECT_THAT(site_.Page().seen_since, ElementsAre(moved::SiteLink{"http://www.a.test/new", "x"}));
}

TEST_F(SeenSinceTest, ALinkShowsThatThePageWasThereStill) {
  Capture(10);
  Link("http://www.a.test/between", 99);
  Link(kPage, 100);
  EXPECT_TRUE(site_.Knows("http://www.a.test/between"));
}

TEST_F(SeenSinceTest, NotWhenItWasFoundGone) {
  Capture(10);
  Link("http://www.a.test/before", 11);
  site_.TakeAbsence(Hour(12));
  Link("http://www.a.test/after", 13);
  Link(kPage, 100);  // links to what is gone live on
  EXPECT_TRUE(site_.Knows("http://www.a.test/before"));
  EXPECT_FALSE(site_.Knows("http://www.a.test/after"));
}

TEST_F(SeenSinceTest, ItWasGoneForAWhileAndCameBack) {
  site_.TakeAbsence(Hour(5));
  Capture(10);
  Link("http://www.a.test/beside", 11);
  EXPECT_TRUE(site_.Knows("http://www.a.test/beside"));
}

TEST_F(SeenSinceTest, AnArchiveThatOnlySawItGoneSaysNothingOfBefore) {
  Link("http://www.a.test/x", 10);
  Link(kPage, 10);
  site_.TakeAbsence(Hour(12));
  EXPECT_FALSE(site_.Knows("http://www.a.test/x"));
  EXPECT_EQ(site_.Page().anchors.size(), 1U);
}

TEST_F(SeenSinceTest, AnArchiveThatNeverSawItIsTakenForOneOfBefore) {
  Link("http://www.a.test/x", 10);
  Link("http://www.a.test/y", 1000);
  EXPECT_TRUE(site_.Knows("http://www.a.test/x"));
  EXPECT_TRUE(site_.Knows("http://www.a.test/y"));
}

TEST_F(SeenSinceTest, WhatTheUserSaysItWasComesBeforeCaptures) {
  EXPECT_TRUE(site_.TakeContent("<title>Said</title>"));
  Capture(10);
  EXPECT_EQ(site_.Page().title, "Said");
}

TEST(ArchivedLinksTest, PagesAreFoundHoweverTheyAreSpelt) {
  ArchivedLinks links(*url::Url::Parse("http://www.a.test/"));
  links.Add("http://www.a.test/x/index.html", "http://www.a.test/y", "Y");
  links.Add("https://a.test/x/", "http://www.a.test/z", "");
  for (const char* url : {"http://www.a.test/x", "https://www.a.test/x/", "http://a.test/x/?q"}) {
    const moved::SitePage* const page = links.Read(url);
    ASSERT_EQ(page->answer, moved::SiteAnswer::kPage) << url;
    EXPECT_EQ(page->links.size(), 2);
  }
  EXPECT_EQ(links.Read("http://www.a.test/y")->answer, moved::SiteAnswer::kGone);
  EXPECT_EQ(links.requests(), 0);
}

}  // namespace
}  // namespace meguri::app
