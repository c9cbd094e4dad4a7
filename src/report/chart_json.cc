#include "report/chart_json.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/append_number.h"
#include "report/escape.h"
#include "report/palette.h"

namespace meguri::report {
namespace {

std::string_view KindName(Chart::Kind kind) {
  switch (kind) {
    case Chart::Kind::kLine:
      return "line";
    case Chart::Kind::kScatter:
      return "scatter";
    case Chart::Kind::kBars:
      return "bars";
  }
  return "line";
}

void AppendMember(std::string_view name, std::string_view text, std::string& out) {
  out += ",\"";
  out += name;
  out += "\":";
  AppendJsonString(text, out);
}

void AppendNumberOrNull(double number, std::string& out) {
  if (std::isfinite(number)) {
    AppendDouble(number, out);
  } else {
    out += "null";
  }
}

void AppendNumbers(std::string_view name, const std::vector<double>& numbers, std::string& out) {
  out += ",\"";
  out += name;
  out += "\":[";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) out += ',';
    AppendNumberOrNull(numbers[i], out);
  }
  out += ']';
}

void AppendAxis(std::string_view name, const Axis& axis, std::string& out) {
  out += ",\"";
  out += name;
  out += axis.log ? "\":{\"log\":true" : "\":{\"log\":false";
  AppendMember("label", axis.label, out);
  AppendMember("unit", axis.unit, out);
  if (axis.min) {
    out += ",\"min\":";
    AppendNumberOrNull(*axis.min, out);
  }
  if (axis.max) {
    out += ",\"max\":";
    AppendNumberOrNull(*axis.max, out);
  }
  out += '}';
}

}  // namespace

std::string ChartJson(const Chart& chart) {
  std::string json = "{\"kind\":\"";
  json += KindName(chart.kind);
  json += '"';
  AppendMember("id", chart.id, json);
  AppendMember("title", chart.title, json);
  AppendMember("note", chart.note, json);
  AppendAxis("x", chart.x, json);
  AppendAxis("y", chart.y, json);
  json += ",\"series\":[";
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const Series& series = chart.series[i];
    json += i > 0 ? ",{\"name\":" : "{\"name\":";
    AppendJsonString(series.name, json);
    json += ",\"style\":";
    AppendNumber(StyleOf(chart, i), json);
    const auto same = std::ranges::find(chart.series, series.x, &Series::x);
    const auto first = static_cast<std::size_t>(same - chart.series.begin());
    if (first < i) {
      json += ",\"x\":";
      AppendNumber(first, json);
    } else {
      AppendNumbers("x", series.x, json);
    }
    AppendNumbers("y", series.y, json);
    if (!series.low.empty()) AppendNumbers("low", series.low, json);
    if (!series.high.empty()) AppendNumbers("high", series.high, json);
    json += '}';
  }
  json += "]}";
  return json;
}

}  // namespace meguri::report
