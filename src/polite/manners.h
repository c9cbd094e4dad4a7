// How long a host, and a server, is left alone after an access: the longest of what several rules
// want, and which of them it was, for the log by which we are judged.
//
//   kConfigured    the user's interval
//   kCrawlDelay    what robots.txt asks for, up to a cap (0: rather more often than we would is
//                  no rule)
//   kDownloadTime  ten times what the last download took, up to 30 s: who is slow is busy
//   kBackOff       doubles with each 429, 503 and failed connection in a row, and halves with each
//                  success, until it is forgotten
//   kRetryAfter    what the last answer asked for, up to a cap; for the next access only
//
// Pure: the state is a small value that the caller keeps, on disk too; only durations are in it,
// since clocks don't survive a restart. After a start the whole interval counts from the start.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/clock.h"

namespace meguri {

enum class IntervalRule : std::uint8_t {
  kConfigured,
  kCrawlDelay,
  kDownloadTime,
  kBackOff,
  kRetryAfter,
};
// "configured", "crawl-delay", "download-time", "back-off", "retry-after".
std::string_view IntervalRuleName(IntervalRule rule);

struct IntervalOptions {
  Duration interval = std::chrono::seconds(5);
  Duration max_crawl_delay = std::chrono::minutes(5);
  std::uint32_t download_factor = 10;  // 0 switches that rule off; so does an interval of 0
  Duration max_from_download = std::chrono::seconds(30);
  Duration first_back_off = std::chrono::seconds(30);
  Duration max_back_off = std::chrono::hours(1);
  Duration max_retry_after = std::chrono::hours(24);
};

// Who is cut off in the middle goes on sending until it hears of it: a request that we end, or that
// ends with our process, is over for the server no later than this.
inline constexpr Duration kHearsOfIt = std::chrono::milliseconds(100);

// What an access came to, as far as manners go.
struct Access {
  enum class Reply : std::uint8_t {
    kAnswered,   // with whatever status but the next
    kBusy,       // 429 or 503
    kFailed,     // no answer: connection refused, reset, timed out
    kEndedByUs,  // says nothing of the server
  };
  Reply reply = Reply::kAnswered;
  TimePoint end = TimePoint::max();  // from which the interval counts; max: from now
  Duration took{0};
  std::optional<Duration> retry_after;
};

// What is known of a host or server, and kept.
struct Manners {
  std::optional<Duration> crawl_delay;  // of robots.txt; a server has none
  Duration download_time{0};            // of the last answer
  Duration back_off{0};
  Duration retry_after{0};

  bool operator==(const Manners&) const = default;
};

struct Interval {
  Duration length{0};
  IntervalRule rule = IntervalRule::kConfigured;

  bool operator==(const Interval&) const = default;
};

// Takes note of an access that has ended.
void Learn(const IntervalOptions& options, const Access& access, Manners& manners);

// From the end of the last access, or from our start, to the next.
Interval IntervalFor(const IntervalOptions& options, const Manners& manners);

}  // namespace meguri
