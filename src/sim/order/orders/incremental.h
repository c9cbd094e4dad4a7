// ipr: Incremental PageRank by the class of the live crawl, with one queue over all URLs. Private
// to order_run.cc.
#pragma once

#include <optional>

#include "order/best_first_queue.h"
#include "order/incremental_page_rank.h"
#include "sim/order/order_web.h"

namespace meguri {

class Incremental {
 public:
  Incremental(const OrderWeb& web, const CutOff& cut_off)
      : web_(web), ranks_(cut_off), queue_(*this) {
    ranks_.Resize(web.size());
  }
  Incremental(const Incremental&) = delete;  // the queue refers to it
  Incremental& operator=(const Incremental&) = delete;

  void AddSeed(PageId seed) { ranks_.SetNote(seed, found_++); }
  std::optional<PageId> Next() {
    const std::optional<PageId> next = queue_.Pop();
    if (const auto hint = queue_.Hint()) web_.graph.Prefetch(*hint);
    return next;
  }

  void Fetch(PageId page) {
    const auto links = web_.graph.successors(page);
    for (const PageId link : links)
      ranks_.Prefetch(link);
    if (!web_.sites.empty()) NumberOtherSites(page);
    const double share = ranks_.Fetch(page, links.size());
    for (const PageId link : links) {
      const double before = ranks_.score(link);
      if (!ranks_.Receive(link, share, 1)) continue;
      if (ranks_.note(link) == IncrementalPageRank::kNoNote) ranks_.SetNote(link, found_++);
      Place(link, before);
    }
    updates_ += links.size();
    while (const auto passing = ranks_.NextPassing())
      Pass(*passing);
  }
  std::uint64_t updates() const { return updates_; }

  double score(PageId page) const { return ranks_.score(page); }
  std::uint32_t tie(PageId page) const { return ranks_.note(page); }
  bool waits(PageId page) const { return !ranks_.fetched(page); }
  void Prefetch(PageId page) const { ranks_.Prefetch(page); }

 private:
  // Of the URLs that are new on a page, those on other sites were found first.
  void NumberOtherSites(PageId page) {
    for (const PageId link : web_.graph.successors(page)) {
      if (ranks_.note(link) == IncrementalPageRank::kNoNote && web_.sites[link] != web_.sites[page])
        ranks_.SetNote(link, found_++);
    }
  }

  void Pass(const IncrementalPageRank::Passing& passing) {
    for (const PageId link : web_.graph.successors(passing.page)) {
      if (!ranks_.may_receive()) break;
      const double before = ranks_.score(link);
      if (ranks_.Receive(link, passing.share, passing.depth + 1)) Place(link, before);
      ++updates_;
    }
  }

  // What has no score is in no queue yet.
  void Place(PageId page, double before) {
    if (before == 0) {
      queue_.Add(page);
    } else {
      queue_.Move(page, before);
    }
  }

  const OrderWeb& web_;
  IncrementalPageRank ranks_;
  BestFirstQueue<Incremental> queue_;
  std::uint32_t found_ = 0;
  std::uint64_t updates_ = 0;
};

}  // namespace meguri
