// bf: in order of discovery. Private to order_run.cc.
#pragma once

#include <optional>
#include <vector>

#include "sim/order/discovery.h"

namespace meguri {

class BreadthFirst {
 public:
  explicit BreadthFirst(const OrderWeb& web) : discovery_(web) { found_.reserve(web.size()); }

  void AddSeed(PageId seed) { discovery_.AddSeed(seed); }
  std::optional<PageId> Next() {
    if (next_ == found_.size()) return std::nullopt;
    return found_[next_++];
  }
  void Fetch(PageId page) {
    discovery_.Expand(page, [&](PageId link) { found_.push_back(link); });
  }
  std::uint64_t updates() const { return 0; }

 private:
  Discovery discovery_;
  std::vector<PageId> found_;
  std::size_t next_ = 0;
};

}  // namespace meguri
