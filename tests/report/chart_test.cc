#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "report/chart_json.h"
#include "report/report.h"
#include "tests/report/sample_charts.h"
#include "xml/xml_reader.h"

namespace meguri::report {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct SvgSeen {
  std::string text;  // of all elements
  int paths = 0;
  bool whole = true;
};

// Our reader forgives much; what it must not see here is an end tag too few or a '<' in text.
SvgSeen Read(const std::string& svg) {
  SvgSeen seen;
  xml::XmlReader reader(svg);
  for (;;) {
    const xml::XmlEvent event = reader.Next();
    if (event == xml::XmlEvent::kEndOfDocument) return seen;
    if (event == xml::XmlEvent::kText) reader.AppendTextTo(seen.text);
    if (event == xml::XmlEvent::kStart && reader.local_name() == "path") ++seen.paths;
    if (event == xml::XmlEvent::kEnd) seen.whole = seen.whole && !reader.is_cut();
  }
}

TEST(ChartSvgTest, ShowsTitleNoteAxesAndNames) {
  const SvgSeen seen = Read(ChartSvg(CurvesChart(9, 200)));
  EXPECT_TRUE(seen.whole);
  for (const char* text : {"Share of the PageRank", "mean of 5 runs", "pages crawled", "100%",
                           "breadth-first", "Incremental PageRank"}) {
    EXPECT_THAT(seen.text, HasSubstr(text));
  }
  EXPECT_GT(seen.paths, 9 * 3);  // a line, a band, a swatch for each, and the grid
}

TEST(ChartSvgTest, EveryKindIsWellFormed) {
  for (const Chart& chart : AllSampleCharts()) {
    const std::string svg = ChartSvg(chart);
    EXPECT_TRUE(Read(svg).whole) << chart.id;
    EXPECT_THAT(svg, Not(HasSubstr("nan"))) << chart.id;
    EXPECT_THAT(svg, Not(HasSubstr("inf\""))) << chart.id;
  }
}

TEST(ChartSvgTest, NamesStayText) {
  Chart chart = CurvesChart(2, 3);
  chart.id = "\"/><script>";
  chart.title = "</title><script>alert(1)</script>";
  chart.series[0].name = "</text>\"'><b>&\xFF";
  chart.x.label = "<x>";
  chart.y.unit = "<y>";
  const std::string svg = ChartSvg(chart);
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_THAT(svg, Not(HasSubstr("<b>")));
  EXPECT_TRUE(Read(svg).whole);
  EXPECT_THAT(Read(svg).text, HasSubstr("</text>\"'><b>&\uFFFD"));
}

// The number of points in all lines, each of which begins with M.
std::size_t PointsIn(const std::string& svg) {
  return static_cast<std::size_t>(std::ranges::count(svg, 'L'));
}

TEST(ChartSvgTest, ALineIsInterruptedByWhatIsNoNumber) {
  Chart chart;
  chart.id = "gaps";
  chart.series = {{.name = "a", .x = {0, 1, 2, 3, 4, 5}, .y = {1, 5, kNan, 2, kInfinity, 4}}};
  const std::string svg = ChartSvg(chart);
  // Two points, then one and one alone, which are dots.
  EXPECT_THAT(svg, testing::ContainsRegex(
                       "d=\"M[0-9. ]*L[0-9. ]*M[0-9. ]*a1.2[-a0-9. ]*M[0-9. ]*a1.2[-a0-9. ]*\""));
  chart.y.log = true;
  chart.series[0].y = {1, 5, 0, 2, -1, 4};
  EXPECT_THAT(ChartSvg(chart),
              testing::ContainsRegex(
                  "d=\"M[0-9. ]*L[0-9. ]*M[0-9. ]*a1.2[-a0-9. ]*M[0-9. ]*a1.2[-a0-9. ]*\""));
}

TEST(ChartSvgTest, HasNoMorePointsThanPixelsShow) {
  Chart noise;
  noise.id = "noise";
  noise.series.resize(1);
  for (int i = 0; i < 100'000; ++i) {
    noise.series[0].x.push_back(i);
    noise.series[0].y.push_back(i % 7 * (i % 13));
  }
  const std::string svg = ChartSvg(noise);
  EXPECT_LT(PointsIn(svg), 4000U);
  EXPECT_GT(PointsIn(svg), 1500U);  // and none less: the noise is still seen
  Chart straight = noise;
  straight.series[0].y = straight.series[0].x;
  EXPECT_LT(PointsIn(ChartSvg(straight)), 150U);
}

TEST(ChartSvgTest, EdgesAreCharts) {
  for (const Section& section : EdgeReport().sections) {
    for (const Chart& chart : section.charts) {
      const std::string svg = ChartSvg(chart);
      EXPECT_TRUE(Read(svg).whole) << chart.id;
      EXPECT_THAT(svg, Not(testing::ContainsRegex("nan|inf[^o]|d=\"[^\"]*[0-9]{6}"))) << chart.id;
    }
  }
}

TEST(ChartSvgTest, EmptyAndSingleValuesAreCharts) {
  for (const auto kind : {Chart::Kind::kLine, Chart::Kind::kScatter, Chart::Kind::kBars}) {
    Chart chart;
    chart.kind = kind;
    EXPECT_TRUE(Read(ChartSvg(chart)).whole);
    chart.series.resize(2);
    EXPECT_TRUE(Read(ChartSvg(chart)).whole);
    chart.series[0] = {.name = "one", .x = {3}, .y = {kNan}};
    chart.series[1] = {.name = "two", .x = {3}, .y = {5}};
    const std::string svg = ChartSvg(chart);
    EXPECT_TRUE(Read(svg).whole);
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
  }
}

TEST(ChartSvgTest, AFewBarsCarryTheirNamesAndValues) {
  const SvgSeen seen = Read(ChartSvg(SpeedChart()));
  EXPECT_THAT(seen.text, HasSubstr("Meguri"));
  EXPECT_THAT(seen.text, HasSubstr("1900"));
}

TEST(ChartSvgTest, WhatHasNoPartnerIsNotDrawn) {
  for (const auto kind : {Chart::Kind::kLine, Chart::Kind::kScatter, Chart::Kind::kBars}) {
    Chart chart;
    chart.kind = kind;
    chart.series = {{.name = "a", .x = {1, 2, 3}, .y = {1}, .low = {0, 1}, .high = {2}},
                    {.name = "b", .x = {}, .y = {1, 2}}};
    EXPECT_TRUE(Read(ChartSvg(chart)).whole);
    EXPECT_THAT(ChartCsv(chart), HasSubstr("a,1,1,0,2\r\na,2,,1,\r\na,3,,,\r\n"));
  }
}

TEST(ChartCsvTest, OneLinePerPoint) {
  Chart chart;
  chart.series = {{.name = "a, b", .x = {1, 2}, .y = {0.5, kNan}, .low = {0.25, 0}, .high = {1, 2}},
                  {.name = "c", .x = {1}, .y = {3e9}}};
  EXPECT_EQ(ChartCsv(chart),
            "series,x,y,low,high\r\n"
            "\"a, b\",1,0.5,0.25,1\r\n"
            "\"a, b\",2,,0,2\r\n"
            "c,1,3000000000,,\r\n");
}

TEST(ChartJsonTest, SaysAllOfIt) {
  Chart chart;
  chart.id = "a";
  chart.title = "</script>";
  chart.kind = Chart::Kind::kScatter;
  chart.x = {.label = "n", .log = true, .min = 1, .unit = "pages"};
  chart.series = {{.name = "a", .x = {1, 2}, .y = {kNan, 2}},
                  {.name = "b", .x = {1, 2}, .y = {3, 4}, .low = {2, 3}, .high = {4, 5}}};
  const std::string text = ChartJson(chart);
  EXPECT_THAT(text, Not(HasSubstr("<")));
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["kind"], "scatter");
  EXPECT_EQ(json["title"], "</script>");
  EXPECT_EQ(json["x"],
            (nlohmann::json{{"label", "n"}, {"log", true}, {"min", 1}, {"unit", "pages"}}));
  EXPECT_EQ(json["series"][0]["y"], (nlohmann::json{nullptr, 2}));
  EXPECT_EQ(json["series"][1]["x"], 0);  // as series 0
  EXPECT_EQ(json["series"][1]["style"], 1);
  EXPECT_EQ(json["series"][1]["high"], (nlohmann::json{4, 5}));
}

}  // namespace
}  // namespace meguri::report
