// The directories of a site as far as its links show them: what lies where, and what was read.
//
// Each path is a node below that of its directory. Not thread-safe: one search's own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace meguri::moved {

class SiteTree {
 public:
  using Node = std::uint32_t;
  static constexpr Node kRoot = 0;

  SiteTree() : nodes_(1) {}

  // The node of a path, made if there is none. `count_below`: one more page lies in all of its
  // directories.
  Node Place(std::span<const std::string> segments, bool count_below);

  // A page was read. O(depth).
  void MarkRead(Node page);

  std::size_t below(Node node) const { return nodes_[node].below; }
  // How much was read near a page: right beside it, and in the trees that it lies in (the mean of
  // log₂(1 + pages read) over its directories but the root).
  double ReadBeside(Node page) const;
  double ReadAround(Node page) const;

 private:
  struct Entry {
    Node parent = kRoot;
    std::uint32_t below = 0;          // pages linked to
    std::uint32_t read_within = 0;    // this page, and what is below it
    std::uint32_t read_children = 0;  // right below it
    std::uint32_t depth = 0;
  };
  std::vector<Entry> nodes_;
  std::unordered_map<std::uint64_t, Node> by_path_;
};

}  // namespace meguri::moved
