// Sizes as people give them on a command line: 64K, 256M, 2G.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"

namespace meguri::app {

// A whole number, with K, M, G or T in either case for powers of 1024; 0 is none. The error says
// which `flag` had what.
Result<std::uint64_t> ParseByteSize(std::string_view flag, std::string_view text);

}  // namespace meguri::app
