#include "crawl/scope/scope.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crawl/scope/scope_rules.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/worst_case.h"

namespace meguri {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const url::SiteList& Sites() {
  static const url::SiteList sites = url::SiteList::System();
  return sites;
}

url::Url U(std::string_view text) { return url::Url::Parse(text).value(); }

Scope MakeScope(const ScopeSettings& settings, const std::vector<std::string>& seeds = {}) {
  auto scope = Scope::Create(settings, Sites());
  EXPECT_TRUE(scope) << scope.error().context;
  for (const std::string& seed : seeds)
    scope->AddSeed(U(seed));
  return *std::move(scope);
}

ScopeAnswer AnswerOf(const Scope& scope, std::string_view url, std::uint16_t depth = 1) {
  return scope.Check(U(url), depth).answer;
}

std::string ErrorOf(std::string_view rule) {
  const auto scope = Scope::Create({.include = {std::string(rule)}}, Sites());
  if (scope) return "none";
  EXPECT_EQ(scope.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(scope.error().context.find('\n'), std::string::npos);
  return scope.error().context;
}

bool Includes(std::string_view rule, std::string_view url) {
  return MakeScope({.include = {std::string(rule)}}).Check(U(url), 0).in();
}

using enum ScopeAnswer;

TEST(ScopeTest, HostsOfTheSeeds) {
  const Scope scope = MakeScope({}, {"http://www.example.org/a/b", "http://192.0.2.1/"});
  EXPECT_EQ(AnswerOf(scope, "http://www.example.org/"), kIn);
  EXPECT_EQ(AnswerOf(scope, "https://www.example.org:8443/x?y"), kIn);
  EXPECT_EQ(AnswerOf(scope, "http://www.example.org./"), kIn);
  EXPECT_EQ(AnswerOf(scope, "http://192.0.2.1/x"), kIn);
  EXPECT_EQ(AnswerOf(scope, "http://example.org/"), kOutside);
  EXPECT_EQ(AnswerOf(scope, "http://a.www.example.org/"), kOutside);
  EXPECT_EQ(AnswerOf(scope, "http://1.192.0.2/"), kOutside);
  EXPECT_EQ(scope.Check(U("http://www.example.org/"), 0).rule, "host:www.example.org");
}

TEST(ScopeTest, WhatIsNotHttpIsOutside) {
  Scope scope = MakeScope({.kind = ScopeKind::kAny, .include = {"regex:."}});
  scope.AddSeed(U("mailto:a@example.org"));
  for (const std::string_view url : {"ftp://example.org/", "mailto:a@example.org", "data:,x"}) {
    EXPECT_EQ(AnswerOf(scope, url), kOutside) << url;
    EXPECT_EQ(scope.CheckRequisite(U(url), 1).answer, kOutside) << url;
  }
}

TEST(ScopeTest, SitesOfTheSeeds) {
  const Scope scope =
      MakeScope({.kind = ScopeKind::kSite},
                {"http://www.example.co.uk/", "http://alice.github.io/", "http://amazonaws.com/",
                 "http://127.0.0.1/", "http://localhost/"});
  EXPECT_EQ(AnswerOf(scope, "http://example.co.uk/"), kIn);
  EXPECT_EQ(AnswerOf(scope, "http://a.b.example.co.uk/"), kIn);
  EXPECT_EQ(AnswerOf(scope, "http://a.b.example.co.uk./"), kIn);
  EXPECT_EQ(AnswerOf(scope, "http://x.alice.github.io/"), kIn);
  EXPECT_EQ(AnswerOf(scope, "http://127.0.0.1/"), kIn);
  EXPECT_EQ(AnswerOf(scope, "http://localhost/"), kIn);
  EXPECT_EQ(AnswerOf(scope, "http://www.amazonaws.com/"), kIn);
  EXPECT_EQ(AnswerOf(scope, "http://other.co.uk/"), kOutside);
  EXPECT_EQ(AnswerOf(scope, "http://notexample.co.uk/"), kOutside);
  EXPECT_EQ(AnswerOf(scope, "http://bob.github.io/"), kOutside);
  EXPECT_EQ(AnswerOf(scope, "http://bucket.s3.amazonaws.com/"), kOutside)
      << "a public suffix lies between";
  EXPECT_EQ(scope.Check(U("http://a.example.co.uk/"), 0).rule, "site:example.co.uk");
}

// Sites are remembered by host: more hosts than are, long ones too, each more than once.
TEST(ScopeTest, ManyHostsOfSites) {
  const Scope scope =
      MakeScope({.kind = ScopeKind::kSite}, {"http://example.org/", "http://amazonaws.com/"});
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 1000; ++i) {
      const std::string label = std::string(static_cast<std::size_t>(i % 60 + 1), 'a');
      EXPECT_EQ(AnswerOf(scope, fmt::format("http://{}.{}.example.org/", label, i)), kIn) << i;
      EXPECT_EQ(AnswerOf(scope, fmt::format("http://{}.{}.s3.amazonaws.com/", label, i)), kOutside);
    }
  }
}

