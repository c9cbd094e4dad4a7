#include "url/canonical.h"

#include <gtest/gtest.h>

#include <string>

namespace meguri::url {
namespace {

std::string Form(std::string_view href, const Canonicalizer& canonicalizer = {}) {
  const std::optional<Url> url = Url::Parse(href);
  if (!url) return "no URL";
  std::string scratch = "left over";
  return std::string(canonicalizer.Form(*url, scratch));
}

TEST(CanonicalTest, FragmentGoes) {
  EXPECT_EQ(Form("http://a.example/x#top"), "http://a.example/x");
  EXPECT_EQ(Form("http://a.example/x?q=1#top"), "http://a.example/x?q=1");
  EXPECT_EQ(Form("mailto:a@b.example#x"), "mailto:a@b.example");
}

TEST(CanonicalTest, TrackingParametersGo) {
  EXPECT_EQ(Form("http://a.example/?utm_source=x&id=7&fbclid=9&UTM_medium=y"),
            "http://a.example/?id=7");
  EXPECT_EQ(Form("http://a.example/?utm_source=x"), "http://a.example/");
  EXPECT_EQ(Form("http://a.example/?gclid"), "http://a.example/");
}

TEST(CanonicalTest, SessionsGoFromQueryAndPath) {
  EXPECT_EQ(Form("http://a.example/x.php?PHPSESSID=abc&p=2"), "http://a.example/x.php?p=2");
  EXPECT_EQ(Form("http://a.example/a;jsessionid=1F;v=2/b;jsessionid=2?q"),
            "http://a.example/a;v=2/b?q");
}

TEST(CanonicalTest, LookAlikesStay) {
  for (const char* href :
       {"http://a.example/?utmost=1", "http://a.example/?gclids=1",
        "http://a.example/?q=utm_source", "http://a.example/?id=1&id=1", "http://a.example/?",
        "http://a.example/?&&", "http://a.example/utm_source=1", "http://a.example/a;v=1/b"}) {
    EXPECT_EQ(Form(href), href);
  }
}

TEST(CanonicalTest, NeverBecomesAnotherUrl) {
  for (const char* href : {"http://a.example/..;jsessionid=1/x", "http://a.example/.;jsessionid=1",
                           "http://a.example/x/%2e.;jsessionid=1", "web+x:/;jsessionid=1/a"}) {
    const std::string form = Form(href);
    EXPECT_EQ(Form(form), form);
    EXPECT_EQ(form, href);
  }
}

TEST(CanonicalTest, EmptyQueryIsAnotherUrl) {
  EXPECT_NE(Form("http://a.example/x?"), Form("http://a.example/x"));
}

TEST(CanonicalTest, CanonicalUrlIsNotCopied) {
  const std::optional<Url> url = Url::Parse("http://a.example/x?q=1#top");
  std::string scratch;
  EXPECT_EQ(Canonicalizer().Form(*url, scratch).data(), url->href().data());
}

TEST(CanonicalTest, SortsWhenAsked) {
  const Result<Canonicalizer> sorting = Canonicalizer::Create({.sort_query = true});
  ASSERT_TRUE(sorting);
  EXPECT_EQ(Form("http://a.example/?b=2&a=2&utm_id=1&a=1", *sorting),
            "http://a.example/?a=2&a=1&b=2");
  EXPECT_EQ(Form("http://a.example/?b&a"), "http://a.example/?b&a");
}

TEST(CanonicalTest, IsIdempotent) {
  for (const char* href : {"http://a.example/a;jsessionid=1/b?utm_id=3&x=1#y",
                           "web+x:/.//y?gclid=1", "x:opaque?utm_id=1"}) {
    EXPECT_EQ(Form(Form(href)), Form(href));
  }
}

TEST(CanonicalTest, OwnRulesReplaceTheDefault) {
  const Result<Canonicalizer> own = Canonicalizer::Create({.drop_parameters = {"ref", "x-*"}});
  ASSERT_TRUE(own);
  EXPECT_EQ(Form("http://a.example/?utm_id=1&Ref=2&x-a=3", *own), "http://a.example/?utm_id=1");
}

TEST(CanonicalTest, BadRuleIsNamed) {
  for (const char* rule : {"", "*", "a*b"}) {
    const Result<Canonicalizer> bad = Canonicalizer::Create({.drop_parameters = {rule}});
    ASSERT_FALSE(bad) << rule;
    EXPECT_EQ(bad.error().code, ErrorCode::kInvalidArgument);
    EXPECT_NE(bad.error().context.find("'" + std::string(rule) + "'"), std::string::npos);
  }
}

}  // namespace
}  // namespace meguri::url
