// opic: cash (Abiteboul, Preda and Cobena, 2003). The seeds share 1. A fetched page splits its cash
// over its links and a virtual root; what reaches the root or a page that is fetched is spread over
// all URLs that wait. Private to order_run.cc.
//
// What all that wait have got so far is one number, and each holds its cash less what that number
// was when it came: so spreading is O(1), and changes no order. The differences are kept to more
// digits than are compared, so that cash that is equal is found to be.
#pragma once

#include <optional>
#include <vector>

#include "sim/order/discovery.h"

namespace meguri {

class Opic {
 public:
  Opic(const OrderWeb& web, std::size_t seeds)
      : web_(web),
        discovery_(web),
        cash_(web.size()),
        places_(web.size(), kNone),
        fetched_(web.size()),
        first_cash_(1.0L / static_cast<long double>(seeds)) {}

  void AddSeed(PageId seed) {
    discovery_.AddSeed(seed);
    cash_[seed] = first_cash_;
  }

  std::optional<PageId> Next() {
    if (heap_.empty()) return std::nullopt;
    const PageId page = heap_.front();
    Remove();
    cash_[page] += spread_;
    return page;
  }

  void Fetch(PageId page) {
    fetched_[page] = true;
    const auto links = web_.graph.successors(page);
    const long double share = cash_[page] / static_cast<long double>(links.size() + 1);
    cash_[page] = 0;
    discovery_.Expand(page, [&](PageId link) {
      cash_[link] = -spread_;
      places_[link] = static_cast<std::uint32_t>(heap_.size());
      heap_.push_back(link);
    });
    long double to_all = kept_ + share;  // the root's
    for (const PageId link : links) {
      if (fetched_[link]) {
        to_all += share;
        continue;
      }
      cash_[link] += share;
      if (places_[link] != kNone) SiftUp(places_[link]);  // else it is a seed
    }
    updates_ += links.size();
    kept_ = heap_.empty() ? to_all : 0;
    if (!heap_.empty()) spread_ += to_all / static_cast<long double>(heap_.size());
  }
  std::uint64_t updates() const { return updates_; }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  bool IsBefore(PageId a, PageId b) const {
    const auto cash_a = static_cast<double>(cash_[a]);
    const auto cash_b = static_cast<double>(cash_[b]);
    return cash_a != cash_b ? cash_a > cash_b : discovery_.found(a) < discovery_.found(b);
  }
  void Put(std::size_t place, PageId page) {
    heap_[place] = page;
    places_[page] = static_cast<std::uint32_t>(place);
  }
  void SiftUp(std::size_t place) {
    const PageId page = heap_[place];
    while (place > 0 && IsBefore(page, heap_[(place - 1) / 2])) {
      Put(place, heap_[(place - 1) / 2]);
      place = (place - 1) / 2;
    }
    Put(place, page);
  }
  // The first one.
  void Remove() {
    places_[heap_.front()] = kNone;
    const PageId last = heap_.back();
    heap_.pop_back();
    if (heap_.empty()) return;
    std::size_t place = 0;
    for (;;) {
      std::size_t child = 2 * place + 1;
      if (child >= heap_.size()) break;
      if (child + 1 < heap_.size() && IsBefore(heap_[child + 1], heap_[child])) ++child;
      if (!IsBefore(heap_[child], last)) break;
      Put(place, heap_[child]);
      place = child;
    }
    Put(place, last);
  }

  const OrderWeb& web_;
  Discovery discovery_;
  std::vector<long double> cash_;      // of those that wait: less spread_ when they came
  std::vector<PageId> heap_;           // those that wait
  std::vector<std::uint32_t> places_;  // in it
  std::vector<bool> fetched_;
  const long double first_cash_;
  long double spread_ = 0;  // to each that waits, so far
  long double kept_ = 0;    // while none waits
  std::uint64_t updates_ = 0;
};

}  // namespace meguri