TEST(ScopeTest, PrefixesOfTheSeeds) {
  const Scope scope =
      MakeScope({.kind = ScopeKind::kPrefix},
                {"http://example.org/docs/index.html?a=/b/#c", "http://a.org:81/x"});
  EXPECT_EQ(AnswerOf(scope, "http://example.org/docs/"), kIn);
  EXPECT_EQ(AnswerOf(scope, "https://example.org/docs/a/b?c"), kIn);
  EXPECT_EQ(AnswerOf(scope, "http://a.org:81/"), kIn);
  EXPECT_EQ(AnswerOf(scope, "http://example.org/docs"), kOutside);
  EXPECT_EQ(AnswerOf(scope, "http://example.org/Docs/"), kOutside);
  EXPECT_EQ(AnswerOf(scope, "http://example.org/"), kOutside);
  EXPECT_EQ(AnswerOf(scope, "http://example.org:8080/docs/"), kOutside);
  EXPECT_EQ(AnswerOf(scope, "http://www.example.org/docs/"), kOutside);
  EXPECT_EQ(AnswerOf(scope, "http://a.org/"), kOutside);
  EXPECT_EQ(scope.Check(U("http://a.org:81/b"), 0).rule, "surt:org,a,:81)/");
}

TEST(ScopeTest, TheWholeWeb) {
  const Scope scope = MakeScope({.kind = ScopeKind::kAny, .exclude = {"site:example.org"}});
  EXPECT_EQ(AnswerOf(scope, "http://anything.test/x"), kIn);
  EXPECT_EQ(AnswerOf(scope, "http://www.example.org/"), kExcluded);
}

TEST(ScopeTest, WhereASeedRedirectsJoins) {
  Scope host = MakeScope({}, {"http://a.org/"});
  EXPECT_EQ(AnswerOf(host, "http://www.a.org/"), kOutside);
  host.AddHost("www.a.org");
  EXPECT_EQ(AnswerOf(host, "http://www.a.org/"), kIn);

  Scope site = MakeScope({.kind = ScopeKind::kSite}, {"http://a.org/"});
  site.AddHost("www.b.org");
  EXPECT_EQ(AnswerOf(site, "http://x.b.org/"), kIn);

  Scope prefix = MakeScope({.kind = ScopeKind::kPrefix}, {"http://a.org/x/"});
  prefix.AddSeed(U("http://b.org/y/z"));
  EXPECT_EQ(AnswerOf(prefix, "http://b.org/y/1"), kIn);
  EXPECT_EQ(AnswerOf(prefix, "http://b.org/1"), kOutside);
  prefix.AddHost("b.org");
  EXPECT_EQ(AnswerOf(prefix, "http://b.org/1"), kIn);
}

