#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "report/figure.h"
#include "report/palette.h"

namespace meguri::report {
namespace {

Extent ValuesOf(const Chart& chart) {
  Extent extent;
  for (const Series& series : chart.series) {
    for (const auto* values : {&series.y, &series.low, &series.high}) {
      for (const double value : *values)
        extent.Add(value);
    }
  }
  if (!chart.y.log) extent.Add(0);  // a bar's length is its value
  return extent;
}

std::vector<double> PlacesOf(const Chart& chart) {
  std::set<double> places;
  for (const Series& series : chart.series) {
    for (const double x : series.x) {
      if (std::isfinite(x)) places.insert(x);
    }
  }
  return {places.begin(), places.end()};
}

double At(const std::vector<double>& values, std::size_t i) {
  return i < values.size() ? values[i] : std::numeric_limits<double>::quiet_NaN();
}

// Where bars begin: at 0, or at the end of the axis that is nearest to it.
double Base(const Scale& scale) {
  const double zero = scale.log() ? 0 : scale.Position(0);
  return std::clamp(zero, 0.0, 1.0);
}

}  // namespace

bool HasBarsAcross(const Chart& chart) { return PlacesOf(chart).size() <= 1; }

void DrawBarsAcross(SvgPage& page, const Chart& chart, const Box& room) {
  double names = 0;
  for (const Series& series : chart.series)
    names = std::max(names, TextWidth(series.name, 13));
  names = std::min(names + 24, room.width * 0.4);
  const Box box = {room.left + names, room.top, room.width - names - 64, room.height - 46};
  const Scale values(chart.y, ValuesOf(chart), Scale::Ends::kRound);
  const Frame frame = {values, values, box};
  for (const Tick& tick : values.Ticks(static_cast<int>(box.width / 90))) {
    const double x = frame.XOf(tick.at);
    page.Line({x, box.top}, {x, box.bottom()}, tick.text.empty() ? kFaintGrid : kGrid);
    page.Text({x, box.bottom() + 18}, tick.text, {.anchor = "middle", .colour = kFaintInk});
  }
  const double row =
      box.height / static_cast<double>(std::max<std::size_t>(1, chart.series.size()));
  const double thick = std::min(row * 0.72, 44.0);
  const double base = box.left + Base(values) * box.width;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const Series& series = chart.series[i];
    const double middle = box.top + row * (static_cast<double>(i) + 0.5);
    page.Text({box.left - 10, middle + 4}, FittingText(series.name, names - 14, 13),
              {.anchor = "end", .size = 13});
    const double end = frame.XOf(At(series.y, 0));
    if (std::isnan(end)) continue;
    page.Rectangle({std::min(base, end), middle - thick / 2, std::abs(end - base), thick},
                   ColourOf(StyleOf(chart, i)));
    const double low = frame.XOf(At(series.low, 0));
    const double high = frame.XOf(At(series.high, 0));
    const bool has_whisker = !std::isnan(low) && !std::isnan(high);
    if (has_whisker) page.Line({low, middle}, {high, middle}, kInk, 1.4);
    const double outside = has_whisker ? std::max(end, high) : end;
    const std::string unit = chart.y.unit == "%" ? "%" : "";
    page.Text({std::max(base, outside) + 7, middle + 4}, ShortNumber(series.y[0]) + unit,
              {.bold = true});
  }
  page.Line({base, box.top}, {base, box.bottom()}, kFaintInk);
  DrawXTitle(page, box, AxisTitle(chart.y));
}

void DrawBarGroups(SvgPage& page, const Chart& chart, const Box& room) {
  const std::vector<double> places = PlacesOf(chart);
  const Scale values(chart.y, ValuesOf(chart), Scale::Ends::kRound);
  const Frame frame = {values, values, room};
  DrawYAxis(page, frame, chart.y);
  const double group = room.width / static_cast<double>(places.size());
  const double bar = group * 0.8 / static_cast<double>(chart.series.size());
  const double base = room.bottom() - Base(values) * room.height;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const Series& series = chart.series[i];
    for (std::size_t k = 0; k < series.x.size(); ++k) {
      const auto place = std::ranges::lower_bound(places, series.x[k]);
      const double end = frame.YOf(At(series.y, k));
      if (place == places.end() || *place != series.x[k] || std::isnan(end)) continue;
      const double left = room.left + group * (static_cast<double>(place - places.begin()) + 0.1) +
                          bar * static_cast<double>(i);
      page.Rectangle({left, std::min(base, end), std::max(bar - 1, 0.5), std::abs(end - base)},
                     ColourOf(StyleOf(chart, i)));
      const double low = frame.YOf(At(series.low, k));
      const double high = frame.YOf(At(series.high, k));
      if (std::isnan(low) || std::isnan(high)) continue;
      page.Line({left + bar / 2, low}, {left + bar / 2, high}, kInk, 1.2);
    }
  }
  const auto every = static_cast<std::size_t>(std::ceil(56 / group));
  for (std::size_t i = 0; i < places.size(); i += every) {
    page.Text({room.left + group * (static_cast<double>(i) + 0.5), room.bottom() + 19},
              ShortNumber(places[i]), {.anchor = "middle", .colour = kFaintInk});
  }
  page.Line({room.left, base}, {room.right(), base}, kFaintInk);
  DrawXTitle(page, room, AxisTitle(chart.x));
  DrawLegend(page, chart, frame);
}

}  // namespace meguri::report
