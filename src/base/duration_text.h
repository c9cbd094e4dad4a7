// Lengths of time as people write them: 200ms, 5s, 10m, 1h, 30d.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace meguri {

// A number, with a fraction if need be ("1.5h"), and its unit: us, ms, s, m, h or d. nullopt if it
// is none, is negative, has no unit, has more than microseconds, or more than 10,000 years.
std::optional<std::chrono::microseconds> ParseDuration(std::string_view text);

// In the largest unit of which it is a whole number: "90s", "2m", "0s". ParseDuration() gives it
// back. REQUIRES: duration >= 0.
std::string FormatDuration(std::chrono::microseconds duration);

}  // namespace meguri
