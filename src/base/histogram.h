// How values are spread: latencies, sizes, queue lengths. Fixed memory, any 64-bit value.
//
// Buckets are log-linear, as in HdrHistogram: every power of two is cut into 32 equal
// buckets, so a bucket is never wider than 1/32 of its smallest value. Below 64 each value
// has a bucket of its own.
//
//   value    0  1  2 … 63 | 64-65  66-67 … 126-127 | 128-131 … 252-255 | …  up to 2⁶⁴ - 1
//   width          1      |           2            |          4        | …
//
// Quantiles are a bucket's middle: off by at most 1/64 (1.6 %), exact below 64. Min, max,
// count and mean are exact. There is no value too large; the counters hold 2⁶⁴ - 1 values,
// which at a thousand million a second is 580 years.
//
// Record() is O(1), a few ns; Quantile() and Merge() look at all 1920 buckets; 15 KiB.
// Everything is integers, so merging in any order gives the same.
// Not thread-safe: one per thread, merged by whoever reports.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace meguri {

class Histogram {
 public:
  void Record(std::uint64_t value) { RecordMany(value, 1); }
  void RecordMany(std::uint64_t value, std::uint64_t count);

  // As if everything recorded in `other` had been recorded here.
  void Merge(const Histogram& other);

  // The value that a share of `q` (0 to 1, else the nearer of the two) of all values doesn't
  // exceed. 0 when empty.
  std::uint64_t Quantile(double q) const;

  std::uint64_t count() const { return count_; }
  std::uint64_t min() const { return count_ == 0 ? 0 : min_; }
  std::uint64_t max() const { return max_; }
  double mean() const;  // 0 when empty

  // "n=3 min=1 mean=2.0 p50=2 p90=3 p99=3 p99.9=3 max=3"; "n=0" when empty.
  std::string ToString() const;

 private:
  static constexpr int kSubBucketBits = 5;
  static constexpr std::size_t kSubBuckets = std::size_t{1} << kSubBucketBits;
  // The values below kSubBuckets, and one row for each of the higher powers of two.
  static constexpr std::size_t kBuckets = kSubBuckets * (64 - kSubBucketBits + 1);

  static std::size_t BucketOf(std::uint64_t value);
  static std::uint64_t MiddleOf(std::size_t bucket);

  std::uint64_t count_ = 0;
  std::uint64_t min_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t max_ = 0;
  __extension__ unsigned __int128 sum_ = 0;  // 2⁶⁴ values of 2⁶⁴ fit
  std::array<std::uint64_t, kBuckets> buckets_{};
};

}  // namespace meguri
