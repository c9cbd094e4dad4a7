// The waiting URLs of a whole crawl, best first, in exact order: what a simulation and a crawl
// without politeness need (a live crawl has a queue per host: host_queues.h).
//
// A bucket queue that is lazy twice. A URL lies in the bucket of its score, a 32nd of a power of
// two; as long as its score grows within that, nothing is done. Only the best bucket is put in
// order, when it becomes the best. Entries that a score has left behind are dropped when they are
// met. So most of the changes of scores cost a comparison, and a pop the sorting of one entry.
//
// Move and Add are O(1), Pop is O(log of the bucket) amortised. 4 bytes for each URL and bucket it
// has been in and not been met in, 16 for those of the best bucket. docs/design/order.md says why
// no heap. Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "order/incremental_page_rank.h"

namespace meguri {

// `Scores` says of a URL: `double score(UrlId)`, more is better; `std::uint32_t tie(UrlId)`, less
// is better where scores are equal; `bool waits(UrlId)`; and may `Prefetch(UrlId)` what it needs.
template <class Scores>
class BestFirstQueue {
 public:
  // `scores` must outlive this; they change only as told by Add() and Move().
  explicit BestFirstQueue(const Scores& scores) : scores_(scores), heads_(kBuckets, kNone) {
    opened_.resize(kBuckets);
  }

  // A URL that was not in the queue and waits now.
  void Add(UrlId url) { Append(BucketOf(scores_.score(url)), url); }

  // The score of a URL that is in the queue was `before`, and is another one now.
  void Move(UrlId url, double before) {
    const std::uint32_t bucket = BucketOf(scores_.score(url));
    if (bucket != BucketOf(before) || IsOpened(bucket)) Append(bucket, url);
  }

  // Takes the best one; nullopt if none waits.
  std::optional<UrlId> Pop() {
    for (;;) {
      const std::optional<std::uint32_t> bucket = Best();
      if (!bucket) return std::nullopt;
      if (heads_[*bucket] != kNone) Absorb(*bucket);
      if (const auto entry = Take(*bucket); entry && IsCurrent(*entry)) return entry->url;
    }
  }

  // The one that would come next, more or less: for prefetching.
  std::optional<UrlId> Hint() const {
    const std::optional<std::uint32_t> bucket = Best();
    if (!bucket || opened_[*bucket].run.empty()) return std::nullopt;
    return opened_[*bucket].run.back().url;
  }

  void Clear() {
    heads_.assign(kBuckets, kNone);
    opened_.assign(kBuckets, {});
    filled_ = {};
    is_opened_ = {};
    chunks_.clear();
    free_ = kNone;
  }

 private:
  // Of 2^-40 to 2^40; what lies outside is in the first or the last.
  static constexpr unsigned kBitsPerOctave = 5;
  static constexpr std::int64_t kOctaves = 80;
  static constexpr std::int64_t kLowest = (1023 - kOctaves / 2) << kBitsPerOctave;
  static constexpr std::uint32_t kBuckets = kOctaves << kBitsPerOctave;
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct Entry {
    double score;
    std::uint32_t tie;
    UrlId url;

    // Worse ones first, so that the best is at the back, and at the top of a heap.
    bool operator<(const Entry& other) const {
      return score != other.score ? score < other.score : tie > other.tie;
    }
  };
  struct Chunk {
    static constexpr std::uint32_t kUrls = 62;
    std::uint32_t next = kNone;
    std::uint32_t count = 0;
    std::array<UrlId, kUrls> urls;
  };
  struct Opened {
    std::vector<Entry> run;   // sorted
    std::vector<Entry> heap;  // what came since
  };
  using Bits = std::array<std::uint64_t, kBuckets / 64>;

