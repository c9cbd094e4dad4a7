// The web-platform-tests' URL cases, one gtest case each.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "tests/support/shared_data.h"
#include "url/query_encoder.h"
#include "url/url.h"

namespace meguri::url {
namespace {

using nlohmann::json;
using testing_support::CaseNameOf;
using testing_support::SharedJson;

struct UrlCase {
  std::size_t index;
  json fields;
};
std::ostream& operator<<(std::ostream& os, const UrlCase& c) { return os << c.fields.dump(); }

std::vector<UrlCase> LoadUrlCases() {
  std::vector<UrlCase> cases;
  for (const json& entry : SharedJson("conformance/url/urltestdata.json")) {
    if (entry.is_object()) cases.push_back({cases.size(), entry});
  }
  return cases;
}

std::string Text(const json& fields, const char* name) {
  return fields.at(name).get<std::string>();
}

std::string With(std::string_view prefix, std::optional<std::string_view> part) {
  // The API's `search` and `hash` are "" for an empty part too.
  if (!part || part->empty()) return "";
  return std::string(prefix).append(*part);
}

class UrlConformanceTest : public testing::TestWithParam<UrlCase> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(UrlConformanceTest);

TEST(UrlConformanceDataTest, IsThere) { MEGURI_NEED_SHARED("conformance/url"); }

TEST_P(UrlConformanceTest, ParsesAsTheStandardSays) {
  const json& fields = GetParam().fields;
  Url base;
  if (!fields.at("base").is_null() && !base.Assign(Text(fields, "base"))) {
    FAIL() << "the base itself does not parse";
  }
  const std::optional<Url> url = Url::Parse(Text(fields, "input"), base.empty() ? nullptr : &base);
  if (fields.contains("failure")) {
    EXPECT_FALSE(url) << "parsed as " << url->href();
    return;
  }
  ASSERT_TRUE(url);
  EXPECT_EQ(url->href(), Text(fields, "href"));
  EXPECT_EQ(std::string(url->scheme()) + ":", Text(fields, "protocol"));
  EXPECT_EQ(url->username(), Text(fields, "username"));
  EXPECT_EQ(url->password(), Text(fields, "password"));
  EXPECT_EQ(url->host(), Text(fields, "hostname"));
  EXPECT_EQ(url->port() ? std::to_string(*url->port()) : "", Text(fields, "port"));
  EXPECT_EQ(url->path(), Text(fields, "pathname"));
  EXPECT_EQ(With("?", url->query()), Text(fields, "search"));
  EXPECT_EQ(With("#", url->fragment()), Text(fields, "hash"));
  // Serialised and parsed again it is the same URL.
  const std::optional<Url> again = Url::Parse(url->href());
  ASSERT_TRUE(again);
  EXPECT_EQ(again->href(), url->href());
}

INSTANTIATE_TEST_SUITE_P(Wpt, UrlConformanceTest, testing::ValuesIn(LoadUrlCases()),
                         [](const auto& param) {
                           return CaseNameOf(param.param.index, Text(param.param.fields, "input"));
                         });

// toascii.json through the whole parser, as web-platform-tests do it.
class HostConformanceTest : public testing::TestWithParam<UrlCase> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HostConformanceTest);

std::vector<UrlCase> LoadHostCases() {
  std::vector<UrlCase> cases;
  for (const json& entry : SharedJson("conformance/url/toascii.json")) {
    if (entry.is_object()) cases.push_back({cases.size(), entry});
  }
  return cases;
}

TEST_P(HostConformanceTest, HostBecomesAscii) {
  const json& fields = GetParam().fields;
  const std::optional<Url> url = Url::Parse("https://" + Text(fields, "input") + "/x");
  if (fields.at("output").is_null()) {
    EXPECT_FALSE(url) << "parsed as " << url->href();
    return;
  }
  ASSERT_TRUE(url);
  EXPECT_EQ(url->host(), Text(fields, "output"));
  EXPECT_EQ(url->path(), "/x");
}

INSTANTIATE_TEST_SUITE_P(Wpt, HostConformanceTest, testing::ValuesIn(LoadHostCases()),
                         [](const auto& param) {
                           return CaseNameOf(param.param.index, Text(param.param.fields, "input"));
                         });

// percent-encoding.json: queries in the encoding of the page.
class QueryConformanceTest : public testing::TestWithParam<UrlCase> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(QueryConformanceTest);

std::vector<UrlCase> LoadQueryCases() {
  std::vector<UrlCase> cases;
  for (const json& entry : SharedJson("conformance/url/percent-encoding.json")) {
    if (entry.is_object()) cases.push_back({cases.size(), entry});
  }
  return cases;
}

TEST_P(QueryConformanceTest, QueryIsEncodedInThePagesCharset) {
  const json& fields = GetParam().fields;
  for (const auto& [encoding, output] : fields.at("output").items()) {
    SCOPED_TRACE(encoding);
    const std::optional<QueryEncoder> encoder = QueryEncoder::ForEncoding(encoding);
    EXPECT_EQ(encoder.has_value(), encoding != "utf-8");
    Url url;
    ASSERT_TRUE(url.Assign("https://example.com/?" + Text(fields, "input"), nullptr,
                           encoder ? &*encoder : nullptr));
    EXPECT_EQ(url.query(), output.get<std::string>());
  }
}

// What percent-encoding.json is too short for; expected values by the Encoding Standard.
TEST(QueryEncoderTest, FollowsTheEncodingStandard) {
  struct Row {
    const char* encoding;
    const char* query;
    const char* expected;
  };
  const Row rows[] = {
      {"shift_jis", "日本", "%93%FA%96{"},
      {"shift_jis", "\u00A5\u203E", "\\~"},
      {"shift_jis", "\u200B", "%26%238203%3B"},
      {"shift_jis", "\uE000", "%26%2357344%3B"},
      {"shift_jis", "\x7F\x1A", "%7F%1A"},
      {"euc-jp", "日é", "%C6%FC%26%23233%3B"},
      {"iso-2022-jp", "日é日", "%1B$BF|%1B(B%26%23233%3B%1B$BF|%1B(B"},
      {"iso-2022-jp", "\uFF71", "%1B$B%%22%1B(B"},
      {"euc-kr", "한\u0080", "%C7%D1%26%23128%3B"},
      {"gbk", "€中", "%80%D6%D0"},
      {"windows-1252", "€\u00AD", "%80%AD"},
      {"windows-1251", "Ж\u200D", "%C6%26%238205%3B"},
      {"big5", "あЖ", "%C6%E8%C7%FA"},
      {"gb18030", "\u9FB4\U00020087", "%FEY%952%901"},
      {"gbk", "\u1E3F\u9FB4😀", "%A8%BC%FEY%26%23128512%3B"},
      {"koi8-u", "ўЎ", "%AE%BE"},
      {"windows-1255", "\u05BA", "%CA"},
      {"iso-8859-16", "€ș", "%A4%BA"},
      {"x-user-defined", "\uF780\uF7FFé", "%80%FF%26%23233%3B"},
      {"x-sjis", "表", "%95\\"},
      {"iso-2022-jp", "\u00A5é", "%1B(J\\%26%23233%3B%1B(B"},
      {"iso-2022-jp", "\x1B日", "%26%2365533%3B%1B$BF|%1B(B"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.encoding);
    const std::optional<QueryEncoder> encoder = QueryEncoder::ForEncoding(row.encoding);
    ASSERT_TRUE(encoder);
    Url url;
    ASSERT_TRUE(
        url.Assign(std::string("https://a.example/?") + row.query + "#x", nullptr, &*encoder));
    EXPECT_EQ(url.query(), row.expected);
  }
}

TEST(QueryEncoderTest, UnknownAndUnicodeNamesHaveNone) {
  for (const char* name :
       {"", "utf-8", "UTF-16LE", "utf-16", "replacement", "iso-2022-kr", "nonsense"}) {
    EXPECT_FALSE(QueryEncoder::ForEncoding(name)) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Wpt, QueryConformanceTest, testing::ValuesIn(LoadQueryCases()),
                         [](const auto& param) { return CaseNameOf(param.param.index, ""); });

}  // namespace
}  // namespace meguri::url