TEST(ScopeTest, Depth) {
  const Scope scope = MakeScope({.max_depth = 2}, {"http://a.org/"});
  EXPECT_EQ(AnswerOf(scope, "http://a.org/x", 2), kIn);
  const Scope& view = scope;
  const url::Url deep = U("http://a.org/x");
  EXPECT_EQ(view.Check(deep, 3).answer, kTooDeep);
  EXPECT_EQ(view.Check(deep, 3).rule, "max-depth:2");
  EXPECT_EQ(AnswerOf(scope, "http://b.org/x", 3), kOutside);
  const Scope seeds_alone = MakeScope({.max_depth = 0}, {"http://a.org/"});
  EXPECT_EQ(AnswerOf(seeds_alone, "http://a.org/", 0), kIn);
  EXPECT_EQ(AnswerOf(seeds_alone, "http://a.org/x", 1), kTooDeep);
}

TEST(ScopeTest, ExcludeBeatsInclude) {
  const Scope scope = MakeScope(
      {.include = {"host:b.org"}, .exclude = {"host:b.org", "regex:\\.pdf$", "surt:org,a,)/no/"}},
      {"http://a.org/"});
  EXPECT_EQ(AnswerOf(scope, "http://b.org/"), kExcluded);
  EXPECT_EQ(AnswerOf(scope, "http://a.org/yes"), kIn);
  EXPECT_EQ(AnswerOf(scope, "http://a.org/no/x"), kExcluded);
  const url::Url pdf = U("http://a.org/x.pdf#top");
  EXPECT_EQ(scope.Check(pdf, 0).answer, kExcluded);
  EXPECT_EQ(scope.Check(pdf, 0).rule, "regex:\\.pdf$");
}

TEST(ScopeTest, Requisites) {
  const ScopeSettings settings{.exclude = {"host:ads.org"}, .max_depth = 1};
  const Scope with = MakeScope(settings, {"http://a.org/"});
  EXPECT_TRUE(with.CheckRequisite(U("http://images.org/x.png"), 2).in());
  EXPECT_EQ(with.CheckRequisite(U("http://ads.org/x.png"), 1).answer, kExcluded);
  ScopeSettings off = settings;
  off.requisites = false;
  const Scope without = MakeScope(off, {"http://a.org/"});
  EXPECT_EQ(without.CheckRequisite(U("http://images.org/x.png"), 1).answer, kOutside);
  EXPECT_EQ(without.CheckRequisite(U("http://a.org/x.png"), 1).answer, kIn);
  EXPECT_EQ(without.CheckRequisite(U("http://a.org/x.png"), 2).answer, kTooDeep);
}

TEST(ScopeTest, HostRules) {
  EXPECT_TRUE(Includes("host:WWW.Example.ORG", "http://www.example.org:81/x"));
  EXPECT_TRUE(Includes("host:www.example.org.", "http://www.example.org/x"));
  EXPECT_TRUE(Includes("host:bücher.example", "http://xn--bcher-kva.example/"));
  EXPECT_TRUE(Includes("host:[::1]", "http://[0:0::1]/"));
  EXPECT_TRUE(Includes("site:[::1]", "http://[0:0::1]/"));
  EXPECT_FALSE(Includes("host:example.org", "http://www.example.org/"));
}

TEST(ScopeTest, SurtRules) {
  EXPECT_TRUE(Includes("surt:org,example,", "http://example.org:81/"));
  EXPECT_TRUE(Includes("surt:org,example,", "http://a.b.example.org/x"));
  EXPECT_FALSE(Includes("surt:org,example,", "http://examples.org/x"));
  EXPECT_TRUE(Includes("surt:org,exam", "http://examples.org/x"));
  EXPECT_TRUE(Includes("surt:org,", "http://examples.org/x"));
  EXPECT_TRUE(Includes("surt:org,example,)", "http://example.org/x"));
  EXPECT_TRUE(Includes("surt:ORG,Example)/X", "http://example.org/Xyz"));
  EXPECT_FALSE(Includes("surt:ORG,Example)/X", "http://example.org/xyz"));
  EXPECT_FALSE(Includes("surt:org,example,)/", "http://www.example.org/"));
  EXPECT_FALSE(Includes("surt:org,example,)/", "http://example.org:81/"));
  EXPECT_TRUE(Includes("surt:org,example:81)/", "http://example.org:81/"));
  EXPECT_TRUE(Includes("surt:org,example,:81)/", "http://example.org:81/"));
  EXPECT_TRUE(Includes("surt:http://(org,example,)/a?b", "https://user@example.org/a?bc"));
  EXPECT_TRUE(Includes("surt:https://(org,example", "http://example.org/a?bc"));
  EXPECT_TRUE(Includes("surt:192.0.2.", "http://192.0.2.7/"));
  EXPECT_TRUE(Includes("surt:192.0.2.7)/x", "http://192.0.2.7/x"));
  EXPECT_TRUE(Includes("surt:[2001:db8::1])/x", "http://[2001:db8::1]/x"));
  EXPECT_TRUE(Includes("surt:[2001:db8::1]:81)/x", "http://[2001:db8::1]:81/x"));
  EXPECT_TRUE(Includes("surt:[2001:db8:", "http://[2001:db8::1]:81/x"));
}

