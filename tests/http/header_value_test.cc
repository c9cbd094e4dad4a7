#include "http/header_value.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "http/http_date.h"
#include "http/link_header.h"
#include "http/mime_type.h"

namespace meguri::http {
namespace {

using std::chrono::seconds;
using std::chrono::sys_seconds;

std::vector<std::string> Split(std::string_view value) {
  std::vector<std::string> parts;
  ValueSplitter splitter(value);
  while (const auto part = splitter.Next())
    parts.emplace_back(*part);
  return parts;
}

TEST(ValueSplitterTest, CutsOutsideOfQuotes) {
  using Parts = std::vector<std::string>;
  EXPECT_EQ(Split(""), (Parts{""}));
  EXPECT_EQ(Split(" a ,\tb,"), (Parts{"a", "b", ""}));
  EXPECT_EQ(Split(R"(a;x="1,2\",3",b)"), (Parts{R"(a;x="1,2\",3")", "b"}));
  EXPECT_EQ(Split(R"("open, b)"), (Parts{R"("open, b)"}));
  EXPECT_EQ(Split("\"\\"), (Parts{"\"\\"}));
}

TEST(CacheControlTest, Directives) {
  EXPECT_EQ(ParseCacheControl("public, max-age=60, MUST-revalidate"),
            (CacheControl{.max_age = seconds(60), .must_revalidate = true}));
  EXPECT_EQ(ParseCacheControl("no-store,no-cache=\"Set-Cookie, x\",max-age=\"5\",max-age=7"),
            (CacheControl{.max_age = seconds(5), .no_store = true, .no_cache = true}));
  EXPECT_EQ(ParseCacheControl("max-age=x, max-age = 3"), (CacheControl{.max_age = seconds(3)}));
  EXPECT_EQ(ParseCacheControl("max-age=-1, s-maxage=9"), CacheControl());
  EXPECT_EQ(ParseCacheControl("max-age=99999999999999999999").max_age, seconds(2147483648));
}

constexpr sys_seconds kNovember{seconds(784111777)};  // 1994-11-06 08:49:37

TEST(HttpDateTest, TheSameMomentInManySpellings) {
  for (const std::string_view text : {"Sun, 06 Nov 1994 08:49:37 GMT",
                                      "Sunday, 06-Nov-94 08:49:37 GMT",
                                      "Sun Nov  6 08:49:37 1994",
                                      "Sun, 6 Nov 1994 8:49:37 UTC",
                                      "06 Nov 1994 08:49:37",
                                      "Mon, 06 Nov 1994 08:49:37 GMT",
                                      "sun, 06 nov 1994 08:49:37 gmt",
                                      "Sun, 06 Nov 1994 10:49:37 +0200",
                                      "Sun, 06 Nov 1994 10:49:37 GMT+2",
                                      "Sun, 06 Nov 1994 10:49:37 GMT+02:00",
                                      "Sun, 06 Nov 1994 03:49:37 EST",
                                      "Sun, 06 Nov 1994 03:49:37 -05:00",
                                      "Sun, 06 Nov 1994 09:49:37 CET",
                                      "Sun Nov  6 10:49:37 CEST 1994",
                                      "Sun, 06 Nov 1994 17:49:37 JST",
                                      "1994-11-06T08:49:37Z",
                                      "1994-11-06 08:49:37",
                                      "1994-11-06T08:49:37.123+00:00",
                                      "Sun, 06 November 1994 08:49:37 GMT",
                                      "Sun,06 Nov 1994 08:49:37GMT",
                                      "  Sun, 06 Nov 1994 08:49:37 GMT ",
                                      "Sunday, November 6, 1994 8:49:37 AM",
                                      "Sun Nov 06 1994 08:49:37 GMT-0000",
                                      "Sunday, 06-Nov-1994 08:49:37 GMT",
                                      "Sun 06-Nov-1994 08:49:37 GMT"}) {
    EXPECT_EQ(ParseHttpDate(text), kNovember) << text;
  }
}

TEST(HttpDateTest, WhatIsNone) {
  for (const std::string_view text :
       {"", "0", "-1", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994", "1994-11-06",
        "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
        "Sun, 06 Nov 1994 08:60:37 GMT", "784111777", "Sun, 06 Nov 94123 08:49:37 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "1994-13-06T08:49:37Z", "13:00:00 PM 06 Nov 1994", "now",
        "08:", "08:49:", "Sun, 06 Nov 1994 08:49:37 +99"}) {
    EXPECT_EQ(ParseHttpDate(text), std::nullopt) << text;
  }
  EXPECT_EQ(ParseHttpDate(std::string(200, ' ') + "Sun, 06 Nov 1994 08:49:37 GMT"), std::nullopt);
}

TEST(HttpDateTest, YearsOfTwoDigits) {
  const auto year = [](const std::string& digits) {
    const auto date = ParseHttpDate("Sunday, 06-Nov-" + digits + " 08:49:37 GMT");
    return static_cast<int>(
        std::chrono::year_month_day(std::chrono::floor<std::chrono::days>(*date)).year());
  };
  EXPECT_EQ(year("70"), 1970);
  EXPECT_EQ(year("99"), 1999);
  EXPECT_EQ(year("00"), 2000);
  EXPECT_EQ(year("69"), 2069);
}

TEST(HttpDateTest, WrittenAndReadAgain) {
  EXPECT_EQ(FormatHttpDate(kNovember), "Sun, 06 Nov 1994 08:49:37 GMT");
  for (std::int64_t time = -62167219200; time < 253402300800; time += 86399 * 977) {
    const sys_seconds moment{seconds(time)};
    EXPECT_EQ(ParseHttpDate(FormatHttpDate(moment)), moment) << FormatHttpDate(moment);
  }
  EXPECT_EQ(ParseHttpDate("Mon, 01 Jan 0001 00:00:00 GMT"), sys_seconds(seconds(-62135596800)));
}

TEST(RetryAfterTest, SecondsOrDate) {
  EXPECT_EQ(ParseRetryAfter("120", kNovember), seconds(120));
  EXPECT_EQ(ParseRetryAfter(" 0 ", kNovember), seconds(0));
  EXPECT_EQ(ParseRetryAfter("1.5", kNovember), seconds(2));
  EXPECT_EQ(ParseRetryAfter("3.0", kNovember), seconds(3));
  EXPECT_EQ(ParseRetryAfter("99999999999999999999", kNovember), seconds(2147483648));
  EXPECT_EQ(ParseRetryAfter("Sun, 06 Nov 1994 08:50:37 GMT", kNovember), seconds(60));
  EXPECT_EQ(ParseRetryAfter("Sun, 06 Nov 1993 08:50:37 GMT", kNovember), seconds(0));
  EXPECT_EQ(ParseRetryAfter("Sun, 06 Nov 9993 08:50:37 GMT", kNovember), seconds(2147483648));
  for (const std::string_view text : {"", "-5", "soon", "1.", ".5", "1.5.5", "5 minutes"})
    EXPECT_EQ(ParseRetryAfter(text, kNovember), std::nullopt) << text;
}

TEST(LinkHeaderTest, TargetsAndParameters) {
  const auto links = ParseLinkHeader(
      R"(<https://a.example/,x>; rel="Canonical nofollow", </de>;rel=alternate; hreflang = de ;)"
      R"( title="a, <b>; \"c",<p> ; REL=next;rel=prev; anchor="#x"; type="text/html"; media=print)");
  ASSERT_EQ(links.size(), 3U);
  EXPECT_EQ(links[0].target, "https://a.example/,x");
  EXPECT_TRUE(links[0].HasRel("canonical"));
  EXPECT_TRUE(links[0].HasRel("NOFOLLOW"));
  EXPECT_FALSE(links[0].HasRel("canon"));
  EXPECT_EQ(links[1].target, "/de");
  EXPECT_EQ(links[1].rel, "alternate");
  EXPECT_EQ(links[1].hreflang, "de");
  EXPECT_EQ(links[2], (Link{.target = "p",
                            .rel = "next",
                            .hreflang = "",
                            .type = "text/html",
                            .media = "print",
                            .has_anchor = true}));
}

TEST(LinkHeaderTest, WhatIsNoLinkIsPassedOver) {
  EXPECT_TRUE(ParseLinkHeader("").empty());
  EXPECT_TRUE(ParseLinkHeader("<open; rel=x").empty());
  EXPECT_TRUE(ParseLinkHeader("/a; rel=canonical").empty());
  const auto links = ParseLinkHeader(R"(,, junk "<q>,", <a> junk; rel=x, <b>;;rel;=;rel=y)");
  ASSERT_EQ(links.size(), 2U);
  EXPECT_EQ(links[0], (Link{.target = "a"}));
  EXPECT_EQ(links[1], (Link{.target = "b", .rel = "y"}));
}

TEST(MimeTypeTest, PartsAndKinds) {
  const auto type = MimeType::Parse("Image/SVG+xml; A=1; a=2");
  ASSERT_TRUE(type);
  EXPECT_EQ(type->essence(), "image/svg+xml");
  EXPECT_EQ(type->type(), "image");
  EXPECT_EQ(type->subtype(), "svg+xml");
  EXPECT_EQ(type->Find("a"), "1");
  EXPECT_TRUE(type->IsXml());
  EXPECT_FALSE(type->IsHtml());
  EXPECT_TRUE(MimeType::Parse("text/html")->IsHtml());
}

TEST(MimeTypeTest, TheFirstCharsetOfOneEssenceIsRemembered) {
  HeaderList headers;
  headers.Add("Content-Type", "text/html;charset=a, text/html;charset=b");
  EXPECT_EQ(ExtractMimeType(headers)->Serialise(), "text/html;charset=b");
  headers.Add("Content-Type", "text/html");
  EXPECT_EQ(ExtractMimeType(headers)->Serialise(), "text/html;charset=a");
  EXPECT_EQ(ExtractMimeType(HeaderList()), std::nullopt);
}

TEST(MimeTypeTest, ParametersAreCounted) {
  std::string text = "a/b";
  for (int i = 0; i < 1000; ++i)
    text += ";p" + std::to_string(i) + "=x";
  EXPECT_EQ(MimeType::Parse(text)->parameters().size(), MimeType::kMaxParameters);
}

}  // namespace
}  // namespace meguri::http
