#include "url/surt/surt.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "tests/support/worst_case.h"
#include "url/surt/idna2003.h"

namespace meguri::url {
namespace {

using testing::Values;
using testing_support::GrowthAtTenfold;
using testing_support::kLinearGrowth;
using testing_support::kWorstCaseBytes;
using testing_support::Repeated;

constexpr char kId32[] = "0123456789abcdefghijklemopqrstuv";
constexpr char kId24[] = "4hqa0555fwsecu455xqckv45";

struct Pair {
  std::string url;
  std::string key;
};

class SurtPairTest : public testing::TestWithParam<Pair> {};

TEST_P(SurtPairTest, HasKey) { EXPECT_EQ(Surt(GetParam().url), GetParam().key); }

INSTANTIATE_TEST_SUITE_P(
    Scheme, SurtPairTest,
    Values(Pair{"a.com/B", "com,a)/b"},  //
           Pair{"a.com:8080/x", "a.com:8080/x"}, Pair{"1.com:8080/x", "com,1:8080)/x"},
           Pair{"http:a.com", "com,a)/"},                                               //
           Pair{"http:/a.com:81/x", "com:81,a)/x"}, Pair{"httpx:a.com/b", "com,a)/b"},  //
           Pair{"HTTP:a.com", "HTTP:a.com"}, Pair{"https://http://a.com/", "com,a)/"},
           Pair{"DNS:Foo.com", "DNS:foo.com"}, Pair{"urn:uuid:A B?b&a", "urn:uuid:a%20b?a&b"},
           Pair{"foo:?x", "foo:/?x"},  //
           Pair{"foo:a/../b/", "foo:a/../b"},
           Pair{"screenshot:http://A.com/", "screenshot:http://a.com"},
           Pair{"\r\n ht\ttp://a\n.com/ \f", "com,a)/"}));

INSTANTIATE_TEST_SUITE_P(
    Host, SurtPairTest,
    Values(Pair{"http://u:p@x@A.com/", "com,a)/"}, Pair{"http://u@/x/y", "x)/y"},
           Pair{"http://:81/x", "x:81)/"}, Pair{"http://a:0/", "a)/"}, Pair{"http://a::/", "a)/"},
           Pair{"HTTPS://a:0443/", "a)/"}, Pair{"ftp://a:21/", "a:21)/"},
           Pair{"http://[2001:DB8::1]:8080/x", "2001:db8::1:8080)/x"}, Pair{"http://[::1", "::1)/"},
           Pair{"http://1.2.3/", "3,0,2,1)/"}, Pair{"http://08.1/", "1,08)/"},
           Pair{"http://9.010/", "8,0,0,9)/"}, Pair{"http://010.9/", "9,010)/"},
           Pair{"dns://www.a/", "a,www)/"}, Pair{"http://0x7f.1/", "1,0x7f)/"},
           Pair{"http://4294967297/", "1,0,0,0)/"}, Pair{"http://1.2.3.256/", "256,3,2,1)/"},
           Pair{"http://.a...b../", "b,,a)/"}, Pair{"http://../a//b/", "http:/a//b"},
           Pair{"http://www9.www.a/", "a,www)/"}, Pair{"http://www/", "www)/"},
           Pair{"http://a%2fb%20/", "a/b%20)/"}, Pair{"http://a\xff.com/", "com,a)/"},
           Pair{"http://\xff.com/", "com,%ff)/"}));

INSTANTIATE_TEST_SUITE_P(
    Idna, SurtPairTest,
    Values(Pair{"http://BÜCHER.ch/", "ch,xn--bcher-kva)/"}, Pair{"http://ß.de./", "de,ss)/"},
           Pair{"http://日本語。jp/", "jp,xn--wgv71a119e)/"}, Pair{"http://１.2/", "2,0,0,1)/"},
           Pair{"http://é..com/", "com,%c3%a9)/"}, Pair{"http://xn--é/", "xn--%c3%a9)/"},
           Pair{"http://\u05d0a.com/", "com,%d7%90a)/"},  // mixed directions
           Pair{"http://\u200d.de/", "de,%e2%80%8d)/"},   // nothing left
           Pair{"http://\u04c0.com/", "com,xn--s5a)/"},   // lowered since Unicode 5.0
           Pair{"http://\U0001f600.com/", "com,xn--e28h)/"}));

INSTANTIATE_TEST_SUITE_P(
    PathAndQuery, SurtPairTest,
    Values(Pair{"http://a/b/..", "a)/"}, Pair{"http://a/../../../b", "a)/../b"},
           Pair{"http://a/b//../c", "a)/b/c"}, Pair{"http://a/b%2f..%2fc/", "a)/c"},
           Pair{"http://a/%3fB%23", "a)/?b%23"}, Pair{"http://a/\xe9 %", "a)/%e9%20%25"},
           Pair{"http://a/?", "a)/"}, Pair{"http://a/?&", "a)/?&"},
           Pair{"http://a?b&a=&a&a!&a=1", "a)/?a&a=&a=1&a!&b"}));

TEST(SurtTest, OptionsCombine) {
  const SurtOptions options{
      .with_scheme = true, .trailing_comma = true, .host_massage = false, .reverse_ipaddr = false};
  EXPECT_EQ(Surt("http://www.a.com:81/B", options), "http://(com,a,www:81,)/b");
  EXPECT_EQ(Surt("http://1.2.3.4/", options), "http://(1.2.3.4,)/");
  EXPECT_EQ(Surt("dns://a/", options), "dns:(a,)/");
  EXPECT_EQ(Surt("http://a/?B", {.query_lowercase = false}), "a)/?B");
}

TEST(SurtTest, ReadsLatin1OnDemand) {
  EXPECT_EQ(Surt("http://\xe9.com/\xe9"), "com,%e9)/%e9");
  EXPECT_EQ(Surt("http://\xe9.com/\xe9", {.non_utf8_is_latin1 = true}), "com,xn--9ca)/%c3%a9");
  EXPECT_EQ(Surt("http://é.com/", {.non_utf8_is_latin1 = true}), "com,xn--9ca)/");
}

TEST(SurtTest, KeepsWhatHasNoKeyOnOneLine) {
  EXPECT_EQ(Surt("http://a.com:port/X"), "http://a.com:port/X");
  EXPECT_EQ(Surt("http://a.com:65536/a b"), "http://a.com:65536/a%20b");
  EXPECT_EQ(Surt("filedesc:a\nb c.arc"), "filedesc:a%0ab%20c.arc");
  EXPECT_EQ(Surt(" \t"), "-");
}

bool IsVisible(std::string_view key) {
  return std::all_of(key.begin(), key.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

TEST(SurtTest, EveryByteIsVisibleInTheKey) {
  for (int byte = 0; byte < 256; ++byte) {
    const auto c = static_cast<char>(byte);
    EXPECT_TRUE(IsVisible(Surt({&c, 1}))) << byte;
    EXPECT_TRUE(IsVisible(Surt(fmt::format("http://a{}b/", c)))) << byte;
    EXPECT_TRUE(IsVisible(Surt(fmt::format("http://a/{}b?{}c", c, c)))) << byte;
  }
}

TEST(SurtWriterTest, AppendsWithoutTouchingWhatIsThere) {
  SurtWriter writer;
  std::string out = "x";
  writer.Append("http://user@b.org:81/p?q#f", out);
  writer.Append("a.com?", out);
  writer.Append("", out);
  EXPECT_EQ(out, "xorg,b:81)/p?qcom,a)/-");
}

TEST(IaSessionIdTest, OnlyTheLastGoes) {
  const std::string sid = std::string("sid=") + kId32;
  std::string query = sid + "&a&" + sid + "&b";
  ia::StripQuerySessionId(query);
  EXPECT_EQ(query, sid + "&a&b");

  query = "cfid=1&cftoken=2&cfid=&cftoken=3";
  ia::StripQuerySessionId(query);
  EXPECT_EQ(query, "cfid=&cftoken=3");

  const std::string id = std::string("(") + kId24 + ")/";
  std::string path = "/" + id + "x.aspx/" + id + "y?.aspx";
  ia::StripPathSessionId(path);
  EXPECT_EQ(path, "/x.aspx/" + id + "y?.aspx");
}

TEST(Idna2003Test, BoundsALabel) {
  std::string host = std::string(63, 'a') + ".é";
  EXPECT_TRUE(HostToAsciiIdna2003(host));
  EXPECT_EQ(host, std::string(63, 'a') + ".xn--9ca");
  std::string too_long = std::string(64, 'a') + ".é";
  EXPECT_FALSE(HostToAsciiIdna2003(too_long));
  EXPECT_EQ(too_long, std::string(64, 'a') + ".é");
}

class SurtHostileTest : public testing::TestWithParam<Pair> {};

// url: what comes first; key: what is repeated.
TEST_P(SurtHostileTest, TakesLinearTime) {
  const auto make = [](std::size_t bytes) {
    return GetParam().url + Repeated(GetParam().key, bytes);
  };
  const auto work = [](std::string_view url) { EXPECT_FALSE(Surt(url).empty()); };
  EXPECT_LT(GrowthAtTenfold(kWorstCaseBytes, make, work), kLinearGrowth);
}

INSTANTIATE_TEST_SUITE_P(
    Inputs, SurtHostileTest,
    Values(Pair{"http://a/%", "25"}, Pair{"http://a/", "%25"}, Pair{"http://a/%2525", "%32%35"},
           Pair{"http://%", "25"}, Pair{"http://a", "."}, Pair{"http://a", ".b"},
           Pair{"http://é", ".b"}, Pair{"http://", "\u0301\u0327"}, Pair{"http://", "\u00ad"},
           Pair{"http://", "é."}, Pair{"http://", "1"}, Pair{"http://a:", "0"},
           Pair{"http://a/", "../"}, Pair{"http://a/", "b/"}, Pair{"http://a", "/b/.."},
           Pair{"http://a/", "/"}, Pair{"http://a/?", "&"}, Pair{"http://a/?", "b&a&"},
           Pair{"http://a/?", "jsessionid="}, Pair{"http://a/?", "cfid="},
           Pair{"http://a/?", "cfid=1&cftoken="}, Pair{"http://a/?", "&cftoken=1cfid="},
           Pair{"http://a/?", "aspsessionidABCDEFGH="},
           Pair{"http://a", std::string("/(") + kId24 + ")"},
           Pair{"http://a/(", std::string("S(") + kId24 + ")"}, Pair{"http://a", "/(S("},
           Pair{"http://a/", ".aspx?"}, Pair{"", "http://"}, Pair{"", "@"}, Pair{"http://", "["},
           Pair{"", "\n"}, Pair{"a", ":"}, Pair{"filedesc", " "}));

}  // namespace
}  // namespace meguri::url
