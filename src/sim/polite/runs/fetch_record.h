// What all simulated polite crawls write down alike. Private to polite_run.cc.
#pragma once

#include <algorithm>
#include <utility>

#include "sim/polite/polite_run.h"

namespace meguri {

class FetchRecord {
 public:
  FetchRecord(const PoliteWeb& web, const PoliteSetup& setup, const RunOptions& options)
      : web_(web), options_(options), watch_(web.servers.count(), setup.interval) {}

  // The page's server is asked now; gives the moment at which the page is there.
  TimePoint Begin(PageId page, TimePoint now) {
    const Duration took = web_.download(page);
    watch_.Arrive(web_.server[page], now, took);
    run_.order.push_back(page);
    run_.begins.push_back(now);
    run_.stored.push_back(stored_);
    run_.end = std::max(run_.end, now + took);
    if (run_.order.size() % kLookEvery == 0 && options_.fetched != nullptr)
      *options_.fetched += kLookEvery;
    return now + took;
  }
  // So many URLs wait now: in slots or queues, and without one.
  void Peak(std::uint64_t placed, std::uint64_t aside) {
    stored_ = static_cast<std::uint32_t>(placed + aside);
    run_.most_stored = std::max<std::uint64_t>(run_.most_stored, stored_);
    run_.most_placed = std::max(run_.most_placed, placed);
    run_.most_aside = std::max(run_.most_aside, aside);
  }
  // The same after a fetch, whose links are among them.
  void Stored(std::uint64_t placed, std::uint64_t aside) {
    Peak(placed, aside);
    if (!run_.stored.empty()) run_.stored.back() = stored_;
  }
  void Discard() { ++run_.discards; }
  void Step(std::size_t pages) {
    ++run_.steps;
    run_.pages_per_step.Record(pages);
  }
  bool stopped() const { return options_.stop != nullptr && *options_.stop; }

  std::optional<PoliteRun> Finish() {
    if (stopped()) return std::nullopt;
    run_.breaches = watch_.breaches();
    run_.first_breach = watch_.first_breach();
    run_.intervals = watch_.intervals();
    run_.smallest_by_server = watch_.SmallestByServer();
    return std::move(run_);
  }

 private:
  static constexpr std::size_t kLookEvery = 4096;  // pages

  const PoliteWeb& web_;
  const RunOptions& options_;
  IntervalWatch watch_;
  PoliteRun run_;
  std::uint32_t stored_ = 0;
};

}  // namespace meguri
