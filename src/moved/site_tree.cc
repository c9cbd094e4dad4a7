#include "moved/site_tree.h"

#include <cmath>

#include "base/hash.h"

namespace meguri::moved {

SiteTree::Node SiteTree::Place(std::span<const std::string> segments, bool count_below) {
  Node node = kRoot;
  std::uint64_t path = 0;
  for (const std::string& segment : segments) {
    if (count_below) ++nodes_[node].below;
    path = (path * 0x9E3779B97F4A7C15U) + StableHash64(segment);
    const auto [at, is_new] = by_path_.try_emplace(path, static_cast<Node>(nodes_.size()));
    if (is_new) nodes_.push_back({.parent = node, .depth = nodes_[node].depth + 1});
    node = at->second;
  }
  return node;
}

void SiteTree::MarkRead(Node page) {
  if (page == kRoot) return;
  ++nodes_[nodes_[page].parent].read_children;
  for (Node node = page; node != kRoot; node = nodes_[node].parent)
    ++nodes_[node].read_within;
}

double SiteTree::ReadBeside(Node page) const {
  return page == kRoot ? 0 : std::log2(1.0 + nodes_[nodes_[page].parent].read_children);
}

double SiteTree::ReadAround(Node page) const {
  if (page == kRoot) return 0;
  double sum = 0;
  for (Node node = nodes_[page].parent; node != kRoot; node = nodes_[node].parent)
    sum += std::log2(1.0 + nodes_[node].read_within);
  return sum / nodes_[page].depth;
}

}  // namespace meguri::moved
