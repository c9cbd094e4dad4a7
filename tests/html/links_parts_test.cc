// The small parsers below the link extractor: srcset, CSS, meta refresh, robots directives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "html/links/css_urls.h"
#include "html/links/link.h"
#include "html/links/meta_refresh.h"
#include "html/links/robots_directives.h"
#include "html/links/srcset.h"
#include "tests/support/shared_data.h"
#include "url/url.h"

namespace meguri::html {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Srcset(std::string_view value) {
  std::vector<std::string> urls;
  ForEachSrcsetUrl(value, [&](std::string_view url) { urls.emplace_back(url); });
  return urls;
}

TEST(SrcsetTest, CandidatesAreParted) {
  EXPECT_THAT(Srcset("a 1x, b 2x"), ElementsAre("a", "b"));
  EXPECT_THAT(Srcset(" a , b,c\n,,d 5w"), ElementsAre("a", "b,c", "d"));
  EXPECT_THAT(Srcset("a,b,,"), ElementsAre("a,b"));
  EXPECT_THAT(Srcset("a (1,2) , b"), ElementsAre("a", "b"));
  EXPECT_THAT(Srcset("data:image/png;base64,AAAA 1x"), ElementsAre("data:image/png;base64,AAAA"));
  EXPECT_THAT(Srcset(" ,, "), IsEmpty());
  EXPECT_THAT(Srcset("a (unclosed, b"), ElementsAre("a"));
}

std::vector<std::string> CssUrls(std::string_view css) {
  std::vector<std::string> urls;
  std::string scratch;
  CssUrlReader reader(css, scratch);
  std::string_view url;
  while (reader.Next(url)) {
    urls.push_back((reader.is_import() ? "import " : "") + std::string(url));
  }
  return urls;
}

TEST(CssUrlsTest, FunctionsAndImports) {
  EXPECT_THAT(CssUrls("a{b:url(x)} c{d:url( 'y' ) e URL(\"z\")}"), ElementsAre("x", "y", "z"));
  EXPECT_THAT(CssUrls("@import 'a';@import url(b) screen;@IMPORT/**/\"c\";@media x{url(d)}"),
              ElementsAre("import a", "import b", "import c", "d"));
  EXPECT_THAT(CssUrls("src: src('a'); image-set(url(b) 1x, url(c) 2x)"),
              ElementsAre("a", "b", "c"));
}

TEST(CssUrlsTest, CommentsStringsAndOtherNamesDontCount) {
  EXPECT_THAT(CssUrls("/* url(a) */ content:'url(b)'; myurl(c); curl (d); url (e)"), IsEmpty());
  EXPECT_THAT(CssUrls("/*/ url(a) /**/ url(b)"), ElementsAre("b"));
  EXPECT_THAT(CssUrls("content: 'un\nclosed; x:url(a)"), ElementsAre("a"));
  EXPECT_THAT(CssUrls("@importx 'a'; @import b; @import"), IsEmpty());
}

TEST(CssUrlsTest, Escapes) {
  EXPECT_THAT(CssUrls(R"(url(a\)b) url('c\'d') url(\65\66 g) url("h\
i") url(\0) url(j\110000 k))"),
              ElementsAre("a)b", "c'd", "efg", "hi", "\xEF\xBF\xBD", "j\xEF\xBF\xBDk"));
}

TEST(CssUrlsTest, BrokenUrlsAreNone) {
  EXPECT_THAT(CssUrls("url(a b) url('c' url() url('') url("), ElementsAre("c"));
  EXPECT_THAT(CssUrls("url(x"), ElementsAre("x"));
  EXPECT_THAT(CssUrls("url('x"), ElementsAre("x"));
  EXPECT_THAT(CssUrls("\\"), IsEmpty());
  EXPECT_THAT(CssUrls("url(\\"), ElementsAre("\\"));
}

TEST(RobotsDirectivesTest, Meta) {
  const auto read = [](std::string_view content) {
    RobotsDirectives directives;
    AddRobotsMeta(content, directives);
    return directives;
  };
  EXPECT_EQ(read("noindex"), (RobotsDirectives{.noindex = true}));
  EXPECT_EQ(read(" NONE "), (RobotsDirectives{.noindex = true, .nofollow = true}));
  EXPECT_EQ(read("noindex nofollow;noarchive"), (RobotsDirectives{true, true, true}));
  EXPECT_EQ(read("nofollowed,xnoindex,,"), RobotsDirectives{});
}

TEST(RobotsDirectivesTest, XRobotsTag) {
  const auto read = [](std::string_view value) {
    RobotsDirectives directives;
    AddXRobotsTag(value, "meguri", directives);
    return directives;
  };
  EXPECT_EQ(read("noindex, nofollow"), (RobotsDirectives{.noindex = true, .nofollow = true}));
  EXPECT_EQ(read("otherbot: noindex, nofollow"), RobotsDirectives{});
  EXPECT_EQ(read("otherbot: noindex, Meguri: nofollow"), (RobotsDirectives{.nofollow = true}));
  EXPECT_EQ(read("unavailable_after: Wed, 3 Dec 2025 13:09:53 PST, noarchive"),
            (RobotsDirectives{.noarchive = true}));
  EXPECT_EQ(read("max-snippet: 5, none"), (RobotsDirectives{.noindex = true, .nofollow = true}));
}

TEST(LinkKindTest, EveryKindHasANameAndAUse) {
  for (int i = 0; i <= static_cast<int>(LinkKind::kCss); ++i) {
    EXPECT_FALSE(LinkKindName(static_cast<LinkKind>(i)).empty()) << i;
  }
  EXPECT_TRUE(IsPageLink(LinkKind::kIframe) && IsRequisiteLink(LinkKind::kIframe));
  EXPECT_TRUE(IsPageLink(LinkKind::kAnchor) && !IsRequisiteLink(LinkKind::kAnchor));
  EXPECT_TRUE(!IsPageLink(LinkKind::kCss) && IsRequisiteLink(LinkKind::kCss));
  EXPECT_TRUE(!IsPageLink(LinkKind::kService) && !IsRequisiteLink(LinkKind::kService));
}

constexpr std::string_view kRefreshCases = "conformance/html-links/meta_refresh.json";

TEST(MetaRefreshTest, DataIsThere) {
  MEGURI_NEED_SHARED(kRefreshCases);
  EXPECT_EQ(testing_support::SharedJson(kRefreshCases).size(), 73U);
}

class MetaRefreshConformance : public testing::TestWithParam<nlohmann::json> {};

TEST_P(MetaRefreshConformance, IsReadAsTheStandardSays) {
  const nlohmann::json& expected = GetParam()["expect"];
  const std::string content = GetParam()["content"].get<std::string>();
  const std::optional<MetaRefresh> refresh = ParseMetaRefresh(content);
  ASSERT_EQ(refresh.has_value(), !expected.is_null());
  if (!refresh) return;
  EXPECT_EQ(refresh->delay_s, expected["delay"].get<unsigned>());
  ASSERT_EQ(refresh->url.has_value(), !expected["url"].is_null());
  if (!refresh->url) return;
  // Both resolved: the URL parser takes off white space and what is inside.
  const url::Url base = url::Url::Parse("http://h/").value();
  EXPECT_EQ(url::Url::Parse(*refresh->url, &base)->href(),
            url::Url::Parse(expected["url"].get<std::string>(), &base)->href());
}

std::vector<nlohmann::json> RefreshCases() {
  std::vector<nlohmann::json> cases;
  for (const nlohmann::json& entry : testing_support::SharedJson(kRefreshCases)) {
    cases.push_back(entry);
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Wpt, MetaRefreshConformance, testing::ValuesIn(RefreshCases()),
                         [](const testing::TestParamInfo<nlohmann::json>& test) {
                           return testing_support::CaseNameOf(
                               test.index, test.param["content"].get<std::string>());
                         });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(MetaRefreshConformance);

}  // namespace
}  // namespace meguri::html
