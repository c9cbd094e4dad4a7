#include "polite/timing_wheel.h"

#include <algorithm>
#include <cassert>

namespace meguri {
namespace {

constexpr std::size_t kLeftBehind = 1024;  // ids of disarmed ones that are never worth clearing out

}  // namespace

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
  ++entries_[id].serial;
  Insert(id);
  ++size_;
}

void TimingWheel::Disarm(std::uint32_t id) {
  assert(armed(id));
  entries_[id].bucket = kNone;
  --size_;
  if (listed_ > 2 * size_ + kLeftBehind) ClearOut();
}

void TimingWheel::Insert(std::uint32_t id) {
  Entry& entry = entries_[id];
  // The highest digit in which its tick differs from the hand's is its level: below it the hand
  // has to go round first.
  const std::uint64_t differs = entry.tick ^ hand_;
  const std::size_t level =
      differs == 0 ? 0 : static_cast<std::size_t>(std::bit_width(differs) - 1) / kLevelBits;
  const std::size_t bucket = level * kBuckets + PlaceOf(entry.tick, level);
  entry.bucket = static_cast<std::uint16_t>(bucket);
  Append(bucket, {id, entry.serial});
}

void TimingWheel::Append(std::size_t at, const Listed& listed) {
  Bucket& bucket = buckets_[at];
  if (bucket.last == kEnd || blocks_[bucket.last].count == Block::kListed) {
    const std::uint32_t block = NewBlock();
    if (bucket.last == kEnd) {
      bucket.first = block;
      const std::size_t place = at % kBuckets;
      full_[at / kBuckets][place / 64] |= std::uint64_t{1} << (place % 64);
    } else {
      blocks_[bucket.last].next = block;
    }
    bucket.last = block;
  }
  Block& block = blocks_[bucket.last];
  block.listed[block.count++] = listed;
  ++listed_;
}

std::uint32_t TimingWheel::NewBlock() {
  if (free_ == kEnd) {
    blocks_.emplace_back();
    return static_cast<std::uint32_t>(blocks_.size() - 1);
  }
  const std::uint32_t block = free_;
  free_ = blocks_[block].next;
  blocks_[block].next = kEnd;
  blocks_[block].count = 0;
  return block;
}

void TimingWheel::DropFirst(std::size_t at) {
  Bucket& bucket = buckets_[at];
  const std::uint32_t block = bucket.first;
  bucket.first = blocks_[block].next;
  bucket.taken = 0;
  if (bucket.first == kEnd) {
    bucket.last = kEnd;
    const std::size_t place = at % kBuckets;
    full_[at / kBuckets][place / 64] &= ~(std::uint64_t{1} << (place % 64));
  }
  blocks_[block].next = free_;
  free_ = block;
}

void TimingWheel::Prefetch(const Block& block, std::uint32_t from) const {
  for (std::uint32_t i = from; i < block.count; ++i)
    __builtin_prefetch(&entries_[block.listed[i].id], 1);
}

std::optional<std::uint32_t> TimingWheel::TakeFirst() {
  const std::size_t at = PlaceOf(hand_, 0);
  Bucket& bucket = buckets_[at];
  while (bucket.first != kEnd) {
    const Block& block = blocks_[bucket.first];
    if (bucket.taken == 0) Prefetch(block, 0);
    if (bucket.taken == block.count) {
      DropFirst(at);
      continue;
    }
    const Listed listed = block.listed[bucket.taken++];
    const bool current = IsCurrent(listed, at);
    --listed_;
    // An empty bucket must not look full.
    if (bucket.taken == block.count) DropFirst(at);
    if (!current) continue;
    entries_[listed.id].bucket = kNone;
    --size_;
    return listed.id;
  }
  return std::nullopt;
}

void TimingWheel::ClearOut() {
  for (std::size_t at = 0; at < buckets_.size(); ++at) {
    Bucket old = buckets_[at];
    if (old.first == kEnd) continue;
    buckets_[at] = Bucket{};
    const std::size_t place = at % kBuckets;
    full_[at / kBuckets][place / 64] &= ~(std::uint64_t{1} << (place % 64));
    while (old.first != kEnd) {
      const Block block = blocks_[old.first];  // what is kept may go into the very same one
      blocks_[old.first].next = free_;
      free_ = old.first;
      listed_ -= block.count - old.taken;
      for (std::uint32_t i = old.taken; i < block.count; ++i)
        if (IsCurrent(block.listed[i], at)) Append(at, block.listed[i]);
      old = {.first = block.next};
    }
  }
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
  const std::size_t at = level * kBuckets + PlaceOf(hand_, level);
  if (buckets_[at].first != kEnd) Prefetch(blocks_[buckets_[at].first], 0);
  while (buckets_[at].first != kEnd) {
    const Block block = blocks_[buckets_[at].first];
    if (block.next != kEnd) Prefetch(blocks_[block.next], 0);
    DropFirst(at);
    listed_ -= block.count;
    for (std::uint32_t i = 0; i < block.count; ++i)
      if (IsCurrent(block.listed[i], at)) Insert(block.listed[i].id);
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
    if (hand_ <= until) {
      if (const auto id = TakeFirst()) return id;
    }
    if (hand_ >= until) return std::nullopt;
    Turn(until);
  }
}

std::optional<TimePoint> TimingWheel::NextDue() const {
  if (size_ == 0) return std::nullopt;
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
