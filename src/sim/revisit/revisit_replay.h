// A revisit crawl of given pages by one policy, on virtual time: each access at the very moment
// that the policy wants it, but no sooner than an hour after the one before.
//
// A policy that counts plain days goes through one page after the other; one with a clock for each
// site through the accesses of a site by time. Linear in accesses and events, with a heap in the
// latter case; deterministic: chance is drawn of seed, page and access.
#pragma once

#include <algorithm>
#include <cstdint>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "revisit/visit.h"
#include "sim/draws.h"
#include "sim/revisit/page_watch.h"

namespace meguri {

struct ReplayOptions {
  revisit::Tuning tuning;
  bool ignore_trivial = false;
  double shortest = revisit::kHour;  // days
  std::uint64_t seed = 1;
  std::uint64_t most_accesses = UINT64_MAX;  // with more it ends at once
};

// Told of each access and of each page's end; the base of those that want to know more.
struct ReplayListener {
  void OnAccess(const RevisitPage& /*page*/, double /*interval*/, bool /*changed*/,
                bool /*captured*/) {}
  // `rate`: a day, as the policy believes then; 0: it has no idea.
  void OnEnd(const RevisitPage& /*page*/, double /*rate*/) {}
  void OnSite(std::uint32_t /*site*/, const RevisitCounts& /*counts*/) {}
};

template <class Policy, class Listener>
class RevisitReplay {
 public:
  // All must outlive it.
  RevisitReplay(const RevisitPages& pages, const Policy& policy, const ReplayOptions& options,
                Listener& listener)
      : pages_(pages), policy_(policy), options_(options), listener_(listener) {}

  RevisitCounts Run() {
    const std::span<const RevisitPage> all = pages_.pages;
    for (std::size_t from = 0; from < all.size() && !over();) {
      std::size_t to = from;
      while (to < all.size() && all[to].site == all[from].site)
        ++to;
      RunSite(all.subspan(from, to - from));
      from = to;
    }
    return counts_;
  }

 private:
  struct Visited {
    Visited(const RevisitPages& pages, const RevisitPage& page, const ReplayOptions& options)
        : watch(pages, page, options.ignore_trivial),
          key(Draw(page.key, options.seed)),
          last(page.begin),
          last_clock(page.begin) {}

    double NextUniform() { return static_cast<double>(NextMixed(key) >> 11U) * 0x1p-53; }

    PageWatch watch;
    typename Policy::Page state;
    std::uint64_t key;
    double last;  // access
    double last_clock;
  };

  struct Due {
    double clock;
    std::uint32_t page;
    bool operator<(const Due& other) const {  // the least is the queue's top
      return clock != other.clock ? clock > other.clock : page > other.page;
    }
  };

  bool over() const { return counts_.accesses > options_.most_accesses; }

  // Days until the second access.
  double First(Visited& page, typename Policy::Site& site) const {
    return policy_.First(
        page.state, site,
        {.now = page.last, .uniform = page.NextUniform(), .known_rate = page.watch.page().rate},
        options_.tuning);
  }

  // At `time`; days until the next.
  double Access(Visited& page, typename Policy::Site& site, double time, double clock) {
    const std::uint64_t before = counts_.captured;
    const bool changed = page.watch.Access(time, counts_);
    const double interval = time - page.last;
    listener_.OnAccess(page.watch.page(), interval, changed, counts_.captured > before);
    page.last = time;
    return policy_.Next(page.state, site,
                        {.now = time,
                         .interval = interval,
                         .clock_interval = clock - std::exchange(page.last_clock, clock),
                         .changed = changed,
                         .uniform = page.NextUniform()},
                        options_.tuning);
  }

  void Finish(Visited& page) {
    page.watch.Finish(counts_);
    listener_.OnEnd(page.watch.page(), policy_.Rate(page.state));
  }

  void RunSite(std::span<const RevisitPage> pages) {
    typename Policy::Site site{};
    const RevisitCounts before = counts_;
    if constexpr (Policy::kSiteClock) {
      RunByTime(pages, site);
    } else {
      for (const RevisitPage& page : pages)
        RunPage(page, site);
    }
    RevisitCounts of_site = counts_;
    of_site.accesses -= before.accesses;
    of_site.captured -= before.captured;
    of_site.fresh_days -= before.fresh_days;
    listener_.OnSite(pages.front().site, of_site);
  }

  void RunPage(const RevisitPage& page, typename Policy::Site& site) {
    Visited visited(pages_, page, options_);
    double interval = First(visited, site);
    for (;;) {
      const double time = visited.last + std::max(interval, options_.shortest);
      if (!(time < page.end) || over()) break;
      interval = Access(visited, site, time, time);
    }
    Finish(visited);
  }

  // The site's clock shows `clock` at `time`, and runs at the policy's speed since then.
  void RunByTime(std::span<const RevisitPage> pages, typename Policy::Site& site) {
    std::vector<Visited> visited;
    visited.reserve(pages.size());
    std::vector<std::uint32_t> births(pages.size());
    for (std::uint32_t i = 0; i < pages.size(); ++i) {
      visited.emplace_back(pages_, pages[i], options_);
      births[i] = i;
    }
    std::ranges::stable_sort(births, {}, [&](std::uint32_t i) { return pages[i].begin; });
    std::priority_queue<Due> queue;
    std::size_t born = 0;
    double time = 0;
    double clock = 0;
    while ((born < births.size() || !queue.empty()) && !over()) {
      const double speed = policy_.ClockSpeed(site);
      double at = kRevisitDays;
      std::uint32_t page = 0;
      const bool has_due = !queue.empty();
      if (has_due) {
        page = queue.top().page;
        at = std::max(time, time + (queue.top().clock - clock) / speed);
      }
      const bool birth = born < births.size() && (!has_due || pages[births[born]].begin <= at);
      if (birth) {
        page = births[born++];
        at = std::max(time, pages[page].begin);
      } else {
        queue.pop();
        // A clock that ran fast may have made it due within the shortest interval.
        const double soonest = visited[page].last + options_.shortest;
        constexpr double kRounding = 1e-9;  // days; else it might come up for ever just before
        if (at + kRounding < soonest) {
          queue.push({clock + (soonest - time) * speed, page});
          continue;
        }
      }
      clock += (at - time) * speed;
      time = at;
      if (!(time < pages[page].end)) continue;
      if (birth) visited[page].last_clock = clock;
      const double interval =
          birth ? First(visited[page], site) : Access(visited[page], site, time, clock);
      if (interval == revisit::kNever) continue;
      const double now_speed = policy_.ClockSpeed(site);
      queue.push({clock + std::max(interval, options_.shortest * now_speed), page});
    }
    for (Visited& each : visited)
      Finish(each);
  }

  const RevisitPages& pages_;
  const Policy& policy_;
  const ReplayOptions& options_;
  Listener& listener_;
  RevisitCounts counts_;
};

}  // namespace meguri
