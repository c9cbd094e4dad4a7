// Who waits until when: servers, or hosts, that may not be asked before their interval is over.
//
// A hierarchical timing wheel. Time is cut into ticks; each level has 256 buckets, each bucket of a
// level as long as all buckets of the level below. An entry waits in the lowest level that reaches
// its moment, and comes down a level when the hand gets there:
//
//   level 0   | . | A | B C | . | … |      256 buckets of a tick
//   level 1   | . |   D     | . | … |      256 buckets of 256 ticks
//   …                                      six levels: 2⁴⁸ ticks, 8,900 years of ticks of 1 ms
//
// Arm(), Disarm() and PopDue() are O(1), amortised: an entry is moved at most five times, and empty
// buckets are skipped by bit masks. Never early; late by less than a tick, if asked in time.
// Entries that are due in the same tick come in the order in which they were armed, unless one of
// them came down from a higher level.
//
// A bucket is a list of blocks of ids, not a list through the entries: whoever walks it reads
// memory in order, and knows early enough which entries he will need. With ten million servers that
// is what an operation costs (docs/design/politeness.md). What is disarmed leaves its id behind, to
// be passed over; if more than half are such, all are cleared out.
//
// Each id has one entry at most: 16 bytes, from the first Arm() on, and 8 to 16 while it is armed.
// Ids are dense: small numbers, given by the caller. Not thread-safe: owned and called by one
// shard.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "base/clock.h"

namespace meguri {

class TimingWheel {
 public:
  static constexpr Duration kDefaultTick = std::chrono::milliseconds(1);

  // Time begins at `now`. REQUIRES: tick > 0.
  explicit TimingWheel(TimePoint now, Duration tick = kDefaultTick);

  // `id` is due once `not_before` is reached; at once if that is past.
  // REQUIRES: not armed(id).
  void Arm(std::uint32_t id, TimePoint not_before);
  // As if it had never been armed. REQUIRES: armed(id).
  void Disarm(std::uint32_t id);

  // Takes one that is due at `now`, or nullopt. REQUIRES: `now` doesn't go back.
  std::optional<std::uint32_t> PopDue(TimePoint now);

  // No entry is due before this; nullopt if there is none. May be too early (then PopDue() finds
  // nothing and the next answer is later), never too late.
  std::optional<TimePoint> NextDue() const;

  bool armed(std::uint32_t id) const {
    return id < entries_.size() && entries_[id].bucket != kNone;
  }
  std::size_t size() const { return size_; }

 private:
  static constexpr unsigned kLevelBits = 8;
  static constexpr std::size_t kBuckets = std::size_t{1} << kLevelBits;
  static constexpr std::size_t kLevels = 6;
  static constexpr std::uint16_t kNone = std::numeric_limits<std::uint16_t>::max();
  static constexpr std::uint32_t kEnd = std::numeric_limits<std::uint32_t>::max();
  // The moment in ticks since the start, cut to what the levels can hold.
  static constexpr std::uint64_t kLastTick = (std::uint64_t{1} << (kLevelBits * kLevels)) - 1;

  struct Entry {
    std::uint64_t tick : 48 = 0;
    std::uint64_t bucket : 16 = kNone;  // level * kBuckets + place; kNone: not armed
    std::uint32_t serial = 0;           // how often it was armed
  };
  // An id in a bucket; passed over if it was disarmed since.
  struct Listed {
    std::uint32_t id;
    std::uint32_t serial;
  };
  struct Block {
    static constexpr std::uint32_t kListed = 31;
    std::uint32_t next = kEnd;
    std::uint32_t count = 0;
    std::array<Listed, kListed> listed;
  };
  struct Bucket {
    std::uint32_t first = kEnd;  // blocks
    std::uint32_t last = kEnd;
    std::uint32_t taken = 0;  // of the first one
  };

  // The tick at whose start a moment is over.
  std::uint64_t TickAfter(TimePoint moment) const;
  // The tick that has begun.
  std::uint64_t TickOf(TimePoint moment) const;
  // By its tick, behind those that are there.
  void Insert(std::uint32_t id);
  void Append(std::size_t bucket, const Listed& listed);
  std::uint32_t NewBlock();
  // Gives back the first block of the bucket.
  void DropFirst(std::size_t bucket);
  bool IsCurrent(const Listed& listed, std::size_t bucket) const {
    const Entry& entry = entries_[listed.id];
    return entry.bucket == bucket && entry.serial == listed.serial;
  }
  void Prefetch(const Block& block, std::uint32_t from) const;
  // The first of the bucket at the hand that is armed; takes it out.
  std::optional<std::uint32_t> TakeFirst();
  // All that are left behind in all buckets.
  void ClearOut();
  // Moves the hand to the next tick, up to `until`, at which something is or may be due.
  void Turn(std::uint64_t until);
  // Brings the entries of the bucket at the hand down.
  void ComeDown(std::size_t level);
  // The first bucket of the level from `place` on that isn't empty; kBuckets if there is none.
  std::size_t FirstFrom(std::size_t level, std::size_t place) const;
  std::size_t PlaceOf(std::uint64_t tick, std::size_t level) const {
    return static_cast<std::size_t>(tick >> (kLevelBits * level)) & (kBuckets - 1);
  }

  const TimePoint start_;
  const Duration tick_;
  std::uint64_t hand_ = 0;  // the tick whose bucket PopDue() empties
  std::size_t size_ = 0;
  std::size_t listed_ = 0;      // in buckets; more than size_ by those that were disarmed
  std::vector<Entry> entries_;  // by id
  std::vector<Block> blocks_;
  std::uint32_t free_ = kEnd;  // blocks
  std::array<Bucket, kLevels * kBuckets> buckets_{};
  std::array<std::array<std::uint64_t, kBuckets / 64>, kLevels> full_{};  // a bit per bucket
};

}  // namespace meguri
