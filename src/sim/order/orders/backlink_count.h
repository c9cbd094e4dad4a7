// blc: how many fetched pages link to it; then fewer slashes, shorter, first found. Private to
// order_run.cc.
#pragma once

#include <optional>
#include <vector>

#include "order/best_first_queue.h"
#include "sim/order/discovery.h"

namespace meguri {

class BacklinkCount {
 public:
  explicit BacklinkCount(const OrderWeb& web)
      : web_(web), discovery_(web), counts_(web.size()), fetched_(web.size()), queue_(*this) {
    for (PageId page = 0; page < web.simplicity.size(); ++page) {
      // Less than 1, and so between two counts: the simpler, the more.
      counts_[page] = 1 - (1.0 + web.simplicity[page]) / kScale;
    }
  }
  BacklinkCount(const BacklinkCount&) = delete;  // the queue refers to it
  BacklinkCount& operator=(const BacklinkCount&) = delete;

  void AddSeed(PageId seed) { discovery_.AddSeed(seed); }
  std::optional<PageId> Next() { return queue_.Pop(); }
  void Fetch(PageId page) {
    fetched_[page] = true;
    discovery_.Expand(page, [](PageId) {});
    for (const PageId link : web_.graph.successors(page)) {
      const double before = counts_[link];
      counts_[link] = before + 1;
      if (fetched_[link]) continue;
      if (before < 1) {
        queue_.Add(link);
      } else {
        queue_.Move(link, before);
      }
    }
    updates_ += web_.graph.successors(page).size();
  }
  std::uint64_t updates() const { return updates_; }

  // For the queue.
  double score(PageId page) const { return counts_[page]; }
  std::uint32_t tie(PageId page) const { return discovery_.found(page); }
  bool waits(PageId page) const { return !fetched_[page]; }
  void Prefetch(PageId page) const { __builtin_prefetch(&counts_[page]); }

 private:
  static constexpr double kScale = 1U << 24U;

  const OrderWeb& web_;
  Discovery discovery_;
  std::vector<double> counts_;
  std::vector<bool> fetched_;
  BestFirstQueue<BacklinkCount> queue_;
  std::uint64_t updates_ = 0;
};

}  // namespace meguri
