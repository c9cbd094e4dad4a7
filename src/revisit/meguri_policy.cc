#include "revisit/meguri_policy.h"

#include <algorithm>
#include <cmath>

#include "revisit/marginal_gain.h"
#include "revisit/uncertain_gain.h"

namespace meguri::revisit {
namespace {

// The rate at which the price is that of the stretch whatever the goal; far below those of most
// pages, so that every budget has a stretch.
constexpr double kLogPivot = -8.318;  // ln 1/4096, a day
// Pages that change often are visited a little less often than λ says, and the others more: few
// versions for much freshness.
constexpr double kLevelling = 0.1;
constexpr double kLogLevel = MeguriPolicy::kPrior.log_rate;
constexpr double kLongestOwn = 200;  // days
// How much of the last visits counts, and how many as expected are put to them.
constexpr double kMemory = 0.95;
constexpr double kCalm = 2;
// Variance that each page adds to what is known of its site.
constexpr double kSiteWandering = 0.05;

// All decisions of a crawl have one stretch, and the logarithms would be half of their cost.
double LogGain(double stretch) {
  thread_local double known = 1;
  thread_local double gain = std::log(MarginalGain(known));
  if (stretch != known) {
    known = stretch;
    gain = std::log(MarginalGain(stretch));
  }
  return gain;
}

double Interval(const RateEstimate& estimate, double uniform, const Tuning& tuning) {
  const double log_rate = estimate.log_rate;
  const double log_interval = UncertainGain::Get().LogInterval(
      log_rate, 1 / std::sqrt(static_cast<double>(estimate.information)), tuning.goal,
      LogGain(tuning.stretch) - tuning.goal * kLogPivot);
  const double interval =
      std::exp(log_interval + (1 - tuning.goal) * kLevelling * (log_rate - kLogLevel));
  constexpr double kDrawnFrom = 0.75;
  return interval <= kLongestOwn ? interval
                                 : kLongestOwn * (kDrawnFrom + (1 - kDrawnFrom) * uniform);
}

// What a page's second visit saw, for those that are new in the site.
void LearnSite(RateEstimate& site, const Visit& visit) {
  constexpr double kSpread = 1 / MeguriPolicy::kPrior.information;  // of pages within a site
  const double variance = 1 / static_cast<double>(site.information) + kSiteWandering;
  RateEstimate page;
  page.log_rate = site.log_rate;
  page.information = static_cast<float>(1 / (variance + kSpread));
  const double before = page.information;
  page.Learn(visit.clock_interval, visit.changed, {.wandering = 0});
  const double share = variance / (variance + kSpread);
  site.log_rate += static_cast<float>(share * (page.log_rate - site.log_rate));
  const double learnt = 1 - before / page.information;
  site.information = static_cast<float>(1 / (variance * (1 - share * learnt)));
}

}  // namespace

double MeguriPolicy::First(Page& page, Site& site, const FirstVisit& visit,
                           const Tuning& tuning) const {
  if (tuning.goal < 0.5) {
    page.estimate.log_rate = site.pages.log_rate;
    page.estimate.information = static_cast<float>(
        1 / (1 / kPrior.information + 1 / static_cast<double>(site.pages.information)));
  }
  return visit.uniform * Interval(page.estimate, visit.uniform, tuning);
}

double MeguriPolicy::Next(Page& page, Site& site, const Visit& visit, const Tuning& tuning) const {
  const double expected =
      -std::expm1(-std::exp(static_cast<double>(page.estimate.log_rate)) * visit.clock_interval);
  site.changes = static_cast<float>(kMemory * site.changes + (visit.changed ? 1 : 0));
  site.expected = static_cast<float>(kMemory * site.expected + expected);
  if (page.visits++ == 0) LearnSite(site.pages, visit);
  page.estimate.Learn(visit.clock_interval, visit.changed, kPrior);
  return Interval(page.estimate, visit.uniform, tuning);
}

double MeguriPolicy::ClockSpeed(const Site& site) const {
  constexpr double kSlowest = 0.5;  // so that no interval is above kLongest in plain days
  constexpr double kFastest = 8;
  return std::clamp((site.changes + kCalm) / (site.expected + kCalm), kSlowest, kFastest);
}

}  // namespace meguri::revisit
