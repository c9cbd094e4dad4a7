#include "sim/revisit/refresh_experiment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include "sim/revisit/revisit_replay.h"

namespace meguri {
namespace {

class EndRecorder : public ReplayListener {
 public:
  explicit EndRecorder(const RevisitPages& pages) : pages_(pages), ends_(pages.pages.size()) {}

  void OnAccess(const RevisitPage& page, double /*interval*/, bool /*changed*/, bool captured) {
    RefreshPage& end = EndOf(page);
    ++end.accesses;
    end.captured += captured ? 1 : 0;
  }
  // `rate` is that of visits: ScheduledPolicy.
  void OnEnd(const RevisitPage& page, double rate) {
    EndOf(page).interval = rate > 0 ? 1 / rate : revisit::kNever;
  }

  std::vector<RefreshPage> Take() { return std::move(ends_); }

 private:
  RefreshPage& EndOf(const RevisitPage& page) {
    return ends_[static_cast<std::size_t>(&page - pages_.pages.data())];
  }

  const RevisitPages& pages_;
  std::vector<RefreshPage> ends_;
};

// Gone ones have no next visit, whatever the policy had in mind.
bool IsThereAtEnd(const RevisitPage& page, const RefreshPage& end) {
  return page.end >= kRevisitDays && end.interval != revisit::kNever;
}

std::vector<RefreshSite> SitesOf(const RevisitPages& pages, std::span<const RefreshPage> ends,
                                 const std::vector<double>& downloads) {
  constexpr WallTime kNow;
  ServerLoads loads;
  std::vector<RefreshSite> sites(pages.sites.size());
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const RevisitPage& page = pages.pages[i];
    RefreshSite& site = sites[page.site];
    site.accesses += ends[i].accesses;
    site.captured += ends[i].captured;
    site.new_versions += page.new_versions;
    if (IsThereAtEnd(page, ends[i]))
      loads.Change(page.site, Duration::zero(), FromDays(ends[i].interval));
  }
  for (std::uint32_t id = 0; id < sites.size(); ++id) {
    RefreshSite& site = sites[id];
    site.download = downloads[id];
    loads.AddDownload(id, FromDays(site.download * revisit::kSecond), kNow);
    site.pages = loads.host_pages(id);
    site.load = loads.host_load(id);
    site.index = loads.LoadIndex(id, kNow);
    if (site.load <= 0) continue;
    site.interval = 1 / site.load;
    site.too_often = site.interval < std::chrono::duration<double>(loads.KeptInterval(id)).count();
  }
  return sites;
}

}  // namespace

std::vector<RefreshPage> ReplayRefresh(const RevisitPages& pages, const RefreshSetup& setup,
                                       const ScheduleRule& rule, bool ignore_trivial) {
  const ReplayOptions options{.tuning = {.stretch = setup.stretch, .goal = 0},
                              .ignore_trivial = ignore_trivial,
                              .shortest = rule.shortest,
                              .seed = setup.seed};
  EndRecorder recorder(pages);
  std::visit(
      [&]<class Policy>(const Policy& policy) {
        const ScheduledPolicy<Policy> scheduled(policy, rule);
        RevisitReplay(pages, scheduled, options, recorder).Run();
      },
      setup.policy->policy);
  return recorder.Take();
}

PageRate LoadAtEnd(const RevisitPages& pages, std::span<const RefreshPage> ends) {
  PageRate sum = 0;
  for (std::size_t i = 0; i < ends.size(); ++i)
    if (IsThereAtEnd(pages.pages[i], ends[i])) sum += RateOf(FromDays(ends[i].interval));
  return sum;
}

std::vector<RefreshClass> ClassesOf(const RevisitPages& pages, std::span<const RefreshPage> ends) {
  // Narrow where there is something to see: days, and the draw from 300 to 400.
  constexpr std::array kFrom = {0.0,  1.0 / 12, 0.25, 0.5,  1.0,   2.0,   3.0,   4.0,
                                5.0,  6.0,      7.0,  10.0, 14.0,  21.0,  30.0,  45.0,
                                60.0, 90.0,     120., 150., 200.0, 250.0, 300.0, 350.0};
  constexpr double kLast = 400;
  std::vector<RefreshClass> classes;
  classes.reserve(kFrom.size() + 1);
  for (std::size_t i = 0; i < kFrom.size(); ++i)
    classes.push_back({.from = kFrom[i], .to = i + 1 < kFrom.size() ? kFrom[i + 1] : kLast});
  classes.push_back({.from = kLast, .to = revisit::kNever});
  std::vector<double> squares(classes.size());
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const RefreshPage& end = ends[i];
    if (!IsThereAtEnd(pages.pages[i], end) || end.accesses == 0) continue;
    const auto above =
        std::ranges::upper_bound(classes, end.interval, {}, [](const auto& c) { return c.from; });
    const auto at = static_cast<std::size_t>(above - classes.begin()) - 1;
    const double found = static_cast<double>(end.captured) / end.accesses;
    ++classes[at].pages;
    classes[at].mean += found;  // their sum, up to here
    squares[at] += found * found;
  }
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i].pages == 0) continue;
    const auto count = static_cast<double>(classes[i].pages);
    classes[i].mean /= count;
    classes[i].deviation =
        std::sqrt(std::max(0.0, squares[i] / count - classes[i].mean * classes[i].mean));
  }
  return classes;
}

std::uint64_t RefreshOutcome::overloaded() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(sites, &RefreshSite::overloaded));
}

std::uint64_t RefreshOutcome::hopeless() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(sites, [](const RefreshSite& site) { return site.index < 1; }));
}

RefreshOutcome RunRefresh(const RevisitPages& pages, const RefreshSetup& setup) {
  RefreshOutcome outcome;
  outcome.pages = ReplayRefresh(pages, setup);
  outcome.classes = ClassesOf(pages, outcome.pages);
  outcome.sites = SitesOf(pages, outcome.pages, setup.downloads);
  outcome.servers = static_cast<std::uint64_t>(
      std::ranges::count_if(outcome.sites, [](const RefreshSite& site) { return site.load > 0; }));
  outcome.share = setup.connections > 0 ? static_cast<double>(outcome.servers) / setup.connections
                                        : setup.share;
  for (RefreshSite& site : outcome.sites)
    site.overloaded = site.index < outcome.share;
  return outcome;
}

}  // namespace meguri
