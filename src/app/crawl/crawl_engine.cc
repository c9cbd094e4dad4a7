// The engine behind `meguri crawl`: where the command gets its Fetcher and its Crawl from.
#include <utility>

#include "app/crawl/connection_room.h"
#include "app/crawl/crawl_run.h"
#include "fetch/live_fetcher.h"

namespace meguri::app {

Result<std::unique_ptr<Fetcher>> MakeFetcher(const CrawlSettings& settings, const Clock& clock) {
  MEGURI_TRY(const ConnectionRoom room,
             RoomForConnections(MostDescriptors(), settings.connections));
  LiveFetcherOptions options;
  MEGURI_TRY(options.rule, AddressRuleOf(settings));
  options.resolver = settings.resolver;
  options.ca_file = settings.ca_file;
  options.insecure = settings.insecure;
  options.idle_connections = room.idle;
  options.max_buffered_bytes = settings.memory_bytes / 8;
  options.max_bytes_per_second = settings.limits.max_rate.value_or(0);
  MEGURI_TRY(std::unique_ptr<LiveFetcher> fetcher, LiveFetcher::Create(options, clock));
  return std::unique_ptr<Fetcher>(std::move(fetcher));
}

Result<std::unique_ptr<Crawl>> OpenCrawl(const CrawlSettings& settings, const CrawlParts& parts) {
  MEGURI_TRY(const ConnectionRoom room,
             RoomForConnections(MostDescriptors(), settings.connections));
  if (room.under_way == settings.connections) return Crawl::Open(settings, parts);
  parts.log.Warning("not all connections fit into the files that a process may open (ulimit -Hn)",
                    {{"connections", room.under_way}, {"files", MostDescriptors()}});
  CrawlSettings fitting = settings;
  fitting.connections = room.under_way;
  return Crawl::Open(fitting, parts);
}

}  // namespace meguri::app
