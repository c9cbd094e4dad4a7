// Graphs as text, a line at a time (docs/formats/text_graphs.md):
//
//   NAME.urls   the URL of each page: page = line number, from 0
//   NAME.adj    adjacency list: line i has the successors of page i, with spaces between
//   NAME.arcs   arc list: "from to" per line, with spaces or tabs between, in any order; lines that
//               begin with # are comments, as in SNAP's files
//
// Successors keep the order of the file, self-links and repeated ones too. Memory: that of the
// graph, twice while its arrays grow; an arc list whose sources don't ascend takes 8 bytes an arc
// more. Errors are kCorrupt, "NAME.adj:17: what". Written are they so that they are read as they
// were: an arc list begins with a comment that tells the number of pages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "graph/files/packed_file.h"
#include "graph/files/packed_writer.h"
#include "graph/url_list.h"
#include "graph/web_graph.h"

namespace meguri {

Result<UrlList> ReadUrlLines(PackedLines& lines);

// How many pages a graph has, if another file tells.
struct KnownPages {
  std::uint64_t count = 0;
  std::string path;  // of that file
};

// Without `known` there are as many pages as lines.
Result<WebGraph> ReadAdjacencyLines(PackedLines& lines, const std::optional<KnownPages>& known);

// Without `known` there are as many pages as the highest id tells, or the first comment of the form
// "# Nodes: N", if that is more. Ids much higher than there are arcs are refused: they would take
// memory for nothing.
Result<WebGraph> ReadArcLines(PackedLines& lines, const std::optional<KnownPages>& known);

// kUnsupported, with the page, if a URL has a line feed in it, or a carriage return at its end.
Status WriteUrlLines(const UrlList& urls, PackedWriter& out);
Status WriteAdjacencyLines(const WebGraph& graph, PackedWriter& out,
                           const PagesDone& progress = nullptr);
Status WriteArcLines(const WebGraph& graph, PackedWriter& out, const PagesDone& progress = nullptr);

}  // namespace meguri
