#include "lab/judge/politeness.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace meguri {
namespace {

using std::chrono::microseconds;

void KeepSmaller(std::optional<microseconds>& smallest, microseconds gap) {
  if (!smallest || gap < *smallest) smallest = gap;
}

// The least that a share of `q` doesn't exceed.
std::optional<microseconds> Quantile(std::vector<microseconds>& gaps, double q) {
  if (gaps.empty()) return std::nullopt;
  const double rank = std::ceil(q * static_cast<double>(gaps.size())) - 1;
  const auto at = gaps.begin() + static_cast<std::ptrdiff_t>(std::max(rank, 0.0));
  std::ranges::nth_element(gaps, at);
  return *at;
}

// Only the first by line are wanted, and there may be millions.
void KeepFirst(std::vector<TooSoon>& list, std::size_t count) {
  if (list.size() <= count) return;
  std::ranges::nth_element(list, list.begin() + static_cast<std::ptrdiff_t>(count), {},
                           &TooSoon::line);
  list.resize(count);
}

}  // namespace

Politeness JudgePoliteness(std::vector<TimedRequest>& requests, std::uint32_t TimedRequest::*which,
                           const std::vector<std::string>& names, microseconds interval,
                           std::size_t max_listed) {
  Politeness result;
  result.groups.resize(names.size());
  for (std::size_t i = 0; i < names.size(); ++i)
    result.groups[i].name = names[i];
  std::ranges::sort(requests, {}, [which](const TimedRequest& request) {
    return std::tuple(request.*which, request.start, request.line);
  });
  std::vector<microseconds> gaps;
  gaps.reserve(requests.size());
  const TimedRequest* latest = nullptr;  // of those before, the one that ended last
  for (const TimedRequest& request : requests) {
    const std::uint32_t number = request.*which;
    if (number == kNobody) break;  // they come last
    GroupPoliteness& group = result.groups[number];
    if (group.requests++ == 0) {
      latest = &request;
      continue;
    }
    const microseconds gap(request.start - latest->end);
    KeepSmaller(group.smallest_gap, gap);
    gaps.push_back(gap);
    if (gap < interval) {
      ++group.too_soon;
      ++result.too_soon;
      result.list.push_back({request.line, latest->line, gap, group.name});
      if (result.list.size() > 2 * max_listed + 1000) KeepFirst(result.list, max_listed);
    }
    if (request.end > latest->end) latest = &request;
  }
  for (const GroupPoliteness& group : result.groups) {
    if (group.smallest_gap) KeepSmaller(result.smallest_gap, *group.smallest_gap);
  }
  result.median_gap = Quantile(gaps, 0.5);
  result.gap_99 = Quantile(gaps, 0.99);
  KeepFirst(result.list, max_listed);
  std::ranges::sort(result.list, {}, &TooSoon::line);
  std::erase_if(result.groups, [](const GroupPoliteness& group) { return group.requests == 0; });
  std::ranges::sort(result.groups, {}, &GroupPoliteness::name);
  return result;
}

}  // namespace meguri
