// The lines of a chart in pixels, with no more points than pixels can show.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "report/report.h"
#include "report/scale.h"

namespace meguri::report {

struct Box {
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;

  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

struct Point {
  double x = 0;
  double y = 0;
};
using Run = std::vector<Point>;  // of a line without an interruption

// A pair of axes on the page.
struct Frame {
  const Scale& x;
  const Scale& y;
  Box box;

  double XOf(double value) const;  // NaN if it has no place
  double YOf(double value) const;
};

inline std::size_t PointCount(const Series& series) {
  return std::min(series.x.size(), series.y.size());
}

// The series' points from left to right. A kept point is at most a pixel column away from the one
// before, or further from the line than an eye can see.
std::vector<Run> LineRuns(const Series& series, const Frame& frame);

// The outlines of its band, each closed. A low end that a logarithmic axis can't show is its
// bottom.
std::vector<Run> BandRuns(const Series& series, const Frame& frame);

// "M1.5 2L3 4…"; a point alone is a dot, which dashes can't hide.
void AppendPath(const Run& run, std::string& out);
void AppendDot(const Point& at, std::string& out);

// With one decimal at most.
void AppendPixels(double pixels, std::string& out);

}  // namespace meguri::report
