// The public vectors of google/robotstxt and its specification test (shared/conformance/robots).
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "http/base64.h"
#include "robots/comparison_form.h"
#include "robots/product_token.h"
#include "robots/robots_line.h"
#include "robots/robots_txt.h"
#include "tests/support/shared_data.h"
#include "url/url.h"

namespace meguri::robots {
namespace {

constexpr std::string_view kGoogle = "conformance/robots/google_robotstxt.json";
constexpr std::string_view kSpec = "conformance/robots/robotstxt_spec_correctness.json";
constexpr std::string_view kFacts = "conformance/robots/google_robotstxt_facts.json";

// Vectors beyond the RFC that we don't follow: our verdict is the opposite.
struct Departure {
  std::string_view test;
  std::string_view agent;
  std::string_view url_ending;
  std::string_view why;
};

constexpr std::array kDepartures = {
    Departure{"GoogleOnly_AcceptUserAgentUpToFirstSpace", "Foo Bar", "/x/y",
              "we take a whole User-Agent header and obey its product token"},
    Departure{"user-agent-name.textproto", "Foo Bar", "/x/y",
              "we take a whole User-Agent header and obey its product token"},
    Departure{"GoogleOnly_IndexHTMLisDirectory", "foobot", "/allowed-slash/",
              "Allow: /a/index.html says nothing of /a/ in the RFC: would open what is closed"},
    Departure{"index-page.textproto", "foobot", "/allowed-slash/",
              "Allow: /a/index.html says nothing of /a/ in the RFC: would open what is closed"},
    Departure{"GoogleOnly_LineTooLong", "FooBot", "a/fux",
              "a line longer than 16 KiB is not cut: half a rule is another rule"},
    Departure{"GoogleOnly_LineTooLong", "FooBot", "b/fux",
              "a line longer than 16 KiB is not cut: half a rule is another rule"},
};

struct Vector {
  std::size_t index;
  std::string robots;
  std::string agent;
  std::string url;
  bool allowed;
  bool rfc;
  bool contested;
  std::string test;
};

void PrintTo(const Vector& vector, std::ostream* out) {
  *out << vector.test << " [" << vector.index << "]: " << vector.agent << " at "
       << vector.url.substr(0, 200) << "\n"
       << vector.robots.substr(0, 500);
}

std::string RobotsOf(const nlohmann::json& entry) {
  if (entry.contains("robots")) return entry["robots"].get<std::string>();
  return http::DecodeBase64(entry["robots_base64"].get<std::string>()).value();
}

std::vector<Vector> LoadVectors(std::string_view file) {
  std::vector<Vector> vectors;
  for (const nlohmann::json& entry : testing_support::SharedJson(file)) {
    vectors.push_back({.index = vectors.size(),
                       .robots = RobotsOf(entry),
                       .agent = entry["agent"].get<std::string>(),
                       .url = entry["url"].get<std::string>(),
                       .allowed = entry["allowed"].get<bool>(),
                       .rfc = entry["scope"] == "rfc9309",
                       .contested = entry.contains("contested"),
                       .test = entry["test"].get<std::string>()});
  }
  return vectors;
}

const Departure* DepartureOf(const Vector& vector) {
  for (const Departure& departure : kDepartures) {
    if (departure.test == vector.test && departure.agent == vector.agent &&
        vector.url.ends_with(departure.url_ending)) {
      return &departure;
    }
  }
  return nullptr;
}

// The path as the crawler would pass it on; "/" for what is no URL.
std::string PathOfUrl(std::string_view text) {
  const std::optional<url::Url> url = url::Url::Parse(text);
  return url ? std::string(url->path_and_query()) : "/";
}

bool Allowed(const Vector& vector) {
  return RobotsTxt::Parse(vector.robots)
      .RulesFor(vector.agent)
      .Check(PathOfUrl(vector.url))
      .allowed;
}

std::string NameOf(const testing::TestParamInfo<Vector>& info) {
  return testing_support::CaseNameOf(info.index, info.param.test);
}

class RobotsConformanceTest : public testing::TestWithParam<Vector> {};

TEST_P(RobotsConformanceTest, VerdictIsAsPublishedOrDepartsForAReason) {
  const Vector& vector = GetParam();
  if (const Departure* departure = DepartureOf(vector)) {
    EXPECT_FALSE(vector.rfc) << "only what lies beyond the RFC may be departed from";
    EXPECT_NE(Allowed(vector), vector.allowed) << "no longer departs: " << departure->why;
  } else if (vector.contested) {
    // Our policy, in words in docs/design/robots_txt.md: URLs come percent-encoded, and the
    // RFC's own table of escapes holds. Every contested vector is "allowed" by it.
    EXPECT_FALSE(vector.allowed);
    EXPECT_TRUE(Allowed(vector));
  } else {
    EXPECT_EQ(Allowed(vector), vector.allowed);
  }
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RobotsConformanceTest);
INSTANTIATE_TEST_SUITE_P(Google, RobotsConformanceTest, testing::ValuesIn(LoadVectors(kGoogle)),
                         NameOf);
INSTANTIATE_TEST_SUITE_P(Spec, RobotsConformanceTest, testing::ValuesIn(LoadVectors(kSpec)),
                         NameOf);

TEST(RobotsConformanceDataTest, DataIsThere) {
  MEGURI_NEED_SHARED("conformance/robots");
  EXPECT_GE(LoadVectors(kGoogle).size(), 145U);
  EXPECT_GE(LoadVectors(kSpec).size(), 146U);
}

TEST(RobotsConformanceDataTest, EveryDepartureIsOneVector) {
  MEGURI_NEED_SHARED("conformance/robots");
  std::vector<Vector> vectors = LoadVectors(kGoogle);
  const std::vector<Vector> more = LoadVectors(kSpec);
  vectors.insert(vectors.end(), more.begin(), more.end());
  for (const Departure& departure : kDepartures) {
    int count = 0;
    for (const Vector& vector : vectors) {
      if (DepartureOf(vector) == &departure) ++count;
    }
    EXPECT_EQ(count, 1) << departure.test << " " << departure.url_ending;
  }
}

// The contested vectors, spelt out: the same policy without the data files.
TEST(RobotsPolicyTest, ARawUrlIsReadAsItsPercentEncodedForm) {
  for (const std::string_view rule : {"/foo/bar/ツ", "/foo/bar/%E3%83%84", "/foo/bar/%e3%83%84"}) {
    const std::string robots = "User-agent: FooBot\nDisallow: /\nAllow: " + std::string(rule);
    const RobotsRules rules = RobotsTxt::Parse(robots).RulesFor("FooBot");
    EXPECT_TRUE(rules.Check("/foo/bar/%E3%83%84").allowed) << rule;
    EXPECT_TRUE(rules.Check("/foo/bar/ツ").allowed) << rule;
    EXPECT_FALSE(rules.Check("/foo/bar/%E3%83%85").allowed) << rule;
  }
}

TEST(RobotsPolicyTest, EscapedUnreservedCharactersAreTheCharacters) {
  for (const std::string_view rule : {"/foo/bar/%62%61%7A", "/foo/bar/baz", "/foo/bar/b%61z"}) {
    const std::string robots = "User-agent: FooBot\nDisallow: /\nAllow: " + std::string(rule);
    const RobotsRules rules = RobotsTxt::Parse(robots).RulesFor("FooBot");
    EXPECT_TRUE(rules.Check("/foo/bar/baz").allowed) << rule;
    EXPECT_TRUE(rules.Check("/foo/bar/%62%61%7A").allowed) << rule;
    EXPECT_TRUE(rules.Check("/foo/bar/%62%61%7a").allowed) << rule;
  }
}

struct Fact {
  std::string kind;
  std::string input;  // or the bytes of a robots.txt
  nlohmann::json expect;
};

void PrintTo(const Fact& fact, std::ostream* out) { *out << fact.kind << ": " << fact.input; }

std::vector<Fact> LoadFacts() {
  std::vector<Fact> facts;
  for (const nlohmann::json& entry : testing_support::SharedJson(kFacts)) {
    facts.push_back(
        {.kind = entry["kind"].get<std::string>(),
         .input = entry.contains("input") ? entry["input"].get<std::string>() : RobotsOf(entry),
         .expect = entry["expect"]});
    // "example.com" and "//a/b" are no URLs that a crawler asks robots.txt about.
    const Fact& fact = facts.back();
    if (fact.kind == "path-of-url" && !fact.input.starts_with("http://")) facts.pop_back();
  }
  return facts;
}

struct LineCounts {
  int known = 0;
  int unknown = 0;
  std::uint32_t last_known = 0;
};

LineCounts CountLines(std::string_view robots) {
  LineCounts counts;
  RobotsLineReader reader(robots);
  while (const auto line = reader.Next()) {
    if (line->key == RobotsKey::kUnknown) ++counts.unknown;
    if (line->key == RobotsKey::kUnknown || line->key == RobotsKey::kNone) continue;
    ++counts.known;
    counts.last_known = line->number;
  }
  return counts;
}

class RobotsFactTest : public testing::TestWithParam<Fact> {};

TEST_P(RobotsFactTest, Holds) {
  const Fact& fact = GetParam();
  if (fact.kind == "valid-user-agent-token") {
    EXPECT_EQ(IsProductToken(fact.input), fact.expect.get<bool>());
  } else if (fact.kind == "valid-directives") {
    EXPECT_EQ(CountLines(fact.input).known, fact.expect.get<int>());
  } else if (fact.kind == "unknown-directives") {
    EXPECT_EQ(CountLines(fact.input).unknown, fact.expect.get<int>());
  } else if (fact.kind == "last-line-seen") {
    EXPECT_EQ(CountLines(fact.input).last_known, fact.expect.get<std::uint32_t>());
  } else if (fact.kind == "sitemap") {
    EXPECT_EQ(RobotsTxt::Parse(fact.input).sitemaps(),
              std::vector<std::string>{fact.expect.get<std::string>()});
  } else if (fact.kind == "escape-pattern") {
    std::string form;
    AppendPatternForm(fact.input, form);
    EXPECT_EQ(form, fact.expect.get<std::string>());
  } else if (fact.kind == "path-of-url") {
    EXPECT_EQ(PathOfUrl(fact.input), fact.expect.get<std::string>());
  } else {
    ADD_FAILURE() << "a kind that this test doesn't know: " << fact.kind;
  }
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RobotsFactTest);
INSTANTIATE_TEST_SUITE_P(Google, RobotsFactTest, testing::ValuesIn(LoadFacts()),
                         [](const testing::TestParamInfo<Fact>& row) {
                           return testing_support::CaseNameOf(row.index, row.param.kind);
                         });

}  // namespace
}  // namespace meguri::robots
