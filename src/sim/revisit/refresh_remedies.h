// What each remedy of revisit/overload.h does for the sites that are overloaded, by a replay of
// each such site with it: to its load, and to the versions that are captured.
//
//   stretch, add      by as little as CompareRemedies() finds enough for the intervals at the end;
//                     more by what is missing, a hundredth or more, again and again, as long as
//                     the replay, in which the policy learns from fewer visits, ends with too much
//   representative    of each group of ten pages or more the one that lives longest is visited
//   long-groups       all of them, at 100 days or more; as a site of their own, for policies that
//                     keep something by site
//   coarse            changes of 3 simhash bits or fewer don't count, where simhashes are known
//
// Pure, as refresh_experiment.h. Some ten replays of each overloaded site, 200 at most. Any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "revisit/overload.h"
#include "sim/revisit/refresh_experiment.h"

namespace meguri {

struct RemedyReplay {
  std::uint32_t site = 0;
  Remedy remedy = Remedy::kStretch;
  double amount = 0;  // as of RemedyEffect
  double load = 0;    // L at the end, visits a second
  double index = 0;   // R
  bool enough = false;
  std::uint64_t unvisited = 0;  // pages that are never visited after the first time
  std::uint64_t accesses = 0;
  std::uint64_t captured = 0;
};

// The pages of a site that `wanted` wants, with the same numbers of sites.
RevisitPages PagesOfSite(const RevisitPages& pages, std::uint32_t site,
                         const std::function<bool(const RevisitPage&)>& wanted);

// By site, each in the order of Remedy. `outcome` is that of RunRefresh() for the same.
std::vector<RemedyReplay> ReplayRemedies(const RevisitPages& pages, const RefreshSetup& setup,
                                         const RefreshOutcome& outcome,
                                         const RemedyOptions& options = {});

}  // namespace meguri
