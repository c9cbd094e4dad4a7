// What was probably meant by a name that doesn't exist.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace meguri::app {

// The one of `known` that the fewest letters added, left out, changed or swapped with their
// neighbour lead to from `name`, the first of several; nothing if that takes more than one
// letter and more than a third of its length, or if it has just one letter. O(|name| · |known| ·
// length).
std::optional<std::string_view> ClosestName(std::string_view name,
                                            std::span<const std::string_view> known);

}  // namespace meguri::app
