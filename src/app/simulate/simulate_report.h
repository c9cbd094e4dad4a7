// What simulated crawls came to, for people and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>

#include "sim/crawl/simulated_crawl.h"

namespace meguri::app {

// Of many runs, together.
struct SimTotals {
  std::uint64_t runs = 0;
  std::uint64_t failed = 0;
  std::uint64_t first_seed = 0;
  std::uint64_t last_seed = 0;
  Duration virtual_time{0};
  std::uint64_t pages = 0;
  std::uint64_t requests = 0;
  std::uint64_t twice = 0;
  std::uint64_t kills = 0;
  std::uint64_t crashes = 0;
  std::uint64_t other_faults = 0;
  std::uint64_t least_kills = UINT64_MAX;  // of a run
  std::uint64_t least_others = UINT64_MAX;
  std::uint64_t least_pages = UINT64_MAX;
  std::uint64_t least_servers = UINT64_MAX;
  std::uint64_t least_fetched = UINT64_MAX;
  std::uint64_t troubled = 0;
  std::uint64_t records_checked = 0;
  std::uint64_t scores_checked = 0;
  std::unordered_set<std::uint64_t> states;
  DiskSites sites;

  void Add(const SimReport& report);
};

std::string FormatRun(const SimReport& report);
std::string FormatTotals(const SimTotals& totals, double seconds);
std::string RunJson(const SimReport& report);
std::string TotalsJson(const SimTotals& totals, double seconds);

}  // namespace meguri::app
