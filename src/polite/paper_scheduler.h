// When a URL may be fetched, in O(1) and in memory that two numbers bound: the scheduler of
// Morimoto, Ueda, Uchida and Yamana (2011), with its holes mended.
//
// Servers are told apart by a residue, r = address mod H. Step t downloads queue t mod B; N[r] is
// the first step at which one more item of r may be placed:
//
//            step t     t+1    t+2    t+3    …   t+B-1
//   queue  | taken | A  C | B    | A    |  …  | D   |      r = A at most every other step
//
//   Enqueue: N[r] ≥ t+B: full. Else the item goes to slot = max(N[r], t+1), and N[r] = slot + 2.
//   Next:    t += 1; the queue of step t is handed out.
//
// So no residue comes twice in a step nor in two adjacent ones. Whoever waits for the end of a
// step's downloads and for T since the last step before he calls Next() keeps T between the end of
// one access to a server and the begin of the next; who doesn't has to look at the server's last
// access himself. A server that needs longer advances N[r] by more than 2 steps.
//
// Both are O(1) and allocate nothing; all memory, B·H items and 8·H + 4·B bytes, is there from the
// start, and at most H·⌊B/2⌋ items wait. Seeds, robots.txt, redirects and retries go through
// Enqueue() like everything else; what is full is the caller's to discard, or to offer again at
// RoomFrom(). Why it holds, and what was wrong: docs/design/politeness.md.
// Not thread-safe: owned by one shard or one simulation.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/result.h"

namespace meguri {

// Which slot a residue gets of which nothing waits (line 8 of the paper's algorithm 2).
enum class SlotForm : std::uint8_t {
  kMax,     // the next one that its last access allows
  kParity,  // as the paper's text has it: the next one of r's own parity
};

enum class Placement : std::uint8_t { kPlaced, kFull };

struct PaperSchedulerOptions {
  std::uint32_t queues = 1024;  // B: how far ahead items are placed
  std::uint32_t slots = 1024;   // H: residues
  SlotForm form = SlotForm::kMax;
};

// kInvalidArgument unless B ≥ 3 (with two queues a slot two steps ahead is the one in hand), H ≥ 1
// and B·H ≤ 2^32.
Status CheckPaperScheduler(const PaperSchedulerOptions& options);

template <class Item>
class PaperScheduler {
 public:
  static constexpr std::uint32_t kUsualAdvance = 2;

  // REQUIRES: CheckPaperScheduler(options).
  explicit PaperScheduler(const PaperSchedulerOptions& options)
      : queues_(options.queues),
        slots_(options.slots),
        form_(options.form),
        next_(options.slots),
        counts_(options.queues),
        items_(std::make_unique_for_overwrite<Item[]>(  // NOLINT(modernize-avoid-c-arrays)
            std::size_t{options.queues} * options.slots)) {
    assert(CheckPaperScheduler(options).has_value());
    for (std::uint32_t r = 0; r < slots_; ++r)
      next_[r] = r & 1U;
  }

  // `advance`: steps that the interval after this access needs; with kParity one more if it is
  // odd. REQUIRES: residue < slots, advance ≥ 2.
  Placement Enqueue(std::uint32_t residue, Item item, std::uint32_t advance = kUsualAdvance) {
    assert(residue < slots_ && advance >= kUsualAdvance);
    std::uint64_t& next = next_[residue];
    if (next >= step_ + queues_) return Placement::kFull;
    std::uint64_t slot = std::max(next, step_ + 1);
    if (form_ == SlotForm::kParity) {
      slot += (slot ^ next) & 1U;
      advance += advance & 1U;
    }
    next = slot + advance;
    // No division: the slot is less than B steps away.
    std::size_t queue = at_ + static_cast<std::size_t>(slot - step_);
    if (queue >= queues_) queue -= queues_;
    items_[queue * slots_ + counts_[queue]++] = std::move(item);
    ++stored_;
    return Placement::kPlaced;
  }

  // The next step begins: what was placed for it, first placed first, is taken out and handed over.
  // Valid until the next call; nothing is placed into this queue before.
  std::span<const Item> Next() {
    ++step_;
    if (++at_ == queues_) at_ = 0;
    const std::size_t count = std::exchange(counts_[at_], 0);
    stored_ -= count;
    return {items_.get() + at_ * slots_, count};
  }

  // The first step, at the earliest this one, in which Enqueue() has room for the residue.
  std::uint64_t RoomFrom(std::uint32_t residue) const {
    const std::uint64_t next = next_[residue];
    return next < step_ + queues_ ? step_ : next - queues_ + 1;
  }

  std::uint32_t queues() const { return queues_; }
  std::uint32_t slots() const { return slots_; }
  std::uint64_t step() const { return step_; }
  std::uint64_t stored() const { return stored_; }
  std::uint64_t most_stored() const { return std::uint64_t{slots_} * (queues_ / 2); }

 private:
  const std::uint32_t queues_;
  const std::uint32_t slots_;
  const SlotForm form_;
  std::uint64_t step_ = 0;
  std::size_t at_ = 0;  // step_ mod queues_
  std::uint64_t stored_ = 0;
  std::vector<std::uint64_t> next_;    // N, by residue
  std::vector<std::uint32_t> counts_;  // by queue
  // By queue, room for each residue once: the spacing allows no more.
  std::unique_ptr<Item[]> items_;  // NOLINT(modernize-avoid-c-arrays)
};

}  // namespace meguri
