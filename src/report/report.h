// Reports to read in a browser, to show in a talk and to print from: one HTML file that needs no
// network, with charts that answer to mouse, finger and keyboard, and the same charts as SVG and
// CSV for a paper or another program.
//
//   Report report{.title = "Which page next?", .sections = {{.heading = "Coverage"}}};
//   report.sections[0].charts.push_back({.id = "coverage", .title = "…", .series = {…}});
//   MEGURI_CHECK_STATUS(WriteReport(files, "report.html", report, "figures"));
//
// Text is plain text and may hold anything: it is escaped wherever it goes; bytes that are no UTF-8
// and control characters are shown as U+FFFD. A point whose x or y is NaN or infinite, or not above
// 0 on a logarithmic axis, is not drawn and interrupts its line.
//
// Linear in the points. A drawing has no more points than its pixels can show, so that its size is
// bounded; the data in the HTML and CSV are whole, to ten digits. The same report gives the same
// bytes. No state: any thread. How it works: docs/design/reports.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/result.h"

namespace meguri::report {

// x and y are of one size, as are low and high unless both are empty; what is beyond is not drawn.
struct Series {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> low;  // a band around y, such as mean ± deviation; empty: none
  std::vector<double> high;
  // Which colour, dashes and marker. Else in a report the same as in its earlier charts for the
  // same name, and in a chart alone by its place.
  std::optional<std::uint32_t> style;
};

struct Axis {
  std::string label;
  bool log = false;           // at first; the reader can switch
  std::optional<double> min;  // else from the data
  std::optional<double> max;
  std::string unit;  // "%" (values from 0 to 100), "pages/s"
};

struct Chart {
  enum class Kind : std::uint8_t {
    kLine,     // sorted by x when drawn
    kScatter,  // low and high as whiskers
    // A group of bars for each x, one of each series in it. If there is one x alone: a bar across
    // for each series, with its name and value.
    kBars,
  };

  std::string id;  // [a-z0-9-]+, unlike those of the report's other charts: names files
  std::string title;
  std::string note;
  Axis x;
  Axis y;
  std::vector<Series> series;
  Kind kind = Kind::kLine;
};

// The first column is the rows' heading. A column of numbers alone ("12", "1,234.5", "0.5 ± 0.1",
// "80%", or "–" for none) is set to the right. Sorted by a click on a column's name.
struct Table {
  std::string caption;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

struct Section {
  std::string heading;
  std::vector<std::string> paragraphs;
  std::vector<Chart> charts;
  std::vector<Table> tables;
};

struct Report {
  std::string title;
  std::string subtitle;
  std::vector<std::pair<std::string, std::string>> facts;  // graph, seeds, command, version, …
  std::vector<Section> sections;
};

// The whole report as one file: no network, no font from outside. Without JavaScript it shows
// ChartSvg() of each chart.
std::string HtmlReport(const Report& report);

// A figure that stands alone: light background, title, legend, bands.
std::string ChartSvg(const Chart& chart);

// RFC 4180, a line per point: series,x,y,low,high. What is no number is an empty field.
std::string ChartCsv(const Chart& chart);

// Writes HtmlReport() to `path`, or to `path`/report.html unless its name ends with ".html"; and
// each chart to `figures_dir`/ID.svg and ID.csv, unless that is "". Makes the folders. Each file is
// replaced as a whole. A chart's id that can't name a file, or that two have: kInvalidArgument, and
// nothing is written.
Status WriteReport(Files& files, const std::string& path, const Report& report,
                   const std::string& figures_dir = "");

}  // namespace meguri::report
