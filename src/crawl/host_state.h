// What a shard knows of a host while it runs.
//
//   idle ──▶ resting ──▶ (resolving ──▶) asking ──▶ fetching ──▶ idle
//             own interval  its address    for a turn   one request
//
// A host with nothing to do is idle; one whose robots.txt is fetched from elsewhere waits for that.
// With the O(1) scheduler, one that has its address waits for a slot before it rests and asks.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/ip_address.h"
#include "cluster/message.h"
#include "crawl/origin_robots.h"
#include "order/url_order.h"
#include "polite/manners.h"
#include "store/page_record.h"

namespace meguri {

enum class HostPhase : std::uint8_t {
  kIdle,
  kResting,
  kResolving,
  kAsking,
  kFetching,
  kWaitingForRobots,  // from another host
  kAwaitingSlot,      // in the O(1) scheduler
};

// A URL that is to be tried again, not before.
struct Retry {
  TimePoint not_before;
  UrlId url = 0;
};

struct HostState {
  std::string name;
  std::uint32_t site = 0;  // its number in the shard, for limits
  HostPhase phase = HostPhase::kIdle;

  std::vector<IpAddress> addresses;  // none: not looked up, or not to be had
  std::uint32_t address = 0;         // which of them is asked
  TimePoint addresses_valid_until;
  std::uint16_t lookup_failures = 0;
  std::optional<TimePoint> unanswered_at;  // the last lookup's end, if it was
  // What its URLs end with as long as that is valid: there is no such name, or none of its
  // addresses may be asked.
  std::optional<PageEnd> no_address;
  std::string no_address_why;

  double offered = 0;      // while it asks: what its turn is worth
  TimePoint wanted_since;  // while it asks: when it could have, had the loop been in time

  Manners manners;
  TimePoint free_at;           // its own interval is over
  Interval interval;           // that it then has kept
  std::uint16_t failures = 0;  // requests without an answer, in a row
  bool given_up = false;
  std::uint32_t placed = 0;      // of its accesses, in the O(1) scheduler
  bool slot_is_due = false;      // there: it may ask for a turn
  std::uint32_t left_to_do = 0;  // before the work begins: its known URLs that are not done
  bool parked = false;           // its site's budget is used up, and it waits for the next round

  std::vector<OriginRobots> origins;  // one or two
  std::vector<Retry> retries;
  std::deque<RobotsErrand> errands;  // what others want of it, before its own URLs
  std::uint64_t pages = 0;           // with an answer
};

// What of a host outlives the process.
std::string SaveHost(const HostState& host);
// False if `bytes` are none of SaveHost().
bool LoadHost(std::string_view bytes, HostState& host);
// The same for a server, whose key lies among those of hosts: no host has a blank in its name.
std::string ServerKey(const IpAddress& server);
std::optional<IpAddress> ServerOfKey(std::string_view key);  // nullopt: it is a host's
// And for the robots.txt of an origin.
std::string RobotsKey(std::string_view origin);
std::optional<std::string_view> OriginOfRobotsKey(std::string_view key);
std::string SaveManners(const Manners& manners);
bool LoadManners(std::string_view bytes, Manners& manners);

}  // namespace meguri
