#include "polite/manners.h"

#include <algorithm>

namespace meguri {

std::string_view IntervalRuleName(IntervalRule rule) {
  switch (rule) {
    case IntervalRule::kConfigured:
      return "configured";
    case IntervalRule::kCrawlDelay:
      return "crawl-delay";
    case IntervalRule::kDownloadTime:
      return "download-time";
    case IntervalRule::kBackOff:
      return "back-off";
    case IntervalRule::kRetryAfter:
      return "retry-after";
  }
  return "configured";
}

void Learn(const IntervalOptions& options, const Access& access, Manners& manners) {
  if (access.reply == Access::Reply::kEndedByUs) return;
  manners.retry_after =
      std::clamp(access.retry_after.value_or(Duration(0)), Duration(0), options.max_retry_after);
  if (access.reply == Access::Reply::kAnswered) {
    manners.download_time = std::max(access.took, Duration(0));
    manners.back_off /= 2;
    if (manners.back_off < options.first_back_off) manners.back_off = Duration(0);
    return;
  }
  // How long a failure took says nothing of how busy a server is.
  manners.back_off = std::clamp(manners.back_off * 2, options.first_back_off, options.max_back_off);
}

Interval IntervalFor(const IntervalOptions& options, const Manners& manners) {
  Interval longest{options.interval, IntervalRule::kConfigured};
  const auto want = [&](Duration length, IntervalRule rule) {
    if (length > longest.length) longest = {length, rule};
  };
  if (manners.crawl_delay) {
    want(std::min(*manners.crawl_delay, options.max_crawl_delay), IntervalRule::kCrawlDelay);
  }
  // Compared before it is multiplied: a download may have taken hours.
  if (options.download_factor > 0 && options.interval > Duration(0)) {
    const Duration most = options.max_from_download / options.download_factor;
    want(manners.download_time >= most ? options.max_from_download
                                       : manners.download_time * options.download_factor,
         IntervalRule::kDownloadTime);
  }
  want(manners.back_off, IntervalRule::kBackOff);
  want(manners.retry_after, IntervalRule::kRetryAfter);
  return longest;
}

}  // namespace meguri
