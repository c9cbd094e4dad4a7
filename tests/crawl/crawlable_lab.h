// A crawl of a served web: all in one process, over real sockets, with real DNS.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/log.h"
#include "crawl/crawl.h"
#include "fetch/live_fetcher.h"
#include "tests/lab/served_web.h"

namespace meguri::testing_crawl {

using CrawlableLab = testing_lab::ServedWeb;

inline CrawlSettings SettingsFor(const CrawlableLab& lab, const std::string& directory) {
  CrawlSettings settings;
  settings.directory = directory;
  settings.seeds = lab.web().SeedUrls();
  settings.scope.kind = ScopeKind::kAny;
  settings.manners.interval = std::chrono::milliseconds(50);
  settings.manners.first_back_off = std::chrono::milliseconds(200);
  settings.manners.download_factor = 0;
  settings.manners.max_crawl_delay = std::chrono::milliseconds(50);
  settings.allow_addresses = {"127.0.0.0/8", "::1"};
  settings.resolver = lab.resolver();
  settings.ca_file = lab.ca_file();
  settings.user_agent = "meguri-test/1";
  settings.shards = 4;
  settings.seed = 7;
  return settings;
}

// Runs a crawl to its end, or until `until` says so, and closes it. `fetcher_allows`: whom the
// fetcher may connect to, if not the settings' own.
inline CrawlStatus RunCrawl(const CrawlSettings& settings,
                            const std::function<bool(const CrawlStatus&)>& until = {},
                            std::chrono::seconds at_most = std::chrono::seconds(240),
                            const std::vector<std::string>& fetcher_allows = {}) {
  RealFiles files;
  RealClock clock;
  StderrSink sink;
  LogOutput output(clock, sink, {.level = LogLevel::kWarning});
  LiveFetcherOptions options;
  options.resolver = settings.resolver;
  options.ca_file = settings.ca_file;
  options.insecure = settings.insecure;
  options.dns_timeout = std::chrono::milliseconds(300);
  options.dns_tries = 2;
  options.max_buffered_bytes = settings.memory_bytes / 8;
  options.max_bytes_per_second = settings.limits.max_rate.value_or(0);
  std::vector<IpRange> ranges;
  for (const std::string& range :
       fetcher_allows.empty() ? settings.allow_addresses : fetcher_allows)
    ranges.push_back(*IpRange::Parse(range));
  options.rule = AddressRule(ranges, false);
  auto fetcher = LiveFetcher::Create(options, clock);
  EXPECT_TRUE(fetcher) << ToString(fetcher.error());
  auto crawl = Crawl::Open(
      settings,
      {.files = files, .clock = clock, .fetcher = **fetcher, .log = Logger(output, "crawl")});
  EXPECT_TRUE(crawl) << ToString(crawl.error());
  if (!crawl) return {};
  // As long as nobody looks on, nothing but the crawl itself should wake it.
  const Duration slice = until ? std::chrono::milliseconds(20) : std::chrono::seconds(5);
  const TimePoint deadline = clock.Now() + at_most;
  while ((*crawl)->status().end == CrawlEnd::kRunning) {
    (*crawl)->RunFor(slice);
    if (until && until((*crawl)->status())) (*crawl)->Stop();
    if (clock.Now() > deadline) {
      ADD_FAILURE() << "the crawl doesn't end";
      break;
    }
  }
  const Status closed = (*crawl)->Close();
  EXPECT_TRUE(closed) << ToString(closed.error());
  return (*crawl)->status();
}

}  // namespace meguri::testing_crawl
