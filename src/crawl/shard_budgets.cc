// What a shard does with sites whose budget is used up: they wait for the next round.
#include <algorithm>
#include <vector>

#include "crawl/shard.h"

namespace meguri {

bool Shard::IsOverBudget(const HostState& host) const { return budgets_.IsSpent(host.site); }

void Shard::Park(std::uint32_t host) {
  HostState& state = hosts_[host];
  state.slot_is_due = false;
  if (state.parked) return;
  state.parked = true;
  budgets_.Park(state.site, host);
}

void Shard::WakeParked(std::uint32_t site) {
  for (const std::uint32_t host : budgets_.TakeParked(site)) {
    hosts_[host].parked = false;
    WakeHost(host);
  }
}

void Shard::CountLink(const FoundUrls& found, std::uint32_t host) {
  const std::uint32_t site = hosts_[host].site;
  if (budgets_.Link(found.from_site, site) && !IsOverBudget(hosts_[host])) WakeParked(site);
}

bool Shard::AwaitsRound() const {
  return std::ranges::any_of(budgets_.parked(), [this](const auto& parked) {
    return std::ranges::any_of(parked.second,
                               [this](std::uint32_t host) { return HasWork(hosts_[host], host); });
  });
}

void Shard::BeginRound() {
  std::vector<std::uint32_t> sites;
  for (const auto& [site, hosts] : budgets_.parked())
    sites.push_back(site);
  for (const std::uint32_t site : sites)
    WakeParked(site);
}

}  // namespace meguri
