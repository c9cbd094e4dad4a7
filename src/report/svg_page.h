// An SVG in the making: shapes and text, with coordinates in pixels of a tenth.
#pragma once

#include <string>
#include <string_view>

#include "report/plot_path.h"

namespace meguri::report {

inline constexpr std::string_view kInk = "#1d2430";
inline constexpr std::string_view kFaintInk = "#5b6470";
inline constexpr std::string_view kGrid = "#e3e6ea";
inline constexpr std::string_view kFaintGrid = "#f1f3f5";

struct TextStyle {
  std::string_view anchor = "start";  // "middle", "end"
  int size = 12;
  bool bold = false;
  std::string_view colour = kInk;
};

class SvgPage {
 public:
  SvgPage(double width, double height, std::string_view title);

  void Line(Point from, Point to, std::string_view colour, double width = 1);
  void Rectangle(const Box& box, std::string_view fill);
  void Text(Point at, std::string_view text, const TextStyle& style = {});
  // As it is: REQUIRES: well-formed.
  void Raw(std::string_view markup) { svg_ += markup; }
  // What follows, up to EndClip(), is seen inside of `box` alone.
  void BeginClip(const Box& box, std::string_view id);
  void EndClip() { svg_ += "</g>"; }

  std::string Finish() &&;

 private:
  void Attribute(std::string_view name, double pixels);

  std::string svg_;
};

// How wide text is likely to be, in the font of the figures.
double TextWidth(std::string_view text, int size = 12);

// Cut to a width, with "…".
std::string FittingText(std::string_view text, double width, int size = 12);

}  // namespace meguri::report
