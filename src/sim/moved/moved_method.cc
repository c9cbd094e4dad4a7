#include "sim/moved/moved_method.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/printable.h"

namespace meguri {
namespace {

using Kind = MovedMethod::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 5> kMethods = {{
    {"paper", Kind::kPaper},
    {"directory", Kind::kDirectory},
    {"bfs", Kind::kBreadthFirst},
    {"dfs", Kind::kDepthFirst},
    {"meguri", Kind::kMeguri},
}};
constexpr std::string_view kVariant = "paper+";
constexpr int kMostCalls = 999;

}  // namespace

const std::vector<std::string>& AllMovedMethods() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> all;
    all.reserve(std::size(kMethods));
    for (const auto& [name, kind] : kMethods)
      all.emplace_back(name);
    return all;
  }();
  return kNames;
}

Result<MovedMethod> ParseMovedMethod(std::string_view name) {
  for (const auto& [known, kind] : kMethods) {
    if (name == known) return MovedMethod{.name = std::string(name), .kind = kind};
  }
  if (name.starts_with(kVariant)) {
    const std::string_view text = name.substr(kVariant.size());
    const char* const end = text.data() + text.size();
    int calls = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, calls);
    if (error == std::errc() && stop == end && calls >= 1 && calls <= kMostCalls) {
      return MovedMethod{.name = std::string(name), .kind = Kind::kPaper, .more_calls = calls};
    }
  }
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("'{}' is none of {}, paper+N (N more calls, such as paper+5)",
                          Printable(name), fmt::join(AllMovedMethods(), ", ")));
}

}  // namespace meguri
