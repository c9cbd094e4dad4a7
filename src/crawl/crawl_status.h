// How a crawl stands: what the live view, the plain lines and the summary show.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/histogram.h"
#include "store/page_record.h"

namespace meguri {

enum class CrawlEnd : std::uint8_t {
  kRunning,
  kFinished,   // nothing is left to fetch
  kPageLimit,  // the limits of CrawlLimits
  kByteLimit,
  kTimeLimit,
  kStopped,  // by Stop()
  kFailed,   // the disk
};
std::string_view CrawlEndName(CrawlEnd end);

struct CrawlStatus {
  CrawlEnd end = CrawlEnd::kRunning;
  bool stopping = false;  // no new requests; waiting for those under way
  std::string trouble;    // what holds it up: a full disk, the memory's cap; "" if nothing
  Duration running{0};    // in this process

  // Over the whole life of the folder; `_now` in this process.
  std::uint64_t pages = 0;  // URLs with an answer in the archive, durable
  std::uint64_t pages_now = 0;
  std::uint64_t pages_kept = 0;        // in this process, durable or soon
  std::uint64_t requests_now = 0;      // robots.txt, redirects and attempts included
  std::uint64_t bytes_now = 0;         // received, heads and bodies
  std::uint64_t archive_bytes = 0;     // packed
  std::uint64_t links_now = 0;         // of pages that were kept
  std::uint64_t table_reads_now = 0;   // what the store asked of its database: keys read
  std::uint64_t table_writes_now = 0;  // and written
  std::uint64_t known_urls = 0;
  std::uint64_t waiting_urls = 0;
  std::uint64_t discarded_now = 0;           // by --overflow discard or --scheduler paper
  std::uint64_t places_taken = 0;            // of --scheduler paper: accesses in slots
  std::uint64_t places_awaited = 0;          // and those that wait for one
  std::optional<std::uint64_t> places;       // there are so many; nullopt: another scheduler
  std::optional<std::uint64_t> round;        // of --site-budget
  std::array<std::uint64_t, 64> ended{};     // URLs done with, by PageEnd
  std::array<std::uint64_t, 6> by_status{};  // answers by class: [2] is 2xx
  std::uint64_t hosts_known = 0;
  std::uint64_t hosts_waiting = 0;  // with something to fetch, for their turn
  std::uint64_t fetches_under_way = 0;
  std::uint64_t lookups_under_way = 0;

  double score_fetched = 0;
  double score_known = 0;
  std::uint64_t memory_bytes = 0;   // resident
  std::uint64_t counted_bytes = 0;  // of what is known of URLs and hosts; three quarters of the cap
  std::uint64_t memory_cap_bytes = 0;
  std::optional<Duration> time_left;  // to the time limit
  std::optional<std::uint64_t> pages_left;
  std::optional<std::uint64_t> bytes_left;
  Histogram fetch_micros;  // how long answers took
};

}  // namespace meguri
