#include "crawl/reading/link_finding.h"

#include <gmock/gmock.h>

namespace meguri {
namespace {

using html::LinkKind;
using testing::ElementsAre;

class LinkFindingTest : public testing::Test {
 protected:
  void Use(ScopeSettings settings) {
    scope_.emplace(*Scope::Create(settings, sites_));
    scope_->AddSeed(*url::Url::Parse("http://a.test/"));
    finding_.emplace(*scope_, sites_, fingerprints_, 1);
  }
  static LoggedLink Link(std::string url, LinkKind kind = LinkKind::kAnchor) {
    return {.kind = kind, .url = std::move(url)};
  }
  struct Texted : FoundUrl {
    std::string url;
  };
  static std::vector<Texted> WithTexts(const FoundUrls& found) {
    std::vector<Texted> urls;
    for (const FoundUrl& url : found.urls)
      urls.push_back({url, std::string(found.text(url))});
    return urls;
  }
  // The URLs that are found on http://a.test/p, in the order of their numbers.
  std::vector<Texted> Found(std::vector<LoggedLink> links, bool nofollow = false) {
    page_ = {};
    page_.links = std::move(links);
    scored_ = finding_->Prepare(from_, *url::Url::Parse("http://a.test/p"), nofollow, page_);
    std::uint64_t sequence = 100;
    std::vector<Texted> urls;
    for (const auto& [shard, found] : finding_->Found(page_, 0.5, 3, sequence))
      std::ranges::move(WithTexts(found), std::back_inserter(urls));
    std::ranges::sort(urls, {}, &FoundUrl::sequence);
    return urls;
  }
  static std::vector<std::string> Texts(const std::vector<Texted>& urls) {
    std::vector<std::string> texts;
    for (const Texted& url : urls)
      texts.push_back(url.url);
    return texts;
  }

  url::SiteList sites_ = url::SiteList::System();
  url::Fingerprinter fingerprints_{7};
  std::optional<Scope> scope_;
  std::optional<LinkFinding> finding_;
  StoredUrl from_{.depth = 2};
  LoggedPage page_;
  std::size_t scored_ = 0;
};

TEST_F(LinkFindingTest, EachTargetCountsOnceAndNotThePageItself) {
  Use({.kind = ScopeKind::kAny});
  const auto urls = Found({Link("http://a.test/x"), Link("http://a.test/x"),
                           Link("http://a.test/p"), Link("http://b.test/y")});
  EXPECT_EQ(scored_, 2U);
  EXPECT_THAT(Texts(urls), ElementsAre("http://b.test/y", "http://a.test/x", "http://a.test/x",
                                       "http://a.test/p"))
      << "those on other hosts first";
  EXPECT_EQ(urls[1].share, 0.5);
  EXPECT_EQ(urls[2].share, 0);
  EXPECT_EQ(urls[3].share, 0);
  EXPECT_EQ(urls[0].depth, 3U);
}

TEST_F(LinkFindingTest, WhatIsOutsideCountsButGetsNothing) {
  Use({.kind = ScopeKind::kHost});
  EXPECT_THAT(Texts(Found({Link("http://a.test/x"), Link("http://b.test/y")})),
              ElementsAre("http://a.test/x"));
  EXPECT_EQ(scored_, 2U);
  EXPECT_EQ(page_.targets.size(), 2U);
}

TEST_F(LinkFindingTest, RequisitesComeFromAnywhereWithoutScore) {
  Use({.kind = ScopeKind::kHost});
  const auto urls =
      Found({Link("http://cdn.test/a.png", LinkKind::kImage), Link("http://a.test/x")});
  ASSERT_THAT(Texts(urls), ElementsAre("http://cdn.test/a.png", "http://a.test/x"));
  EXPECT_TRUE(urls[0].requisite);
  EXPECT_EQ(urls[0].share, 0);
  EXPECT_EQ(urls[0].boost, 3);
  EXPECT_FALSE(urls[1].requisite);
  EXPECT_EQ(scored_, 1U);
}

TEST_F(LinkFindingTest, ARequisiteLeadsToRequisitesOnly) {
  Use({.kind = ScopeKind::kHost});
  from_.requisite = true;
  page_.links = {Link("http://cdn.test/b", LinkKind::kAnchor),
                 Link("http://cdn.test/b.png", LinkKind::kCss)};
  finding_->Prepare(from_, *url::Url::Parse("http://cdn.test/a.css"), false, page_);
  std::uint64_t sequence = 0;
  const auto found = finding_->Found(page_, 0, 1, sequence);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(Texts(WithTexts(found[0].second)), ElementsAre("http://cdn.test/b.png"));
}

TEST_F(LinkFindingTest, NofollowLinksAreFoundButCarryNothing) {
  Use({.kind = ScopeKind::kAny});
  LoggedLink link = Link("http://a.test/x");
  link.nofollow = true;
  const auto urls = Found({link});
  ASSERT_EQ(urls.size(), 1U);
  EXPECT_EQ(urls[0].share, 0);
  EXPECT_EQ(scored_, 0U);
  EXPECT_TRUE(Found({Link("http://a.test/x")}, true).empty()) << "the page says: don't follow";
}

TEST_F(LinkFindingTest, ARedirectGoesOnWithWhatItsSourceWas) {
  Use({.kind = ScopeKind::kHost});
  LoggedLink redirect = Link("http://b.test/");
  redirect.redirect = true;
  EXPECT_TRUE(Found({redirect}).empty()) << "outside";
  from_.seed = true;
  from_.hops = 3;
  const auto urls = Found({redirect});
  ASSERT_EQ(urls.size(), 1U);
  EXPECT_EQ(urls[0].hops, 4U);
  EXPECT_EQ(urls[0].depth, 2U);
  EXPECT_TRUE(urls[0].seed);
  EXPECT_EQ(urls[0].share, 0.5);
}

}  // namespace
}  // namespace meguri
