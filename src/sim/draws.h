// What is drawn by hashes: numbers that follow from a key and from what they are for, without a
// generator that would have to be carried along. The same on every machine; a few nanoseconds.
//
//   const std::uint64_t page = Draw(host_key, index);
//   const std::uint64_t size = Below(Draw(page, kSize), 100);
#pragma once

#include <cstdint>

namespace meguri {

// SplitMix64's last steps (Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
// 2014): one to one, and every bit depends on every other.
constexpr std::uint64_t MixBits(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111eb;
  return z ^ (z >> 31U);
}

// The next number of a sequence that any start gives: SplitMix64 whole.
constexpr std::uint64_t NextMixed(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  return MixBits(state);
}
// The first of that sequence.
constexpr std::uint64_t Mixed(std::uint64_t state) { return NextMixed(state); }

// 64 random bits for what `label` names below `key`.
constexpr std::uint64_t Draw(std::uint64_t key, std::uint64_t label) {
  return MixBits(key ^ Mixed(label));
}

// `bits` brought evenly to 0 … bound - 1 (0 if there is no such number). For bounds far below
// 2⁶⁴: the bias is bound / 2⁶⁴.
constexpr std::uint64_t Below(std::uint64_t bits, std::uint64_t bound) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(bits) * bound) >> 64U);
}

// True for `percent` of all bits.
constexpr bool IsBelowPercent(std::uint64_t bits, std::uint64_t percent) {
  return Below(bits, 100) < percent;
}

// True for this share of all bits; <= 0 is never, >= 1 always.
constexpr bool IsBelowShare(std::uint64_t bits, double share) {
  return static_cast<double>(bits >> 11U) * 0x1p-53 < share;
}

}  // namespace meguri
