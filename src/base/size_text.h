// Numbers of bytes as people write them: 500MB, 2GB, 1.5GiB.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace meguri {

// A number, with a fraction if need be, and its unit in either case: none or B; kB, MB, GB, TB for
// powers of 1000; KiB, MiB, GiB, TiB or K, M, G, T for those of 1024. What is less than a byte is
// cut off. nullopt if it is none, is negative, has more than six digits after the point, or
// doesn't fit.
std::optional<std::uint64_t> ParseSize(std::string_view text);

// For people, in powers of 1000 and two or three digits: "0 B", "999 B", "1.2 kB", "34 MB".
std::string FormatSize(std::uint64_t bytes);

}  // namespace meguri
