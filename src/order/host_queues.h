// The waiting URLs of each host, best first: an indexed 4-ary heap per host over a UrlOrder.
//
// Push, Move, Remove and Pop are O(log of the host's URLs), Best and Oldest are O(1) each. 8 bytes
// a waiting URL, and 4 for every URL that was ever pushed; 8 if they are to know the oldest. A URL
// is in at most one queue. Not thread-safe: owned by one shard.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "order/url_order.h"

namespace meguri {

class HostQueues {
 public:
  // `order` must outlive this; a URL's priority changes only as told by Move().
  // `knows_oldest`: if Oldest() may be asked.
  explicit HostQueues(const UrlOrder& order, bool knows_oldest = false)
      : order_(order), knows_oldest_(knows_oldest) {}

  // REQUIRES: not contains(url). Hosts are small numbers, given by the caller.
  void Push(std::uint32_t host, UrlId url);
  // Its priority is another one. Nothing happens if it isn't waiting. `host`: where it was pushed.
  void Move(std::uint32_t host, UrlId url);
  // nullopt: the host has nothing.
  std::optional<UrlId> Best(std::uint32_t host) const;
  // The one that was pushed first; nullopt: the host has nothing.
  std::optional<UrlId> Oldest(std::uint32_t host);
  // REQUIRES: the host has something.
  UrlId Pop(std::uint32_t host);
  // REQUIRES: contains(url).
  void Remove(std::uint32_t host, UrlId url);

  bool contains(UrlId url) const { return url < places_.size() && places_[url] != kNone; }
  std::size_t size(std::uint32_t host) const {
    return host < heaps_.size() ? heaps_[host].size() : 0;
  }
  std::uint64_t total() const { return total_; }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t kChildren = 4;
  using Heap = std::vector<UrlId>;
  // As they were pushed, those that left among them.
  struct Pushed {
    std::vector<UrlId> urls;
    std::size_t first = 0;  // that may still wait
  };

  void SiftUp(Heap& heap, std::size_t place);
  void SiftDown(Heap& heap, std::size_t place);
  void Put(Heap& heap, std::size_t place, UrlId url) {
    heap[place] = url;
    places_[url] = static_cast<std::uint32_t>(place);
  }

  const UrlOrder& order_;
  const bool knows_oldest_;
  std::vector<Heap> heaps_;            // by host
  std::vector<Pushed> pushed_;         // by host
  std::vector<std::uint32_t> places_;  // by URL: where in its heap
  std::uint64_t total_ = 0;
};

}  // namespace meguri
