// What tells one series from another: a colour, dashes and a marker for each. The dashes change
// after four; within four the colours are told apart with every kind of colour blindness, and
// differ in lightness, for print. web/palette.js has the same, and a set for dark screens.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "report/report.h"

namespace meguri::report {

inline constexpr std::array<std::string_view, 12> kColours = {
    "#1b63b0", "#c84d01", "#1c976c", "#3e3e4a", "#b03990", "#2498d3",
    "#9e7700", "#5a3ba9", "#c72045", "#138383", "#733a00", "#848c1f"};
inline constexpr std::array<std::string_view, 5> kDashes = {"", "7 3", "2 2.5", "9 3 2 3",
                                                            "12 3 2 3 2 3"};

constexpr std::string_view ColourOf(std::size_t style) { return kColours[style % kColours.size()]; }
constexpr std::string_view DashesOf(std::size_t style) {
  return kDashes[style / 4 % kDashes.size()];
}

inline std::size_t StyleOf(const Chart& chart, std::size_t series) {
  return chart.series[series].style.value_or(static_cast<std::uint32_t>(series));
}
// Gives every series a style: a name has that of the earlier charts, unless another of the chart
// has it already.
void AssignStyles(Report& report);

}  // namespace meguri::report
