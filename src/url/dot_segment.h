// "." and ".." in paths, each dot also as %2e: https://url.spec.whatwg.org/#double-dot-path-segment
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ascii.h"

namespace meguri::url {

enum class Dots : std::uint8_t { kNone, kSingle, kDouble };

// "." and "..", each dot also as %2e: at most six characters.
inline Dots DotsOf(std::string_view segment) {
  if (segment.empty() || segment.size() > 6) return Dots::kNone;
  if (segment[0] != '.' && segment[0] != '%') return Dots::kNone;
  int dots = 0;
  while (!segment.empty()) {
    std::size_t length = 0;
    if (segment[0] == '.') length = 1;
    if (EqualsIgnoringAsciiCase(segment.substr(0, 3), "%2e")) length = 3;
    if (length == 0) return Dots::kNone;
    segment.remove_prefix(length);
    ++dots;
  }
  if (dots > 2) return Dots::kNone;
  return dots == 1 ? Dots::kSingle : Dots::kDouble;
}

}  // namespace meguri::url
