#include "html/entities.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "base/ascii.h"

namespace meguri::html {
namespace {

struct Entity {
  std::string_view name;
  char32_t first;
  char32_t second;
};

#include "html/entities.inc"

constexpr std::size_t kLongestName = 32;       // CounterClockwiseContourIntegral, and one to see
constexpr std::size_t kLongestLegacyName = 6;  // Aacute

template <std::size_t kSize>
const Entity* Find(const std::array<Entity, kSize>& table, std::string_view name) {
  const auto* at = std::ranges::lower_bound(table, name, {}, &Entity::name);
  return at != table.end() && at->name == name ? at : nullptr;
}

// The ones that make up nearly all references; a search in the table takes 12 comparisons.
char32_t CommonEntity(std::string_view name) {
  if (name == "amp") return '&';
  if (name == "lt") return '<';
  if (name == "gt") return '>';
  if (name == "quot") return '"';
  if (name == "nbsp") return 0xA0;
  return 0;
}

}  // namespace

std::optional<EntityMatch> MatchEntity(std::string_view text) {
  std::size_t run = 0;
  while (run < text.size() && run < kLongestName && IsAsciiAlphanumeric(text[run])) {
    ++run;
  }
  const std::string_view name = text.substr(0, run);
  if (run < text.size() && text[run] == ';') {
    if (const char32_t common = CommonEntity(name)) return EntityMatch{{common, 0}, run + 1, true};
    if (const Entity* entity = Find(kEntities, name)) {
      return EntityMatch{{entity->first, entity->second}, run + 1, true};
    }
  }
  for (std::size_t length = std::min(run, kLongestLegacyName); length >= 2; --length) {
    if (const Entity* entity = Find(kLegacyEntities, name.substr(0, length))) {
      return EntityMatch{{entity->first, entity->second}, length, false};
    }
  }
  return std::nullopt;
}

}  // namespace meguri::html
