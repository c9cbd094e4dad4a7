#include "app/cli/closest_name.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace meguri::app {
namespace {

// Longer than any name here; what a stranger typed may be of any length.
constexpr std::size_t kLongest = 64;

std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] =
          std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string_view> ClosestName(std::string_view name,
                                            std::span<const std::string_view> known) {
  if (name.size() > kLongest) return std::nullopt;
  std::optional<std::string_view> closest;
  const std::size_t letters = name.size() - std::min(name.find_first_not_of('-'), name.size());
  if (letters < 2) return std::nullopt;
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string_view candidate : known) {
    const std::size_t distance = Distance(name, candidate);
    if (distance >= least) continue;
    least = distance;
    closest = candidate;
  }
  return closest;
}

}  // namespace meguri::app
