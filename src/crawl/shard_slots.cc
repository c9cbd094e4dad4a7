// What a shard does if the O(1) scheduler decides who may ask for a turn (`--scheduler paper`):
// each access that a host has to make has a place there.
#include <cassert>

#include "crawl/shard.h"

namespace meguri {

// That it may make as things are.
std::uint64_t Shard::Accesses(std::uint32_t host) const {
  const HostState& state = hosts_[host];
  if (state.given_up) return 0;
  if (IsFull(state) || IsOverBudget(state)) return state.errands.size();
  return state.errands.size() + queues_.size(host) + state.retries.size();
}

bool Shard::HasPlace(std::uint32_t host) const {
  const HostState& state = hosts_[host];
  const std::uint32_t most = context_.slots->most_of_residue();
  if (!working_) return state.left_to_do < most;
  if (state.given_up) return true;  // it ends at once
  // Who can't have places yet has no more waiting than would have room.
  if (state.addresses.empty() || IsFull(state) || IsOverBudget(state)) {
    return queues_.size(host) + state.retries.size() < most;
  }
  if (state.placed + (state.slot_is_due ? 1 : 0) > Accesses(host)) return true;
  return context_.slots->HasRoom(
      context_.slots->ResidueOf(ServerOf(state.addresses[state.address])));
}

void Shard::TakePlaces(std::uint32_t host) {
  HostState& state = hosts_[host];
  if (context_.slots == nullptr || state.addresses.empty()) return;
  const std::uint32_t residue = context_.slots->ResidueOf(ServerOf(state.addresses[state.address]));
  for (const std::uint64_t accesses = Accesses(host);
       state.placed + (state.slot_is_due ? 1 : 0) < accesses; ++state.placed)
    context_.slots->Place(residue, {number_, host}, state.interval.length);
}

bool Shard::AwaitsSlot(std::uint32_t host) {
  const HostState& state = hosts_[host];
  if (context_.slots == nullptr || state.slot_is_due || state.addresses.empty()) return false;
  TakePlaces(host);
  assert(state.placed > 0);  // as it has work
  SetPhase(host, HostPhase::kAwaitingSlot);
  return true;
}

bool Shard::WantsSlot(std::uint32_t host) {
  HostState& state = hosts_[host];
  if (state.placed + (state.slot_is_due ? 1 : 0) <= Accesses(host)) return true;
  --state.placed;
  if (state.placed == 0 && state.phase == HostPhase::kAwaitingSlot) {
    // It has no access to make as things are (another host may have spent their site's budget), and
    // no slot will come up to tell it so.
    SetPhase(host, HostPhase::kIdle);
    WakeHost(host);
  }
  return false;
}

void Shard::OnSlot(std::uint32_t host) {
  HostState& state = hosts_[host];
  --state.placed;
  if (state.phase == HostPhase::kIdle) return;  // what it was for has come to an end without it
  if (state.slot_is_due) return TakePlaces(host);
  state.slot_is_due = true;
  if (state.phase != HostPhase::kAwaitingSlot) return;
  SetPhase(host, HostPhase::kIdle);
  WakeHost(host);
}

}  // namespace meguri
