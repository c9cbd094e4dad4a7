#include "order/strategy.h"

#include <array>
#include <utility>

namespace meguri {
namespace {

constexpr std::array<std::pair<Strategy, std::string_view>, 5> kStrategies = {{
    {Strategy::kBreadthFirst, "bf"},
    {Strategy::kBacklinkCount, "blc"},
    {Strategy::kDirect, "ipr:dl1"},
    {Strategy::kAccumulated2, "ipr:ar2"},
    {Strategy::kMeguri, "meguri"},
}};

}  // namespace

std::string_view StrategyName(Strategy strategy) {
  for (const auto& [value, name] : kStrategies)
    if (value == strategy) return name;
  return "";
}

std::optional<Strategy> ParseStrategy(std::string_view name) {
  for (const auto& [value, known] : kStrategies)
    if (known == name) return value;
  return std::nullopt;
}

}  // namespace meguri
