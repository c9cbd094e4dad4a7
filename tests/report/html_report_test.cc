#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/mem_files.h"
#include "report/html_table.h"
#include "report/report.h"
#include "report/web_files.h"
#include "tests/report/sample_charts.h"

namespace meguri::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t Count(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(HtmlReportTest, HasEveryPart) {
  const std::string html = HtmlReport(SampleReport());
  for (const char* part :
       {"<title>Which page next?</title>", "<h2>Coverage</h2>", "<dt>graph</dt>",
        "<a href=\"#s2\">Speed</a>", "<a href=\"#c3\">Pages a second of CPU</a>", "id=\"c7\"",
        "<th scope=\"row\">omniscient</th>", "<td class=\"n\">–</td>"}) {
    EXPECT_THAT(html, HasSubstr(part));
  }
  EXPECT_EQ(Count(html, "<figure"), 7U);
  EXPECT_EQ(Count(html, "<div class=\"static\"><svg "), 7U);
}

TEST(HtmlReportTest, NothingBreaksOut) {
  const std::string html = HtmlReport(SampleReport());
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, Not(HasSubstr("<img")));
  // The class, seven charts' data, and the script itself.
  EXPECT_EQ(Count(html, "<script"), 9U);
  EXPECT_EQ(Count(html, "</script"), 9U);
  EXPECT_THAT(html, Not(HasSubstr("\xFF")));
}

TEST(HtmlReportTest, OnlyOurScriptsRun) {
  const auto nonce = [](const std::string& html) {
    const std::size_t at = html.find("script-src 'nonce-") + 18;
    return html.substr(at, 16);
  };
  Report report = SampleReport();
  const std::string html = HtmlReport(report);
  EXPECT_EQ(Count(html, "nonce=\"" + nonce(html) + "\""), 3U);  // two scripts and the style
  EXPECT_THAT(html, Not(HasSubstr("unsafe-inline")));
  report.facts[0].second += nonce(html);  // who knew the old one does not know the new
  EXPECT_NE(nonce(HtmlReport(report)), nonce(html));
}

TEST(HtmlReportTest, NeedsNoNetwork) {
  const std::string html = HtmlReport(SampleReport());
  EXPECT_EQ(Count(html, "http"),
            Count(html, "http://www.w3.org/2000/svg") + Count(html, "http-equiv"));
  EXPECT_THAT(html, HasSubstr("default-src 'none'"));
}

TEST(HtmlReportTest, IsSmallWithoutData) {
  EXPECT_LT(HtmlReport({}).size(), 60'000U);
  EXPECT_GT(ReportScript().size(), 1000U);
  for (const std::string_view text : {ReportStyle(), ReportScript()}) {
    EXPECT_THAT(text, Not(HasSubstr("</script")));
    EXPECT_THAT(text, Not(HasSubstr("</style")));
    EXPECT_THAT(text, Not(HasSubstr("<!--")));
  }
}

TEST(HtmlReportTest, TheSameReportGivesTheSameBytes) {
  EXPECT_EQ(HtmlReport(SampleReport()), HtmlReport(SampleReport()));
}

TEST(HtmlTableTest, KnowsNumbers) {
  for (const char* number : {"0", "-1", "−1.5", "+2", "1,234,567.8", ".5", "1e-3", "2E+4", "80%",
                             "12.5 %", "0.5 ± 0.1", "0.5±0.1%", "3×"}) {
    EXPECT_TRUE(IsNumeric(number)) << number;
  }
  for (const char* text :
       {"", "-", "abc", "1 2", "1,", ",1", "12 ms", "1.2.3", "e5", "1e", "±1", "0x1"}) {
    EXPECT_FALSE(IsNumeric(text)) << text;
  }
}

TEST(HtmlTableTest, ShortRowsAndLongOnes) {
  std::string html;
  AppendTable({.caption = "<c>", .columns = {"a", "b"}, .rows = {{"x"}, {"y", "1", "2"}}}, html);
  EXPECT_THAT(html, HasSubstr("<caption>&lt;c&gt;</caption>"));
  EXPECT_THAT(html, HasSubstr("<tr><th scope=\"row\">x</th><td class=\"n\"></td></tr>"));
  EXPECT_THAT(html, HasSubstr("<tr><th scope=\"row\">y</th><td class=\"n\">1</td></tr>"));
}

TEST(WriteReportTest, WritesTheReportAndItsFigures) {
  MemFiles files;
  const Report report = SampleReport();
  ASSERT_TRUE(WriteReport(files, "out", report, "out/figures"));
  files.DropUnsynced();
  EXPECT_EQ(*ReadWholeFile(files, "out/report.html"), HtmlReport(report));
  EXPECT_EQ(*ReadWholeFile(files, "out/figures/speed.svg"), ChartSvg(SpeedChart()));
  EXPECT_EQ(*ReadWholeFile(files, "out/figures/speed.csv"), ChartCsv(SpeedChart()));
  EXPECT_EQ(files.List("out/figures")->size(), 14U);  // no ".tmp" is left
}

TEST(WriteReportTest, TheReportAlone) {
  MemFiles files;
  ASSERT_TRUE(WriteReport(files, "a/b/mine.html", SampleReport()));
  EXPECT_EQ(files.List("a/b")->size(), 1U);
}

TEST(WriteReportTest, AnOldReportStaysWholeOnAFullDisk) {
  MemFiles files;
  const Report small{.title = "old"};
  ASSERT_TRUE(WriteReport(files, "r.html", small));
  files.SetCapacity(100'000);
  const Status status = WriteReport(files, "r.html", SampleReport());
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kDiskFull);
  EXPECT_EQ(*ReadWholeFile(files, "r.html"), HtmlReport(small));
}

TEST(WriteReportTest, IdsMustNameFiles) {
  MemFiles files;
  const auto error = [&files](std::vector<std::string> ids) {
    Report report;
    report.sections.resize(1);
    for (std::string& id : ids)
      report.sections[0].charts.push_back({.id = std::move(id)});
    const Status status = WriteReport(files, "r.html", report, "figures");
    return status ? "fine" : status.error().context;
  };
  EXPECT_EQ(error({"../x"}), "chart '../x': want an id of a-z, 0-9 and '-'");
  EXPECT_EQ(error({""}), "chart '': want an id of a-z, 0-9 and '-'");
  EXPECT_EQ(error({"a", "b", "a"}), "chart 'a': two charts have this id");
  EXPECT_FALSE(files.OpenToRead("r.html"));
  EXPECT_EQ(error({"a", "b-2"}), "fine");
}

}  // namespace
}  // namespace meguri::report
