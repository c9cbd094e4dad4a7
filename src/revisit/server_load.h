// How much is asked of each host, and of the server that it is on: L = Σ 1/T over its pages, in
// visits a second, where T is the time from one visit of a page to the next.
//
// The sum is kept as its pages' intervals change, O(1) each, and never drifts: a page's rate is a
// whole number of 2⁻⁴⁴ visits a second, so that adding it and taking it away again leaves what was
// there, after any number of changes. Rounding costs at most 2·10⁻⁶ of a page's rate, at 400 days.
//
// Beside it the longest download, as a maximum that fades, and whether the host has work due: with
// C connections and S hosts with work, a host can be kept up with if
//
//     R = (1/L) / max e  ≥  S/C
//
// (the paper of specs/4-refresh.md); and if 1/L is no shorter than the interval that is kept
// between two requests. 48 bytes a host, 16 a server; ids are dense and the caller's. Not
// thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/clock.h"

namespace meguri {

// Visits a second × 2⁴⁴, rounded. Equal intervals have equal rates. No interval: 0.
using PageRate = std::uint64_t;
inline constexpr double kRatePerSecond = 17'592'186'044'416.0;  // 2⁴⁴
// Shorter ones count as this: so many pages at it, 6·10⁷, fit into a sum.
inline constexpr Duration kShortestInterval = std::chrono::minutes(1);

// 0 for an interval of 0: a page that has no next visit.
PageRate RateOf(Duration interval);
constexpr double PerSecond(PageRate rate) { return static_cast<double>(rate) / kRatePerSecond; }

// The largest of what was seen, fading to half in `half_life`, so that one slow download does not
// count for ever.
class FadingMaximum {
 public:
  explicit FadingMaximum(Duration half_life = std::chrono::days(7)) : half_life_(half_life) {}

  void Add(Duration value, WallTime now);
  // 0 if nothing was seen. A clock that goes back fades nothing.
  Duration At(WallTime now) const;

 private:
  Duration half_life_;
  Duration value_{0};
  WallTime at_;
};

struct LoadOptions {
  Duration interval = std::chrono::minutes(1);        // between two requests to a host
  Duration large_interval = std::chrono::seconds(5);  // with as many pages as this, or more
  std::uint64_t large_pages = 10'000;
  Duration half_life = std::chrono::days(7);  // of the longest download
};

class ServerLoads {
 public:
  static constexpr std::uint32_t kNoServer = std::numeric_limits<std::uint32_t>::max();

  explicit ServerLoads(const LoadOptions& options = {}) : options_(options) {}

  // A page's interval was `before` and is `after`; 0: it had none, or has none any more. O(1).
  void Change(std::uint32_t host, Duration before, Duration after) {
    Change(host, RateOf(before), RateOf(after));
  }
  void Change(std::uint32_t host, PageRate before, PageRate after);
  // The host's address is known, or another one. O(1).
  void Move(std::uint32_t host, std::uint32_t server);
  void AddDownload(std::uint32_t host, Duration took, WallTime now);
  void SetDue(std::uint32_t host, bool due);

  // In whole numbers, to be compared with.
  PageRate host_rate(std::uint32_t host) const {
    return host < hosts_.size() ? hosts_[host].rate : 0;
  }
  PageRate server_rate(std::uint32_t server) const {
    return server < servers_.size() ? servers_[server].rate : 0;
  }
  std::uint64_t host_pages(std::uint32_t host) const {
    return host < hosts_.size() ? hosts_[host].pages : 0;
  }
  std::uint64_t server_pages(std::uint32_t server) const {
    return server < servers_.size() ? servers_[server].pages : 0;
  }
  // L.
  double host_load(std::uint32_t host) const { return PerSecond(host_rate(host)); }
  double server_load(std::uint32_t server) const { return PerSecond(server_rate(server)); }
  Duration LongestDownload(std::uint32_t host, WallTime now) const;
  // The interval that is kept between two requests to it.
  Duration KeptInterval(std::uint32_t host) const;
  // R; infinite without pages or downloads.
  double LoadIndex(std::uint32_t host, WallTime now) const;

  std::uint32_t hosts() const { return static_cast<std::uint32_t>(hosts_.size()); }
  std::uint32_t servers() const { return static_cast<std::uint32_t>(servers_.size()); }
  // S.
  std::uint32_t hosts_due() const { return hosts_due_; }

 private:
  struct Sum {
    PageRate rate = 0;
    std::uint64_t pages = 0;
  };
  struct Host : Sum {
    FadingMaximum download;
    std::uint32_t server = kNoServer;
    bool due = false;
  };

  Host& At(std::uint32_t host);

  LoadOptions options_;
  std::vector<Host> hosts_;
  std::vector<Sum> servers_;
  std::uint32_t hosts_due_ = 0;
};

}  // namespace meguri
