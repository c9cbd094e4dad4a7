// Rounds of site budgets: when the next one begins.
#include <algorithm>
#include <optional>

#include "crawl/crawl_loop.h"

namespace meguri {

// Nothing is under way, and nobody who is due is so before then.
bool CrawlLoop::IsQuietUntil(TimePoint then) const {
  if (!flights_.empty() || !lookups_.empty() || !planned_.empty() || unread() > 0 ||
      exchange_.size() > 0 || keeper_->any_ready()) {
    return false;
  }
  const auto is_later = [then](std::optional<TimePoint> due) { return !due || *due > then; };
  return is_later(keeper_->NextDue()) && (!slots_ || !slots_->NextDue()) &&
         std::ranges::all_of(shards_,
                             [&](const auto& shard) { return is_later(shard->NextDue()); });
}

Duration CrawlLoop::RoundPatience() const { return 2 * settings_.manners.interval + kHearsOfIt; }

// What costs no budget (robots.txt, names, who drips or wants long pauses) may go on for ever.
std::optional<TimePoint> CrawlLoop::RoundDue() const {
  const bool parked =
      std::ranges::any_of(shards_, [](const auto& shard) { return shard->has_parked(); });
  if (!parked || ending_ != CrawlEnd::kRunning) return std::nullopt;
  return context_->budgets.charged + 2 * RoundPatience();
}

bool CrawlLoop::BeginNextRound(TimePoint now) {
  const auto due = RoundDue();
  if (!due) return false;
  const bool is_over = now >= *due;
  if (!is_over && !IsQuietUntil(now + RoundPatience()) && !AllIdle()) return false;
  const bool awaited =
      std::ranges::any_of(shards_, [](const auto& shard) { return shard->AwaitsRound(); });
  if (is_over || awaited) context_->budgets.charged = now;
  if (!awaited) return false;
  ++context_->budgets.number;
  for (const auto& shard : shards_)
    shard->BeginRound();
  Deliver();
  return true;
}

}  // namespace meguri
