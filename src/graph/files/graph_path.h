// What the name of a graph's file says. Private to graph_files*.cc.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "graph/graph_files.h"

namespace meguri {

inline constexpr auto kPackings = std::to_array<std::string_view>({"", ".gz", ".zst"});

struct GraphPath {
  std::string name;               // without any ending
  std::optional<GraphForm> form;  // none: the path doesn't tell
  std::string_view ending;        // ".adj", …
  std::string_view packing;       // "", ".gz" or ".zst"
};

// "dir/x.adj.gz" is dir/x, kAdjacency, ".adj", ".gz"; a path without a known ending is all name.
GraphPath SplitGraphPath(std::string_view path);

// ".graph", ".adj", ".arcs", ".mgraph".
std::string_view EndingOf(GraphForm form);

}  // namespace meguri
