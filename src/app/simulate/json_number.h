// Numbers as JSON for people's eyes, too.
#pragma once

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

namespace meguri::app {

// No 0.30000000000000004.
inline double Rounded(double value) { return std::round(value * 1e6) / 1e6; }

// 1, not 1.0.
inline nlohmann::ordered_json JsonNumber(double value) {
  constexpr double kExact = 1e15;
  if (value == std::round(value) && std::abs(value) < kExact)
    return static_cast<std::int64_t>(value);
  return value;
}

inline nlohmann::ordered_json JsonNumbers(const std::vector<double>& values) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const double value : values)
    list.push_back(JsonNumber(value));
  return list;
}

}  // namespace meguri::app
