// Names that were looked up, and whether the name server is there at all.
#include <utility>

#include "crawl/crawl_loop.h"
#include "url/host_name.h"

namespace meguri {
namespace {

constexpr std::uint64_t kProbeTicket = 0;  // those of others begin with 1

}  // namespace

void CrawlLoop::OnResolved(ResolveResult result) {
  HearNames(result);
  const auto found = lookups_.find(result.ticket);
  if (found == lookups_.end()) return;
  const Lookup lookup = found->second;
  lookups_.erase(found);
  if (!result.records.empty()) {
    store_->Submit(DnsCapture{.host = result.host,
                              .date = result.date,
                              .records = result.records,
                              .server = result.server});
  }
  // Waiting for a name server, too, has an end.
  const TimePoint now = parts_.clock.Now();
  const bool waits =
      !names_silent_since_ || now - *names_silent_since_ < settings_.manners.max_back_off;
  shards_[lookup.shard]->OnResolved(lookup.host, result, waits ? names_heard_ : now);
  Deliver();
}

// Is it a name that nobody answers, or is the name server gone? Each has an answer for localhost,
// be it that there is none.
void CrawlLoop::HearNames(const ResolveResult& result) {
  const bool is_probe = result.ticket == kProbeTicket;
  if (is_probe) probing_names_ = false;
  if (!url::IsHostName(result.host)) return;  // of such nobody is asked
  if (result.outcome != ResolveOutcome::kUnanswered) {
    names_heard_ = parts_.clock.Now();
    names_silent_since_.reset();
    names_trouble_.clear();
    return;
  }
  if (!names_silent_since_) names_silent_since_ = parts_.clock.Now();
  if (is_probe) {
    names_trouble_ = "no name server answers: " + result.error + "; names are asked for again";
  } else if (!probing_names_ && ending_ == CrawlEnd::kRunning) {
    probing_names_ = true;
    parts_.fetcher.Resolve({.ticket = kProbeTicket, .host = "localhost"});
  }
}

}  // namespace meguri
