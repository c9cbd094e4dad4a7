// The engine behind `meguri crawl`: where the command gets its Fetcher and its Crawl from.
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "app/crawl/crawl_run.h"
#include "base/ip_address.h"
#include "base/printable.h"

namespace meguri::app {

bool AsksStrangers(const CrawlSettings& settings) {
  return !settings.contact.empty() && settings.manners.interval >= kLeastPublicInterval;
}

Result<AddressRule> AddressRuleOf(const CrawlSettings& settings) {
  std::vector<IpRange> allowed;
  for (const std::string& text : settings.allow_addresses) {
    const auto range = IpRange::Parse(text);
    if (!range) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("--allow-address: '{}' is no range of addresses", Printable(text)));
    }
    allowed.push_back(*range);
  }
  return AddressRule(std::move(allowed), AsksStrangers(settings));
}

// TO COMPLETE: with fetch/live_fetcher.h this becomes LiveFetcher::Create() of settings.resolver,
// ca_file, insecure, connections (idle_connections) and AddressRuleOf(settings).
Result<std::unique_ptr<Fetcher>> MakeFetcher(const CrawlSettings& settings,
                                             const Clock& /*clock*/) {
  MEGURI_TRY([[maybe_unused]] const AddressRule rule, AddressRuleOf(settings));
  return Fail(ErrorCode::kUnsupported, "this build can't fetch yet");
}

// TO COMPLETE: Crawl::Open(settings, parts).
Result<std::unique_ptr<Crawl>> OpenCrawl(const CrawlSettings& /*settings*/,
                                         const CrawlParts& /*parts*/) {
  return Fail(ErrorCode::kUnsupported, "this build can't crawl yet");
}

}  // namespace meguri::app
