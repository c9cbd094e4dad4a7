// The engine behind `meguri crawl`: where the command gets its Fetcher and its Crawl from.
#include <algorithm>
#include <utility>

#include "app/crawl/crawl_run.h"
#include "fetch/live_fetcher.h"

namespace meguri::app {

Result<std::unique_ptr<Fetcher>> MakeFetcher(const CrawlSettings& settings, const Clock& clock) {
  LiveFetcherOptions options;
  MEGURI_TRY(options.rule, AddressRuleOf(settings));
  options.resolver = settings.resolver;
  options.ca_file = settings.ca_file;
  options.insecure = settings.insecure;
  options.idle_connections = std::max<std::size_t>(settings.connections, 100);
  options.max_buffered_bytes = settings.memory_bytes / 8;
  options.max_bytes_per_second = settings.limits.max_rate.value_or(0);
  MEGURI_TRY(std::unique_ptr<LiveFetcher> fetcher, LiveFetcher::Create(options, clock));
  return std::unique_ptr<Fetcher>(std::move(fetcher));
}

Result<std::unique_ptr<Crawl>> OpenCrawl(const CrawlSettings& settings, const CrawlParts& parts) {
  return Crawl::Open(settings, parts);
}

}  // namespace meguri::app
