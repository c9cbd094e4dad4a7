// Writes graphs as LAW publishes them: BVGraph (bv_graph.h; the bits: docs/formats/bv_graph.md).
//
// Each page's list is written relative to one of the `window` pages before it, or to none: that
// which gives the fewest bits, of equal ones the nearest, as WebGraph's own writer chooses; so a
// graph that it wrote comes out the same, bit for bit. Linear in arcs times window; besides the
// graph it needs memory for a few lists.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/files.h"
#include "base/result.h"
#include "graph/bv_graph.h"
#include "graph/web_graph.h"

namespace meguri {

// What a .properties file tells besides the settings.
struct BvStatistics {
  BvCounts counts;
  std::uint64_t outdegree_bits = 0;
  std::uint64_t reference_bits = 0;
  std::uint64_t block_bits = 0;  // with their counts
  std::uint64_t interval_bits = 0;
  std::uint64_t residual_bits = 0;
  std::uint64_t distances = 0;  // sum of the references
  std::uint64_t chains = 0;     // sum of the pages that must be read first
  // By the highest bit of the gap: between successors, and between residuals.
  std::array<std::uint64_t, 64> successor_gaps{};
  std::array<std::uint64_t, 64> residual_gaps{};

  std::uint64_t bits() const {
    return outdegree_bits + reference_bits + block_bits + interval_bits + residual_bits;
  }
};

// kInvalidArgument, with what is wrong, unless `settings` can be written and read again: zeta_k 1
// to 16, Golomb's code for residuals alone.
Status CheckBvSettings(const BvProperties& settings);

// The bits of .graph at the end of `graph_file`, and of .offsets at the end of `offsets_file`, both
// padded with zeros to whole words of 64 bits. Of `settings`, nodes and arcs are the graph's.
// REQUIRES: successors ascend, none comes twice (WithSortedLinks); CheckBvSettings.
Result<BvStatistics> WriteBvBits(const WebGraph& graph, const BvProperties& settings,
                                 WritableFile& graph_file, WritableFile& offsets_file,
                                 const PagesDone& progress = nullptr);

// The text of the .properties file, with all keys that WebGraph writes, sorted.
std::string BvPropertiesText(const BvProperties& properties, const BvStatistics& statistics);

}  // namespace meguri
