// The moments of a process, from At() alone.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

#include "base/clock.h"
#include "sim/change/change_process.h"

namespace meguri {

// ChangesIn() for a process whose states say since when they are: goes back from change to change.
// As many At() as there are changes, and one.
template <class Process>
std::vector<WallTime> CollectChanges(const Process& process, std::uint64_t key, WallTime from,
                                     WallTime to) {
  std::vector<WallTime> moments;
  PageState state = process.At(key, to);
  while (state.since > from && state.since <= to) {
    const PageState before = process.At(key, state.since - std::chrono::microseconds(1));
    if (before == state) break;  // the first state of all holds before its moment too
    moments.push_back(state.since);
    state = before;
  }
  std::ranges::reverse(moments);
  return moments;
}

}  // namespace meguri
