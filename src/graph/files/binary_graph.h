// NAME.mgraph: a graph in one file, with its URLs or without, small and fast to read. Bytes:
// docs/formats/mgraph.md. In short: a head, then blocks of about a megabyte, each with its
// checksum; targets as differences, in bytes of seven bits; of a URL, what is other than in the one
// before.
//
// Successors keep their order, self-links and repeated ones too. Both directions go block by block:
// besides the graph they take the memory of a block.
#pragma once

#include <cstdint>
#include <string>

#include "base/files.h"
#include "base/result.h"
#include "graph/url_list.h"
#include "graph/web_graph.h"

namespace meguri {

struct BinaryGraph {
  WebGraph graph;
  UrlList urls;  // empty: it has none
};

// kCorrupt, "x.mgraph: byte 1234: what", if it is damaged or cut short. Memory is bounded by the
// file's size: 8 times its graph, and 128 times its URLs.
Result<BinaryGraph> ReadBinaryGraph(Files& files, const std::string& path);

// At the end of `file`. REQUIRES: urls is empty or has as many as there are pages.
Status WriteBinaryGraph(const WebGraph& graph, const UrlList& urls, WritableFile& file);

}  // namespace meguri
