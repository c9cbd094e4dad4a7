// Random numbers that are the same on every machine, compiler and library: xoshiro256**,
// seeded through SplitMix64 (Blackman and Vigna, "Scrambled linear pseudorandom number
// generators", 2021).
//
// The standard library's distributions may differ between implementations, and so may log()
// in its last bit; here everything is integers, comparisons and exactly rounded arithmetic.
// That is also why this is no UniformRandomBitGenerator: it doesn't fit std::shuffle.
//
// Streams: Split() gives a generator of its own to each user of randomness. It depends on
// the seed and the label only, not on what was drawn before, so that one more draw here
// changes nothing there:
//
//   Random random(options.seed);
//   Random delays = random.Split("delays");
//   Random page = random.Split("pages").Split(page_id);
//
// Not for secrets. Thread-compatible: one thread per generator.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace meguri {

class Random {
 public:
  explicit Random(std::uint64_t seed);

  // Streams of equal seed and label are equal, others independent. About 200 ns.
  Random Split(std::string_view label) const;
  Random Split(std::uint64_t index) const;

  // 64 random bits. About 2 ns.
  std::uint64_t Next();

  // Evenly from 0 … bound - 1, without modulo bias. REQUIRES: bound > 0.
  std::uint64_t Uniform(std::uint64_t bound);

  // Evenly from [0, 1), a multiple of 2⁻⁵³.
  double Double();

  // True with this probability; <= 0 is never, >= 1 always.
  bool Chance(double probability) { return Double() < probability; }

  // The waiting time for something that happens on average once every `mean`, at any moment
  // equally likely. About 6 draws.
  double Exponential(double mean);

  // Every order equally likely.
  template <class T>
  void Shuffle(std::span<T> items) {
    for (std::size_t left = items.size(); left > 1; --left) {
      using std::swap;
      swap(items[left - 1], items[static_cast<std::size_t>(Uniform(left))]);
    }
  }

 private:
  std::uint64_t seed_;  // for Split()
  std::array<std::uint64_t, 4> state_;
};

}  // namespace meguri
