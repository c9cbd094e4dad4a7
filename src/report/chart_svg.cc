#include <algorithm>
#include <utility>

#include "report/figure.h"

namespace meguri::report {
namespace {

Extent ExtentOf(const Chart& chart, bool of_x) {
  Extent extent;
  for (const Series& series : chart.series) {
    for (const auto* values : {&series.y, &series.low, &series.high}) {
      if (of_x) break;
      for (const double value : *values)
        extent.Add(value);
    }
    for (const double x : series.x) {
      if (of_x) extent.Add(x);
    }
  }
  return extent;
}

double TickWidth(const Scale& scale) {
  double widest = 0;
  for (const Tick& tick : scale.Ticks(8))
    widest = std::max(widest, TextWidth(tick.text));
  return widest;
}

// Names an element within the figure, where not every character may stand.
std::string ElementName(std::string id) {
  for (char& c : id) {
    const bool fine = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (!fine) c = '-';
  }
  return id;
}

}  // namespace

std::string ChartSvg(const Chart& chart) {
  constexpr double kMargin = 16;
  constexpr double kBelow = 52;
  SvgPage page(kFigureWidth, kFigureHeight, chart.title);
  const double top = DrawHeading(page, chart);
  if (ExtentOf(chart, false).low > ExtentOf(chart, false).high) {
    page.Text({kFigureWidth / 2, kFigureHeight / 2}, "nothing to show",
              {.anchor = "middle", .size = 14, .colour = kFaintInk});
    return std::move(page).Finish();
  }
  if (chart.kind == Chart::Kind::kBars && HasBarsAcross(chart)) {
    DrawBarsAcross(page, chart,
                   {kMargin, top + 14, kFigureWidth - 2 * kMargin, kFigureHeight - top - 20});
    return std::move(page).Finish();
  }
  const Scale x(chart.x, ExtentOf(chart, true), Scale::Ends::kAsTheyAre);
  const Scale y(chart.y, ExtentOf(chart, false), Scale::Ends::kRound);
  const double left = kMargin + 12 + TickWidth(y);
  const double plot_top = top + 34;
  const Box box = {left, plot_top, kFigureWidth - left - std::max(LegendWidth(chart), kMargin),
                   kFigureHeight - plot_top - kBelow};
  if (chart.kind == Chart::Kind::kBars) {
    DrawBarGroups(page, chart, box);
    return std::move(page).Finish();
  }
  const Frame frame = {x, y, box};
  DrawYAxis(page, frame, chart.y);
  DrawXAxis(page, frame, chart.x);
  // A line on the edge keeps its whole width.
  page.BeginClip({box.left - 3, box.top - 3, box.width + 6, box.height + 6}, ElementName(chart.id));
  if (chart.kind == Chart::Kind::kScatter) {
    DrawPoints(page, chart, frame);
  } else {
    DrawLines(page, chart, frame);
  }
  page.EndClip();
  DrawLegend(page, chart, frame);
  return std::move(page).Finish();
}

}  // namespace meguri::report
