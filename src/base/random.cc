#include "base/random.h"

#include <bit>
#include <cassert>

#include "base/hash.h"

namespace meguri {
namespace {

// Goes through all 2⁶⁴ numbers, so that no seed gives xoshiro its one bad state, all zeros
// (four zeros in a row can't come).
std::uint64_t SplitMix64(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed) : seed_(seed) {
  std::uint64_t mix = seed;
  for (std::uint64_t& word : state_) {
    word = SplitMix64(mix);
  }
}

Random Random::Split(std::string_view label) const {
  return Random(KeyedHash(seed_).Hash64(label));
}

Random Random::Split(std::uint64_t index) const {
  std::array<char, sizeof index + 1> label{};  // nine bytes, the last 0: not a likely name
  for (std::size_t i = 0; i < sizeof index; ++i) {
    label[i] = static_cast<char>(index >> (8 * i));
  }
  return Split(std::string_view(label.data(), label.size()));
}

std::uint64_t Random::Next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

// Lemire, "Fast random integer generation in an interval", 2019: the high half of a product
// is the answer, the low half tells the few draws that would favour some answers. A division
// is needed only with probability bound / 2⁶⁴.
std::uint64_t Random::Uniform(std::uint64_t bound) {
  assert(bound > 0);
  __extension__ using Wide = unsigned __int128;
  Wide product = static_cast<Wide>(Next()) * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t unfair = -bound % bound;  // 2⁶⁴ mod bound
    while (static_cast<std::uint64_t>(product) < unfair) {
      product = static_cast<Wide>(Next()) * bound;
    }
  }
  return static_cast<std::uint64_t>(product >> 64);
}

double Random::Double() { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }

// Von Neumann, 1951: the first of a falling run of uniform numbers whose length is odd is
// distributed as the fraction of an exponential one, and each run of even length adds 1. Only
// comparisons, so that no libm's log() has a say in the result.
double Random::Exponential(double mean) {
  for (double whole = 0;; whole += 1) {
    const double first = Double();
    bool odd = true;
    for (double last = first, next = Double(); next < last; last = next, next = Double()) {
      odd = !odd;
    }
    if (odd) return (whole + first) * mean;
  }
}

}  // namespace meguri
