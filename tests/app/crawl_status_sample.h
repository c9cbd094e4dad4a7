// How a made-up crawl stands, for the tests of what shows it.
#pragma once

#include <chrono>
#include <cstddef>

#include "crawl/crawl_status.h"

namespace meguri::app {

inline std::uint64_t& Ended(CrawlStatus& status, PageEnd end) {
  return status.ended[static_cast<std::size_t>(end)];
}

inline CrawlStatus SampleStatus() {
  CrawlStatus status;
  status.running = std::chrono::seconds(754);
  status.pages = 12345;
  status.pages_now = 12345;
  status.requests_now = 15000;
  status.bytes_now = 1'234'000'000;
  status.archive_bytes = 310'000'000;
  status.known_urls = 1'234'567;
  status.waiting_urls = 934'211;
  Ended(status, PageEnd::kFetched) = 12345;
  Ended(status, PageEnd::kRobots) = 1200;
  Ended(status, PageEnd::kTimedOut) = 12;
  Ended(status, PageEnd::kNoSuchName) = 34;
  status.by_status = {0, 0, 11000, 900, 400, 45};
  status.hosts_known = 1202;
  status.hosts_waiting = 311;
  status.fetches_under_way = 120;
  status.lookups_under_way = 3;
  status.score_fetched = 1.5;
  status.score_known = 4.5;
  status.memory_bytes = 512'000'000;
  status.memory_cap_bytes = 2'048'000'000;
  status.fetch_micros.RecordMany(210'000, 100);
  return status;
}

}  // namespace meguri::app
