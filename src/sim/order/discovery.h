// Who was found when, in a simulated crawl. Private to the orders.
//
// URLs that were found on the same page are numbered other sites first, then as the page has them.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "sim/order/order_web.h"

namespace meguri {

class Discovery {
 public:
  static constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();

  explicit Discovery(const OrderWeb& web) : web_(web), found_(web.size(), kUnknown) {}

  void AddSeed(PageId seed) { found_[seed] = next_++; }
  bool known(PageId page) const { return found_[page] != kUnknown; }
  std::uint32_t found(PageId page) const { return found_[page]; }

  // Numbers what `page` links to and nobody knew; `each` is told of them in that order.
  template <class Each>
  void Expand(PageId page, const Each& each) {
    const auto links = web_.graph.successors(page);
    const auto number = [&](PageId link) {
      found_[link] = next_++;
      each(link);
    };
    if (!web_.sites.empty()) {
      for (const PageId link : links)
        if (!known(link) && web_.sites[link] != web_.sites[page]) number(link);
    }
    for (const PageId link : links)
      if (!known(link)) number(link);
  }

 private:
  const OrderWeb& web_;
  std::vector<std::uint32_t> found_;
  std::uint32_t next_ = 0;
};

}  // namespace meguri