  static std::uint32_t BucketOf(double score) {
    const auto bits = std::bit_cast<std::int64_t>(score);  // of what is negative: so, too
    const std::int64_t bucket = (bits >> (52 - kBitsPerOctave)) - kLowest;
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(bucket, 0, kBuckets - 1));
  }
  static void Set(Bits& bits, std::uint32_t at) { bits[at / 64] |= std::uint64_t{1} << (at % 64); }
  static void Unset(Bits& bits, std::uint32_t at) {
    bits[at / 64] &= ~(std::uint64_t{1} << (at % 64));
  }
  bool IsOpened(std::uint32_t bucket) const {
    return (is_opened_[bucket / 64] >> (bucket % 64) & 1U) != 0;
  }
  bool IsCurrent(const Entry& entry) const {
    return scores_.waits(entry.url) && scores_.score(entry.url) == entry.score;
  }

  std::optional<std::uint32_t> Best() const {
    for (std::size_t word = filled_.size(); word-- > 0;) {
      if (filled_[word] != 0) {
        return static_cast<std::uint32_t>(word * 64 + 63 - std::countl_zero(filled_[word]));
      }
    }
    return std::nullopt;
  }

  void Append(std::uint32_t bucket, UrlId url) {
    std::uint32_t head = heads_[bucket];
    if (head == kNone || chunks_[head].count == Chunk::kUrls) {
      Set(filled_, bucket);
      head = NewChunk(head);
      heads_[bucket] = head;
    }
    Chunk& chunk = chunks_[head];
    chunk.urls[chunk.count++] = url;
  }

  std::uint32_t NewChunk(std::uint32_t next) {
    std::uint32_t at = free_;
    if (at == kNone) {
      at = static_cast<std::uint32_t>(chunks_.size());
      chunks_.emplace_back();
    } else {
      free_ = chunks_[at].next;
    }
    chunks_[at].next = next;
    chunks_[at].count = 0;
    return at;
  }

  // Puts what was appended to the best bucket in order.
  void Absorb(std::uint32_t bucket) {
    fresh_.clear();
    for (std::uint32_t at = heads_[bucket]; at != kNone;) {
      Chunk& chunk = chunks_[at];
      for (std::uint32_t i = 0; i < chunk.count; ++i)
        scores_.Prefetch(chunk.urls[i]);
      for (std::uint32_t i = 0; i < chunk.count; ++i) {
        const UrlId url = chunk.urls[i];
        const double score = scores_.score(url);
        if (scores_.waits(url) && BucketOf(score) == bucket)
          fresh_.push_back({score, scores_.tie(url), url});
      }
      const std::uint32_t next = chunk.next;
      chunk.next = free_;
      free_ = at;
      at = next;
    }
    heads_[bucket] = kNone;
    Set(is_opened_, bucket);
    Opened& opened = opened_[bucket];
    if (fresh_.size() * 4 > opened.run.size()) {
      opened.run.insert(opened.run.end(), opened.heap.begin(), opened.heap.end());
      opened.run.insert(opened.run.end(), fresh_.begin(), fresh_.end());
      opened.heap.clear();
      std::sort(opened.run.begin(), opened.run.end());
      return;
    }
    for (const Entry& entry : fresh_) {
      opened.heap.push_back(entry);
      std::push_heap(opened.heap.begin(), opened.heap.end());
    }
  }

  // The best entry; nullopt if there is none left, and then the bucket is closed.
  std::optional<Entry> Take(std::uint32_t bucket) {
    Opened& opened = opened_[bucket];
    if (opened.run.empty() && opened.heap.empty()) {
      opened = {};
      Unset(filled_, bucket);
      Unset(is_opened_, bucket);
      return std::nullopt;
    }
    const bool from_heap =
        !opened.heap.empty() && (opened.run.empty() || opened.run.back() < opened.heap.front());
    if (from_heap) std::pop_heap(opened.heap.begin(), opened.heap.end());
    std::vector<Entry>& from = from_heap ? opened.heap : opened.run;
    const Entry entry = from.back();
    from.pop_back();
    return entry;
  }

  const Scores& scores_;
  std::vector<std::uint32_t> heads_;  // by bucket: the newest of its chunks
  std::vector<Opened> opened_;        // by bucket
  Bits filled_{};
  Bits is_opened_{};
  std::vector<Chunk> chunks_;
  std::uint32_t free_ = kNone;
  std::vector<Entry> fresh_;
};

}  // namespace meguri
