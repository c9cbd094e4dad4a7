// Ways to search for a page that moved, by their names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace meguri {

struct MovedMethod {
  enum class Kind : std::uint8_t {
    kPaper,         // link paths and anchors from before the move
    kDirectory,     // along the directories of the old URL, no preparation
    kBreadthFirst,  // from the root
    kDepthFirst,    // from the root
    kMeguri,        // moved::FindMoved()
  };

  std::string name;
  Kind kind = Kind::kPaper;
  int more_calls = 0;  // of PathGrow, beyond the directory length: "paper+5"
};

// Without the variants of `paper`, which are paper+1 to paper+999.
const std::vector<std::string>& AllMovedMethods();

// kInvalidArgument: "'x' is none of …".
Result<MovedMethod> ParseMovedMethod(std::string_view name);

}  // namespace meguri
