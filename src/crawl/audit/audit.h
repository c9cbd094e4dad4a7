// Was a crawl polite, by its own log of requests? docs/design/audit.md.
//
// For each host and each server (an address; IPv6: its /64):
//   - one request in flight at most;
//   - each starts no sooner than the interval that it states after the end of the one before, and
//     after the process began;
//   - no interval stated is shorter than the user's.
// What can't be proved is no proof: a line that is damaged or missing makes the audit unclean.
// A last line that is cut short, and requests without an end, are what a killed process leaves and
// count as ended when the next one began.
//
// One pass over the files; about 100 bytes of memory for each host and server of a process.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/histogram.h"
#include "base/result.h"
#include "crawl/audit/request_log.h"
#include "polite/manners.h"

namespace meguri {

enum class BreachKind : std::uint8_t {
  kInFlight,       // another had not ended
  kTooSoon,        // after the end of the one before
  kAfterStart,     // too soon after the process began
  kShortInterval,  // states less than the user wants
};
inline constexpr std::size_t kBreachKinds = 4;
// "in-flight", "too-soon", "after-start", "short-interval".
std::string_view BreachKindName(BreachKind kind);

struct LogPlace {
  std::string file;        // its name, without the folder
  std::uint64_t line = 0;  // from 1; 0: none

  bool operator==(const LogPlace&) const = default;
};

struct Breach {
  BreachKind kind = BreachKind::kTooSoon;
  bool server = false;  // of a server; else of a host
  std::string who;
  LogPlace place;
  LogPlace before;                      // the request before, for the first two kinds
  std::chrono::microseconds got{0};     // how long it waited, or stated
  std::chrono::microseconds wanted{0};  // and should have; 0 for kInFlight
  std::string url;
};

struct Damage {
  LogPlace place;
  std::string what;
};

// An interval that was kept.
struct LongWait {
  std::string who;
  bool server = false;
  LogPlace place;
  std::chrono::microseconds interval{0};
  IntervalRule rule = IntervalRule::kConfigured;
};

// Hosts, or servers.
struct AuditSide {
  std::array<std::uint64_t, kBreachKinds> breaches{};
  std::array<std::uint64_t, 5> by_rule{};  // requests, by IntervalRule
  std::uint64_t seen = 0;                  // of the process that saw the most
  // From an end to the next start, in thousandths of the interval; without intervals of 0, and
  // without the time in which nothing was asked for.
  Histogram gap_permille;
};

struct Audit {
  std::uint64_t files = 0;
  std::uint64_t lines = 0;
  std::uint64_t processes = 0;
  std::uint64_t requests = 0;
  std::uint64_t unfinished = 0;  // without an end
  std::uint64_t bytes = 0;
  std::array<std::uint64_t, kRequestKinds> by_kind{};
  AuditSide hosts;
  AuditSide servers;
  std::vector<Breach> breaches;  // the first ones
  std::vector<LongWait> longest;

  std::uint64_t damaged = 0;    // lines
  std::uint64_t missing = 0;    // requests whose numbers were left out
  std::uint64_t torn = 0;       // files whose last line is cut short
  std::vector<Damage> damages;  // the first ones
  bool beginning_lost = false;  // the first file goes on from one that is not there

  std::uint64_t breach_count() const;
  bool clean() const { return breach_count() == 0 && damaged == 0 && missing == 0; }
};

struct AuditOptions {
  std::size_t max_listed = 20;  // breaches, and damaged lines
  std::size_t longest_waits = 5;
  // Now and then, with what was read so far.
  std::function<void(std::uint64_t lines, std::uint64_t bytes)> progress;
};

// Of the crawl in `directory`, or of the files themselves if they lie there. kNotFound if there is
// no request log.
Result<Audit> AuditRequests(Files& files, const std::string& directory,
                            const AuditOptions& options = {});

}  // namespace meguri
