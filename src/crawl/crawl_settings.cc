#include "crawl/crawl_settings.h"

#include <fmt/format.h>

#include "base/printable.h"

namespace meguri {

bool Covers(const HostSettings& settings, std::string_view host) {
  if (!host.ends_with(settings.host)) return false;
  host.remove_suffix(settings.host.size());
  return host.empty() || host.ends_with('.');
}

std::string UserAgentOf(const CrawlSettings& settings) {
  if (!settings.user_agent.empty()) return settings.user_agent;
  return settings.contact.empty() ? "meguri" : fmt::format("meguri (+{})", settings.contact);
}

bool AsksStrangers(const CrawlSettings& settings) {
  return !settings.contact.empty() && settings.manners.interval >= kLeastPublicInterval;
}

Result<AddressRule> AddressRuleOf(const CrawlSettings& settings) {
  std::vector<IpRange> ranges;
  for (const std::string& text : settings.allow_addresses) {
    const auto range = IpRange::Parse(text);
    if (!range) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("--allow-address: '{}' is no range of addresses; want one such as "
                              "10.0.0.0/8",
                              Printable(text)));
    }
    if (IsPartOfTheInternet(*range)) {
      return Fail(
          ErrorCode::kInvalidArgument,
          fmt::format("--allow-address: '{}' is not the range of your own machines, but much "
                      "of the internet; public ones may be /16 at the widest (IPv6: /32)",
                      text));
    }
    ranges.push_back(*range);
  }
  return AddressRule(std::move(ranges), AsksStrangers(settings));
}

}  // namespace meguri
