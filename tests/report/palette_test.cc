#include "report/palette.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

#include "report/web_files.h"

namespace meguri::report {
namespace {

using testing::HasSubstr;
using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

// G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: A Physiologically-based Model for Simulation
// of Color Vision Deficiency (2009), severity 1.0, on linear RGB.
constexpr std::array<Matrix, 4> kEyes = {{
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868},
      {0.114503, 0.786281, 0.099216},
      {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968},
      {0.280085, 0.672501, 0.047413},
      {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779},
      {-0.078411, 0.930809, 0.147602},
      {0.004733, 0.691367, 0.303900}}},
}};

Triple LinearRgb(std::string_view colour) {
  Triple rgb{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double part = std::stoi(std::string(colour.substr(1 + 2 * i, 2)), nullptr, 16) / 255.0;
    rgb[i] = part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  }
  return rgb;
}

Triple Times(const Matrix& matrix, const Triple& v) {
  Triple product{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double sum = matrix[i][0] * v[0] + matrix[i][1] * v[1] + matrix[i][2] * v[2];
    product[i] = std::clamp(sum, 0.0, 1.0);
  }
  return product;
}

Triple Lab(const Triple& rgb) {
  constexpr Matrix kToXyz = {{{0.4124 / 0.95047, 0.3576 / 0.95047, 0.1805 / 0.95047},
                              {0.2126, 0.7152, 0.0722},
                              {0.0193 / 1.08883, 0.1192 / 1.08883, 0.9505 / 1.08883}}};
  Triple f = Times(kToXyz, rgb);
  for (double& t : f)
    t = t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116;
  return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

double Contrast(std::string_view one, std::string_view other) {
  const auto light = [](std::string_view colour) {
    const Triple rgb = LinearRgb(colour);
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2] + 0.05;
  };
  const double ratio = light(one) / light(other);
  return std::max(ratio, 1 / ratio);
}

void ExpectToldApart(const std::vector<std::string>& colours, std::string_view paper) {
  ASSERT_EQ(colours.size(), 12U);
  for (std::size_t i = 0; i < colours.size(); ++i) {
    EXPECT_GE(Contrast(colours[i], paper), 3) << colours[i];
    for (std::size_t j = i / 4 * 4; j < i; ++j) {  // those with the same dashes
      for (const Matrix& eye : kEyes) {
        const Triple a = Lab(Times(eye, LinearRgb(colours[i])));
        const Triple b = Lab(Times(eye, LinearRgb(colours[j])));
        EXPECT_GE(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), 18)
            << colours[i] << colours[j];
      }
      EXPECT_GE(std::abs(Lab(LinearRgb(colours[i]))[0] - Lab(LinearRgb(colours[j]))[0]), 5)
          << colours[i] << colours[j];
    }
  }
}

// The colours in the script's list that begins at or after `at`.
std::vector<std::string> ScriptColours(std::size_t at) {
  std::vector<std::string> colours;
  const std::string_view script = ReportScript();
  const std::size_t end = script.find(']', at);
  for (at = script.find('#', at); at < end; at = script.find('#', at + 1))
    colours.emplace_back(script.substr(at, 7));
  return colours;
}

TEST(PaletteTest, ToldApartByAllEyes) {
  ExpectToldApart({kColours.begin(), kColours.end()}, "#ffffff");
  const std::size_t dark = ReportScript().find("series: [", ReportScript().find("DARK"));
  ASSERT_NE(dark, std::string_view::npos);
  ExpectToldApart(ScriptColours(dark), "#171b21");
}

TEST(PaletteTest, ANameHasItsStyleInEveryChart) {
  Report report;
  report.sections.resize(2);
  const auto add = [](Section& section, std::initializer_list<const char*> names) {
    section.charts.emplace_back();
    for (const char* name : names)
      section.charts.back().series.push_back({.name = name});
  };
  add(report.sections[0], {"a", "b", "c"});
  add(report.sections[0], {"x", "y"});       // others begin anew
  add(report.sections[1], {"d", "c", "a"});  // d takes what is free
  add(report.sections[1], {"a", "x", "a"});  // x would look like a
  report.sections[1].charts[1].series[2].style = 7;
  AssignStyles(report);
  std::string styles;
  for (const Section& section : report.sections) {
    for (const Chart& chart : section.charts) {
      for (const Series& series : chart.series)
        styles += std::to_string(*series.style);
      styles += ' ';
    }
  }
  EXPECT_EQ(styles, "012 01 120 017 ");
}

TEST(PaletteTest, TheScriptHasTheSame) {
  for (const std::string_view colour : kColours)
    EXPECT_THAT(ReportScript(), HasSubstr(colour));
  for (const std::string_view dashes : kDashes)
    EXPECT_THAT(ReportScript(), HasSubstr("'" + std::string(dashes) + "'"));
}

}  // namespace
}  // namespace meguri::report