TEST(ScopeTest, OfManyPrefixesTheRightOneIsFound) {
  ScopeSettings settings;
  for (int i = 0; i < 300; ++i)
    settings.include.push_back(fmt::format("surt:org,site{},)/dir{}/", i % 100, i));
  settings.include.push_back("surt:org,site7,)/dir7/below/");  // within another
  settings.include.push_back("surt:org,site8,)/");             // has others within
  const Scope scope = MakeScope(settings);
  for (int i = 0; i < 300; ++i) {
    const int site = i % 100;
    const std::string rule =
        site == 8 ? "surt:org,site8,)/" : fmt::format("surt:org,site{},)/dir{}/", site, i);
    const url::Url in = U(fmt::format("http://site{}.org/dir{}/below/x", site, i));
    EXPECT_EQ(scope.Check(in, 1).rule, rule);
    if (site == 8) continue;
    EXPECT_EQ(AnswerOf(scope, fmt::format("http://site{}.org/dir{}", site, i)), kOutside);
    EXPECT_EQ(AnswerOf(scope, fmt::format("http://site{}.org/dir{}/", site + 100, i)), kOutside);
  }
}

TEST(ScopeTest, LongHostsAndPathsAreCompared) {
  std::string host = "a";
  for (int i = 0; i < 200; ++i)
    host += ".bb";
  const Scope scope = MakeScope({.kind = ScopeKind::kPrefix}, {"http://" + host + "/x/"});
  EXPECT_EQ(AnswerOf(scope, "http://" + host + "/x/y"), kIn);
  EXPECT_EQ(AnswerOf(scope, "http://c." + host + "/x/y"), kOutside);
}

TEST(ScopeTest, RegexRules) {
  EXPECT_TRUE(Includes("regex:/\\d{4}/", "http://a.org/2024/x"));
  EXPECT_TRUE(Includes("regex:^https://a\\.org/$", "https://a.org/#x"));
  EXPECT_FALSE(Includes("regex:^a", "https://a.org/"));
  EXPECT_FALSE(Includes("regex:/A/", "https://a.org/a/"));
  EXPECT_TRUE(Includes("regex:(?i)/A/", "https://a.org/a/"));
}

