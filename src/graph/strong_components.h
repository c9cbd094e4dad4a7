// Strongly connected components: the largest sets of pages in which every page can be reached from
// every other (Tarjan 1972, in the form of Pearce 2016 that keeps one number a page, and with its
// own stack in place of recursion). Linear in pages and arcs; 8 bytes a page for the answer, 4 more
// while it works and 16 for each page on the current path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/web_graph.h"

namespace meguri {

struct StrongComponents {
  std::vector<std::uint32_t> component_of;  // of each page; numbered from 0, in no useful order
  std::vector<std::uint32_t> sizes;         // of each component, in pages
};

StrongComponents FindStrongComponents(const WebGraph& graph);

struct ComponentInfo {
  PageId lowest = 0;  // of its pages
  std::uint32_t size = 0;

  bool operator==(const ComponentInfo&) const = default;
};

// The `count` largest, the largest first; of equal ones that with the lower page first.
std::vector<ComponentInfo> LargestComponents(const StrongComponents& components, std::size_t count);

}  // namespace meguri
