// Hostile pages, read with all that is looked for in a page: not only linear, but never slow.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "html/page_reader.h"
#include "tests/support/worst_case.h"
#include "url/url.h"

namespace meguri::html {
namespace {

using testing_support::CpuSeconds;
using testing_support::kIsFullSpeed;
using testing_support::kWorstCaseBytes;
using testing_support::Repeated;

// A tenth of what the slowest of these pages had, in a release build on a busy shared machine.
constexpr double kMinBytesPerSecond = 3e6;

double SecondsFor(const std::string& page) {
  static const url::Url url = url::Url::Parse("http://h/").value();
  static PageReader reader;
  return CpuSeconds([&] {
    reader.Read({.bytes = page, .url = &url, .content_type = "text/html;charset=utf-8"});
  });
}

void ExpectFast(const std::string& page, std::string_view name) {
  const double bytes_per_second = static_cast<double>(page.size()) / SecondsFor(page);
  if (kIsFullSpeed) {
    EXPECT_GT(bytes_per_second, kMinBytesPerSecond) << name;
  }
}

constexpr auto kPieces = std::to_array<std::string_view>({"&notit",
                                                          "&#",
                                                          "<p>",
                                                          "<p>a",
                                                          "<li>",
                                                          "<a href=x>y",
                                                          "<a href=x>\xC2",
                                                          "<a href=//a:b>",
                                                          "<a href=//\u00FC.example>",
                                                          "<a x=y ",
                                                          "<div>",
                                                          "</div>",
                                                          "</z>",
                                                          "<b><p></b>",
                                                          "<a><div>",
                                                          "<table><tr><td>",
                                                          "<svg>",
                                                          "<svg><p>",
                                                          "<svg><a>",
                                                          "<svg><z></svg>",
                                                          "<math><mi>",
                                                          "<svg><![CDATA[",
                                                          "<textarea></title",
                                                          "<script><!--",
                                                          "<!-- -- ",
                                                          "<style>url(",
                                                          "<p style='url('>",
                                                          "<img srcset='a (,b '>",
                                                          "<h1>a</h1>",
                                                          "<pre>\n",
                                                          "<div class='nav a-b-c'>",
                                                          "<link rel='a b c' href=x>",
                                                          "1 ",
                                                          "2024年3月",
                                                          "\u0301",
                                                          "\xFF",
                                                          "\r",
                                                          "word "});

TEST(PageCostTest, NoPageIsSlow) {
  for (const std::string_view piece : kPieces) {
    ExpectFast(Repeated(piece, kWorstCaseBytes), piece);
    ExpectFast("<svg>" + Repeated("<q>", 3 * 510) + Repeated(piece, kWorstCaseBytes), piece);
  }
}

// An end tag of nothing is looked for among all that is open.
TEST(PageCostTest, EndTagsOfNothingAreCheapInDeepSvg) {
  const std::string tags = Repeated("</z>", 4 * kWorstCaseBytes);
  const double shallow = SecondsFor("<svg>" + tags);
  const double deep = SecondsFor("<svg>" + Repeated("<q>", 3 * 510) + tags);
  if (kIsFullSpeed) {
    EXPECT_LT(deep / shallow, 8);  // 3; 16 if elements are compared one by one
  }
}

// Two long names of one hash: to compare them with each open element would be 500 times the page.
TEST(PageCostTest, NamesOfTheSameHashAreCheapInDeepSvg) {
  const std::string open = std::string(1000, 'x') + "opuohuf";
  const std::string other = std::string(1000, 'x') + "oszafmx";
  ASSERT_EQ(HashIgnoringAsciiCase(open), HashIgnoringAsciiCase(other));
  ExpectFast("<svg>" + Repeated("<" + open + ">", 510 * (open.size() + 2)) +
                 Repeated("</" + other + ">", 4 * kWorstCaseBytes),
             "a collision");
}

}  // namespace
}  // namespace meguri::html