TEST(ScopeTest, RulesThatAreNone) {
  EXPECT_EQ(ErrorOf("example.org"),
            "scope rule 'example.org': want host:www.example.org, site:example.org, "
            "surt:org,example,)/docs/ or regex:PATTERN");
  for (const char* rule : {"", "host:", "Host:a.org", "domain:a.org", ":", "regex:", "surt:"}) {
    EXPECT_THAT(ErrorOf(rule), HasSubstr("want host:www.example.org")) << rule;
  }
  for (const char* rule : {"host:a.org/x", "host:http://a.org", "host:a.org:80", "host:a b",
                           "host:u@a.org", "site:a.org?x", "host:[::1", "host:a\n.org"}) {
    EXPECT_THAT(ErrorOf(rule), HasSubstr("want a host alone")) << rule;
  }
  EXPECT_THAT(ErrorOf("site:www.example.org"), HasSubstr("want site:example.org"));
  EXPECT_THAT(ErrorOf("site:co.uk"), HasSubstr("public suffix"));
  for (const char* rule :
       {"surt:example.org", "surt:http://example.org/", "surt:org,example/x", "surt:)/",
        "surt:org,example)x", "surt:org,exa mple", "surt:,", "surt:org,a,)/\n"}) {
    EXPECT_THAT(ErrorOf(rule), HasSubstr("want the host turned around")) << rule;
  }
  EXPECT_THAT(ErrorOf("regex:("), AllOf(HasSubstr("missing )"), HasSubstr("RE2")));
  EXPECT_THAT(ErrorOf("regex:(a)\\1"), HasSubstr("RE2"));
  EXPECT_THAT(ErrorOf("regex:((((a{100}){100}){100}){100})"), HasSubstr("RE2"));
  EXPECT_THAT(ErrorOf("regex:" + std::string(ScopeRules::kMaxRegexBytes + 1, 'a')),
              HasSubstr("several"));
  EXPECT_FALSE(Scope::Create({.exclude = {"nonsense"}}, Sites()));
  const std::vector<std::string> many(ScopeRules::kMaxRegexes + 1, "regex:a");
  EXPECT_FALSE(Scope::Create({.exclude = many}, Sites()));
}

TEST(ScopeTest, KeepsContent) {
  const Scope all = MakeScope({});
  EXPECT_TRUE(all.KeepsContent("video/mp4"));
  const Scope scope = MakeScope({.content = {"Text/*", "application/pdf"}});
  EXPECT_TRUE(scope.KeepsContent("text/html"));
  EXPECT_TRUE(scope.KeepsContent(" TEXT/html ; charset=utf-8"));
  EXPECT_TRUE(scope.KeepsContent("application/PDF"));
  EXPECT_TRUE(scope.KeepsContent("")) << "nobody knows what it is";
  EXPECT_FALSE(scope.KeepsContent("application/pdfx"));
  EXPECT_FALSE(scope.KeepsContent("text"));
  EXPECT_FALSE(scope.KeepsContent("video/mp4"));
  EXPECT_TRUE(MakeScope({.content = {"*/*"}}).KeepsContent("video/mp4"));
  for (const char* type : {"", "text", "text/", "/html", "text/html;charset=x", "text/h*", "*/html",
                           "a/b/c", "text/ html"}) {
    const auto scope_of = Scope::Create({.content = {type}}, Sites());
    ASSERT_FALSE(scope_of) << type;
    EXPECT_THAT(scope_of.error().context, HasSubstr("want text/html"));
  }
}

TEST(ScopeTest, AllocatesNothing) {
  for (const ScopeKind kind : {ScopeKind::kHost, ScopeKind::kSite, ScopeKind::kPrefix}) {
    const Scope scope =
        MakeScope({.kind = kind, .exclude = {"host:x.org", "site:y.org", "surt:org,z,)/q"}},
                  {"http://www.example.org/docs/"});
    const url::Url in = U("http://www.example.org/docs/a/b/c.html?with=a&longer=query");
    const url::Url out = U("http://images.something.else.example/docs/a/b/c.html");
    bool right = scope.Check(in, 1).in();  // warm
    const std::size_t before = testing_support::AllocationCount();
    right = scope.Check(in, 1).in() && !scope.Check(out, 1).in() && scope.KeepsContent("a/b");
    EXPECT_EQ(testing_support::AllocationCount(), before) << static_cast<int>(kind);
    EXPECT_TRUE(right);
  }
}

TEST(ScopeTest, RegexesTakeLinearTime) {
  const Scope scope = MakeScope({.include = {"regex:(x+x+)+y", "regex:(a|aa)+$", "regex:.*.*=.*"}});
  const double growth = testing_support::GrowthAtTenfold(
      testing_support::kWorstCaseBytes / 10,
      [](std::size_t bytes) { return U("http://a.org/" + testing_support::Repeated("x", bytes)); },
      [&](const url::Url& url) { EXPECT_FALSE(scope.Check(url, 0).in()); });
  EXPECT_LT(growth, testing_support::kLinearGrowth);
}

}  // namespace
}  // namespace meguri
