#include <algorithm>
#include <set>
#include <string_view>

#include "base/ascii.h"
#include "base/printable.h"
#include "report/palette.h"
#include "report/report.h"

namespace meguri::report {
namespace {

bool IsFileName(std::string_view id) {
  return !id.empty() && std::ranges::all_of(id, [](char c) {
    return (c >= 'a' && c <= 'z') || IsAsciiDigit(c) || c == '-';
  });
}

Status CheckIds(const Report& report) {
  std::set<std::string_view> seen;
  for (const Section& section : report.sections) {
    for (const Chart& chart : section.charts) {
      if (!IsFileName(chart.id)) {
        return Fail(ErrorCode::kInvalidArgument,
                    "chart '" + Printable(chart.id) + "': want an id of a-z, 0-9 and '-'");
      }
      if (!seen.insert(chart.id).second) {
        return Fail(ErrorCode::kInvalidArgument,
                    "chart '" + chart.id + "': two charts have this id");
      }
    }
  }
  return {};
}

}  // namespace

Status WriteReport(Files& files, const std::string& path, const Report& report,
                   const std::string& figures_dir) {
  MEGURI_CHECK_STATUS(CheckIds(report));
  Report styled = report;
  AssignStyles(styled);
  const std::string file = path.ends_with(".html") ? path : path + "/report.html";
  MEGURI_CHECK_STATUS(files.MakeDirectories(DirectoryOf(file)));
  if (!figures_dir.empty()) {
    MEGURI_CHECK_STATUS(files.MakeDirectories(figures_dir));
    for (const Section& section : styled.sections) {
      for (const Chart& chart : section.charts) {
        const std::string figure = figures_dir + "/" + chart.id;
        MEGURI_CHECK_STATUS(ReplaceFile(files, figure + ".svg", ChartSvg(chart)));
        MEGURI_CHECK_STATUS(ReplaceFile(files, figure + ".csv", ChartCsv(chart)));
      }
    }
  }
  return ReplaceFile(files, file, HtmlReport(styled));
}

}  // namespace meguri::report
