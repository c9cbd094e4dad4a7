// A web graph in memory: the successors of each page, one page after the other (compressed sparse
// rows). 4 bytes an arc and 8 a page. Constant once made: any thread may read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/lifetime.h"

namespace meguri {

using PageId = std::uint32_t;

// The highest two ids are nobody's, so that algorithms have values for "none".
inline constexpr std::uint64_t kMaxPages = 0xFFFF'FFFE;

// For what goes through all pages and may take long: called now and then with those that are done.
using PagesDone = std::function<void(std::uint64_t)>;

class WebGraph {
 public:
  WebGraph() : starts_{0} {}
  // `starts` has one more entry than there are pages: where each page's targets begin, and the end
  // of the last. REQUIRES: starts ascend from 0 to targets.size(); targets are below the number
  // of pages.
  WebGraph(std::vector<std::uint64_t> starts, std::vector<PageId> targets)
      : starts_(std::move(starts)), targets_(std::move(targets)) {}

  std::size_t page_count() const { return starts_.size() - 1; }
  std::uint64_t arc_count() const { return targets_.size(); }
  // In the order of the source; self-links and repeated ones as it has them.
  std::span<const PageId> successors(PageId page) const MEGURI_LIFETIME_BOUND {
    return {targets_.data() + starts_[page], targets_.data() + starts_[page + 1]};
  }
  // Soon they will be wanted.
  void Prefetch(PageId page) const {
    __builtin_prefetch(targets_.data() + starts_[page]);
    __builtin_prefetch(targets_.data() + starts_[page] + 16);
  }

  bool operator==(const WebGraph&) const = default;

 private:
  std::vector<std::uint64_t> starts_;
  std::vector<PageId> targets_;
};

// Without links of a page to itself and without all but the first of equal ones. Linear.
WebGraph WithoutSelfAndRepeatedLinks(const WebGraph& graph);

// Whether the successors of every page ascend, and none comes twice.
bool HasSortedLinks(const WebGraph& graph);
// With successors ascending, and without all but one of equal ones.
WebGraph WithSortedLinks(const WebGraph& graph);

}  // namespace meguri
