#include "html/text/simhash.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace meguri::html {
namespace {

// A full adder on 64 bits at once: a + b + c = sum + 2 * carry.
struct Added {
  std::uint64_t sum;
  std::uint64_t carry;
};
Added FullAdd(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const std::uint64_t odd = a ^ b;
  return {odd ^ c, (a & b) | (odd & c)};
}

}  // namespace

void Simhash::AddAt(Planes& planes, std::size_t plane, std::uint64_t bits) {
  for (; bits != 0 && plane < kPlanes; ++plane) {
    const std::uint64_t carry = planes[plane] & bits;
    planes[plane] ^= bits;
    bits = carry;
  }
}

// 1 + 8 ones make a one, four twos make a two, … : three planes by seven adders, and what is
// carried out of them, a word of eights, goes on by itself.
void Simhash::AddEight(const std::uint64_t* w) {
  const Added ones1 = FullAdd(planes_[0], w[0], w[1]);
  const Added ones2 = FullAdd(ones1.sum, w[2], w[3]);
  const Added ones3 = FullAdd(ones2.sum, w[4], w[5]);
  const Added ones4 = FullAdd(ones3.sum, w[6], w[7]);
  const Added twos1 = FullAdd(planes_[1], ones1.carry, ones2.carry);
  const Added twos2 = FullAdd(twos1.sum, ones3.carry, ones4.carry);
  const Added fours = FullAdd(planes_[2], twos1.carry, twos2.carry);
  planes_[0] = ones4.sum;
  planes_[1] = twos2.sum;
  planes_[2] = fours.sum;
  AddAt(planes_, 3, fours.carry);
  counted_ += 8;
}

void Simhash::Add(std::span<const std::uint64_t> features) {
  while (!features.empty() && (waiting_count_ != 0 || features.size() < waiting_.size())) {
    Add(features.front());
    features = features.subspan(1);
  }
  for (; features.size() >= waiting_.size(); features = features.subspan(waiting_.size())) {
    AddEight(features.data());
  }
  for (const std::uint64_t feature : features) {
    Add(feature);
  }
}

void Simhash::AddWeighted(std::uint64_t feature, std::uint32_t weight) {
  for (std::size_t plane = 0; plane < 32; ++plane) {
    if ((weight >> plane & 1U) != 0) AddAt(planes_, plane, feature);
  }
  counted_ += weight;
}

std::uint64_t Simhash::Value() const {
  Planes planes = planes_;
  for (std::size_t i = 0; i < waiting_count_; ++i) {
    AddAt(planes, 0, waiting_[i]);
  }
  // Which counters are above half, compared from their highest bit down, all 64 at once.
  const std::uint64_t half = count() / 2;
  std::uint64_t above = 0;
  std::uint64_t equal = ~std::uint64_t{0};
  for (std::size_t plane = kPlanes; plane-- > 0;) {
    const std::uint64_t half_bit = (half >> plane & 1U) != 0 ? ~std::uint64_t{0} : 0;
    above |= equal & planes[plane] & ~half_bit;
    equal &= ~(planes[plane] ^ half_bit);
  }
  return above;
}

namespace {

// 64 bits cut into `count` blocks as even as can be.
class Blocks {
 public:
  explicit Blocks(int count) : count_(count) {}

  std::uint64_t Mask(int block) const {
    const int begin = 64 * block / count_;
    const int width = 64 * (block + 1) / count_ - begin;
    return (width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1) << begin;
  }
  std::uint64_t MaskOf(std::uint64_t choice) const {
    std::uint64_t mask = 0;
    for (int block = 0; block < count_; ++block) {
      if ((choice >> block & 1U) != 0) mask |= Mask(block);
    }
    return mask;
  }
  // The first `wanted` blocks in which `difference` is all zeros. A pair is found by each choice
  // of blocks that it agrees on; it is reported by this one alone.
  std::uint64_t FirstAgreeing(std::uint64_t difference, int wanted) const {
    std::uint64_t choice = 0;
    for (int block = 0; block < count_ && wanted > 0; ++block) {
      if ((difference & Mask(block)) != 0) continue;
      choice |= std::uint64_t{1} << block;
      --wanted;
    }
    return choice;
  }

 private:
  int count_;
};

// How many blocks: one more than may differ, or up to two more than that if there are so many
// values that the agreeing bits would not tell them apart.
int BlockCount(std::size_t values, int max_distance) {
  const auto wanted_bits = static_cast<int>(std::bit_width(values));
  int count = max_distance + 1;
  while (count < max_distance + 3 && 64 * (count - max_distance) / count < wanted_bits) {
    ++count;
  }
  return count;
}

std::vector<std::uint64_t> SortedUnique(std::span<const std::uint64_t> hashes) {
  std::vector<std::uint64_t> values(hashes.begin(), hashes.end());
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

}  // namespace

std::vector<SimhashPair> FindPairs(std::span<const std::uint64_t> hashes, int max_distance) {
  assert(max_distance >= 0 && max_distance <= kMaxSimhashDistance);  // the caller's bug
  std::vector<std::uint64_t> values = SortedUnique(hashes);
  const int block_count = BlockCount(values.size(), max_distance);
  const int agreeing = block_count - max_distance;
  const Blocks blocks(block_count);
  std::vector<SimhashPair> pairs;

  const auto compare_run = [&](std::span<const std::uint64_t> run, std::uint64_t choice) {
    for (std::size_t i = 0; i < run.size(); ++i) {
      for (std::size_t j = i + 1; j < run.size(); ++j) {
        if (HammingDistance(run[i], run[j]) > max_distance) continue;
        if (blocks.FirstAgreeing(run[i] ^ run[j], agreeing) != choice) continue;
        pairs.push_back({std::min(run[i], run[j]), std::max(run[i], run[j])});
      }
    }
  };
  for (std::uint64_t choice = 0; choice < std::uint64_t{1} << block_count; ++choice) {
    if (std::popcount(choice) != agreeing) continue;
    const std::uint64_t mask = blocks.MaskOf(choice);
    std::ranges::sort(values, {}, [mask](std::uint64_t value) { return value & mask; });
    for (auto begin = values.begin(); begin != values.end();) {
      const auto end = std::find_if(
          begin, values.end(), [&](std::uint64_t value) { return ((value ^ *begin) & mask) != 0; });
      compare_run({begin, end}, choice);
      begin = end;
    }
  }
  std::ranges::sort(pairs);
  return pairs;
}

std::vector<std::vector<std::uint64_t>> FindClusters(std::span<const std::uint64_t> hashes,
                                                     int max_distance) {
  const std::vector<std::uint64_t> values = SortedUnique(hashes);
  std::vector<std::size_t> parents(values.size());
  std::iota(parents.begin(), parents.end(), 0);
  const auto root_of = [&parents](std::size_t at) {
    while (parents[at] != at) {
      at = parents[at] = parents[parents[at]];
    }
    return at;
  };
  const auto index_of = [&values](std::uint64_t value) {
    return static_cast<std::size_t>(std::ranges::lower_bound(values, value) - values.begin());
  };
  for (const SimhashPair& pair : FindPairs(values, max_distance)) {
    const std::size_t a = root_of(index_of(pair.low));
    const std::size_t b = root_of(index_of(pair.high));
    parents[std::max(a, b)] = std::min(a, b);  // the root is the smallest value
  }
  std::vector<std::vector<std::uint64_t>> by_root(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    by_root[root_of(i)].push_back(values[i]);
  }
  std::erase_if(by_root, [](const auto& cluster) { return cluster.size() < 2; });
  return by_root;
}

}  // namespace meguri::html
