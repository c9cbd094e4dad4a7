// A graph on disk, in whatever form: one call reads it, one writes it.
//
//   NAME.graph, NAME.properties  BVGraph, as LAW publishes (bv_graph.h); NAME.offsets isn't needed
//   NAME.adj                     adjacency list, line i: successors of page i
//   NAME.arcs (also NAME.txt)    arc list, "from to" per line, as SNAP publishes
//   NAME.mgraph                  ours: one small file, with URLs (files/binary_graph.h)
//   NAME.urls                    besides any of them: the URL of each page, one per line
//
// .adj, .arcs, .txt and .urls may be packed: .gz or .zst behind the name, though their first bytes
// tell how they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "graph/bv_graph.h"
#include "graph/bv_graph_writer.h"
#include "graph/url_list.h"
#include "graph/web_graph.h"

namespace meguri {

enum class GraphForm : std::uint8_t { kBvGraph, kAdjacency, kArcs, kBinary };

// "BVGraph", "adjacency list", "arc list", "mgraph".
std::string_view GraphFormName(GraphForm form);

// How a BVGraph stores its arcs.
struct BvStorage {
  BvProperties properties;
  BvCounts counts;
  std::uint64_t bits = 0;
};

struct StoredGraph {
  WebGraph graph;
  UrlList urls;  // empty: the graph has none
  GraphForm form = GraphForm::kBvGraph;
  std::string path;  // of the file that has the arcs
  std::optional<BvStorage> bv = std::nullopt;
};

// `path`: any of the graph's files, or NAME; then the first of NAME.graph, .adj, .arcs and .mgraph
// that is there is read. kNotFound if there is none; kCorrupt names file and line, byte or bit.
Result<StoredGraph> ReadGraph(Files& files, const std::string& path);

struct WrittenGraph {
  std::vector<std::string> paths;
  std::uint64_t bytes = 0;    // of all of them
  std::uint64_t dropped = 0;  // links that came twice, which a BVGraph can't have
  std::optional<BvStatistics> bv = std::nullopt;  // of a BVGraph
};

// The form is that of the path's ending; kInvalidArgument if it has none. A BVGraph, whose
// successors ascend and come once, is sorted first if need be. URLs go to NAME.urls, packed as
// `path` is, or into NAME.mgraph; `urls` is empty or has as many as there are pages. All files get
// their names when all are whole, and replace those that were there; without success nothing is
// changed.
Result<WrittenGraph> WriteGraph(Files& files, const std::string& path, const WebGraph& graph,
                                const UrlList& urls, const BvProperties& settings = {},
                                const PagesDone& progress = nullptr);

// Which it would be; kInvalidArgument as above.
Result<GraphForm> FormToWrite(std::string_view path);

}  // namespace meguri
