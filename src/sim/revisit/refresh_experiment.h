// The refresh crawler's figures, as far as change histories can give them: how long intervals are
// after 730 days of a policy at its own pace, what visits at such intervals bring, and which sites
// ask for more than a crawler can give (specs/4-refresh.md; "the paper" is the one it tells of).
//
// Sites are servers; what a download takes is given. A page counts at the end if it is there then:
// its interval T is the one that it was given at its last access. L = Σ 1/T of a site,
// R = (1/L) / e, overloaded if R < S/C.
//
// Pure; the same for the same input. One replay: linear in accesses and events. Any thread.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "revisit/policy_name.h"
#include "sim/revisit/revisit_pages.h"
#include "sim/revisit/scheduled_policy.h"

namespace meguri {

struct RefreshSetup {
  const revisit::NamedPolicy* policy = nullptr;
  double stretch = 1;             // the policy's knob
  std::vector<double> downloads;  // seconds, by site, above 0
  double connections = 0;         // C; 0: as many as make S/C …
  double share = 100;             // … this. The paper's: 3.2 million servers, 32,000 connections
  std::uint64_t seed = 1;
};

// A page at the end.
struct RefreshPage {
  double interval = revisit::kNever;  // days
  std::uint32_t accesses = 0;         // without the first
  std::uint32_t captured = 0;         // new versions
};

// By page, as `pages` has them. `ignore_trivial`: as in page_watch.h.
std::vector<RefreshPage> ReplayRefresh(const RevisitPages& pages, const RefreshSetup& setup,
                                       const ScheduleRule& rule = {}, bool ignore_trivial = false);

// Visits a second that the pages which are there at the end ask for: L.
PageRate LoadAtEnd(const RevisitPages& pages, std::span<const RefreshPage> ends);

// Figures 3 and 4: the pages with intervals from `from` on, below `to`, that were visited twice or
// more.
struct RefreshClass {
  double from = 0;  // days
  double to = 0;
  std::uint64_t pages = 0;
  // Over pages, of new versions / accesses.
  double mean = 0;
  double deviation = 0;
};
std::vector<RefreshClass> ClassesOf(const RevisitPages& pages, std::span<const RefreshPage> ends);

// Figures 5 to 7.
struct RefreshSite {
  std::uint64_t pages = 0;                                    // with a next visit
  double load = 0;                                            // L, visits a second
  double interval = std::numeric_limits<double>::infinity();  // 1/L, seconds
  double download = 0;                                        // e, seconds
  double index = std::numeric_limits<double>::infinity();     // R
  bool overloaded = false;
  // 1/L is shorter than what the paper's crawler keeps between two requests: a minute, 5 seconds
  // with 10,000 pages.
  bool too_often = false;
  std::uint64_t accesses = 0;
  std::uint64_t captured = 0;
  std::uint64_t new_versions = 0;
};

struct RefreshOutcome {
  std::vector<RefreshPage> pages;
  std::vector<RefreshClass> classes;
  std::vector<RefreshSite> sites;
  std::uint64_t servers = 0;  // S: sites with a page that has a next visit
  double share = 0;           // S/C

  // The most that a site may ask for, visits a second.
  double Bearable(const RefreshSite& site) const { return 1 / (share * site.download); }
  std::uint64_t overloaded() const;
  // R < 1: no number of connections is enough.
  std::uint64_t hopeless() const;
};

RefreshOutcome RunRefresh(const RevisitPages& pages, const RefreshSetup& setup);

}  // namespace meguri
