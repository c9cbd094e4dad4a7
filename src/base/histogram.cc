#include "base/histogram.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace meguri {

// Row 0 holds the values below kSubBuckets. Row r > 0 holds those of bit width
// r + kSubBucketBits, whose lowest r - 1 bits don't count.
std::size_t Histogram::BucketOf(std::uint64_t value) {
  if (value < kSubBuckets) return static_cast<std::size_t>(value);
  const int row = static_cast<int>(std::bit_width(value)) - kSubBucketBits;
  const auto column = static_cast<std::size_t>(value >> (row - 1)) - kSubBuckets;
  return static_cast<std::size_t>(row) * kSubBuckets + column;
}

std::uint64_t Histogram::MiddleOf(std::size_t bucket) {
  if (bucket < kSubBuckets) return bucket;
  const std::size_t row = bucket / kSubBuckets;
  const std::size_t column = bucket % kSubBuckets;
  const std::uint64_t width = std::uint64_t{1} << (row - 1);
  return (kSubBuckets + column) * width + (width - 1) / 2;
}

void Histogram::RecordMany(std::uint64_t value, std::uint64_t count) {
  if (count == 0) return;
  buckets_[BucketOf(value)] += count;
  count_ += count;
  min_ = std::min(min_, value);
  max_ = std::max(max_, value);
  sum_ += static_cast<decltype(sum_)>(value) * count;
}

void Histogram::Merge(const Histogram& other) {
  for (std::size_t i = 0; i < kBuckets; ++i) {
    buckets_[i] += other.buckets_[i];
  }
  count_ += other.count_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
  sum_ += other.sum_;
}

std::uint64_t Histogram::Quantile(double q) const {
  if (count_ == 0) return 0;
  if (!(q > 0)) return min_;
  if (q >= 1) return max_;
  // Of 2⁵³ and more values the double may round up to beyond the last.
  const auto rank = std::clamp<double>(std::ceil(q * static_cast<double>(count_)), 1, 0x1p63);
  std::uint64_t left = std::min(static_cast<std::uint64_t>(rank), count_);
  for (std::size_t i = 0; i < kBuckets; ++i) {
    if (left <= buckets_[i]) return std::clamp(MiddleOf(i), min_, max_);
    left -= buckets_[i];
  }
  return max_;
}

double Histogram::mean() const {
  return count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_);
}

std::string Histogram::ToString() const {
  if (count_ == 0) return "n=0";
  return fmt::format("n={} min={} mean={:.1f} p50={} p90={} p99={} p99.9={} max={}", count_, min_,
                     mean(), Quantile(0.5), Quantile(0.9), Quantile(0.99), Quantile(0.999), max_);
}

}  // namespace meguri
