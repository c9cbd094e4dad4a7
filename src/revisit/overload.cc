#include "revisit/overload.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <unordered_map>

namespace meguri {
namespace {

using Seconds = std::chrono::duration<double>;

double DaysIn(Duration length) {
  return std::chrono::duration<double, std::chrono::days::period>(length).count();
}

template <class IntervalOf>
double LoadOf(std::span<const LoadedPage> pages, IntervalOf interval_of) {
  PageRate sum = 0;
  for (const LoadedPage& page : pages)
    sum += RateOf(interval_of(page));
  return PerSecond(sum);
}

// The smallest amount in [low, high] whose load is bearable, to 2⁻⁴⁰ of the range; high if none is.
// `load_at` never rises.
template <class LoadAt>
double LeastAmount(double low, double high, double bearable, LoadAt load_at) {
  if (load_at(low) <= bearable) return low;
  if (load_at(high) > bearable) return high;
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    (load_at(middle) <= bearable ? high : low) = middle;
  }
  return high;
}

RemedyEffect WithRelief(Remedy remedy, std::span<const LoadedPage> pages, double most,
                        double bearable, const std::function<Relief(double)>& relief_of) {
  const auto load_at = [&](double amount) {
    const Relief relief = relief_of(amount);
    return LoadOf(pages,
                  [&](const LoadedPage& page) { return RelievedInterval(page.interval, relief); });
  };
  RemedyEffect effect{.remedy = remedy};
  effect.amount = LeastAmount(remedy == Remedy::kStretch ? 1 : 0, most, bearable, load_at);
  effect.load = load_at(effect.amount);
  return effect;
}

std::unordered_map<std::uint32_t, std::uint32_t> GroupSizes(std::span<const LoadedPage> pages) {
  std::unordered_map<std::uint32_t, std::uint32_t> sizes;
  for (const LoadedPage& page : pages) {
    if (page.group != kNoGroup && page.interval > Duration::zero()) ++sizes[page.group];
  }
  return sizes;
}

RemedyEffect Representatives(std::span<const LoadedPage> pages, std::uint32_t least) {
  auto sizes = GroupSizes(pages);
  RemedyEffect effect{.remedy = Remedy::kRepresentative};
  PageRate sum = 0;
  for (const LoadedPage& page : pages) {
    if (page.group != kNoGroup && page.interval > Duration::zero()) {
      std::uint32_t& size = sizes[page.group];
      if (size == 0) {
        ++effect.unvisited;
        continue;
      }
      if (size >= least) size = 0;  // this one stands for all
    }
    sum += RateOf(page.interval);
  }
  effect.load = PerSecond(sum);
  return effect;
}

}  // namespace

Duration RelievedInterval(Duration interval, const Relief& relief) {
  if (interval <= Duration::zero()) return Duration::zero();
  if (relief == Relief{}) return interval;
  const double seconds = Seconds(interval).count() / relief.counted_changes * relief.stretch +
                         Seconds(relief.added).count();
  const double longest = std::max(Seconds(kLongestInterval).count(), Seconds(interval).count());
  return std::chrono::duration_cast<Duration>(Seconds(std::min(seconds, longest)));
}

std::string_view OverloadName(Overload overload) {
  switch (overload) {
    case Overload::kNone:
      return "none";
    case Overload::kConnections:
      return "connections";
    case Overload::kInterval:
      return "interval";
  }
  return "";
}

std::string_view RemedyName(Remedy remedy) {
  switch (remedy) {
    case Remedy::kStretch:
      return "stretch";
    case Remedy::kAdd:
      return "add";
    case Remedy::kRepresentative:
      return "representative";
    case Remedy::kLongGroups:
      return "long-groups";
    case Remedy::kCoarse:
      return "coarse";
  }
  return "";
}

OverloadCheck CheckOverload(const ServerLoads& loads, std::uint32_t host, double connections,
                            WallTime now) {
  OverloadCheck check;
  check.load = loads.host_load(host);
  check.index = loads.LoadIndex(host, now);
  const double share = std::max(static_cast<double>(loads.hosts_due()), 1.0) / connections;
  const double by_interval = 1 / Seconds(loads.KeptInterval(host)).count();
  const double download = Seconds(loads.LongestDownload(host, now)).count();
  const double by_share =
      download > 0 ? 1 / (share * download) : std::numeric_limits<double>::infinity();
  check.bearable = std::min(by_interval, by_share);
  if (check.load > check.bearable) {
    check.overload = by_share < by_interval ? Overload::kConnections : Overload::kInterval;
  }
  return check;
}

std::vector<RemedyEffect> CompareRemedies(std::span<const LoadedPage> pages, double bearable,
                                          const RemedyOptions& options) {
  std::vector<RemedyEffect> effects;
  // No page can be stretched beyond the longest interval: more than this changes nothing.
  const double most_stretch = DaysIn(kLongestInterval) / DaysIn(kShortestInterval);
  effects.push_back(WithRelief(Remedy::kStretch, pages, most_stretch, bearable,
                               [](double l) { return Relief{.stretch = l}; }));
  effects.push_back(
      WithRelief(Remedy::kAdd, pages, DaysIn(kLongestInterval), bearable, [](double days) {
        const std::chrono::duration<double, std::chrono::days::period> added(days);
        return Relief{.added = std::chrono::duration_cast<Duration>(added)};
      }));
  effects.push_back(Representatives(pages, options.least_group));
  const auto sizes = GroupSizes(pages);
  RemedyEffect long_groups{.remedy = Remedy::kLongGroups, .amount = DaysIn(options.long_interval)};
  long_groups.load = LoadOf(pages, [&](const LoadedPage& page) {
    const auto size = sizes.find(page.group);
    if (size == sizes.end() || size->second < options.least_group) return page.interval;
    return page.interval > Duration::zero() ? std::max(page.interval, options.long_interval)
                                            : page.interval;
  });
  effects.push_back(long_groups);
  RemedyEffect coarse{.remedy = Remedy::kCoarse};
  coarse.load = LoadOf(pages, [](const LoadedPage& page) {
    // A page none of whose changes counts goes to the longest interval, as one that never changes.
    const double counted = std::max(1 - page.trivial_changes, 1e-9);
    return RelievedInterval(page.interval, {.counted_changes = counted});
  });
  effects.push_back(coarse);
  for (RemedyEffect& effect : effects)
    effect.enough = effect.load <= bearable;
  return effects;
}

}  // namespace meguri
