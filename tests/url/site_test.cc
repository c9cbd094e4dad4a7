#include "url/site.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/shared_data.h"
#include "url/idna/idna.h"

namespace meguri::url {
namespace {

using testing_support::CaseNameOf;
using testing_support::SharedPath;
using testing_support::SharedText;

std::string SiteOf(std::string_view href) {
  const std::optional<Url> url = Url::Parse(href);
  return url ? std::string(SiteList::System().SiteOf(*url)) : "no URL";
}

TEST(SiteTest, ByIcannAloneSitesOfAProviderAreOne) {
  const SiteList sites = SiteList::System();
  EXPECT_EQ(sites.RegisteredDomainByIcann("alice.github.io"), "github.io");
  EXPECT_EQ(sites.RegisteredDomain("alice.github.io"), "alice.github.io");
  EXPECT_EQ(sites.RegisteredDomainByIcann("www.example.co.uk"), "example.co.uk");
  EXPECT_EQ(sites.RegisteredDomainByIcann("www.example.nosuchsuffix"), "example.nosuchsuffix");
  EXPECT_EQ(sites.RegisteredDomainByIcann("co.uk"), std::nullopt);
}

TEST(SiteTest, IsTheRegisteredDomain) {
  EXPECT_EQ(SiteOf("https://www.example.co.uk/a"), "example.co.uk");
  EXPECT_EQ(SiteOf("https://example.com:8080/"), "example.com");
}

TEST(SiteTest, PrivateSectionSeparatesCustomers) {
  EXPECT_EQ(SiteOf("https://blog.alice.github.io/"), "alice.github.io");
}

TEST(SiteTest, UnknownSuffixIsTheLastLabel) {
  EXPECT_EQ(SiteOf("http://a.b.c.nosuchtld/"), "c.nosuchtld");
}

TEST(SiteTest, PublicSuffixAndSingleLabelOwnThemselves) {
  EXPECT_EQ(SiteOf("http://localhost/"), "localhost");
  EXPECT_EQ(SiteOf("http://co.uk/"), "co.uk");
  EXPECT_EQ(SiteList::System().RegisteredDomain("co.uk"), std::nullopt);
}

TEST(SiteTest, AddressIsItsOwnSite) {
  EXPECT_EQ(SiteOf("http://192.168.0.1/"), "192.168.0.1");
  EXPECT_EQ(SiteOf("http://[2001:db8::1]/"), "[2001:db8::1]");
}

TEST(SiteTest, TrailingDotIsTheSameSite) {
  EXPECT_EQ(SiteOf("http://www.example.com./"), "example.com");
  EXPECT_EQ(SiteOf("http://com./"), "com");
}

TEST(SiteTest, NoHostNoSite) {
  EXPECT_EQ(SiteOf("mailto:x@example.com"), "");
  EXPECT_EQ(SiteOf("file:///etc/hosts"), "");
}

TEST(SiteTest, EmptyLabelsAndEndlessHostsAreHarmless) {
  const SiteList sites = SiteList::System();
  for (const char* host : {"", ".", "..", ".com", "a..com", "example.com..", "..a.example.com"}) {
    EXPECT_EQ(sites.RegisteredDomain(host), std::nullopt) << host;
  }
  EXPECT_EQ(SiteOf("http://a..com/"), "a..com");
  std::string many = "http://";
  for (int i = 0; i < 100'000; ++i)
    many += "a.";
  EXPECT_EQ(SiteOf(many + "example.com/"), "example.com");
}

TEST(SiteTest, LongLabelsAreNotCutShort) {
  const std::string label(5000, 'x');
  EXPECT_EQ(SiteOf("http://www." + label + ".com/"), label + ".com");
}

TEST(SiteListTest, MissingFileIsNamed) {
  const auto list = SiteList::Load("/nonexistent/list.dat");
  ASSERT_FALSE(list);
  EXPECT_EQ(list.error().code, ErrorCode::kNotFound);
  EXPECT_NE(list.error().context.find("/nonexistent/list.dat"), std::string::npos);
}

TEST(SiteListTest, FileWithoutRuleIsRefused) {
  const std::string path = testing::TempDir() + "/empty_list.dat";
  std::ofstream(path) << "// nothing but a comment\n";
  const auto list = SiteList::Load(path);
  std::remove(path.c_str());
  ASSERT_FALSE(list);
  EXPECT_EQ(list.error().code, ErrorCode::kCorrupt);
}

TEST(SiteListTest, OwnListDecides) {
  const std::string path = testing::TempDir() + "/own_list.dat";
  std::ofstream(path) << "com\nlab\nsites.lab\n";
  const auto list = SiteList::Load(path);
  std::remove(path.c_str());
  ASSERT_TRUE(list);
  EXPECT_EQ(list->RegisteredDomain("www.a.sites.lab"), "a.sites.lab");
  EXPECT_EQ(list->RegisteredDomain("www.a.lab"), "a.lab");
}

// publicsuffix.org's own cases over publicsuffix.org's own list.
struct SuffixCase {
  std::size_t index;
  std::string input;
  std::string expected;
};
std::ostream& operator<<(std::ostream& os, const SuffixCase& c) { return os << c.input; }

std::vector<SuffixCase> LoadSuffixCases() {
  std::vector<SuffixCase> cases;
  std::istringstream lines(SharedText("conformance/psl/tests.txt").value_or(""));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with("//")) continue;
    std::istringstream words(line);
    SuffixCase c{cases.size(), "", ""};
    words >> c.input >> c.expected;
    cases.push_back(c);
  }
  return cases;
}

class SuffixConformanceTest : public testing::TestWithParam<SuffixCase> {
 protected:
  static const SiteList& List() {
    static const Result<SiteList> kList =
        SiteList::Load(SharedPath("conformance/psl/public_suffix_list.dat").value_or(""));
    return *kList;
  }
  // The list's cases are in any spelling; hosts reach us in one.
  static std::string Ascii(const std::string& domain) {
    std::string out;
    return DomainToAscii(domain, out) ? out : domain;
  }
};

TEST(SuffixConformanceDataTest, IsThere) { MEGURI_NEED_SHARED("conformance/psl"); }

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SuffixConformanceTest);
TEST_P(SuffixConformanceTest, RegisteredDomain) {
  const SuffixCase& c = GetParam();
  const std::string host = c.input == "null" ? "" : Ascii(c.input);
  const auto domain = List().RegisteredDomain(host);
  if (c.expected == "null") {
    EXPECT_EQ(domain, std::nullopt);
  } else {
    EXPECT_EQ(domain, Ascii(c.expected));
  }
}

INSTANTIATE_TEST_SUITE_P(PublicSuffixList, SuffixConformanceTest,
                         testing::ValuesIn(LoadSuffixCases()), [](const auto& param) {
                           return CaseNameOf(param.param.index, param.param.input);
                         });

}  // namespace
}  // namespace meguri::url
