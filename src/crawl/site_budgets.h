// The sites of a shard, and how much of each may be asked for: STAR's budgets, against sites
// without end (`--site-budget star`).
//
// In each round a site may be asked for B_x pages, B_x by the number of other sites that link to it
// (polite/star_budget.h); what it leaves of that is gone, so who is found late has no more. Hosts
// of a site that has used it up are parked: they have URLs, and wait for the next round, or until
// more sites link to theirs. Nothing is lost, only later.
//
// Who links is counted by a hash, keyed with the crawl's seed, in a DistinctCount: exact below 256
// sites, at most 2 kB a site. Link() is O(log 256); the rest O(1), but for the parked ones, O(log
// n). Not thread-safe: owned by one shard. With `on` false all of it is empty, and nobody is
// parked.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/distinct_count.h"
#include "base/hash.h"
#include "polite/star_budget.h"

namespace meguri {

// What the budgets of all shards go by.
struct BudgetRound {
  StarRange range;
  std::uint64_t number = 1;
  std::uint64_t largest = 0;  // sites that link to one and the same
  TimePoint charged;          // the last time that anybody was, or a round began
};

class SiteBudgets {
 public:
  // `round` must outlive this.
  SiteBudgets(bool on, std::uint64_t seed, BudgetRound& round)
      : on_(on), hash_(seed), round_(round) {}

  // It gets the next number, from 0 on.
  void Add(std::string_view site) {
    if (!on_) return;
    sites_.push_back({.hash = std::max<std::uint64_t>(1, hash_.Hash64(site)), .linking = {}});
  }
  // How the site is called where others count it; never 0, but if there are no budgets.
  std::uint64_t NameOf(std::uint32_t site) const { return on_ ? sites_[site].hash : 0; }

  // A page of `from`, of NameOf() in its shard, or 0 for none, has a link to the site. True if it
  // is a site that was not known to.
  bool Link(std::uint64_t from, std::uint32_t number) {
    if (!on_ || from == 0 || from == sites_[number].hash) return false;
    Site& site = sites_[number];
    const std::size_t before = site.linking.memory_bytes();
    if (!site.linking.Add(from)) return false;
    memory_bytes_ += site.linking.memory_bytes() - before;
    round_.largest = std::max(round_.largest, site.linking.count());
    return true;
  }
  std::uint64_t Linking(std::uint32_t site) const { return sites_[site].linking.count(); }
  std::uint32_t Budget(std::uint32_t site) const {
    return StarBudget(Linking(site), round_.largest, round_.range);
  }
  // A page was asked for, whatever came of it.
  void Charge(std::uint32_t site, TimePoint now) {
    if (!on_) return;
    sites_[site].used = UsedOf(sites_[site]) + 1;
    sites_[site].round = round_.number;
    round_.charged = now;
  }
  // How many more may be asked for in this round.
  std::uint64_t Left(std::uint32_t site) const {
    const std::uint64_t budget = Budget(site);
    return budget - std::min(budget, UsedOf(sites_[site]));
  }
  bool IsSpent(std::uint32_t site) const { return on_ && Left(site) == 0; }

  void Park(std::uint32_t site, std::uint32_t host) { parked_[site].push_back(host); }
  // As many as may be asked for at once: they are so no longer.
  std::vector<std::uint32_t> TakeParked(std::uint32_t site) {
    const auto found = parked_.find(site);
    if (found == parked_.end()) return {};
    std::deque<std::uint32_t>& hosts = found->second;
    const auto count =
        static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(hosts.size(), Left(site)));
    std::vector<std::uint32_t> taken(hosts.begin(), hosts.begin() + count);
    hosts.erase(hosts.begin(), hosts.begin() + count);
    if (hosts.empty()) parked_.erase(found);
    return taken;
  }
  // By site: hosts.
  const std::map<std::uint32_t, std::deque<std::uint32_t>>& parked() const { return parked_; }
  std::size_t memory_bytes() const {
    return memory_bytes_ + sites_.capacity() * sizeof(Site) + parked_.size() * kParkedBytes;
  }

 private:
  static constexpr std::size_t kParkedBytes = 700;  // a node, and a deque's first block

  struct Site {
    std::uint64_t hash = 0;
    std::uint64_t round = 0;  // in which it was asked last,
    std::uint64_t used = 0;   // for so many pages
    DistinctCount linking;
  };

  std::uint64_t UsedOf(const Site& site) const {
    return site.round == round_.number ? site.used : 0;
  }

  const bool on_;
  const KeyedHash hash_;
  BudgetRound& round_;
  std::vector<Site> sites_;
  std::map<std::uint32_t, std::deque<std::uint32_t>> parked_;
  std::size_t memory_bytes_ = 0;
};

}  // namespace meguri
