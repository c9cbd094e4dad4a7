// How a BVGraph is to be written, as flags.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "graph/bv_graph.h"

namespace meguri::app {

class Command;

struct BvFlags {
  std::optional<std::uint32_t> window;
  std::optional<std::uint32_t> max_references;
  std::optional<std::uint32_t> min_interval;
  std::optional<std::uint32_t> zeta_k;
  std::string codes;
};

void AddBvFlags(Command& command, BvFlags& flags);

// `settings`, changed as the flags say; kInvalidArgument if they can't be.
Result<BvProperties> ApplyBvFlags(const BvFlags& flags, BvProperties settings);

}  // namespace meguri::app
