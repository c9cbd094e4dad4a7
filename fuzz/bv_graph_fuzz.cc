// Any properties and any bits: a graph as the properties promise it, or an error. What was read is
// the same after it was written with the same settings, and written again to the same bits.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/mem_files.h"
#include "fuzz/check.h"
#include "graph/bv_graph.h"
#include "graph/bv_graph_writer.h"

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

std::string Written(const meguri::WebGraph& graph, const meguri::BvProperties& settings) {
  meguri::MemFiles files;
  const auto bits = *files.OpenToWrite("g", meguri::OpenMode::kCreate);
  const auto offsets = *files.OpenToWrite("o", meguri::OpenMode::kCreate);
  const auto statistics = WriteBvBits(graph, settings, *bits, *offsets);
  Check(statistics.has_value(), "a graph can be written");
  const auto& counts = statistics->counts;
  Check(counts.copied + counts.in_intervals + counts.residual == graph.arc_count(),
        "each arc is written in one way");
  return *ReadWholeFile(files, "g");
}

void CheckRoundTrip(const meguri::BvGraph& read) {
  constexpr std::uint64_t kLongUnary = 1U << 16U;
  meguri::BvProperties settings = read.properties;
  if (settings.nodes > kLongUnary) return;  // unary codes would take all the time
  settings.window = std::min(settings.window, 100U);
  const meguri::WebGraph graph = WithSortedLinks(read.graph);
  settings.arcs = graph.arc_count();
  settings.counts.reset();
  const std::string bits = Written(graph, settings);
  const auto again = DecodeBvGraph(bits, settings, "x.graph");
  if (!again) {  // so dense that the reader doesn't believe it
    Check(graph.arc_count() / 1024 > bits.size() * 8, "what was written can be read");
    return;
  }
  Check(again->graph == graph, "as it was");
  Check(Written(again->graph, settings) == bits, "and written again");
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
  if (!read) return 0;
  CheckGraph(*read);
  if (read->graph.arc_count() < (1U << 14U)) CheckRoundTrip(*read);
  return 0;
}
