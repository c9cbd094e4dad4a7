#include "robots/product_token.h"

#include <algorithm>

#include "base/ascii.h"

namespace meguri::robots {

std::string_view ProductToken(std::string_view agent) {
  const auto end = std::ranges::find_if_not(
      agent, [](char c) { return IsAsciiAlpha(c) || c == '_' || c == '-'; });
  return agent.substr(0, static_cast<std::size_t>(end - agent.begin()));
}

bool IsProductToken(std::string_view name) {
  return !name.empty() && ProductToken(name).size() == name.size();
}

}  // namespace meguri::robots
