// From a host's name to its number in the shard: asked for every known URL at a start, and for
// every new one.
//
// A linear table of 16-byte slots, at most half full, and all names in one piece: a few megabytes
// for 100,000 hosts, most of which stay in the cache. The hash is keyed with the crawl's seed:
// nobody can aim at a slot. O(1), no allocation but growth. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace meguri {

class HostNumbers {
 public:
  explicit HostNumbers(std::uint64_t seed) : hash_(seed) {}

  std::optional<std::uint32_t> Find(std::string_view name) const;
  // Gives it the next number, from 0 on. REQUIRES: it isn't there; less than 4 GB of names.
  std::uint32_t Add(std::string_view name);

  std::size_t size() const { return size_; }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  struct Slot {
    std::uint32_t tag = 0;  // the upper half of the hash
    std::uint32_t number = kNone;
    std::uint32_t name_at = 0;
    std::uint32_t name_size = 0;
  };

  std::string_view NameOf(const Slot& slot) const {
    return std::string_view(names_).substr(slot.name_at, slot.name_size);
  }
  void Insert(Slot slot);
  void Grow();

  const KeyedHash hash_;
  std::vector<Slot> slots_;  // a power of two
  std::string names_;
  std::uint32_t size_ = 0;
};

}  // namespace meguri
