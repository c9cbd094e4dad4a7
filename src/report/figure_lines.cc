#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <utility>

#include "report/figure.h"
#include "report/palette.h"

namespace meguri::report {
namespace {

// Each marker is a closed path around its point, so that a series is one element.
void AppendMarker(Point at, std::size_t kind, std::string& out) {
  constexpr double kSize = 3.4;
  const auto around = [&](std::initializer_list<Point> corners) {
    Run run;
    for (const Point& corner : corners)
      run.push_back({at.x + corner.x * kSize, at.y + corner.y * kSize});
    AppendPath(run, out);
    out += 'Z';
  };
  switch (kind % 4) {
    case 0:  // a circle, of two arcs
      out += 'M';
      AppendPixels(at.x - kSize, out);
      out += ' ';
      AppendPixels(at.y, out);
      out += "a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0";
      return;
    case 1:
      return around({{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}});
    case 2:
      return around({{0, -1.2}, {1.15, 0.9}, {-1.15, 0.9}});
    default:
      return around({{0, -1.3}, {1.2, 0}, {0, 1.3}, {-1.2, 0}});
  }
}

}  // namespace

void DrawLines(SvgPage& page, const Chart& chart, const Frame& frame) {
  page.Raw("<g stroke=\"none\" fill-opacity=\".16\">");
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    std::string path;
    for (const Run& outline : BandRuns(chart.series[i], frame)) {
      AppendPath(outline, path);
      path += 'Z';
    }
    if (path.empty()) continue;
    page.Raw(fmt::format(R"(<path fill="{}" d="{}"/>)", ColourOf(StyleOf(chart, i)), path));
  }
  page.Raw("</g><g fill=\"none\" stroke-width=\"2\" stroke-linejoin=\"round\">");
  // The first is drawn last, on top: it is the one that the chart is about.
  for (std::size_t i = chart.series.size(); i-- > 0;) {
    std::string path;
    for (const Run& run : LineRuns(chart.series[i], frame))
      AppendPath(run, path);
    if (path.empty()) continue;
    const std::string_view dashes = DashesOf(StyleOf(chart, i));
    const std::string ends = dashes.empty() ? R"(stroke-linecap="round")"
                                            : fmt::format(R"(stroke-dasharray="{}")", dashes);
    page.Raw(
        fmt::format(R"(<path stroke="{}" {} d="{}"/>)", ColourOf(StyleOf(chart, i)), ends, path));
  }
  page.Raw("</g>");
}

void DrawPoints(SvgPage& page, const Chart& chart, const Frame& frame) {
  for (std::size_t i = chart.series.size(); i-- > 0;) {
    const Series& series = chart.series[i];
    std::string markers;
    std::string whiskers;
    std::set<std::pair<std::int64_t, std::int64_t>> drawn;  // points on one pixel look like one
    for (std::size_t k = 0; k < PointCount(series); ++k) {
      const Point at = {frame.XOf(series.x[k]), frame.YOf(series.y[k])};
      if (std::isnan(at.x) || std::isnan(at.y)) continue;
      if (!drawn.emplace(std::lround(at.x), std::lround(at.y)).second) continue;
      AppendMarker(at, StyleOf(chart, i), markers);
      if (k >= series.low.size() || k >= series.high.size()) continue;
      const double low = frame.YOf(series.low[k]);
      const double high = frame.YOf(series.high[k]);
      if (!std::isnan(low) && !std::isnan(high)) AppendPath({{at.x, low}, {at.x, high}}, whiskers);
    }
    const std::string_view colour = ColourOf(StyleOf(chart, i));
    if (!whiskers.empty()) page.Raw(fmt::format(R"(<path stroke="{}" d="{}"/>)", colour, whiskers));
    if (markers.empty()) continue;
    page.Raw(fmt::format(R"(<path fill="{}" fill-opacity=".75" d="{}"/>)", colour, markers));
  }
}

}  // namespace meguri::report
