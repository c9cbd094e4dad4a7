// Whose turn it is at each server: one request at a time, and the server's interval between two.
//
//                Request()                 interval over           NextGrant()
//   idle ──────▶ waiting (in the wheel) ──────────────▶ ready ──────────────▶ granted
//    ▲              ▲                                                            │ Ended(), or
//    └── nobody asks ┴──────────── hosts still ask ◀─────────────────────────────┘ max_turn is over
//
// A host that has something to fetch, and whose own interval is over, asks for a turn at its
// server; when the server's interval is over, too, the best of those that ask gets it. Where more
// servers are ready than the caller can serve, NextGrant() gives the one that was offered the best
// URL; a host whose best URL gets better while it asks asks again. A grant that is never reported
// back ends by itself after `max_turn`, and the interval counts from then.
//
// A server is an IPv4 address, or the /64 of an IPv6 one. One that was never asked before is free
// only when its interval since `start` is over, so that a restart breaks no promise.
//
// O(1) amortised, but for the heaps of who is ready and who asks: O(log n). About 100 bytes a
// server. Not thread-safe: owned by the thread that runs the shards in charge of these servers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/ip_address.h"
#include "polite/manners.h"
#include "polite/timing_wheel.h"

namespace meguri {

// The address itself, or the first of its /64.
IpAddress ServerOf(const IpAddress& address);

// A host, as its shard counts.
struct HostRef {
  std::uint32_t shard = 0;
  std::uint32_t host = 0;

  bool operator==(const HostRef&) const = default;
};

struct TurnRequest {
  HostRef host;
  IpAddress server;       // of ServerOf()
  double value = 0;       // of the best URL that the host has: higher first,
  std::uint64_t tie = 0;  // then lower
  bool again = false;     // it asks already; this offer is better
  TimePoint since{};      // when it could have asked, had nobody been late
};

struct Turn {
  HostRef host;
  IpAddress server;
  Interval interval;   // that was kept before it
  Duration waited{0};  // since the host could have asked for it
};

struct TurnKeeperOptions {
  IntervalOptions intervals;
  Duration max_turn = std::chrono::minutes(15);
  // What a process before this one had asked for is over so long after `start`.
  Duration over_after_start{0};
  // The configured interval of a server; null: intervals.interval for all.
  std::function<Duration(const IpAddress& server)> interval_of;
};

class TurnKeeper {
 public:
  TurnKeeper(TurnKeeperOptions options, TimePoint start);

  // What is known from an earlier life. REQUIRES: nobody has asked for the server yet.
  void Restore(const IpAddress& server, const Manners& manners);

  // REQUIRES: the host isn't asking already, and has no turn; or says that it asks again, for the
  // same server: then its offer is replaced, or passed over if it just got its turn.
  void Request(const TurnRequest& request, TimePoint now);
  // Servers whose intervals are over are ready from now on; NextGrant() does it, too.
  void Advance(TimePoint now) { TakeDue(now); }
  // The best turn that may be had now.
  std::optional<Turn> NextGrant(TimePoint now);
  // The turn is over: with an access, which the server's interval counts from, or unused.
  // A turn that has ended by itself is passed over. Gives what is to be kept of the server.
  std::optional<Manners> Ended(const Turn& turn, const std::optional<Access>& access,
                               TimePoint now);

  // Before this NextGrant() gives nothing that it doesn't give now; nullopt: nobody waits.
  std::optional<TimePoint> NextDue() const { return wheel_.NextDue(); }
  bool any_ready() const { return !ready_.empty(); }
  std::uint64_t asking() const { return asking_.size(); }
  std::size_t servers() const { return servers_.size(); }
  // Of offers, replaced ones included: what memory goes by.
  std::size_t entries() const {
    std::size_t count = ready_.size();
    for (const Server& server : servers_)
      count += server.offers.size();
    return count;
  }

 private:
  enum class Phase : std::uint8_t { kIdle, kWaiting, kReady, kGranted };

  struct Offered {
    double value = 0;
    std::uint64_t tie = 0;
    bool operator==(const Offered&) const = default;
  };
  struct Offer {
    Offered offered;
    HostRef host;
    std::uint64_t serial;  // of all offers
  };
  static bool IsWorse(const Offered& a, const Offered& b) {
    return a.value != b.value ? a.value < b.value : a.tie > b.tie;
  }
  struct WorseOffer {
    bool operator()(const Offer& a, const Offer& b) const { return IsWorse(a.offered, b.offered); }
  };
  struct Server {
    IpAddress address;
    Duration configured{0};
    Manners manners;
    TimePoint last_end;  // of the last access, or the start
    Phase phase = Phase::kIdle;
    HostRef granted;
    std::uint32_t asking = 0;   // hosts
    std::vector<Offer> offers;  // a heap, best first; may have some that are replaced by others
  };
  struct Ready {
    Offered offered;
    std::uint64_t serial;  // of the offer
    std::uint32_t server;
  };
  struct WorseReady {
    bool operator()(const Ready& a, const Ready& b) const {
      return a.offered == b.offered ? a.server > b.server : IsWorse(a.offered, b.offered);
    }
  };
  struct AddressHash {
    std::size_t operator()(const IpAddress& address) const;
  };

  std::uint32_t Find(const IpAddress& address);
  Interval IntervalOf(const Server& server) const;
  bool IsCurrent(const Offer& offer) const;
  bool IsCurrent(const Ready& ready) const;
  // So that the first offer is a current one, and not many more than half of them are replaced
  // ones.
  void DropReplaced(Server& server);
  // Waits for the end of its interval, or is idle if nobody asks.
  void Rearm(std::uint32_t number, TimePoint now);
  void MakeReady(std::uint32_t number);
  void TakeDue(TimePoint now);

  TurnKeeperOptions options_;
  const TimePoint start_;
  TimingWheel wheel_;
  std::unordered_map<IpAddress, std::uint32_t, AddressHash> numbers_;
  std::vector<Server> servers_;
  // A heap, with an entry for each better offer: those that are no longer current are dropped at
  // the top, and once they are more than half.
  std::vector<Ready> ready_;
  struct Asking {
    std::uint64_t serial;  // of its offer
    std::uint32_t server;
    TimePoint since;
  };
  std::unordered_map<std::uint64_t, Asking> asking_;  // by host
  std::uint64_t last_serial_ = 0;
};

}  // namespace meguri
