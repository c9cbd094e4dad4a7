#include "sim/revisit/refresh_remedies.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <unordered_set>

namespace meguri {
namespace {

// One overloaded site.
class SiteRemedies {
 public:
  SiteRemedies(const RevisitPages& pages, const RefreshSetup& setup, const RefreshOutcome& outcome,
               const RemedyOptions& options, std::uint32_t site)
      : setup_(setup),
        options_(options),
        site_(site),
        download_(outcome.sites[site].download),
        bearable_(outcome.Bearable(outcome.sites[site])),
        pages_(PagesOfSite(pages, site, [](const RevisitPage&) { return true; })) {
    for (std::size_t i = 0; i < pages.pages.size(); ++i) {
      const RevisitPage& page = pages.pages[i];
      if (page.site != site) continue;
      if (page.group != kNoGroup) ++group_sizes_[page.group];
      if (page.end >= kRevisitDays)
        loaded_.push_back({.interval = FromDays(outcome.pages[i].interval), .group = kNoGroup});
    }
  }

  void AppendTo(std::vector<RemedyReplay>& replays) const {
    const std::vector<RemedyEffect> effects = CompareRemedies(loaded_, bearable_, options_);
    for (const Remedy remedy : {Remedy::kStretch, Remedy::kAdd})
      replays.push_back(ByAmount(remedy, effects[static_cast<std::size_t>(remedy)].amount));
    replays.push_back(Representatives());
    replays.push_back(LongGroups());
    RemedyReplay coarse = Empty(Remedy::kCoarse);
    Add(pages_, {}, true, coarse);
    replays.push_back(Judged(coarse));
  }

 private:
  RemedyReplay Empty(Remedy remedy, double amount = 0) const {
    return {.site = site_, .remedy = remedy, .amount = amount};
  }

  void Add(const RevisitPages& pages, const ScheduleRule& rule, bool ignore_trivial,
           RemedyReplay& replay) const {
    const std::vector<RefreshPage> ends = ReplayRefresh(pages, setup_, rule, ignore_trivial);
    for (const RefreshPage& end : ends) {
      replay.accesses += end.accesses;
      replay.captured += end.captured;
    }
    replay.load += PerSecond(LoadAtEnd(pages, ends));
  }

  RemedyReplay Judged(RemedyReplay replay) const {
    replay.index =
        replay.load > 0 ? 1 / (replay.load * download_) : std::numeric_limits<double>::infinity();
    replay.enough = replay.load <= bearable_;
    return replay;
  }

  RemedyReplay ByAmount(Remedy remedy, double amount) const {
    constexpr int kMostSteps = 100;
    constexpr double kLeastStep = 1.01;
    // No page can wait longer: more changes nothing.
    const double most = remedy == Remedy::kStretch
                            ? ToDays(kLongestInterval) / ToDays(kShortestInterval)
                            : ToDays(kLongestInterval);
    for (int step = 0;; ++step) {
      Relief relief;
      if (remedy == Remedy::kStretch) {
        relief.stretch = amount;
      } else {
        relief.added = FromDays(amount);
      }
      RemedyReplay replay = Empty(remedy, amount);
      Add(pages_, {.relief = relief}, false, replay);
      replay = Judged(replay);
      if (replay.enough || step == kMostSteps || amount >= most) return replay;
      amount = std::min(most, amount * std::max(kLeastStep, replay.load / bearable_));
    }
  }

  bool IsGrouped(const RevisitPage& page) const {
    return page.group != kNoGroup && group_sizes_.at(page.group) >= options_.least_group;
  }

  RemedyReplay Representatives() const {
    std::unordered_map<std::uint32_t, const RevisitPage*> longest;  // by group
    for (const RevisitPage& page : pages_.pages) {
      if (!IsGrouped(page)) continue;
      const RevisitPage*& best = longest[page.group];
      if (best == nullptr || page.end - page.begin > best->end - best->begin) best = &page;
    }
    std::unordered_set<std::uint64_t> kept;  // keys
    for (const auto& [group, page] : longest)
      kept.insert(page->key);
    const RevisitPages visited = PagesOfSite(pages_, site_, [&](const RevisitPage& page) {
      return !IsGrouped(page) || kept.contains(page.key);
    });
    RemedyReplay replay = Empty(Remedy::kRepresentative);
    replay.unvisited = pages_.pages.size() - visited.pages.size();
    Add(visited, {}, false, replay);
    return Judged(replay);
  }

  RemedyReplay LongGroups() const {
    const double days = ToDays(options_.long_interval);
    RemedyReplay replay = Empty(Remedy::kLongGroups, days);
    Add(PagesOfSite(pages_, site_, [&](const RevisitPage& page) { return IsGrouped(page); }),
        {.least = days}, false, replay);
    Add(PagesOfSite(pages_, site_, [&](const RevisitPage& page) { return !IsGrouped(page); }), {},
        false, replay);
    return Judged(replay);
  }

  const RefreshSetup& setup_;
  const RemedyOptions& options_;
  std::uint32_t site_;
  double download_;
  double bearable_;
  RevisitPages pages_;
  std::vector<LoadedPage> loaded_;  // at the end
  std::unordered_map<std::uint32_t, std::uint32_t> group_sizes_;
};

}  // namespace

RevisitPages PagesOfSite(const RevisitPages& pages, std::uint32_t site,
                         const std::function<bool(const RevisitPage&)>& wanted) {
  RevisitPages part;
  part.sites = pages.sites;
  for (const RevisitPage& page : pages.pages) {
    if (page.site != site || !wanted(page)) continue;
    RevisitPage copy = page;
    copy.first_event = part.times.size();
    for (std::uint64_t i = page.first_event; i < page.last_event; ++i) {
      part.times.push_back(pages.times[i]);
      part.versions.push_back(pages.versions[i]);
      part.simhashes.push_back(pages.simhashes[i]);
      part.has_simhash.push_back(pages.has_simhash[i]);
    }
    copy.last_event = part.times.size();
    part.new_versions += copy.new_versions;
    part.live_days += copy.end - copy.begin;
    part.pages.push_back(copy);
  }
  return part;
}

std::vector<RemedyReplay> ReplayRemedies(const RevisitPages& pages, const RefreshSetup& setup,
                                         const RefreshOutcome& outcome,
                                         const RemedyOptions& options) {
  std::vector<RemedyReplay> replays;
  for (std::uint32_t site = 0; site < outcome.sites.size(); ++site) {
    if (outcome.sites[site].overloaded)
      SiteRemedies(pages, setup, outcome, options, site).AppendTo(replays);
  }
  return replays;
}

}  // namespace meguri
