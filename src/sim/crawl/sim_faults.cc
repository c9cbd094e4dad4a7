#include "sim/crawl/sim_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace meguri {
namespace {

using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

struct NamedCount {
  std::string_view name;
  std::uint32_t FaultCounts::*count;
};
constexpr auto kCounts = std::to_array<NamedCount>({{"kill", &FaultCounts::kills},
                                                    {"disk-error", &FaultCounts::disk_errors},
                                                    {"full", &FaultCounts::full_disks},
                                                    {"resolver", &FaultCounts::resolvers},
                                                    {"server", &FaultCounts::servers},
                                                    {"standstill", &FaultCounts::standstills},
                                                    {"jump", &FaultCounts::jumps},
                                                    {"stop", &FaultCounts::stops}});
constexpr std::uint32_t kMostOfOne = 1000;
// Most of a crawl of a few hundred pages happens within this; and no crawl is over by then.
constexpr Duration kLively = seconds(16);
constexpr Duration kSurely = seconds(6);
// Before anything was seen: what a new folder begins with.
constexpr auto kFirstSites = std::to_array<std::string_view>(
    {"crawl.json rename", "crawl.json append", "suffixes append", "suffixes rename",
     "current rename", "manifest append", "identity append", "wal create", "urls.log create",
     "links.log create", "targets.log create", "folder sync", "folder make", "dbtmp append",
     "options rename"});

struct FaultAndAfter {
  std::string_view fault;
  std::string_view after;
};
constexpr auto kPairs = std::to_array<FaultAndAfter>({{"scores sync", "scores remove"},
                                                      {"scores append", "scores remove"},
                                                      {"cdxj sync", "cdxj remove"},
                                                      {"cdxj append", "cdxj remove"}});

TimePoint DrawTime(Random& draws, Duration within) {
  return TimePoint(milliseconds(draws.Uniform(
      static_cast<std::uint64_t>(std::chrono::duration_cast<milliseconds>(within).count()))));
}

Duration DrawLength(Random& draws, Duration most) {
  return milliseconds(1 + draws.Uniform(static_cast<std::uint64_t>(
                              std::chrono::duration_cast<milliseconds>(most).count())));
}

DiskMoment DrawMoment(const LifeFaults& faults, const DiskSites& sites, Random& draws) {
  DiskMoment moment;
  moment.latest = 1 + draws.Uniform(faults.most_changes);
  if (draws.Chance(0.35)) {
    moment.after = moment.latest;
    return moment;
  }
  if (draws.Chance(0.25)) {
    moment.new_site = true;
    moment.after = 1 + draws.Uniform(sites.sites.empty() ? 40 : 2);
    moment.latest += faults.most_changes;
    return moment;
  }
  if (sites.sites.empty() || draws.Chance(0.1)) {
    moment.site = kFirstSites[static_cast<std::size_t>(draws.Uniform(kFirstSites.size()))];
  } else {
    auto at = sites.sites.begin();
    std::advance(at, static_cast<std::ptrdiff_t>(draws.Uniform(sites.sites.size())));
    moment.site = at->first;
  }
  moment.after = 1 + draws.Uniform(draws.Chance(0.5) ? 2 : 30);
  moment.latest += faults.most_changes;
  return moment;
}

}  // namespace

Result<FaultCounts> ParseFaults(std::string_view text) {
  if (text == "default") return FaultCounts();
  FaultCounts counts;
  for (const NamedCount& named : kCounts)
    counts.*named.count = 0;
  if (text == "none") return counts;
  do {
    const std::string_view item = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), item.size() + 1));
    const std::size_t equals = item.find('=');
    const auto* const named = std::ranges::find(kCounts, item.substr(0, equals), &NamedCount::name);
    std::uint32_t count = 1;
    bool good = named != kCounts.end();
    if (good && equals != std::string_view::npos) {
      const std::string_view number = item.substr(equals + 1);
      const auto [end, error] =
          std::from_chars(number.data(), number.data() + number.size(), count);
      good = error == std::errc() && end == number.data() + number.size() && count <= kMostOfOne;
    }
    if (!good) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("--faults: '{}' is none; want default, none, or some of "
                              "kill=N,disk-error=N,full=N,resolver=N,server=N,standstill=N,jump=N,"
                              "stop=N (N up to {})",
                              item, kMostOfOne));
    }
    counts.*named->count = count;
  } while (!text.empty());
  return counts;
}

std::string FormatFaults(const FaultCounts& counts) {
  std::string text;
  for (const NamedCount& named : kCounts) {
    if (counts.*named.count == 0) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", named.name, counts.*named.count);
  }
  return text.empty() ? "none" : text;
}

FaultTimes DrawFaultTimes(const FaultCounts& counts, const VirtualWeb& web, Random draws) {
  FaultTimes times;
  for (std::uint32_t i = 0; i < counts.resolvers; ++i) {
    const TimePoint from = DrawTime(draws, kLively);
    times.troubles.push_back(
        {NetTrouble::kNoResolver, "", from, from + DrawLength(draws, seconds(20))});
  }
  for (std::uint32_t i = 0; i < counts.servers; ++i) {
    const auto kind = static_cast<NetTrouble>(1 + draws.Uniform(kNetTroubles - 1));
    const TimePoint from = DrawTime(draws, kLively);
    const std::string host =
        draws.Chance(0.3)
            ? std::string()
            : web.hosts()[static_cast<std::size_t>(draws.Uniform(web.hosts().size()))].name;
    // One that lasts too long for all ends the crawl before it has begun.
    const Duration most = host.empty() ? seconds(6) : seconds(30);
    times.troubles.push_back({kind, host, from, from + DrawLength(draws, most)});
  }
  for (std::uint32_t i = 0; i < counts.standstills; ++i)
    times.standstills.emplace_back(DrawTime(draws, kSurely),
                                   DrawLength(draws, seconds(draws.Chance(0.8) ? 4 : 90)));
  for (std::uint32_t i = 0; i < counts.jumps; ++i) {
    const auto by = std::chrono::duration_cast<microseconds>(DrawLength(draws, hours(1)));
    times.jumps.emplace_back(DrawTime(draws, kSurely), draws.Chance(0.5) ? by : -by);
  }
  for (std::uint32_t i = 0; i < counts.stops; ++i)
    times.stops.push_back(DrawTime(draws, kSurely));
  std::ranges::sort(times.jumps);
  std::ranges::sort(times.stops);
  return times;
}

DiskPlan DrawDiskPlan(const LifeFaults& faults, const DiskSites& sites, Random& draws) {
  DiskPlan plan;
  if (faults.kill) plan.kill = DrawMoment(faults, sites, draws);
  // What is only done after a fault is killed rarely, unless both are planned.
  if (plan.kill && faults.errors > 0 && draws.Chance(0.1)) {
    const auto& [fault, after] = kPairs[static_cast<std::size_t>(draws.Uniform(kPairs.size()))];
    plan.faults.push_back({{.site = std::string(fault)}, DiskError::kIo});
    plan.kill = DiskMoment{.site = std::string(after), .latest = 10 * faults.most_changes};
    return plan;
  }
  for (std::uint32_t i = 0; i < faults.errors + faults.full; ++i) {
    plan.faults.push_back(
        {DrawMoment(faults, sites, draws), i < faults.errors ? DiskError::kIo : DiskError::kFull});
  }
  return plan;
}

}  // namespace meguri
