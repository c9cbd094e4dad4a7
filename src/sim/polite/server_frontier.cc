#include "sim/polite/server_frontier.h"

namespace meguri {

ServerFrontier::ServerFrontier(const PoliteWeb& web, Strategy strategy)
    : web_(web),
      order_(strategy),
      queues_(order_, strategy == Strategy::kMeguri),
      by_age_too_(strategy == Strategy::kMeguri),
      ids_(web.size(), kUnknown),
      begun_(web.size()) {}

void ServerFrontier::AddSeed(PageId seed) {
  const UrlId id = IdOf(seed);
  order_.Boost(id, UrlOrder::kSeedBoost);
  oldest_.AddSeed();
  queues_.Push(web_.server[seed], id);
}

PageId ServerFrontier::Pop(std::uint32_t server) {
  UrlId id = BestOf(server);
  const bool oldest = by_age_too_ && oldest_.is_due() && !order_.is_boosted(id);
  if (oldest) id = *queues_.Oldest(server);
  queues_.Remove(server, id);
  order_.Choose(id, !oldest);
  oldest_.Count(oldest);
  begun_[pages_[id]] = true;
  return pages_[id];
}

void ServerFrontier::Fetch(PageId page, const std::function<bool(PageId)>& take) {
  const auto links = web_.web.graph.successors(page);
  std::size_t fresh = 0;
  for (const PageId link : links)
    if (order_.is_new(IdOf(link))) ++fresh;
  const double share = order_.Fetch(ids_[page], links.size(), SiteOf(page), fresh);
  for (const PageId link : links) {
    const UrlId id = ids_[link];
    const std::uint32_t site = SiteOf(link);
    Receive(link, share, {.page = ids_[page], .site = site, .other_site = site != SiteOf(page)});
    if (begun_[link] || queues_.contains(id) || !take(link)) continue;
    queues_.Push(web_.server[link], id);
    Changed(web_.server[link]);
  }
  while (const auto passing = order_.NextPassing()) {
    for (const PageId link : web_.web.graph.successors(pages_[passing->page]))
      Receive(link, passing->share, {});
  }
}

UrlId ServerFrontier::IdOf(PageId page) {
  if (ids_[page] == kUnknown) {
    ids_[page] = order_.Add(order_.size(), UrlOf(page));
    pages_.push_back(page);
  }
  return ids_[page];
}

UrlId ServerFrontier::BestOf(std::uint32_t server) {
  for (;;) {
    const UrlId best = *queues_.Best(server);
    if (order_.KeepsPlace(best)) return best;
    queues_.Move(server, best);
  }
}

void ServerFrontier::Receive(PageId link, double share, const UrlOrder::Origin& from) {
  if (!order_.Receive(ids_[link], share, from)) return;
  queues_.Move(web_.server[link], ids_[link]);
  Changed(web_.server[link]);
}

}  // namespace meguri
