#include "report/palette.h"

#include <map>
#include <set>
#include <string>

namespace meguri::report {
namespace {

void AssignChartStyles(Chart& chart, std::map<std::string, std::uint32_t>& known) {
  std::set<std::uint32_t> used;
  for (const Series& series : chart.series) {
    if (series.style) used.insert(*series.style);
  }
  for (Series& series : chart.series) {
    const auto before = known.find(series.name);
    if (series.style || before == known.end() || used.contains(before->second)) continue;
    series.style = before->second;
    used.insert(before->second);
  }
  std::uint32_t next = 0;
  for (Series& series : chart.series) {
    if (!series.style) {
      while (used.contains(next))
        ++next;
      series.style = next++;
    }
    known.emplace(series.name, *series.style);
  }
}

}  // namespace

void AssignStyles(Report& report) {
  std::map<std::string, std::uint32_t> known;
  for (Section& section : report.sections) {
    for (Chart& chart : section.charts)
      AssignChartStyles(chart, known);
  }
}

}  // namespace meguri::report
