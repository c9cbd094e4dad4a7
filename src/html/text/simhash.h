// Simhash (Charikar 2002): 64 bits that stay nearly the same when the text does. Bit i is set if
// more of the text's features (hashes of shingles) have bit i set than not; ties give 0.
//
// Counting 64 bits per feature is done for all bits at once: the counters stand upright, plane j
// holds bit j of all 64 counters, and eight features are first added up by full adders (seven,
// of five operations each), so that a feature costs about ten operations in all. Measured:
// docs/design/near_duplicates.md.
//
// FindPairs() and FindClusters() use the block permutation of Manku, Jain and Das Sarma (2007):
// cut 64 bits into more blocks than may differ, and two hashes within the distance agree on some
// choice of blocks, so sorting by each choice puts them side by side.
//
// Simhash is a value without allocation; any thread may have its own.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace meguri::html {

class Simhash {
 public:
  void Add(std::uint64_t feature) {
    waiting_[waiting_count_++] = feature;
    if (waiting_count_ < waiting_.size()) return;
    AddEight(waiting_.data());
    waiting_count_ = 0;
  }
  void Add(std::span<const std::uint64_t> features);
  // As if added `weight` times; the cost grows with the ones in `weight`.
  void AddWeighted(std::uint64_t feature, std::uint32_t weight);

  // Of all features so far; 0 if there are none.
  std::uint64_t Value() const;
  // How many there are, with their weights. REQUIRES of all above: it stays below 2^48.
  std::uint64_t count() const { return counted_ + waiting_count_; }

 private:
  static constexpr std::size_t kPlanes = 48;
  using Planes = std::array<std::uint64_t, kPlanes>;

  static void AddAt(Planes& planes, std::size_t plane, std::uint64_t bits);
  void AddEight(const std::uint64_t* features);

  Planes planes_{};            // plane j: bit j of the 64 counters
  std::uint64_t counted_ = 0;  // features in the planes
  std::array<std::uint64_t, 8> waiting_{};
  std::size_t waiting_count_ = 0;
};

inline int HammingDistance(std::uint64_t a, std::uint64_t b) { return std::popcount(a ^ b); }

struct SimhashPair {
  std::uint64_t low;
  std::uint64_t high;

  auto operator<=>(const SimhashPair&) const = default;  // NOLINT(modernize-use-nullptr)
};

// Distances above this would need more sorted copies than they save comparisons.
inline constexpr int kMaxSimhashDistance = 12;

// All pairs of different values that differ in at most `max_distance` bits, sorted; values given
// twice count once. For n random values about n * n / 2^16 comparisons in the worst choice of
// blocks, in practice O(n log n); values made to agree in whole blocks cost up to n * n.
// REQUIRES: 0 <= max_distance <= kMaxSimhashDistance.
std::vector<SimhashPair> FindPairs(std::span<const std::uint64_t> hashes, int max_distance);

// Values that such pairs connect, directly or over others; each cluster sorted, two values at
// least, and the clusters in the order of their smallest values.
std::vector<std::vector<std::uint64_t>> FindClusters(std::span<const std::uint64_t> hashes,
                                                     int max_distance);

}  // namespace meguri::html
