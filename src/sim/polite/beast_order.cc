#include "sim/polite/beast_order.h"

#include <array>
#include <utility>

#include "sim/polite/star_budgets.h"

namespace meguri {
namespace {

class Beast {
 public:
  explicit Beast(const PoliteWeb& web)
      : web_(web),
        star_(web.servers.domain_count),
        domains_(web.servers.domain_count),
        known_(web.size()) {}

  std::vector<PageId> Run(std::span<const PageId> seeds, const std::atomic<bool>* stop) {
    for (const PageId seed : seeds)
      Find(seed);  // aside, as nothing is dealt out yet
    while (!aside_.empty()) {
      if (stop != nullptr && *stop) return {};
      Deal();
      for (reading_ = 0; reading_ < kBeastQueues; ++reading_) {
        const std::vector<PageId> queue = std::exchange(queues_[reading_], {});
        for (const PageId page : queue)
          Fetch(page);
      }
    }
    return std::move(order_);
  }

 private:
  struct Domain {
    std::uint32_t budget = 0;
    std::uint32_t used = 0;  // of it, in the queue
    std::size_t queue = 0;   // the last one that has URLs of it
  };

  void Find(PageId page) {
    if (known_[page]) return;
    known_[page] = true;
    Put(page, reading_ + 1);
  }
  void Put(PageId page, std::size_t first) {
    Domain& domain = domains_[web_.domain[page]];
    if (domain.queue < first) {
      domain.queue = first;
      domain.used = 0;
    }
    if (domain.used == domain.budget) {
      ++domain.queue;
      domain.used = 0;
    }
    if (domain.queue >= kBeastQueues) {
      aside_.push_back(page);
      return;
    }
    ++domain.used;
    queues_[domain.queue].push_back(page);
  }
  void Deal() {
    for (std::uint32_t number = 0; number < domains_.size(); ++number)
      domains_[number] = {.budget = star_.Budget(number)};
    for (const PageId page : std::exchange(aside_, std::vector<PageId>()))
      Put(page, 0);
  }
  void Fetch(PageId page) {
    order_.push_back(page);
    for (const PageId link : web_.web.graph.successors(page)) {
      star_.Link(web_.domain[page], web_.domain[link]);
      Find(link);
    }
  }

  const PoliteWeb& web_;
  StarBudgets star_;
  std::vector<Domain> domains_;
  std::vector<bool> known_;
  std::array<std::vector<PageId>, kBeastQueues> queues_;
  std::size_t reading_ = kBeastQueues;  // none is read yet
  std::vector<PageId> aside_;
  std::vector<PageId> order_;
};

}  // namespace

std::vector<PageId> BeastOrder(const PoliteWeb& web, std::span<const PageId> seeds,
                               const std::atomic<bool>* stop) {
  return Beast(web).Run(seeds, stop);
}

}  // namespace meguri
