#include "order/incremental_page_rank.h"

namespace meguri {

void IncrementalPageRank::Resize(std::size_t count) {
  scores_.resize(count, 0);
  degrees_.resize(count, kNotFetched);
  if (accumulates()) waiting_.resize(count, 0);
}

void IncrementalPageRank::Remember(UrlId page, double before, double share, std::uint32_t depth) {
  if (accumulates()) {
    const double waiting = waiting_[page] += share;
    const double whole = before + share;
    const double against = cut_off_.score_without_accumulated ? whole - waiting : whole;
    if (waiting > cut_off_.accumulated * against) passings_.push_back({page, 0, depth});
    return;
  }
  if (depth >= cut_off_.max_depth || !GoesTo(before, share)) return;
  passings_.push_back({page, share, depth});
}

std::optional<IncrementalPageRank::Passing> IncrementalPageRank::NextPassing() {
  while (!passings_.empty() && may_receive()) {
    Passing passing = passings_.front();
    passings_.pop_front();
    if (accumulates()) {
      passing.share = waiting_[passing.page];
      if (passing.share == 0) continue;  // an earlier entry has passed it on
      waiting_[passing.page] = 0;
    }
    passing.share = cut_off_.damping * passing.share / degrees_[passing.page];
    return passing;
  }
  return std::nullopt;
}

}  // namespace meguri
