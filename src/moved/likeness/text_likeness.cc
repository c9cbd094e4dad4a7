#include "moved/likeness/text_likeness.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/ascii.h"
#include "html/text/words.h"

namespace meguri::moved {
namespace {

// Even a word that all have says a little, and nothing is divided by 0.
constexpr double kLeastWeight = 0.02;

void SortDistinct(std::vector<std::uint64_t>& hashes) {
  std::ranges::sort(hashes);
  // Not std::ranges::unique, which clang 14 can't take.
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
}

template <class Reader>
std::vector<std::uint64_t> ReadAll(Reader reader, std::size_t most) {
  std::vector<std::uint64_t> hashes;
  std::array<std::uint64_t, 256> some{};
  while (hashes.size() < most) {
    const std::size_t count = reader.Read(some);
    hashes.insert(hashes.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count));
    if (count < some.size()) break;
  }
  if (hashes.size() > most) hashes.resize(most);
  SortDistinct(hashes);
  return hashes;
}

// Calls common(x) for what both have, only(x) for what one has.
template <class Common, class Only>
void Merge(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, const Common& common,
           const Only& only) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i] == b[j]) {
      common(a[i]);
      ++i;
      ++j;
    } else if (a[i] < b[j]) {
      only(a[i++]);
    } else {
      only(b[j++]);
    }
  }
  for (; i < a.size(); ++i)
    only(a[i]);
  for (; j < b.size(); ++j)
    only(b[j]);
}

// Dice's coefficient of two sorted sets whose members weigh what `weight` says.
template <class Weight>
double WeightedDice(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                    const Weight& weight) {
  if (a.empty() || b.empty()) return 0;
  double both = 0;
  double either = 0;  // what only one of them has
  Merge(
      a, b, [&](std::uint64_t x) { both += weight(x); },
      [&](std::uint64_t x) { either += weight(x); });
  return 2 * both / (2 * both + either);
}

}  // namespace

std::vector<std::uint64_t> WordsOf(std::string_view text, std::size_t most) {
  return ReadAll(html::WordReader(text), most);
}

std::string NumbersIn(std::string_view text) {
  std::string numbers;
  bool goes_on = false;
  for (const char c : text) {
    if (IsAsciiDigit(c)) {
      numbers += c;
    } else if (goes_on) {
      numbers += ' ';
    }
    goes_on = IsAsciiDigit(c);
  }
  if (goes_on) numbers += ' ';
  return numbers;
}

void WordWeights::Count(std::span<const std::uint64_t> words) {
  ++things_;
  CountAlias(words);
}

void WordWeights::CountAlias(std::span<const std::uint64_t> words) {
  for (const std::uint64_t word : words) {
    if (counts_.size() < kMaxWords || counts_.contains(word)) ++counts_[word];
  }
}

double WordWeights::Weight(std::uint64_t word) const {
  const auto found = counts_.find(word);
  const double count = found == counts_.end() ? 0 : found->second;
  const double things = static_cast<double>(things_) + 2;
  return std::max(kLeastWeight, std::log(things / (count + 1)) / std::log(things));
}

double WordWeights::Sum(std::span<const std::uint64_t> words) const {
  double sum = 0;
  for (const std::uint64_t word : words)
    sum += Weight(word);
  return sum;
}

double WordWeights::Likeness(std::span<const std::uint64_t> a,
                             std::span<const std::uint64_t> b) const {
  return WeightedDice(a, b, [this](std::uint64_t word) { return Weight(word); });
}

std::vector<std::uint64_t> ShinglesOf(std::string_view text) {
  return ReadAll(html::ShingleReader(text), kMaxShingles);
}

void ShingleCounts::Count(std::span<const std::uint64_t> shingles) {
  for (const std::uint64_t shingle : shingles) {
    if (counts_.size() < kMaxCounted || counts_.contains(shingle)) ++counts_[shingle];
  }
}

double ShingleCounts::Weight(std::uint64_t shingle) const {
  const auto found = counts_.find(shingle);
  return found == counts_.end() ? 1.0 : 1.0 / found->second;
}

double ShingleCounts::Likeness(std::span<const std::uint64_t> a,
                               std::span<const std::uint64_t> b) const {
  return WeightedDice(a, b, [this](std::uint64_t shingle) { return Weight(shingle); });
}

}  // namespace meguri::moved
