// The waiting URLs of each virtual server, of which the most important comes first when its turn
// does: by the classes of the live crawl (order/url_order.h, order/host_queues.h).
//
// Who may wait is the caller's to say. A URL that may not keeps its score, and is asked for again
// whenever a page links to it. Not thread-safe: owned by one simulation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "order/host_queues.h"
#include "order/oldest_share.h"
#include "order/url_order.h"
#include "sim/polite/servers.h"

namespace meguri {

class ServerFrontier {
 public:
  // `web` must outlive it.
  ServerFrontier(const PoliteWeb& web, Strategy strategy);
  ServerFrontier(const ServerFrontier&) = delete;  // the queues refer to its order
  ServerFrontier& operator=(const ServerFrontier&) = delete;

  // It waits, and comes before all that is found. REQUIRES: nothing was fetched yet.
  void AddSeed(PageId seed);
  // Takes the server's best. REQUIRES: waiting(server) > 0.
  PageId Pop(std::uint32_t server);
  // The page is there. `take` is asked of each link, as the page has them, that neither waits nor
  // has been begun with: true if it may wait from now on.
  void Fetch(PageId page, const std::function<bool(PageId)>& take);
  std::size_t waiting(std::uint32_t server) const { return queues_.size(server); }
  std::uint64_t total() const { return queues_.total(); }

  // How important the server's best is, seeds above all. REQUIRES: waiting(server) > 0.
  Priority Best(std::uint32_t server) { return order_.priority(BestOf(server)); }
  // Takes the servers whose best may be another one than it was; some more than once.
  std::vector<std::uint32_t> TakeChanged() { return std::exchange(changed_, {}); }
  // Who doesn't ask for them doesn't pay for them.
  void NoteChanges() { notes_changes_ = true; }

 private:
  static constexpr UrlId kUnknown = std::numeric_limits<UrlId>::max();

  UrlId IdOf(PageId page);
  std::string_view UrlOf(PageId page) const {
    return web_.urls.empty() ? std::string_view() : web_.urls.url(web_.web.originals[page]);
  }
  std::uint32_t SiteOf(PageId page) const {
    return web_.web.sites.empty() ? ExpectedReturns::kNoSite : web_.web.sites[page];
  }
  UrlId BestOf(std::uint32_t server);
  void Receive(PageId link, double share, const UrlOrder::Origin& from);
  void Changed(std::uint32_t server) {
    if (notes_changes_) changed_.push_back(server);
  }

  const PoliteWeb& web_;
  UrlOrder order_;
  HostQueues queues_;
  const bool by_age_too_;
  OldestShare oldest_;
  std::vector<UrlId> ids_;     // by page
  std::vector<PageId> pages_;  // by id
  std::vector<bool> begun_;    // by page
  bool notes_changes_ = false;
  std::vector<std::uint32_t> changed_;
};

}  // namespace meguri
