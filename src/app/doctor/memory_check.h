// Is there as much memory as a crawl may take?
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/doctor/findings.h"

namespace meguri::app {

struct MemoryFacts {
  std::optional<std::uint64_t> total;      // bytes; nullopt: unknown
  std::optional<std::uint64_t> available;  // without swapping
  // The least limit of the control groups that this process is in; nullopt: none.
  std::optional<std::uint64_t> group_limit;
};

// From /proc and /sys/fs/cgroup (version 2 and 1) below `root`; "" is the machine's own.
MemoryFacts ReadMemoryFacts(const std::string& root = "");

// `wanted`: the crawl's --memory.
Finding JudgeMemory(const MemoryFacts& facts, std::uint64_t wanted);

}  // namespace meguri::app
