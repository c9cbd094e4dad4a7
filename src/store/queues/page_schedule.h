// Which entry of a page counts: its generation and its day, for every page, 4 bytes each.
//
// An array for each shard, since ids are dense; it grows by half. A look-up is one access to
// memory. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "store/queues/due_page.h"

namespace meguri {

// Later on the circle of generations, of which a page's entries on disk are never farther apart
// than half.
constexpr bool IsLaterGeneration(std::uint16_t a, std::uint16_t b) {
  return a != b && static_cast<std::uint16_t>(a - b) < 0x8000;
}

class PageSchedule {
 public:
  struct Entry {
    DayNumber day = 0;  // 0: it was ended, or never scheduled
    std::uint16_t generation = 0;

    bool operator==(const Entry&) const = default;
  };

  Entry Find(UrlKey key) const {
    if (key.shard >= shards_.size() || key.id >= shards_[key.shard].size()) return {};
    return shards_[key.shard][key.id];
  }
  void Prefetch(UrlKey key) const {
    if (key.shard < shards_.size() && key.id < shards_[key.shard].size()) {
      __builtin_prefetch(&shards_[key.shard][key.id]);
    }
  }
  // Makes room for the page.
  Entry& At(UrlKey key) {
    if (key.shard >= shards_.size()) shards_.resize(std::size_t{key.shard} + 1);
    std::vector<Entry>& shard = shards_[key.shard];
    if (key.id >= shard.size()) {
      if (key.id >= shard.capacity()) shard.reserve(std::size_t{key.id} + key.id / 2 + 16);
      shard.resize(std::size_t{key.id} + 1);
    }
    return shard[key.id];
  }

 private:
  std::vector<std::vector<Entry>> shards_;
};

}  // namespace meguri
