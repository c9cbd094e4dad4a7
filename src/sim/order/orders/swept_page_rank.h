// pr: PageRank of the collected graph, one sweep over the known pages after each hundredth of the
// crawl; a URL that was found since holds what every page has of itself. Private to order_run.cc.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "order/best_first_queue.h"
#include "sim/order/discovery.h"

namespace meguri {

class SweptPageRank {
 public:
  static constexpr double kOwn = 0.15;

  explicit SweptPageRank(const OrderWeb& web)
      : web_(web),
        discovery_(web),
        ranks_(web.size(), kOwn),
        fetched_(web.size()),
        every_(std::max<std::size_t>(web.size() / 100, 1)),
        queue_(*this) {}
  SweptPageRank(const SweptPageRank&) = delete;  // the queue refers to it
  SweptPageRank& operator=(const SweptPageRank&) = delete;

  void AddSeed(PageId seed) { discovery_.AddSeed(seed); }
  std::optional<PageId> Next() { return queue_.Pop(); }
  void Fetch(PageId page) {
    fetched_[page] = true;
    discovery_.Expand(page, [&](PageId link) { queue_.Add(link); });
    if (++fetched_count_ % every_ == 0) Sweep();
  }
  std::uint64_t updates() const { return updates_; }

  double score(PageId page) const { return ranks_[page]; }
  std::uint32_t tie(PageId page) const { return discovery_.found(page); }
  bool waits(PageId page) const { return !fetched_[page]; }
  void Prefetch(PageId page) const { __builtin_prefetch(&ranks_[page]); }

 private:
  void Sweep() {
    swept_.assign(web_.size(), kOwn);
    for (PageId page = 0; page < web_.size(); ++page) {
      if (!fetched_[page]) continue;
      const auto links = web_.graph.successors(page);
      const double share = (1 - kOwn) * ranks_[page] / static_cast<double>(links.size());
      for (const PageId link : links)
        swept_[link] += share;
      updates_ += links.size();
    }
    ranks_.swap(swept_);
    queue_.Clear();
    for (PageId page = 0; page < web_.size(); ++page)
      if (discovery_.known(page) && !fetched_[page]) queue_.Add(page);
  }

  const OrderWeb& web_;
  Discovery discovery_;
  std::vector<double> ranks_;
  std::vector<double> swept_;
  std::vector<bool> fetched_;
  const std::size_t every_;
  std::size_t fetched_count_ = 0;
  BestFirstQueue<SweptPageRank> queue_;
  std::uint64_t updates_ = 0;
};

}  // namespace meguri
