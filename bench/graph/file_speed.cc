// Reading and writing a graph in each form, in CPU time, against reading it as plain text.
//
//   graph_file_speed GRAPH FOLDER    writes GRAPH into FOLDER in all forms, and reads it again
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "graph/generate_graph.h"
#include "graph/graph_files.h"
#include "graph/strong_components.h"

namespace meguri {
namespace {

constexpr int kRounds = 5;

double CpuSeconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// The best of a few rounds.
template <class Function>
double Time(Function function) {
  double best = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    const double start = CpuSeconds();
    function();
    best = std::min(best, CpuSeconds() - start);
  }
  return best;
}

struct Row {
  std::string form;
  std::uint64_t bytes = 0;
  double read = 0;
  double write = 0;
};

Result<Row> Measure(Files& files, const StoredGraph& stored, const std::string& folder,
                    const std::string& ending) {
  Row row{.form = ending};
  const std::string path = folder + "/graph" + ending;
  Status failed;
  row.write = Time([&] {
    const auto written = WriteGraph(files, path, stored.graph, {});
    if (written) {
      row.bytes = written->bytes;
    } else {
      failed = tl::unexpected(written.error());
    }
  });
  MEGURI_CHECK_STATUS(failed);
  row.read = Time([&] {
    const auto read = ReadGraph(files, path);
    if (!read) failed = tl::unexpected(read.error());
  });
  MEGURI_CHECK_STATUS(failed);
  return row;
}

Status Run(const std::string& path, const std::string& folder) {
  RealFiles files;
  MEGURI_TRY(StoredGraph stored, ReadGraph(files, path));
  stored.graph = WithSortedLinks(stored.graph);  // as every form can have it
  const auto arcs = static_cast<double>(stored.graph.arc_count());
  fmt::print("{} pages, {} links; CPU time, best of {}\n", stored.graph.page_count(),
             stored.graph.arc_count(), kRounds);
  std::vector<Row> rows;
  for (const std::string ending : {".adj", ".arcs", ".adj.gz", ".adj.zst", ".graph", ".mgraph"}) {
    MEGURI_TRY(Row row, Measure(files, stored, folder, ending));
    rows.push_back(std::move(row));
  }
  fmt::print("{:10} {:>11} {:>12} {:>10} {:>12} {:>9}\n", "", "bytes/link", "read M/s", "of .adj",
             "write M/s", "of .adj");
  for (const Row& row : rows) {
    fmt::print("{:10} {:>11.2f} {:>12.1f} {:>10.2f} {:>12.1f} {:>9.2f}\n", row.form,
               static_cast<double>(row.bytes) / arcs, arcs / row.read / 1e6,
               rows[0].read / row.read, arcs / row.write / 1e6, rows[0].write / row.write);
  }
  const double components = Time([&] { FindStrongComponents(stored.graph); });
  fmt::print("components {:.1f} M links/s\n", arcs / components / 1e6);
  GenerateOptions options{.pages = 300'000, .threads = 1};
  std::uint64_t made = 0;
  const double generate = Time([&] { made = GenerateGraph(options)->graph.arc_count(); });
  fmt::print("generate   {:.1f} M links/s and core\n", static_cast<double>(made) / generate / 1e6);
  return {};
}

}  // namespace
}  // namespace meguri

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: graph_file_speed GRAPH FOLDER\n");
    return 2;
  }
  const meguri::Status ran = meguri::Run(argv[1], argv[2]);
  if (ran) return 0;
  fmt::print(stderr, "{}\n", ran.error().context);
  return 2;
}
