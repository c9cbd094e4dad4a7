// `paper`: the refresh crawler's interval, 1/λ ≈ t̄c / ln(T_total / T_stable) (its equation 4),
// times the stretch. T_stable: the sum of the intervals that saw no change; t̄c: what stands for
// those that saw one. After the first access a random time; where the equation has no value,
// back-off.
//
// 32 bytes a page, some 30 ns a visit.
#pragma once

#include <cstdint>

#include "revisit/back_off.h"
#include "revisit/fixed_policy.h"
#include "revisit/visit.h"

namespace meguri::revisit {

enum class ChangedMean : std::uint8_t {
  kGeometric,  // of the least and the average: the paper's choice
  kAverage,
  kLeast,
  kMoving,  // exponential, an eighth of each new one
};

class PaperPolicy {
 public:
  struct Page {
    double changed = 0;         // days of all intervals that saw a change; T_total - T_stable
    double stable = 0;          // and of the others
    double representative = 0;  // the least of the former; or their moving average
    std::uint32_t changes = 0;
    float interval = 0;  // the last one, before the stretch
  };
  using Site = NoSite;
  static constexpr bool kSiteClock = false;

  explicit PaperPolicy(ChangedMean mean = ChangedMean::kGeometric) : mean_(mean) {}

  double First(Page& page, Site& site, const FirstVisit& visit, const Tuning& tuning) const;
  double Next(Page& page, Site& site, const Visit& visit, const Tuning& tuning) const;
  // 0 where the equation has no value.
  double Rate(const Page& page) const;

 private:
  double MeanChanged(const Page& page) const;

  ChangedMean mean_;
};

}  // namespace meguri::revisit
