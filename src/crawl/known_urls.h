// Which URLs a shard knows: from fingerprint to number, in memory.
//
// A linear table of 12-byte slots, at most three quarters full; 64-bit fingerprints are keyed with
// the crawl's seed, so no site can aim at a slot. Find() and Add() are O(1), a cache miss or two.
// Numbers are dense, from 0 in the order of Add(). Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "order/incremental_page_rank.h"

namespace meguri {

class KnownUrls {
 public:
  std::optional<UrlId> Find(std::uint64_t fingerprint) const;
  // The number of a new one, or of the one that is there.
  struct Added {
    UrlId id = 0;
    bool is_new = false;
  };
  Added Add(std::uint64_t fingerprint);

  std::size_t size() const { return size_; }
  std::size_t memory_bytes() const {
    return slots_.capacity() * sizeof(std::uint64_t) + ids_.capacity() * sizeof(UrlId);
  }

 private:
  static constexpr std::uint64_t kEmpty = 0;

  // The slot that has it, or the empty one where it would go.
  std::size_t SlotOf(std::uint64_t fingerprint) const;
  void Grow();

  std::vector<std::uint64_t> slots_;
  std::vector<UrlId> ids_;
  std::size_t size_ = 0;
};

}  // namespace meguri
