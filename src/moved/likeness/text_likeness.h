// How alike two texts are, when what every page of the site says counts for little.
//
// Titles and anchors are compared by their words (WordWeights), main texts by their shingles of
// four words (ShingleCounts). Both weigh by rarity among what was seen of the site so far: at
// first all words are equal, and the site's name and its navigation lose their weight as pages
// come in.
//
// Not thread-safe: one search's own. Linear in the text; memory grows with distinct words, whose
// number is bounded by kMaxWords.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace meguri::moved {

// Distinct words as hashes, sorted; at most `most`, the first ones.
std::vector<std::uint64_t> WordsOf(std::string_view text, std::size_t most = 32);

// "Release 1.1.0 (CR2)" has "1 1 0 2 ": of the same words as "Release 1.0 (CR2)", it is another.
std::string NumbersIn(std::string_view text);

class WordWeights {
 public:
  static constexpr std::size_t kMaxWords = 1'000'000;

  // One more thing (a link, a page) with these words. REQUIRES: sorted, distinct.
  void Count(std::span<const std::uint64_t> words);
  // The same, but not counted as one more thing: another name of the one before.
  void CountAlias(std::span<const std::uint64_t> words);

  std::size_t things() const { return things_; }
  // 1 for a word not seen before, near 0 for one that nearly all have.
  double Weight(std::uint64_t word) const;
  double Sum(std::span<const std::uint64_t> words) const;
  // Dice's coefficient of two sets by weight, 0 to 1. REQUIRES: both sorted.
  double Likeness(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) const;

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> counts_;
  std::size_t things_ = 0;
};

// Distinct shingles of a text, sorted. Of a text with more than kMaxShingles the first ones.
std::vector<std::uint64_t> ShinglesOf(std::string_view text);
inline constexpr std::size_t kMaxShingles = 8'000;

// In how many pages of the site a shingle was seen.
class ShingleCounts {
 public:
  // Those beyond are taken for ones that no other page has.
  static constexpr std::size_t kMaxCounted = 4'000'000;

  void Count(std::span<const std::uint64_t> shingles);

  // What of the old text is in the new one and the reverse (Dice), by weight: a shingle that n
  // pages have weighs 1/n. 0 if either has none. REQUIRES: both sorted.
  double Likeness(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) const;

 private:
  double Weight(std::uint64_t shingle) const;

  std::unordered_map<std::uint64_t, std::uint32_t> counts_;
};

}  // namespace meguri::moved
