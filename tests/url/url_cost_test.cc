// What parsing costs: no heap for a URL that is canonical already, and linear time for the
// worst that a page can hold.
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/allocation_counter.h"
#include "tests/support/worst_case.h"
#include "url/canonical.h"
#include "url/fingerprint.h"
#include "url/site.h"
#include "url/url.h"

namespace meguri::url {
namespace {

using testing_support::AllocationCount;
using testing_support::GrowthAtTenfold;
using testing_support::kLinearGrowth;
using testing_support::kWorstCaseBytes;
using testing_support::Repeated;

TEST(UrlCostTest, CanonicalUrlNeedsNoHeap) {
  const SiteList sites = SiteList::System();
  Fingerprinter fingerprinter(7);
  const Url base = *Url::Parse("https://docs.example.org/3/library/index.html");
  Url url;
  // The first one warms the buffer.
  ASSERT_TRUE(url.Assign("https://www.example.org/a/quite/long/path/to/have/enough/room.html?q=1"));
  const std::size_t before = AllocationCount();
  for (const std::string_view input :
       {"https://www.example.org/a/b.html", "https://www.example.org/a/b.html?x=1&y=2",
        "http://192.0.2.1:8080/", "http://[2001:db8::1]/x", "http://xn--bcher-kva.example/"}) {
    ASSERT_TRUE(url.Assign(input));
    ASSERT_EQ(url.href(), input);
    fingerprinter.Of(url);
    fingerprinter.Of128(url);
    sites.SiteOf(url);
  }
  for (const std::string_view link :
       {"os.html#os.path", "../reference/index.html", "/3/", "?q=1"}) {
    ASSERT_TRUE(url.Assign(link, &base));
    fingerprinter.Of(url);
  }
  EXPECT_EQ(AllocationCount() - before, 0U);

  // The counter counts: a link with a tracking parameter needs the scratch buffer.
  ASSERT_TRUE(url.Assign("https://www.example.org/a/b.html?utm_source=somewhere&id=1"));
  fingerprinter.Of(url);
  EXPECT_GT(AllocationCount() - before, 0U);
}

struct WorstCase {
  const char* name;
  std::function<std::string(std::size_t)> make;
};
std::ostream& operator<<(std::ostream& os, const WorstCase& c) { return os << c.name; }

class UrlWorstCaseTest : public testing::TestWithParam<WorstCase> {};

// 1 MB against 10 MB (in release builds), through all that a found link goes through.
TEST_P(UrlWorstCaseTest, TakesLinearTime) {
  const SiteList sites = SiteList::System();
  Fingerprinter fingerprinter(7);
  const Url base = *Url::Parse("https://docs.example.org/3/library/index.html");
  const double growth =
      GrowthAtTenfold(kWorstCaseBytes, GetParam().make, [&](std::string_view input) {
        Url url;
        if (!url.Assign(input, &base)) return;
        fingerprinter.Of(url);
        sites.SiteOf(url);
      });
  EXPECT_LT(growth, kLinearGrowth);
}

std::vector<WorstCase> WorstCases() {
  std::vector<WorstCase> cases;
  const auto repeat = [&cases](const char* name, std::string prefix, std::string piece) {
    cases.push_back({name, [prefix = std::move(prefix), piece = std::move(piece)](
                               std::size_t size) { return prefix + Repeated(piece, size); }});
  };
  repeat("Plain", "http://a.example/", "a");
  repeat("Slashes", "", "/");
  repeat("Backslashes", "http:", "\\");
  repeat("Dots", "", "./");
  repeat("DotDots", "", "../");
  repeat("UpAndDown", "", "a/../");
  repeat("UpFromDeep", "", "a/a/a/a/../../../");
  repeat("EscapedDots", "", "%2e%2E/");
  repeat("AtSigns", "http://", "@");
  repeat("Colons", "http://", ":");
  repeat("Brackets", "http://", "[");
  repeat("Labels", "http://", "a.");
  repeat("Digits", "http://", "1");
  repeat("DottedDigits", "http://", "1.");
  repeat("HexHost", "http://0x", "0");
  repeat("EscapedHost", "http://", "%61");
  repeat("InternationalHost", "http://", "\xE3\x81\x82");
  repeat("InternationalLabels", "http://", "\xC3\xA9.");
  repeat("MarksInHost", "http://a", "\xCC\x81\xCC\xA7");
  repeat("Punycode", "http://\xC3\xA9.xn--", "a1");
  repeat("Newlines", "http://a.example/", "a\n\t");
  repeat("Parameters", "http://a.example/?", "utm_a=1&");
  repeat("EmptyParameters", "http://a.example/?", "&");
  repeat("PathParameters", "http://a.example/", ";jsessionid=1");
  repeat("Hashes", "http://a.example/", "#");
  repeat("BadUtf8", "http://a.example/", "\xF0\x9F");
  repeat("Percents", "http://a.example/", "%");
  repeat("Spaces", "x:", " ");
  repeat("Scheme", "", "a+");
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Worst, UrlWorstCaseTest, testing::ValuesIn(WorstCases()),
                         [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace meguri::url
