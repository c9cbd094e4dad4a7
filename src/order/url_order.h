// Which of two waiting URLs comes first, by the chosen strategy, from what pages told so far.
//
// Dense arrays by UrlId, fed by events; queues (host_queues.h) ask Before(). A URL's priority is
// its score, or its boost if that is higher: seeds come before everything, and what a page needs to
// be shown comes as soon as a page of that page's score would. Ties: backlink counts prefer fewer
// slashes, then shorter URLs; then, and with all other strategies, first found first.
//
// O(1) per event, no allocation beyond the arrays' growth; 40 bytes a URL with ipr:ar2.
// Not thread-safe: owned by one shard, or one simulation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "order/incremental_page_rank.h"
#include "order/strategy.h"

namespace meguri {

struct Priority {
  double value = 0;
  std::uint64_t tie = 0;

  bool operator==(const Priority&) const = default;
};
inline bool Before(const Priority& a, const Priority& b) {
  return a.value != b.value ? a.value > b.value : a.tie < b.tie;
}

class UrlOrder {
 public:
  static constexpr double kSeedBoost = std::numeric_limits<double>::infinity();

  explicit UrlOrder(Strategy strategy);

  // The next URL, number size(). `sequence`: when it was found, among all of the crawl.
  UrlId Add(std::uint64_t sequence, std::string_view url);
  // A boost only grows. True if it did: then the URL has a new place in its queue.
  bool Boost(UrlId url, double boost);

  Priority priority(UrlId url) const {
    const double score = ranks_.score(url);
    return {score > boosts_[url] ? score : boosts_[url], ties_[url]};
  }
  bool IsBefore(UrlId a, UrlId b) const { return Before(priority(a), priority(b)); }

  // The page is there, with so many links that count; gives what each of their targets is to
  // Receive(). An error, and a page that passes nothing on, has none.
  // REQUIRES: not fetched(page).
  double Fetch(UrlId page, std::size_t links);
  // The page is a redirect: its one target is to receive this.
  double Redirect(UrlId page);
  // True if the URL waits and has a new place in its queue.
  bool Receive(UrlId url, double share);
  // A page that is to pass something on over each of its links (ipr:ar2).
  std::optional<IncrementalPageRank::Passing> NextPassing() { return ranks_.NextPassing(); }

  bool fetched(UrlId url) const { return ranks_.fetched(url); }
  double score(UrlId url) const { return ranks_.score(url); }
  std::size_t size() const { return ties_.size(); }
  // Sums over all URLs, and over the fetched ones.
  double score_known() const { return score_known_; }
  double score_fetched() const { return score_fetched_; }

  // Scores and who is fetched; not ties and boosts, which come back with the URLs.
  std::string SaveScores() const;
  // After all URLs were added. False if they are not of this strategy and number of URLs, or fewer.
  [[nodiscard]] bool LoadScores(std::string_view bytes);

 private:
  const Strategy strategy_;
  IncrementalPageRank ranks_;
  std::vector<std::uint64_t> ties_;
  std::vector<float> boosts_;
  double score_known_ = 0;
  double score_fetched_ = 0;
};

}  // namespace meguri
