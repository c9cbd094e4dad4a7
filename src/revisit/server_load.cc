#include "revisit/server_load.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace meguri {

PageRate RateOf(Duration interval) {
  if (interval <= Duration::zero()) return 0;
  const std::chrono::duration<double> seconds = std::max(interval, kShortestInterval);
  return static_cast<PageRate>(std::llround(kRatePerSecond / seconds.count()));
}

void FadingMaximum::Add(Duration value, WallTime now) {
  value_ = std::max(value, At(now));
  at_ = now;
}

Duration FadingMaximum::At(WallTime now) const {
  const std::chrono::duration<double> age = std::max(now - at_, std::chrono::microseconds(0));
  const std::chrono::duration<double> half = half_life_;
  const double left = std::exp2(-age.count() / half.count());
  return Duration(static_cast<Duration::rep>(static_cast<double>(value_.count()) * left));
}

ServerLoads::Host& ServerLoads::At(std::uint32_t host) {
  if (host >= hosts_.size()) {
    Host fresh;
    fresh.download = FadingMaximum(options_.half_life);
    hosts_.resize(std::size_t{host} + 1, fresh);
  }
  return hosts_[host];
}

void ServerLoads::Change(std::uint32_t host, PageRate before, PageRate after) {
  Host& changed = At(host);
  const auto apply = [&](Sum& sum) {
    assert(sum.rate >= before);
    sum.rate = sum.rate - before + after;
    sum.pages += (after > 0 ? 1 : 0);
    sum.pages -= (before > 0 ? 1 : 0);
  };
  apply(changed);
  if (changed.server != kNoServer) apply(servers_[changed.server]);
}

void ServerLoads::Move(std::uint32_t host, std::uint32_t server) {
  Host& moved = At(host);
  if (moved.server == server) return;
  if (moved.server != kNoServer) {
    servers_[moved.server].rate -= moved.rate;
    servers_[moved.server].pages -= moved.pages;
  }
  moved.server = server;
  if (server == kNoServer) return;
  if (server >= servers_.size()) servers_.resize(std::size_t{server} + 1);
  servers_[server].rate += moved.rate;
  servers_[server].pages += moved.pages;
}

void ServerLoads::AddDownload(std::uint32_t host, Duration took, WallTime now) {
  At(host).download.Add(took, now);
}

void ServerLoads::SetDue(std::uint32_t host, bool due) {
  Host& changed = At(host);
  if (changed.due == due) return;
  changed.due = due;
  hosts_due_ += due ? 1 : -1;
}

Duration ServerLoads::LongestDownload(std::uint32_t host, WallTime now) const {
  return host < hosts_.size() ? hosts_[host].download.At(now) : Duration::zero();
}

Duration ServerLoads::KeptInterval(std::uint32_t host) const {
  return host_pages(host) >= options_.large_pages ? options_.large_interval : options_.interval;
}

double ServerLoads::LoadIndex(std::uint32_t host, WallTime now) const {
  const std::chrono::duration<double> longest = LongestDownload(host, now);
  const double load = host_load(host);
  if (load <= 0 || longest.count() <= 0) return std::numeric_limits<double>::infinity();
  return 1 / load / longest.count();
}

}  // namespace meguri
