// MinHash by one permutation (Li, Owen, Zhang 2012): how much of their shingles two pages share,
// from 256 bytes each.
//
// The hash space is cut into 128 slots; each slot keeps the smallest hash that fell into it. Two
// pages agree in a slot that either of them uses with a probability that is their Jaccard
// similarity J = |A and B| / |A or B|. So one comparison per shingle, not 128, and unlike 128
// independent minima it gets better, not worse, for short pages: with few shingles nearly each
// has a slot to itself and the answer is exact.
//
// Error: the standard deviation is at most sqrt(J (1 - J) / 128), 0.044 for J = 1/2; so the
// estimate is within kMaxError of J for all but one pair in ten thousand. Slots keep 16 bits of
// the minimum: a false agreement in one slot of 65,536, which is nothing beside that.
//
// Empty slots stay empty (no densification): the estimate leaves out those that both leave
// empty, which is exact in the mean, while filled-up ones would add noise for short pages. The
// price: bands of slots can't serve as keys of a table for short pages.
//
// A value without allocation; any thread may have its own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace meguri::html {

inline constexpr std::size_t kMinHashSlots = 128;
inline constexpr double kMinHashMaxError = 0.18;  // four standard deviations at worst

// What is kept of a page. 0: empty slot.
using MinHashSignature = std::array<std::uint16_t, kMinHashSlots>;

class MinHash {
 public:
  MinHash() { smallest_.fill(kEmpty); }

  void Add(std::uint64_t feature) {
    std::uint64_t& smallest = smallest_[feature >> kValueBits];
    // The slot's number is the same for all it holds: whole hashes can be compared.
    smallest = feature < smallest ? feature : smallest;
  }
  void Add(std::span<const std::uint64_t> features);

  // Of all features so far; the same for any order and any repetition.
  MinHashSignature Signature() const;

 private:
  static constexpr unsigned kValueBits = 57;
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
  static_assert(kMinHashSlots == std::size_t{1} << (64 - kValueBits));

  std::array<std::uint64_t, kMinHashSlots> smallest_;
};

// The estimate of J, 0 to 1. Two pages without a shingle are the same page: 1.
double EstimateJaccard(const MinHashSignature& a, const MinHashSignature& b);

}  // namespace meguri::html
