// What is to be visited now, in memory: for each host a queue with no more than it can be asked for
// within a day at its interval, part of that for new URLs and part for known ones.
//
// A host that is offered more keeps those of the highest priority, and of these the longest due;
// the others are given back by TakeOverflow(), for another day. Whoever gives them back with a
// priority of one more has them in turn, however many there are. A known page is handed out when
// its minute has come, a new one at once; where a host has both, they take turns in the proportion
// of their room.
//
// Add() is O(1) amortised, Take() O(log n) in the host's pages. A page takes 64 bytes and its URL.
// A host's queue may be a quarter above its room until the next TrimAll(). Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "store/queues/due_page.h"

namespace meguri {

struct ShortTermOptions {
  Duration interval = std::chrono::minutes(1);
  // Of a host, if it has its own; null: `interval` for all.
  std::function<Duration(std::string_view host)> interval_of;
  double new_share = 0.5;  // of a host's room, for new URLs; 0 to 1
};

// A page in memory.
struct HeldPage {
  UrlKey key;
  DueMinute due = 0;
  std::uint32_t interval = 0;
  std::uint16_t generation = 0;
  std::uint8_t priority = 0;
  bool is_new = false;
  std::string url;

  explicit HeldPage(const DuePage& page);
  DuePage view() const;
};

class ShortTermQueue {
 public:
  explicit ShortTermQueue(ShortTermOptions options) : options_(std::move(options)) {}

  // The host's number, dense in order of appearance.
  std::uint32_t HostOf(std::string_view url);
  std::string_view host_name(std::uint32_t host) const { return hosts_[host].name; }
  std::size_t hosts() const { return hosts_.size(); }

  void Add(const DuePage& page);
  // The best one that may be visited at `now`.
  std::optional<HeldPage> Take(std::uint32_t host, DueMinute now);
  // When Take() has something: a minute that is past means at once; nullopt: the host has nothing.
  std::optional<DueMinute> NextDue(std::uint32_t host) const;

  // No host has more than its room. Looks at those that were offered something since the last call.
  void TrimAll();
  // Those that found no room.
  std::vector<HeldPage> TakeOverflow() { return std::exchange(overflow_, {}); }
  std::size_t overflow_size() const { return overflow_.size(); }
  // As if nothing had been added.
  void Clear();
  // Hosts that had nothing and were offered something since the last call.
  std::vector<std::uint32_t> TakeWoken();

  std::size_t size() const { return size_; }
  // How many hosts have pages: S of the load index.
  std::size_t busy_hosts() const { return busy_; }
  struct Room {
    std::size_t fresh = 0;
    std::size_t known = 0;
  };
  Room room(std::uint32_t host) const { return hosts_[host].room; }

 private:
  struct Host {
    std::string name;
    Room room;
    std::vector<HeldPage> fresh;  // heaps, best first
    std::vector<HeldPage> known;
    std::vector<HeldPage> later;  // known, not yet due: earliest first
    double credit = 0;            // of new ones: a turn at 1
    bool touched = false;         // since the last TrimAll()
    bool woken = false;           // since the last TakeWoken()

    bool empty() const { return fresh.empty() && known.empty() && later.empty(); }
  };
  struct NameHash {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the library's name
    std::size_t operator()(std::string_view name) const;
  };

  // Cuts to `room`; what goes is in overflow_.
  void Trim(Host& host);
  void TrimHeap(std::vector<HeldPage>& heap, std::size_t room);

  ShortTermOptions options_;
  std::vector<Host> hosts_;
  std::unordered_map<std::string, std::uint32_t, NameHash, std::equal_to<>> numbers_;
  std::string last_origin_;  // pages of a host come together
  std::uint32_t last_host_ = 0;
  std::vector<HeldPage> overflow_;
  std::vector<std::uint32_t> touched_;
  std::vector<std::uint32_t> woken_;
  std::size_t size_ = 0;
  std::size_t busy_ = 0;
};

}  // namespace meguri
