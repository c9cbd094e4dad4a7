#include "sim/revisit/revisit_run.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "base/cpu_time.h"
#include "sim/revisit/budget_search.h"
#include "sim/revisit/revisit_replay.h"

namespace meguri {
namespace {

double Share(double part, double whole) { return whole > 0 ? part / whole : 0; }

// Of the crawl that counts.
class Recorder : public ReplayListener {
 public:
  explicit Recorder(RevisitMeasures& measures) : measures_(measures) {}

  void OnAccess(const RevisitPage& /*page*/, double interval, bool /*changed*/, bool captured) {
    const std::size_t at = IntervalClasses::Of(interval);
    ++measures_.by_interval.accesses[at];
    if (captured) ++measures_.by_interval.captured[at];
  }
  void OnSite(std::uint32_t site, const RevisitCounts& counts) {
    measures_.by_site[site] = {counts.accesses, counts.captured};
  }

 private:
  RevisitMeasures& measures_;
};

template <class Policy>
std::optional<RevisitMeasures> Run(const RevisitPages& pages, const RevisitSetup& setup,
                                   const Policy& policy, const std::atomic<bool>& stop) {
  RevisitMeasures measures;
  measures.allowed = static_cast<std::uint64_t>(std::llround(pages.live_days / setup.budget));
  ReplayOptions options{.tuning = {.goal = setup.goal},
                        .ignore_trivial = setup.ignore_trivial,
                        .shortest = setup.shortest,
                        .seed = setup.seed,
                        .most_accesses = 2 * measures.allowed};
  const double began = ThreadCpuSeconds();
  const BudgetFit fit = FitBudget(measures.allowed, [&](double stretch) {
    if (stop) return measures.allowed;  // ends the search
    options.tuning.stretch = stretch;
    ReplayListener nobody;
    const auto counts = RevisitReplay(pages, policy, options, nobody).Run();
    measures.decisions += counts.accesses;
    return counts.accesses;
  });
  if (stop) return std::nullopt;
  measures.cpu_seconds = ThreadCpuSeconds() - began;
  measures.stretch = fit.stretch;
  measures.spent = fit.fits;
  measures.by_site.resize(pages.sites.size());
  options.tuning.stretch = fit.stretch;
  options.most_accesses = UINT64_MAX;
  Recorder recorder(measures);
  measures.counts = RevisitReplay(pages, policy, options, recorder).Run();
  return measures;
}

}  // namespace

double IntervalClasses::LeastDays(std::size_t index) {
  return index == 0 ? 0 : std::exp2(static_cast<double>(index) / 2 - 5);
}

std::size_t IntervalClasses::Of(double days) {
  const double place = 2 * (std::log2(days) + 5);
  return static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(kCount - 1)));
}

double RevisitMeasures::versions(const RevisitPages& pages) const {
  return Share(static_cast<double>(counts.captured), static_cast<double>(pages.new_versions));
}

double RevisitMeasures::versions_per_page() const {
  return Share(counts.shares, static_cast<double>(counts.changing));
}

double RevisitMeasures::detection() const {
  return Share(static_cast<double>(counts.captured), static_cast<double>(counts.accesses));
}

double RevisitMeasures::freshness(const RevisitPages& pages) const {
  return Share(counts.fresh_days, pages.live_days);
}

double RevisitMeasures::delay_hours() const {
  constexpr double kHours = 24;
  return kHours * Share(counts.delay_days, static_cast<double>(counts.captured));
}

std::optional<RevisitMeasures> RunRevisit(const RevisitPages& pages, const RevisitSetup& setup,
                                          const std::atomic<bool>& stop) {
  return std::visit([&](const auto& policy) { return Run(pages, setup, policy, stop); },
                    setup.policy->policy);
}

}  // namespace meguri
