// usage: report_write_sample FOLDER: report.html with figures/, edges.html with edges/, for
// tests/report/browser/run.
#include <cstdio>

#include "base/files.h"
#include "report/report.h"
#include "tests/report/sample_charts.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: report_write_sample FOLDER\n", stderr);
    return 2;
  }
  const std::string folder = argv[1];
  meguri::RealFiles files;
  auto written = meguri::report::WriteReport(files, folder, meguri::report::SampleReport(),
                                             folder + "/figures");
  if (written) {
    written = meguri::report::WriteReport(files, folder + "/edges.html",
                                          meguri::report::EdgeReport(), folder + "/edges");
  }
  if (written) return 0;
  std::fprintf(stderr, "%s\n", meguri::ToString(written.error()).c_str());
  return 1;
}
