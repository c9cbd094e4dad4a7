#include "polite/paper_steps.h"

#include <algorithm>

#include "base/hash.h"

namespace meguri {

PaperSteps::PaperSteps(const PaperSchedulerOptions& options, Duration interval, TimePoint start)
    : step_(std::max(interval, kLeastStep)),
      last_(start),
      scheduler_(options),
      aside_(scheduler_, options.queues) {}

std::uint32_t PaperSteps::ResidueOf(const IpAddress& server) const {
  // Of an IPv6 address the upper half is the server's; of that the lower bits are mostly 0.
  const std::uint64_t number =
      server.is_v4() ? server.v4_number()
                     : StableHash64({reinterpret_cast<const char*>(server.bytes().data()), 8});
  return static_cast<std::uint32_t>(number % scheduler_.slots());
}

void PaperSteps::Place(std::uint32_t residue, const HostRef& host, Duration interval) {
  // From the end of this access on: so one step is the access itself.
  const auto steps = static_cast<std::uint64_t>((interval + step_ - Duration(1)) / step_) + 1;
  const std::uint64_t most = scheduler_.queues();
  const auto advance = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(steps, PaperScheduler<Slot>::kUsualAdvance, most));
  const Slot slot{host, advance};
  if (aside_.waits(residue) || scheduler_.Enqueue(residue, slot, advance) == Placement::kFull) {
    aside_.Add(residue, slot);
  }
}

std::size_t PaperSteps::MemoryBytes(std::uint64_t queues, std::uint64_t slots) {
  return queues * slots * sizeof(Slot) + slots * 8 + queues * 4 +
         SlotOverflow<Slot>::EmptyBytes(queues + 2, slots);
}

}  // namespace meguri
