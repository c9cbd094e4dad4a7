// Web graphs as LAW publishes them: BVGraph, NAME.graph with NAME.properties (Boldi and Vigna, "The
// WebGraph framework I: compression techniques", 2004). All codes and settings of the format;
// NAME.offsets isn't needed to read in order. The bits: docs/formats/bv_graph.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/files.h"
#include "base/result.h"
#include "graph/web_graph.h"

namespace meguri {

// kZeta with zeta_k; so is kGolomb, which is for residuals alone: with zeta_k as its modulus.
enum class BvCode : std::uint8_t { kGamma, kDelta, kUnary, kZeta, kNibble, kGolomb };

// How the arcs of a graph are stored: as its own .properties count them.
struct BvCounts {
  std::uint64_t copied = 0;
  std::uint64_t in_intervals = 0;
  std::uint64_t residual = 0;

  bool operator==(const BvCounts&) const = default;
};

inline constexpr std::uint32_t kMaxBvWindow = 1U << 20U;

// What NAME.properties says. The defaults are the format's.
struct BvProperties {
  std::uint64_t nodes = 0;
  std::uint64_t arcs = 0;
  std::uint32_t window = 7;               // how far back a reference may be; 0: no references
  std::uint32_t max_references = 3;       // of a chain; for writers
  std::uint32_t min_interval_length = 4;  // 0: no intervals
  std::uint32_t zeta_k = 3;
  BvCode outdegrees = BvCode::kGamma;
  BvCode blocks = BvCode::kGamma;
  BvCode residuals = BvCode::kZeta;
  BvCode references = BvCode::kUnary;
  BvCode block_counts = BvCode::kGamma;
  BvCode offsets = BvCode::kGamma;
  std::optional<BvCounts> counts;  // if it tells all three

  bool operator==(const BvProperties&) const = default;
};

// What the key compressionflags may have, "RESIDUALS_DELTA | REFERENCES_GAMMA". kUnsupported, with
// `name`, if one of them is none.
Status ParseBvFlags(std::string_view flags, std::string_view name, BvProperties& properties);

// The text of a .properties file. kCorrupt or kUnsupported, with `name` and what is wrong.
Result<BvProperties> ParseBvProperties(std::string_view text, std::string_view name);

struct BvGraph {
  WebGraph graph;
  BvProperties properties;
  BvCounts counts;
  std::uint64_t bits = 0;  // that all lists take
};

// The bits of a .graph file. kCorrupt names `name` and the bit position, or what the properties
// promise and the bits don't hold. Memory is bounded by what the properties say, which is checked
// against the number of bits first.
Result<BvGraph> DecodeBvGraph(std::string_view bits, const BvProperties& properties,
                              std::string_view name);

// `path`: NAME, NAME.graph, NAME.properties or NAME.offsets.
Result<BvGraph> ReadBvGraph(Files& files, std::string_view path);

}  // namespace meguri
