// The ways to choose the next page, and their names.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace meguri {

enum class Strategy : std::uint8_t {
  kBreadthFirst,   // bf: in order of discovery
  kBacklinkCount,  // blc: how many fetched pages link to it
  kDirect,         // ipr:dl1: Incremental PageRank, shares go one link far
  kAccumulated2,   // ipr:ar2: and further once a page's score has about doubled
  kMeguri,         // meguri: by expected returns
};
std::string_view StrategyName(Strategy strategy);
std::optional<Strategy> ParseStrategy(std::string_view name);

}  // namespace meguri
