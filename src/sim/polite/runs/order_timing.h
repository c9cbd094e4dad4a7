// bf, opt, irlbot: an order that is given, as early as politeness lets it be. Private to
// polite_run.cc.
//
// A page is asked for once all before it have been, the page that it was found on is there, and its
// server's interval is over.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sim/polite/runs/fetch_record.h"

namespace meguri {

class OrderTiming {
 public:
  OrderTiming(const PoliteWeb& web, const PoliteSetup& setup, const RunOptions& options)
      : web_(web),
        setup_(setup),
        record_(web, setup, options),
        knows_all_(setup.scheduler == SchedulerKind::kOptimum),
        found_(web.size(), TimePoint::max()),
        free_at_(web.servers.count()) {}

  std::optional<PoliteRun> Run(std::span<const PageId> seeds, std::span<const PageId> order) {
    for (const PageId seed : seeds)
      Find(seed, TimePoint{});
    std::uint64_t fetched = 0;
    TimePoint now{};
    Store(fetched);
    for (const PageId page : order) {
      if (record_.stopped()) break;
      TimePoint& free_at = free_at_[web_.server[page]];
      now = std::max(now, free_at);
      if (!knows_all_) now = std::max(now, found_[page]);
      const TimePoint there = record_.Begin(page, now);
      free_at = there + setup_.interval;
      for (const PageId link : web_.web.graph.successors(page))
        Find(link, there);
      Store(++fetched);
    }
    return record_.Finish();
  }

 private:
  void Find(PageId page, TimePoint at) {
    if (found_[page] == TimePoint::max()) ++known_;
    found_[page] = std::min(found_[page], at);
  }
  void Store(std::uint64_t fetched) {
    record_.Stored((knows_all_ ? web_.size() : known_) - fetched, 0);
  }

  const PoliteWeb& web_;
  const PoliteSetup& setup_;
  FetchRecord record_;
  const bool knows_all_;
  std::uint64_t known_ = 0;
  std::vector<TimePoint> found_;    // by page: when the first page that links to it was there
  std::vector<TimePoint> free_at_;  // by server
};

}  // namespace meguri
