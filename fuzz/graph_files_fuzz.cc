// Any bytes as .adj, .arcs and .mgraph: a graph, or an error that names the file; and what was read
// is the same after it was written in every form.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/mem_files.h"
#include "fuzz/check.h"
#include "graph/graph_files.h"

using namespace meguri;  // NOLINT(google-build-using-namespace)

namespace {

constexpr std::size_t kFewPages = 1U << 16U;  // more only take time

void Put(Files& files, const std::string& path, std::string_view bytes) {
  Check((*files.OpenToWrite(path, OpenMode::kCreate))->Append(bytes).has_value(), "written");
}

void CheckGraph(const StoredGraph& read) {
  for (PageId page = 0; page < read.graph.page_count(); ++page) {
    for (const PageId target : read.graph.successors(page))
      Check(target < read.graph.page_count(), "links lead to pages");
  }
  Check(read.urls.empty() || read.urls.size() == read.graph.page_count(), "as many URLs as pages");
}

void CheckRoundTrips(const StoredGraph& read) {
  const WebGraph sorted = WithSortedLinks(read.graph);
  for (const std::string path : {"out.adj", "out.arcs.zst", "out.mgraph", "out.graph"}) {
    MemFiles files;
    const auto written = WriteGraph(files, path, read.graph, read.urls);
    if (!written) {
      Check(path != "out.mgraph", "an .mgraph takes all URLs");
      continue;
    }
    const auto again = ReadGraph(files, path);
    Check(again.has_value(), "what was written can be read");
    Check(again->graph == (path == "out.graph" ? sorted : read.graph), "as it was");
    Check(again->urls == read.urls, "with its URLs");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const std::string path : {"in.adj", "in.arcs", "in.mgraph"}) {
    MemFiles files;
    Put(files, path, bytes);
    const auto read = ReadGraph(files, path);
    if (!read) {
      Check(read.error().context.starts_with(path), "an error names the file");
      Check(read.error().context.find('\n') == std::string::npos, "in one line");
      continue;
    }
    CheckGraph(*read);
    if (read->graph.page_count() <= kFewPages) CheckRoundTrips(*read);
  }
  return 0;
}
