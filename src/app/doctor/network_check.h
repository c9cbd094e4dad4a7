// The machine's way out: routes, IPv6, and the ports that connections leave from. Nothing is sent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "app/doctor/findings.h"

namespace meguri::app {

struct NetworkFacts {
  bool v4_route = false;  // a default route that doesn't end on this machine
  bool v6_route = false;
  bool v6_address = false;                                       // a global one
  std::optional<std::pair<std::uint32_t, std::uint32_t>> ports;  // first and last; nullopt: unknown
};

// From /proc, which is below `root`; "" is the machine's own.
NetworkFacts ReadNetworkFacts(const std::string& root = "");

Finding JudgeRoute(const NetworkFacts& facts);
Finding JudgeV6(const NetworkFacts& facts);  // always ok: it is for information
Finding JudgePorts(const NetworkFacts& facts, std::uint32_t connections);

}  // namespace meguri::app
