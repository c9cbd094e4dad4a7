#include "polite/timing_wheel.h"

#include <algorithm>
#include <cassert>

namespace meguri {

TimingWheel::TimingWheel(TimePoint now, Duration tick) : start_(now), tick_(tick) {
  assert(tick > Duration::zero());
}

std::uint64_t TimingWheel::TickOf(TimePoint moment) const {
  if (moment <= start_) return 0;
  return std::min(static_cast<std::uint64_t>((moment - start_) / tick_), kLastTick);
}

std::uint64_t TimingWheel::TickAfter(TimePoint moment) const {
  if (moment <= start_) return 0;
  // One less, so that a whole number of ticks isn't rounded up to the next.
  return std::min(static_cast<std::uint64_t>((moment - start_ - Duration(1)) / tick_) + 1,
                  kLastTick);
}

void TimingWheel::Arm(std::uint32_t id, TimePoint not_before) {
  assert(!armed(id));
  if (id >= entries_.size()) entries_.resize(std::size_t{id} + 1);
  entries_[id].tick = std::max(TickAfter(not_before), hand_);
  Insert(id);
  ++size_;
}

void TimingWheel::Disarm(std::uint32_t id) {
  assert(armed(id));
  Unlink(id);
  --size_;
}

void TimingWheel::Insert(std::uint32_t id) {
  Entry& entry = entries_[id];
  // The highest digit in which its tick differs from the hand's is its level: below it the hand
  // has to go round first.
  const std::uint64_t differs = entry.tick ^ hand_;
  const std::size_t level =
      differs == 0 ? 0 : static_cast<std::size_t>(std::bit_width(differs) - 1) / kLevelBits;
  const std::size_t place = PlaceOf(entry.tick, level);
  entry.bucket = static_cast<std::uint16_t>(level * kBuckets + place);
  Bucket& bucket = buckets_[entry.bucket];
  entry.next = kEnd;
  entry.previous = bucket.last;
  if (bucket.last == kEnd) {
    bucket.first = id;
    full_[level][place / 64] |= std::uint64_t{1} << (place % 64);
  } else {
    entries_[bucket.last].next = id;
  }
  bucket.last = id;
}

void TimingWheel::Unlink(std::uint32_t id) {
  Entry& entry = entries_[id];
  Bucket& bucket = buckets_[entry.bucket];
  (entry.previous == kEnd ? bucket.first : entries_[entry.previous].next) = entry.next;
  (entry.next == kEnd ? bucket.last : entries_[entry.next].previous) = entry.previous;
  if (bucket.first == kEnd) {
    const std::size_t place = entry.bucket % kBuckets;
    full_[entry.bucket / kBuckets][place / 64] &= ~(std::uint64_t{1} << (place % 64));
  }
  entry.bucket = kNone;
}

std::size_t TimingWheel::FirstFrom(std::size_t level, std::size_t place) const {
  for (std::size_t word = place / 64; word < kBuckets / 64; ++word) {
    std::uint64_t bits = full_[level][word];
    if (word == place / 64) bits &= ~std::uint64_t{0} << (place % 64);
    if (bits != 0) return word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
  }
  return kBuckets;
}

void TimingWheel::ComeDown(std::size_t level) {
  const std::size_t place = PlaceOf(hand_, level);
  Bucket& bucket = buckets_[level * kBuckets + place];
  std::uint32_t id = bucket.first;
  bucket = Bucket{};
  full_[level][place / 64] &= ~(std::uint64_t{1} << (place % 64));
  while (id != kEnd) {
    const std::uint32_t next = entries_[id].next;
    Insert(id);
    id = next;
  }
}

void TimingWheel::Turn(std::uint64_t until) {
  while (hand_ < until) {
    // What a level holds lies in front of the hand, so the lowest level with an entry has the
    // nearest one.
    std::size_t level = 0;
    std::size_t place = kBuckets;
    for (; level < kLevels; ++level) {
      place = FirstFrom(level, PlaceOf(hand_, level) + (level == 0 ? 0 : 1));
      if (place < kBuckets) break;
    }
    if (level == kLevels) {
      hand_ = until;
      return;
    }
    const unsigned shift = static_cast<unsigned>(kLevelBits * level);
    const std::uint64_t above = hand_ >> (shift + kLevelBits) << (shift + kLevelBits);
    const std::uint64_t to = above | std::uint64_t{place} << shift;
    if (to > until) {
      hand_ = until;
      return;
    }
    hand_ = to;
    if (level == 0) return;
    ComeDown(level);
  }
}

std::optional<std::uint32_t> TimingWheel::PopDue(TimePoint now) {
  const std::uint64_t until = TickOf(now);
  while (true) {
    const Bucket& bucket = buckets_[PlaceOf(hand_, 0)];
    if (bucket.first != kEnd && hand_ <= until) {
      const std::uint32_t id = bucket.first;
      Unlink(id);
      --size_;
      return id;
    }
    if (hand_ >= until) return std::nullopt;
    Turn(until);
  }
}

std::optional<TimePoint> TimingWheel::NextDue() const {
  for (std::size_t level = 0; level < kLevels; ++level) {
    const std::size_t place = FirstFrom(level, PlaceOf(hand_, level) + (level == 0 ? 0 : 1));
    if (place == kBuckets) continue;
    const unsigned shift = static_cast<unsigned>(kLevelBits * level);
    const std::uint64_t above = hand_ >> (shift + kLevelBits) << (shift + kLevelBits);
    return start_ + static_cast<Duration::rep>(above | std::uint64_t{place} << shift) * tick_;
  }
  return std::nullopt;
}

}  // namespace meguri
