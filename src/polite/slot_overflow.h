// What had no room in a PaperScheduler and is not to be lost: seeds, and with `spill` all. Items
// wait in the order in which they came, and each is placed in the first step that has room for it.
//
// O(1) for each item, but for putting those that a step has room for in order. Not thread-safe:
// owned by whoever owns the scheduler.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "polite/paper_scheduler.h"

namespace meguri {

template <class Item>
class SlotOverflow {
 public:
  // `scheduler` must outlive this; no item has an advance of more than `most_advance`.
  SlotOverflow(PaperScheduler<Item>& scheduler, std::uint32_t most_advance)
      : scheduler_(scheduler), waiting_(scheduler.slots()), wakes_(most_advance + std::size_t{2}) {}

  // Enqueue() had no room for it.
  void Add(std::uint32_t residue, const Item& item) {
    std::uint32_t at = free_;
    if (at == kNone) {
      at = static_cast<std::uint32_t>(nodes_.size());
      nodes_.emplace_back();
    } else {
      free_ = nodes_[at].next;
    }
    nodes_[at] = {item, next_serial_++, kNone};
    Queue& queue = waiting_[residue];
    const bool first = queue.first == kNone;
    (first ? queue.first : nodes_[queue.last].next) = at;
    queue.last = at;
    ++size_;
    if (first) Wake(residue);
  }
  // Nothing may be placed before what waits already.
  bool waits(std::uint32_t residue) const { return waiting_[residue].first != kNone; }

  // A step has begun: what has room now is placed. `advance_of` an item; one that `keeps` not is
  // forgotten, and does not hold up those behind it.
  template <class AdvanceOf, class Keeps>
  void OfferAgain(const AdvanceOf& advance_of, const Keeps& keeps) {
    due_.clear();
    due_.swap(wakes_[scheduler_.step() % wakes_.size()]);
    for (const std::uint32_t residue : due_) {
      while (waits(residue) && !keeps(Front(residue).item))
        DropFront(residue);
    }
    std::erase_if(due_, [this](std::uint32_t residue) { return !waits(residue); });
    std::ranges::sort(due_, {}, [this](std::uint32_t residue) { return Front(residue).serial; });
    for (const std::uint32_t residue : due_) {
      const Item item = Front(residue).item;
      if (scheduler_.Enqueue(residue, item, advance_of(item)) == Placement::kPlaced) {
        DropFront(residue);
      }
      if (waits(residue)) Wake(residue);
    }
  }
  template <class AdvanceOf>
  void OfferAgain(const AdvanceOf& advance_of) {
    OfferAgain(advance_of, [](const Item&) { return true; });
  }

  std::uint64_t size() const { return size_; }
  // Of those that wait, or did.
  std::size_t node_bytes() const { return nodes_.capacity() * sizeof(Node); }
  // Of the rest.
  static std::size_t EmptyBytes(std::uint64_t steps, std::uint64_t residues) {
    return steps * sizeof(std::vector<std::uint32_t>) + residues * sizeof(Queue);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // One list for each residue in one vector: most have none waiting.
  struct Node {
    Item item;
    std::uint64_t serial = 0;  // when it came
    std::uint32_t next = kNone;
  };
  struct Queue {
    std::uint32_t first = kNone;
    std::uint32_t last = kNone;
  };

  const Node& Front(std::uint32_t residue) const { return nodes_[waiting_[residue].first]; }
  void DropFront(std::uint32_t residue) {
    const std::uint32_t at = waiting_[residue].first;
    waiting_[residue].first = nodes_[at].next;
    nodes_[at].next = free_;
    free_ = at;
    --size_;
  }
  // There may be room for more than one at once, after a long rest: then again in the next step.
  void Wake(std::uint32_t residue) {
    const std::uint64_t from = std::max(scheduler_.RoomFrom(residue), scheduler_.step() + 1);
    wakes_[from % wakes_.size()].push_back(residue);
  }

  PaperScheduler<Item>& scheduler_;
  std::vector<Queue> waiting_;                     // by residue
  std::vector<std::vector<std::uint32_t>> wakes_;  // by step, as a ring: residues
  std::vector<Node> nodes_;
  std::uint32_t free_ = kNone;  // the first of those that are not in use
  std::vector<std::uint32_t> due_;
  std::uint64_t size_ = 0;
  std::uint64_t next_serial_ = 0;
};

}  // namespace meguri
