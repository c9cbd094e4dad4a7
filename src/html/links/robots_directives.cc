#include "html/links/robots_directives.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "base/ascii.h"

namespace meguri::html {
namespace {

void AddWord(std::string_view word, RobotsDirectives& directives) {
  const auto is = [word](std::string_view name) { return EqualsIgnoringAsciiCase(word, name); };
  const bool none = is("none");
  if (none || is("noindex")) directives.noindex = true;
  if (none || is("nofollow")) directives.nofollow = true;
  if (is("noarchive") || is("nocache")) directives.noarchive = true;
}

// Directives with a value, which are no agent's names.
bool TakesValue(std::string_view word) {
  constexpr std::array<std::string_view, 4> kNames = {"unavailable_after", "max-snippet",
                                                      "max-image-preview", "max-video-preview"};
  return std::ranges::any_of(
      kNames, [word](std::string_view name) { return EqualsIgnoringAsciiCase(word, name); });
}

// Not so "3 Dec 2025 13", which is what the comma and the colon of a date leave.
bool CouldBeAgent(std::string_view name) {
  return std::ranges::none_of(name, [](char c) { return IsAsciiSpace(c); });
}

template <class Take>
void ForEachWord(std::string_view list, Take&& take) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    take(TrimAsciiSpace(list.substr(0, comma)));
    if (comma == std::string_view::npos) return;
    list.remove_prefix(comma + 1);
  }
}

}  // namespace

void AddRobotsMeta(std::string_view content, RobotsDirectives& directives) {
  ForEachWord(content, [&](std::string_view part) {
    // Pages write "noindex nofollow" and "noindex;nofollow", too.
    while (!part.empty()) {
      const std::size_t end = part.find_first_of(" \t\n\f\r;");
      AddWord(part.substr(0, end), directives);
      if (end == std::string_view::npos) return;
      part.remove_prefix(end + 1);
    }
  });
}

bool IsRobotsMetaFor(std::string_view name, std::string_view agent) {
  name = TrimAsciiSpace(name);
  return EqualsIgnoringAsciiCase(name, "robots") ||
         (!agent.empty() && EqualsIgnoringAsciiCase(name, agent));
}

void AddXRobotsTag(std::string_view value, std::string_view agent, RobotsDirectives& directives) {
  bool for_us = true;
  ForEachWord(value, [&](std::string_view part) {
    const std::size_t colon = part.find(':');
    if (colon != std::string_view::npos) {
      const std::string_view name = TrimAsciiSpace(part.substr(0, colon));
      if (TakesValue(name) || !CouldBeAgent(name)) return;
      for_us = IsRobotsMetaFor(name, agent) || name == "*";
      part = TrimAsciiSpace(part.substr(colon + 1));
    }
    if (for_us) AddRobotsMeta(part, directives);
  });
}

}  // namespace meguri::html
