// One policy at one budget: the stretch that spends it, and how good the crawl then is.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "revisit/policy_name.h"
#include "sim/revisit/page_watch.h"
#include "sim/revisit/revisit_pages.h"

namespace meguri {

struct RevisitSetup {
  const revisit::NamedPolicy* policy = nullptr;
  double budget = 30;  // one access of each live page in so many days, on average
  double goal = 0;
  bool ignore_trivial = false;
  double shortest = revisit::kHour;
  std::uint64_t seed = 1;
};

// Accesses by the interval before them: class i from 2^(i/2 - 5) days on, the first from 0, the
// last without end.
struct IntervalClasses {
  static constexpr std::size_t kCount = 30;
  static double LeastDays(std::size_t index);
  static std::size_t Of(double days);

  std::array<std::uint64_t, kCount> accesses{};
  std::array<std::uint64_t, kCount> captured{};
};

struct SiteCounts {
  std::uint64_t accesses = 0;
  std::uint64_t captured = 0;
};

struct RevisitMeasures {
  RevisitCounts counts;
  double stretch = 1;
  bool spent = false;           // within 1 % of the budget
  std::uint64_t allowed = 0;    // accesses
  std::uint64_t decisions = 0;  // of all attempts
  double cpu_seconds = 0;       // theirs
  IntervalClasses by_interval;
  std::vector<SiteCounts> by_site;

  // As fractions; 0 of nothing.
  double versions(const RevisitPages& pages) const;
  double versions_per_page() const;
  double detection() const;
  double freshness(const RevisitPages& pages) const;
  double delay_hours() const;
};

// nullopt if `stop` became true. Some ten replays; the same for the same input.
std::optional<RevisitMeasures> RunRevisit(const RevisitPages& pages, const RevisitSetup& setup,
                                          const std::atomic<bool>& stop);

}  // namespace meguri
