#include "report/plot_path.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "base/append_number.h"

namespace meguri::report {
namespace {

constexpr double kSeen = 0.12;      // pixels that a line may be off
constexpr double kFarAway = 20000;  // what lies further outside need not be drawn exactly

std::vector<std::size_t> OrderOf(const Series& series) {
  const std::vector<double>& x = series.x;
  std::vector<std::size_t> order(PointCount(series));
  std::iota(order.begin(), order.end(), std::size_t{0});
  // NaN compares with nothing: it would break the sort, and is not drawn anyway.
  std::erase_if(order, [&x](std::size_t i) { return std::isnan(x[i]); });
  std::ranges::stable_sort(order, {}, [&x](std::size_t i) { return x[i]; });
  return order;
}

// Of the points of each pixel column the first, lowest, highest and last, in their order.
Run OnePerColumn(const Run& run) {
  if (run.size() < 5) return run;
  Run kept;
  for (std::size_t begin = 0; begin < run.size();) {
    std::size_t end = begin + 1;
    while (end < run.size() && std::floor(run[end].x) == std::floor(run[begin].x))
      ++end;
    const auto first = run.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = run.begin() + static_cast<std::ptrdiff_t>(end);
    const auto [low, high] = std::ranges::minmax_element(first, last, {}, &Point::y);
    kept.push_back(*first);
    const auto [one, other] = std::minmax(low, high);
    for (const auto inner : {one, other}) {
      if (inner > first && inner < last - 1) kept.push_back(*inner);
    }
    if (end - begin > 1) kept.push_back(*(last - 1));
    begin = end;
  }
  return kept;
}

// Without the points that the line passes through anyway: from the last point that is kept a cone
// is open in which the next may lie. REQUIRES: from left to right.
Run WithoutStraight(const Run& run) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (run.size() < 3) return run;
  Run kept = {run.front()};
  double low = -kInfinity;
  double high = kInfinity;
  for (std::size_t i = 1; i < run.size(); ++i) {
    const auto slope = [&] { return (run[i].y - kept.back().y) / (run[i].x - kept.back().x); };
    // A step straight up has no slope: it is in no cone.
    if (const double now = slope(); i > 1 && !(now >= low && now <= high)) {
      kept.push_back(run[i - 1]);
      low = -kInfinity;
      high = kInfinity;
    }
    const double room = kSeen / (run[i].x - kept.back().x);
    low = std::max(low, slope() - room);
    high = std::min(high, slope() + room);
  }
  kept.push_back(run.back());
  return kept;
}

struct Slice {
  double x;
  double low;
  double high;
};

Run Outline(const std::vector<Slice>& slices) {
  Run upper;
  Run lower;
  for (const Slice& slice : slices) {
    const bool same_column = upper.size() > 1 && std::floor(upper.back().x) == std::floor(slice.x);
    if (same_column) {  // pixels grow downwards
      upper.back().y = std::min(upper.back().y, slice.high);
      lower.back().y = std::max(lower.back().y, slice.low);
    } else {
      upper.push_back({slice.x, slice.high});
      lower.push_back({slice.x, slice.low});
    }
  }
  Run outline = WithoutStraight(upper);
  const Run back = WithoutStraight(lower);
  outline.insert(outline.end(), back.rbegin(), back.rend());
  return outline;
}

}  // namespace

double Frame::XOf(double value) const {
  const double x_pixel = box.left + x.Position(value) * box.width;
  return std::isnan(x_pixel) ? x_pixel : std::clamp(x_pixel, -kFarAway, kFarAway);
}

double Frame::YOf(double value) const {
  const double y_pixel = box.bottom() - y.Position(value) * box.height;
  return std::isnan(y_pixel) ? y_pixel : std::clamp(y_pixel, -kFarAway, kFarAway);
}

std::vector<Run> LineRuns(const Series& series, const Frame& frame) {
  std::vector<Run> runs(1);
  for (const std::size_t i : OrderOf(series)) {
    const Point point = {frame.XOf(series.x[i]), frame.YOf(series.y[i])};
    if (!std::isnan(point.x) && !std::isnan(point.y)) {
      runs.back().push_back(point);
    } else if (!runs.back().empty()) {
      runs.emplace_back();
    }
  }
  if (runs.back().empty()) runs.pop_back();
  for (Run& run : runs)
    run = WithoutStraight(OnePerColumn(run));
  return runs;
}

std::vector<Run> BandRuns(const Series& series, const Frame& frame) {
  if (series.low.size() != series.x.size() || series.high.size() != series.x.size()) return {};
  std::vector<Run> runs;
  std::vector<Slice> slices;
  const auto finish = [&] {
    if (slices.size() > 1) runs.push_back(Outline(slices));
    slices.clear();
  };
  for (const std::size_t i : OrderOf(series)) {
    Slice slice{frame.XOf(series.x[i]), frame.YOf(series.low[i]), frame.YOf(series.high[i])};
    if (frame.y.log() && series.low[i] <= 0) slice.low = frame.box.bottom();
    if (std::isnan(slice.x) || std::isnan(slice.low) || std::isnan(slice.high)) {
      finish();
    } else {
      slices.push_back(slice);
    }
  }
  finish();
  return runs;
}

void AppendPath(const Run& run, std::string& out) {
  if (run.size() == 1) return AppendDot(run.front(), out);
  char command = 'M';
  for (const Point& point : run) {
    out += command;
    AppendPixels(point.x, out);
    out += ' ';
    AppendPixels(point.y, out);
    command = 'L';
  }
}

void AppendDot(const Point& at, std::string& out) {
  constexpr double kRadius = 1.2;
  out += 'M';
  AppendPixels(at.x - kRadius, out);
  out += ' ';
  AppendPixels(at.y, out);
  out += "a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0 -2.4 0";
}

void AppendPixels(double pixels, std::string& out) {
  const auto tenths = static_cast<std::int64_t>(std::lround(pixels * 10));
  const auto size = static_cast<std::uint64_t>(std::abs(tenths));
  if (tenths < 0) out += '-';
  AppendNumber(size / 10, out);
  if (size % 10 != 0) {
    out += '.';
    AppendNumber(size % 10, out);
  }
}

}  // namespace meguri::report
