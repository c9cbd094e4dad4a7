// Any properties and any bits: a graph as the properties promise it, or an error.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/check.h"
#include "graph/bv_graph.h"

namespace {

void CheckGraph(const meguri::BvGraph& read) {
  const meguri::WebGraph& graph = read.graph;
  Check(graph.page_count() == read.properties.nodes, "as many pages as promised");
  Check(graph.arc_count() == read.properties.arcs, "as many arcs as promised");
  const meguri::BvCounts& counts = read.counts;
  Check(counts.copied + counts.in_intervals + counts.residual == graph.arc_count(),
        "each arc is stored in one way");
  for (meguri::PageId page = 0; page < graph.page_count(); ++page) {
    const auto successors = graph.successors(page);
    Check(std::ranges::is_sorted(successors), "successors ascend");
    Check(successors.empty() || successors.back() < graph.page_count(), "and are pages");
  }
  const meguri::WebGraph clean = meguri::WithoutSelfAndRepeatedLinks(graph);
  Check(clean.page_count() == graph.page_count(), "no page is lost");
  for (meguri::PageId page = 0; page < clean.page_count(); ++page) {
    const auto successors = clean.successors(page);
    Check(std::ranges::adjacent_find(successors) == successors.end(), "none comes twice");
    Check(std::ranges::find(successors, page) == successors.end(), "none is the page itself");
  }
}

}  // namespace

// The properties, a NUL, the bits.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint64_t kMaxArcs = 1U << 20U;  // more only take time
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(bytes.find('\0'), size);
  const auto properties = meguri::ParseBvProperties(bytes.substr(0, end), "x.properties");
  if (!properties || properties->arcs > kMaxArcs) return 0;
  const std::string_view bits = bytes.substr(std::min(end + 1, size));
  const auto read = meguri::DecodeBvGraph(bits, *properties, "x.graph");
  if (read) CheckGraph(*read);
  return 0;
}
