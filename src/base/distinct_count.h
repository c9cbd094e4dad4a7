// How many different ones came, of any number, in bounded memory: the least hashes of those seen.
//
// Exact for less than kExact; from then on the k-th least of all hashes tells how densely they lie
// (Bar-Yossef and others, "Counting distinct elements in a data stream", 2002), with a standard
// error of 1/√(k-2), 6.3 %. What came before, comes again, is not counted again; the count never
// falls. The hashes must be even over 64 bits, and keyed where somebody could choose them.
//
// Add() is O(log k) and, if it is new and among the least, moves up to 2 kB; at most 8·k bytes.
// Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace meguri {

class DistinctCount {
 public:
  static constexpr std::size_t kExact = 256;

  // False: it came before, or is too great to tell anything.
  bool Add(std::uint64_t hash);
  std::uint64_t count() const;
  std::size_t memory_bytes() const { return least_.capacity() * sizeof(std::uint64_t); }

 private:
  std::vector<std::uint64_t> least_;  // in order
};

}  // namespace meguri
