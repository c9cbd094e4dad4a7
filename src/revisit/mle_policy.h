// `mle`: the full likelihood (the paper's equation 2) of the last 32 intervals, times the stretch;
// back-off where it has no maximum, as in `paper`.
//
// 140 bytes a page, and near a µs a visit: to compare with, not to run.
#pragma once

#include <array>
#include <cstdint>

#include "revisit/fixed_policy.h"
#include "revisit/visit.h"

namespace meguri::revisit {

class MlePolicy {
 public:
  static constexpr std::size_t kWindow = 32;

  struct Page {
    std::array<float, kWindow> intervals{};  // the oldest is overwritten
    std::uint32_t changed = 0;               // a bit for each of them
    std::uint32_t visits = 0;
    float interval = 0;  // the last one, before the stretch
  };
  using Site = NoSite;
  static constexpr bool kSiteClock = false;

  double First(Page& page, Site& site, const FirstVisit& visit, const Tuning& tuning) const;
  double Next(Page& page, Site& site, const Visit& visit, const Tuning& tuning) const;
  // 0 where the likelihood has no maximum.
  double Rate(const Page& page) const;
};

}  // namespace meguri::revisit
