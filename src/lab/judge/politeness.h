// Was a crawler polite? One request at a time to each host and server, and no sooner than an
// interval after the last one's end.
//
// Requests are sorted by their starts. One is too soon if it starts less than the interval after
// the latest end of all that started before it; a gap below zero means that another was in flight.
// Each request is counted once at most, with the one whose end was the latest. 40 bytes a request;
// n log n. Not thread-safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace meguri {

struct TimedRequest {
  std::int64_t start = 0;  // microseconds
  std::int64_t end = 0;
  std::uint64_t line = 0;
  std::uint32_t host = 0;
  std::uint32_t server = 0;
};
inline constexpr std::uint32_t kNobody = 0xFFFFFFFF;  // no host or server: not judged

struct TooSoon {
  std::uint64_t line = 0;
  std::uint64_t before = 0;          // line of the one that it should have waited for
  std::chrono::microseconds gap{0};  // since its end; negative: it was in flight
  std::string who;                   // host or server

  bool operator==(const TooSoon&) const = default;
};

// Of one host or server.
struct GroupPoliteness {
  std::string name;
  std::uint64_t requests = 0;
  std::uint64_t too_soon = 0;
  std::optional<std::chrono::microseconds> smallest_gap;  // from two requests on

  bool operator==(const GroupPoliteness&) const = default;
};

struct Politeness {
  std::uint64_t too_soon = 0;
  std::optional<std::chrono::microseconds> smallest_gap;
  // Of all, also those in which the crawler had nothing left to ask for.
  std::optional<std::chrono::microseconds> median_gap;
  std::optional<std::chrono::microseconds> gap_99;  // 99 % are no longer
  std::vector<TooSoon> list;                        // the first ones, by line
  std::vector<GroupPoliteness> groups;              // all hosts or servers, by name
};

// By hosts or by servers. `requests` are sorted on the way; `names` are those of the numbers.
// `which`: &TimedRequest::host or &TimedRequest::server.
Politeness JudgePoliteness(std::vector<TimedRequest>& requests, std::uint32_t TimedRequest::*which,
                           const std::vector<std::string>& names,
                           std::chrono::microseconds interval, std::size_t max_listed);

}  // namespace meguri
