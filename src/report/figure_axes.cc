#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "report/figure.h"
#include "report/palette.h"

namespace meguri::report {
namespace {

constexpr double kLegendRow = 19;

// The text in lines of about this width.
std::vector<std::string> Wrapped(std::string_view text, double width, int size) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t space = std::min(text.find_first_of(" \n\t\r", at), text.size());
    const std::string_view word = text.substr(at, space - at);
    at = space + 1;
    if (!line.empty() && TextWidth(line, size) + TextWidth(word, size) > width) {
      lines.push_back(std::move(line));
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

// Where the series' line ends; nothing if nothing of it is drawn.
std::optional<double> EndOf(const Series& series, const Frame& frame) {
  std::optional<double> end;
  double right = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < PointCount(series); ++i) {
    const double x = frame.XOf(series.x[i]);
    const double y = frame.YOf(series.y[i]);
    if (std::isnan(x) || std::isnan(y) || x < right) continue;
    right = x;
    end = y;
  }
  return end;
}

std::vector<std::size_t> LegendOrder(const Chart& chart, const Frame& frame) {
  std::vector<std::size_t> order(chart.series.size());
  std::vector<double> ends(chart.series.size(), frame.box.bottom());
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = i;
    ends[i] = EndOf(chart.series[i], frame).value_or(frame.box.bottom());
  }
  if (chart.kind == Chart::Kind::kLine) {
    std::ranges::stable_sort(order, {}, [&ends](std::size_t i) { return ends[i]; });
  }
  return order;
}

}  // namespace

std::string AxisTitle(const Axis& axis) {
  if (axis.unit.empty() || axis.unit == "%") return axis.label;
  return axis.label.empty() ? axis.unit : axis.label + " (" + axis.unit + ")";
}

double DrawHeading(SvgPage& page, const Chart& chart) {
  constexpr double kMargin = 16;
  constexpr int kTitleSize = 17;
  double y = 14;
  for (const std::string& line : Wrapped(chart.title, kFigureWidth - 2 * kMargin, kTitleSize)) {
    y += 20;
    page.Text({kMargin, y - 4}, line, {.size = kTitleSize, .bold = true});
  }
  for (const std::string& line : Wrapped(chart.note, kFigureWidth - 2 * kMargin, 12)) {
    y += 16;
    page.Text({kMargin, y - 2}, line, {.colour = kFaintInk});
  }
  return y;
}

void DrawYAxis(SvgPage& page, const Frame& frame, const Axis& axis) {
  for (const Tick& tick : frame.y.Ticks(static_cast<int>(frame.box.height / 48))) {
    const double y = frame.YOf(tick.at);
    page.Line({frame.box.left, y}, {frame.box.right(), y}, tick.text.empty() ? kFaintGrid : kGrid);
    if (!tick.text.empty()) {
      page.Text({frame.box.left - 8, y + 4}, tick.text, {.anchor = "end", .colour = kFaintInk});
    }
  }
  page.Text({16, frame.box.top - 12}, AxisTitle(axis), {.colour = kFaintInk});
}

void DrawXAxis(SvgPage& page, const Frame& frame, const Axis& axis) {
  for (const Tick& tick : frame.x.Ticks(static_cast<int>(frame.box.width / 90))) {
    const double x = frame.XOf(tick.at);
    const bool faint = tick.text.empty();
    if (frame.x.log()) {
      page.Line({x, frame.box.top}, {x, frame.box.bottom()}, faint ? kFaintGrid : kGrid);
    }
    if (faint) continue;
    page.Line({x, frame.box.bottom()}, {x, frame.box.bottom() + 5}, kFaintInk);
    page.Text({x, frame.box.bottom() + 19}, tick.text, {.anchor = "middle", .colour = kFaintInk});
  }
  page.Line({frame.box.left, frame.box.bottom()}, {frame.box.right(), frame.box.bottom()},
            kFaintInk);
  DrawXTitle(page, frame.box, AxisTitle(axis));
}

void DrawXTitle(SvgPage& page, const Box& box, const std::string& title) {
  page.Text({box.left + box.width / 2, box.bottom() + 39}, title,
            {.anchor = "middle", .colour = kFaintInk});
}

double LegendWidth(const Chart& chart) {
  constexpr double kSwatch = 54;
  constexpr double kMost = 270;
  if (chart.series.size() < 2 && (chart.series.empty() || chart.series[0].name.empty())) return 0;
  double widest = 0;
  for (const Series& series : chart.series)
    widest = std::max(widest, TextWidth(series.name));
  return std::min(widest + kSwatch, kMost);
}

void DrawLegend(SvgPage& page, const Chart& chart, const Frame& frame) {
  const double width = LegendWidth(chart);
  if (width == 0) return;
  const double rows = static_cast<double>(chart.series.size());
  const double step = std::min(kLegendRow, (frame.box.height + 30) / rows);
  double y = frame.box.top + 6;
  for (const std::size_t i : LegendOrder(chart, frame)) {
    const double x = frame.box.right() + 14;
    std::string swatch = "<path d=\"";
    AppendPath({{x, y}, {x + 26, y}}, swatch);
    swatch += "\" stroke=\"";
    swatch += ColourOf(StyleOf(chart, i));
    const bool dashed = chart.kind == Chart::Kind::kLine && !DashesOf(StyleOf(chart, i)).empty();
    if (dashed) {
      swatch += "\" stroke-dasharray=\"";
      swatch += DashesOf(StyleOf(chart, i));
    }
    swatch +=
        chart.kind == Chart::Kind::kLine ? R"(" stroke-width="2.2"/>)" : R"(" stroke-width="9"/>)";
    page.Raw(swatch);
    page.Text({x + 33, y + 4}, FittingText(chart.series[i].name, width - 50));
    y += step;
  }
}

}  // namespace meguri::report
