// Of crawls with many seeds, at first a part of the choices takes the oldest URL instead of the one
// with the best score: breadth-first is strong there. The part is 8·(seeds - 1)/choices, and nine
// tenths at most.
//
//   const bool by_age = share.is_due();
//   UrlId next = by_age ? oldest : best;
//   share.Count(by_age);
//
// O(1). Not thread-safe.
#pragma once

#include <algorithm>
#include <cstdint>

namespace meguri {

class OldestShare {
 public:
  void AddSeed() { ++seeds_; }
  // Is the next one to be the oldest?
  bool is_due() const { return due_ >= 1; }
  // One was chosen, as the oldest or for another reason.
  void Count(bool oldest) {
    if (oldest) due_ -= 1;
    if (++choices_ < seeds_ || seeds_ < 2) return;  // seeds come first
    due_ +=
        std::min(kMost, kOldest * static_cast<double>(seeds_ - 1) / static_cast<double>(choices_));
  }
  // So many were chosen in earlier lives of the crawl.
  void Resume(std::uint64_t choices) { choices_ = choices; }

 private:
  static constexpr double kOldest = 8;
  static constexpr double kMost = 0.9;

  std::uint64_t seeds_ = 0;
  std::uint64_t choices_ = 0;
  double due_ = 0;
};

}  // namespace meguri
