// The O(1) scheduler against the clock, for the live crawl: who may ask for a turn, and whether
// there is room for one more to wait.
//
//   Place ──▶ a slot some steps ahead, or aside until there is one ──▶ Step(): the host may ask
//
// A step comes `interval` after the last, whoever is still at work: that no server is asked too
// soon is for the TurnKeeper to see to. Whoever takes what HasRoom() only, but for what is not to
// be lost, has at most H·⌊B/2⌋ accesses waiting in slots. O(1) each; 12 bytes for each of the B·H
// places, all there from the start. docs/design/politeness.md. Not thread-safe: owned by the thread
// that runs the shards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/clock.h"
#include "base/ip_address.h"
#include "polite/paper_scheduler.h"
#include "polite/slot_overflow.h"
#include "polite/turn_keeper.h"

namespace meguri {

class PaperSteps {
 public:
  static constexpr Duration kLeastStep = std::chrono::milliseconds(10);

  // REQUIRES: CheckPaperScheduler(options).
  PaperSteps(const PaperSchedulerOptions& options, Duration interval, TimePoint start);
  PaperSteps(const PaperSteps&) = delete;  // what is aside points to its scheduler
  PaperSteps& operator=(const PaperSteps&) = delete;

  // `server`: of ServerOf().
  std::uint32_t ResidueOf(const IpAddress& server) const;
  // One more gets a slot now, and nobody else waits for it.
  bool HasRoom(std::uint32_t residue) const {
    return !aside_.waits(residue) && scheduler_.RoomFrom(residue) == scheduler_.step();
  }
  // An access that the host has to make, and which takes so long an interval after it: in a slot,
  // or as soon as there is one.
  void Place(std::uint32_t residue, const HostRef& host, Duration interval);

  // Begins the next step if it is time, and says whose slots have come up. `each` may Place(). Who
  // waits for a slot in vain, as it `wants` none any more, is forgotten.
  template <class Each, class Wants>
  void Step(TimePoint now, const Each& each, const Wants& wants) {
    if (is_empty() || now < last_ + step_) return;
    last_ = now;
    const auto slots = scheduler_.Next();
    aside_.OfferAgain([](const Slot& slot) { return slot.advance; },
                      [&](const Slot& slot) { return wants(slot.host); });
    for (const Slot& slot : slots)
      each(slot.host);
  }
  // nullopt: nobody waits.
  std::optional<TimePoint> NextDue() const {
    return is_empty() ? std::nullopt : std::optional(last_ + step_);
  }

  // How many of one residue have room.
  std::uint32_t most_of_residue() const { return scheduler_.queues() / 2; }
  std::uint64_t most_in_slots() const { return scheduler_.most_stored(); }
  std::uint64_t in_slots() const { return scheduler_.stored(); }
  std::uint64_t aside() const { return aside_.size(); }
  std::size_t memory_bytes() const {
    return MemoryBytes(scheduler_.queues(), scheduler_.slots()) + aside_.node_bytes();
  }
  // While nobody waits.
  static std::size_t MemoryBytes(std::uint64_t queues, std::uint64_t slots);

 private:
  struct Slot {
    HostRef host;
    std::uint32_t advance = 0;
  };

  bool is_empty() const { return in_slots() == 0 && aside() == 0; }

  const Duration step_;
  TimePoint last_;
  PaperScheduler<Slot> scheduler_;
  SlotOverflow<Slot> aside_;
};

}  // namespace meguri
