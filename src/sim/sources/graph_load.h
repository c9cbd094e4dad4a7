// The graph behind GraphPages, and how it is read. Private to graph_pages.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/lifetime.h"
#include "base/result.h"

namespace meguri {

// Nodes are the lines that have a page of their own, numbered anew without gaps.
struct PageGraph {
  std::vector<std::string> hosts;            // by first occurrence
  std::vector<std::uint32_t> host_of;        // of each node; the top bit: https
  std::string targets;                       // one after the other
  std::vector<std::uint64_t> target_starts;  // and the end of the last
  std::vector<std::uint32_t> arcs;           // successors, in their order
  std::vector<std::uint64_t> arc_starts;     // and the end of the last
  std::vector<std::uint32_t> by_host;        // nodes, sorted by host
  std::vector<std::uint32_t> host_starts;    // in by_host, and the end
  std::vector<std::uint32_t> table;          // node + 1 by the hash of host and target; 0: free
  std::uint64_t skipped = 0;
  std::uint64_t merged = 0;

  static constexpr std::uint32_t kHttps = 0x80000000;

  std::uint32_t size() const { return static_cast<std::uint32_t>(host_of.size()); }
  std::uint32_t host(std::uint32_t node) const { return host_of[node] & ~kHttps; }
  bool https(std::uint32_t node) const { return (host_of[node] & kHttps) != 0; }
  std::string_view target(std::uint32_t node) const MEGURI_LIFETIME_BOUND {
    return std::string_view(targets).substr(target_starts[node],
                                            target_starts[node + 1] - target_starts[node]);
  }
  std::span<const std::uint32_t> successors(std::uint32_t node) const MEGURI_LIFETIME_BOUND {
    return std::span(arcs).subspan(arc_starts[node], arc_starts[node + 1] - arc_starts[node]);
  }

  std::optional<std::uint32_t> Find(std::uint32_t host, std::string_view target) const;
  // How many nodes are reached from `node`, itself included. O(nodes + arcs).
  std::uint32_t CountReached(std::uint32_t node) const;
};

Result<PageGraph> LoadGraph(Files& files, const std::string& path);

}  // namespace meguri
