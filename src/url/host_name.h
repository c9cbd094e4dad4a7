// Names of hosts as clients ask for them.
#pragma once

#include <algorithm>
#include <string_view>

#include "base/ascii.h"

namespace meguri::url {

// Letters, digits, '-', '_' and '.' alone. URLs may have hosts as "www.example.org+" or "a,b",
// which DNS could carry, but no server has and no client asks for.
inline bool IsHostName(std::string_view host) {
  return !host.empty() && std::ranges::all_of(host, [](char c) {
    return IsAsciiAlphanumeric(c) || c == '-' || c == '_' || c == '.';
  });
}

}  // namespace meguri::url
