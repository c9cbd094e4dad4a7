#include <cmath>

#include "report/escape.h"
#include "report/report.h"

namespace meguri::report {

std::string ChartCsv(const Chart& chart) {
  std::string csv = "series,x,y,low,high\r\n";
  for (const Series& series : chart.series) {
    std::string name;
    AppendCsvField(series.name, name);
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      csv += name;
      for (const auto* values : {&series.x, &series.y, &series.low, &series.high}) {
        csv += ',';
        if (i < values->size() && std::isfinite((*values)[i])) AppendDouble((*values)[i], csv);
      }
      csv += "\r\n";
    }
  }
  return csv;
}

}  // namespace meguri::report
