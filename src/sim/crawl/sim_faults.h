// Which faults a simulated crawl meets, and when: how many of each kind is the user's, all else is
// drawn.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/random.h"
#include "base/result.h"
#include "sim/crawl/sim_disk.h"
#include "sim/crawl/sim_network.h"
#include "sim/web/virtual_web.h"

namespace meguri {

struct FaultCounts {
  std::uint32_t kills = 3;        // of the process, half of them with the machine
  std::uint32_t disk_errors = 1;  // a write or a sync fails
  std::uint32_t full_disks = 1;
  std::uint32_t resolvers = 1;    // nobody looks names up for a while
  std::uint32_t servers = 4;      // one is down, hangs, cuts, is busy or slow for a while
  std::uint32_t standstills = 2;  // the process gets no time
  std::uint32_t jumps = 2;        // of the wall clock, an hour at most
  std::uint32_t stops = 1;        // by the user, and a new start
};

// "kill=3,disk-error=1,full=1,resolver=1,server=4,standstill=2,jump=2,stop=1": what is not named is
// 0. "default" and "none" are such lists, too. kInvalidArgument, naming what is wrong.
Result<FaultCounts> ParseFaults(std::string_view text);
std::string FormatFaults(const FaultCounts& counts);

// When they come, by the virtual clock.
struct FaultTimes {
  std::vector<TroubledTime> troubles;
  std::vector<std::pair<TimePoint, Duration>> standstills;
  std::vector<std::pair<TimePoint, std::chrono::microseconds>> jumps;
  std::vector<TimePoint> stops;
};
FaultTimes DrawFaultTimes(const FaultCounts& counts, const VirtualWeb& web, Random draws);

// For one life: a kill, and disk faults. `sites`: what was seen so far; a kill at one of them is as
// likely as at any other.
struct LifeFaults {
  bool kill = false;
  std::uint32_t errors = 0;
  std::uint32_t full = 0;
  std::uint64_t most_changes = 200;  // it happens within so many, or twice as many
};
DiskPlan DrawDiskPlan(const LifeFaults& faults, const DiskSites& sites, Random& draws);

}  // namespace meguri
