// oracle and opt: by the final PageRank, which no crawler knows. Private to order_run.cc.
#pragma once

#include <functional>
#include <optional>
#include <queue>
#include <vector>

#include "sim/order/discovery.h"

namespace meguri {

// Of the URLs that are known, always the best.
class Oracle {
 public:
  explicit Oracle(const OrderWeb& web) : web_(web), discovery_(web) {}

  void AddSeed(PageId seed) { discovery_.AddSeed(seed); }
  std::optional<PageId> Next() {
    if (ranks_.empty()) return std::nullopt;
    const PageId page = web_.by_rank[ranks_.top()];
    ranks_.pop();
    return page;
  }
  void Fetch(PageId page) {
    discovery_.Expand(page, [&](PageId link) { ranks_.push(web_.ranks[link]); });
  }
  std::uint64_t updates() const { return 0; }

 private:
  const OrderWeb& web_;
  Discovery discovery_;
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ranks_;
};

// Of all pages, always the best, as if links were not needed.
class Optimum {
 public:
  explicit Optimum(const OrderWeb& web) : web_(web), fetched_(web.size()) {}

  void AddSeed(PageId) {}
  std::optional<PageId> Next() {
    while (next_ < web_.size() && fetched_[web_.by_rank[next_]])
      ++next_;
    if (next_ == web_.size()) return std::nullopt;
    return web_.by_rank[next_];
  }
  void Fetch(PageId page) { fetched_[page] = true; }
  std::uint64_t updates() const { return 0; }

 private:
  const OrderWeb& web_;
  std::vector<bool> fetched_;
  std::size_t next_ = 0;
};

}  // namespace meguri
