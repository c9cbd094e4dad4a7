// The parts of a stand-alone figure: what is around the plot, and the kinds of plot.
#pragma once

#include <string>
#include <string_view>

#include "report/plot_path.h"
#include "report/report.h"
#include "report/scale.h"
#include "report/svg_page.h"

namespace meguri::report {

inline constexpr double kFigureWidth = 860;
inline constexpr double kFigureHeight = 480;

// "speed (pages/s)"; "%" is told by the ticks.
std::string AxisTitle(const Axis& axis);

// Title and note; returns where the plot may begin.
double DrawHeading(SvgPage& page, const Chart& chart);

// Grid lines with their numbers.
void DrawYAxis(SvgPage& page, const Frame& frame, const Axis& axis);
void DrawXAxis(SvgPage& page, const Frame& frame, const Axis& axis);
// The x axis's name, below it.
void DrawXTitle(SvgPage& page, const Box& box, const std::string& title);

// How much room the names take on the right; 0 if one series alone needs none.
double LegendWidth(const Chart& chart);
// The names beside the plot, in the order in which the lines end if they are lines.
void DrawLegend(SvgPage& page, const Chart& chart, const Frame& frame);

// True if bars go across, one for each series: if there is but one x.
bool HasBarsAcross(const Chart& chart);
void DrawBarsAcross(SvgPage& page, const Chart& chart, const Box& room);
void DrawBarGroups(SvgPage& page, const Chart& chart, const Box& room);

void DrawLines(SvgPage& page, const Chart& chart, const Frame& frame);
void DrawPoints(SvgPage& page, const Chart& chart, const Frame& frame);

}  // namespace meguri::report
