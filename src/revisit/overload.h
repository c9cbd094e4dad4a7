// Hosts that can't be kept up with, and what can be done for them: each remedy of the paper, how
// much load it leaves, and how it is taken back.
//
//   stretch    every interval × l: load / l
//   add        every interval + d: hits the frequent ones
//   group      pages that differ in a parameter alone (parameter_groups.h): one of each group is
//   visited, or all
//              of them at long intervals
//   coarse     trivial changes don't count: intervals grow by the share of changes that are such
//
// A page's own interval, the policy's, is never changed: RelievedInterval() is what is scheduled,
// and a Relief that is set back gives the old one again, and the old load to the last bit. Pure
// functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "revisit/server_load.h"

namespace meguri {

// No page waits longer, whatever is done for its host.
inline constexpr Duration kLongestInterval = std::chrono::days(400);

// What is done for a host; as it is made: nothing.
struct Relief {
  double counted_changes = 1;  // share of changes that count: 0 < … ≤ 1
  double stretch = 1;          // l ≥ 1
  Duration added{0};           // d

  bool operator==(const Relief&) const = default;
};
// ((T / counted) · l) + d, at most 400 days. An interval of 0 stays 0: no visit.
Duration RelievedInterval(Duration interval, const Relief& relief);

enum class Overload : std::uint8_t {
  kNone,
  kConnections,  // R < S/C: its share of the connections is too small
  kInterval,     // 1/L is shorter than the interval that is kept between two requests
};
// "none", "connections", "interval"
std::string_view OverloadName(Overload overload);

struct OverloadCheck {
  Overload overload = Overload::kNone;
  double load = 0;      // L, visits a second
  double index = 0;     // R
  double bearable = 0;  // the largest L that would be none: L above it is overload
};
// `connections`: C, more than 0.
OverloadCheck CheckOverload(const ServerLoads& loads, std::uint32_t host, double connections,
                            WallTime now);

// A page as the remedies see it.
struct LoadedPage {
  Duration interval{0};        // the policy's
  std::uint32_t group = 0;     // of ParameterGroups; kNoGroup: none
  double trivial_changes = 0;  // share of its changes that are trivial: 0 … 1
};
inline constexpr std::uint32_t kNoGroup = std::numeric_limits<std::uint32_t>::max();

enum class Remedy : std::uint8_t { kStretch, kAdd, kRepresentative, kLongGroups, kCoarse };
// "stretch", "add", "representative", "long-groups", "coarse"
std::string_view RemedyName(Remedy remedy);

struct RemedyEffect {
  Remedy remedy = Remedy::kStretch;
  double amount = 0;            // l; days; intervals of groups in days; 0 for the others
  double load = 0;              // L that is left
  std::uint64_t unvisited = 0;  // pages that are not visited any more
  bool enough = false;          // no more than the bearable load
};

struct RemedyOptions {
  Duration long_interval = std::chrono::days(100);  // of pages in groups
  std::uint32_t least_group = 10;                   // smaller ones are left as they are
};

// Each remedy alone, by as little as makes the load bearable if that can be had, else by as much as
// there is: O(pages · 60). In the order of Remedy.
std::vector<RemedyEffect> CompareRemedies(std::span<const LoadedPage> pages, double bearable,
                                          const RemedyOptions& options = {});

}  // namespace meguri
