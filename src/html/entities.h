// HTML's named character references: "eacute" is U+00E9.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace meguri::html {

struct EntityMatch {
  std::array<char32_t, 2> code_points;  // the second is 0 where there is only one
  std::size_t length;                   // of the name, with its semicolon if it has one
  bool semicolon;
};

// The longest name at the start of `text`, which begins after the '&': "notit;" gives "not",
// which needs no semicolon. nullopt if there is none. At most 33 bytes are looked at.
std::optional<EntityMatch> MatchEntity(std::string_view text);

}  // namespace meguri::html
