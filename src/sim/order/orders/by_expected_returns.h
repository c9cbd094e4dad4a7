// meguri: by the scores of order/expected_returns.h, best first; and, of crawls with many seeds, at
// first for a part the oldest. Private to order_run.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "order/best_first_queue.h"
#include "order/expected_returns.h"
#include "order/oldest_share.h"
#include "sim/order/discovery.h"
#include "sim/order/order_web.h"

namespace meguri {

class ByExpectedReturns {
 public:
  explicit ByExpectedReturns(const OrderWeb& web)
      : web_(web), discovery_(web), keys_{scores_, discovery_}, queue_(keys_) {
    scores_.Resize(web.size());
    found_.reserve(web.size());
  }
  ByExpectedReturns(const ByExpectedReturns&) = delete;  // the queue refers to it
  ByExpectedReturns& operator=(const ByExpectedReturns&) = delete;

  void AddSeed(PageId seed) {
    discovery_.AddSeed(seed);
    scores_.Found(seed, ExpectedReturns::kNone, SiteOf(seed), false);
    found_.push_back(seed);
    oldest_.AddSeed();
    ++seeds_left_;
  }

  std::optional<PageId> Next() {
    if (oldest_.is_due()) {
      if (const auto oldest = Oldest()) return Chosen(*oldest, false);
    }
    while (const std::optional<PageId> page = queue_.Pop()) {
      if (!scores_.KeepsPlace(*page)) {  // the page it was found on has sunk since
        queue_.Add(*page);
        continue;
      }
      if (const auto hint = queue_.Hint()) web_.graph.Prefetch(*hint);
      return Chosen(*page, true);
    }
    return std::nullopt;
  }

  void Fetch(PageId page) {
    if (seeds_left_ > 0) {  // they are fetched without being asked for
      Chosen(page, false);
      --seeds_left_;
    }
    const auto links = web_.graph.successors(page);
    Prefetch(links);
    if (const auto parent = scores_.Begin(page, SiteOf(page), links.size()))
      Pass(scores_.TakePassing(*parent));
    if (!links.empty()) {
      double back = 0;
      discovery_.Expand(page, [&](PageId link) {
        found_.push_back(link);
        back += scores_.Found(link, page, SiteOf(link), SiteOf(link) != SiteOf(page));
      });
      scores_.Earn(links.size(), Send(links, scores_.Share(page, back, 0)));
    }
    while (const auto passing = scores_.NextPassing()) {
      if (const auto next = scores_.InLine(1)) web_.graph.Prefetch(*next);
      Pass(*passing);
    }
    if (const auto next = scores_.InLine(0)) web_.graph.Prefetch(*next);
  }

  std::uint64_t updates() const { return scores_.updates(); }
  double score(PageId page) const { return scores_.score(page); }

 private:
  // What the queue asks.
  struct Keys {
    const ExpectedReturns& scores;
    const Discovery& discovery;
    double score(UrlId url) const { return scores.key(url); }
    std::uint32_t tie(UrlId url) const { return discovery.found(url); }
    bool waits(UrlId url) const { return !scores.fetched(url); }
    void Prefetch(UrlId url) const { scores.Prefetch(url); }
  };
  std::uint32_t SiteOf(PageId page) const {
    return web_.sites.empty() ? ExpectedReturns::kNoSite : web_.sites[page];
  }

  PageId Chosen(PageId page, bool best) {
    scores_.Choose(page, best);
    oldest_.Count(!best && seeds_left_ == 0);
    return page;
  }
  std::optional<PageId> Oldest() {
    while (next_oldest_ < found_.size() && scores_.fetched(found_[next_oldest_]))
      ++next_oldest_;
    if (next_oldest_ == found_.size()) return std::nullopt;
    return found_[next_oldest_++];
  }

  void Prefetch(std::span<const PageId> links) const {
    for (const PageId link : links)
      scores_.Prefetch(link);
  }
  void Pass(const ExpectedReturns::Passing& passing) {
    const auto links = web_.graph.successors(passing.page);
    Prefetch(links);
    Send(links, passing.share);
  }
  // Gives how many of them wait.
  std::size_t Send(std::span<const PageId> links, double share) {
    std::size_t waiting = 0;
    for (const PageId link : links) {
      const float before = scores_.key(link);
      if (!scores_.Receive(link, share)) continue;
      ++waiting;
      if (before == 0) {
        queue_.Add(link);
      } else {
        queue_.Move(link, before);
      }
    }
    return waiting;
  }

  const OrderWeb& web_;
  Discovery discovery_;
  ExpectedReturns scores_;
  const Keys keys_;
  BestFirstQueue<Keys> queue_;
  std::vector<PageId> found_;
  std::size_t next_oldest_ = 0;
  std::size_t seeds_left_ = 0;
  OldestShare oldest_;
};

}  // namespace meguri
