// Which of two waiting URLs comes first, by the chosen strategy, from what pages told so far.
//
// Dense arrays by UrlId, fed by events; queues (host_queues.h) ask Before(). A URL's priority is
// its score, or its boost if that is higher: seeds come before everything, and what a page needs to
// be shown comes as soon as a page of that page's score would. Ties: backlink counts prefer fewer
// slashes, then shorter URLs; then, and with all other strategies, first found first.
//
// O(1) per event, no allocation beyond the arrays' growth; 40 bytes a URL with ipr:ar2, 56 with
// meguri.
// Not thread-safe: owned by one shard, or one simulation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "order/expected_returns.h"
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
    const double score = by_returns_ ? returns_.key(url) : ranks_.score(url);
    return {score > boosts_[url] ? score : boosts_[url], ties_[url]};
  }
  bool IsBefore(UrlId a, UrlId b) const { return Before(priority(a), priority(b)); }

  // It waits by its boost, not by its score.
  bool is_boosted(UrlId url) const {
    return boosts_[url] > 0 && boosts_[url] >= priority(url).value;
  }
  // A waiting URL is about to be fetched. `best`: as nothing has a better priority.
  void Choose(UrlId url, bool best) {
    if (by_returns_) returns_.Choose(url, best && !is_boosted(url));
  }
  // Is the URL's priority still what it was when it was given its place in the queue? If not, it is
  // lower now.
  bool KeepsPlace(UrlId url) { return !by_returns_ || returns_.KeepsPlace(url); }

  // The page is there, with so many links that count; gives what each of their targets is to
  // Receive(). An error, and a page that passes nothing on, has none. `site`: a small number;
  // `fresh`: so many of the links lead to new URLs of this order, mostly of the same site.
  // REQUIRES: not fetched(page).
  double Fetch(UrlId page, std::size_t links, std::uint32_t site = ExpectedReturns::kNoSite,
               std::size_t fresh = 0);
  // The page is a redirect: its one target is to receive this.
  double Redirect(UrlId page);
  // Where a share comes from.
  struct Origin {
    std::optional<UrlId> page;                      // if it is of this order
    std::uint32_t site = ExpectedReturns::kNoSite;  // of the URL that receives
    bool other_site = false;
  };
  // True if the URL waits and has a new place in its queue: further in front, but with meguri.
  bool Receive(UrlId url, double share, const Origin& from);
  bool Receive(UrlId url, double share) { return Receive(url, share, Origin{}); }
  // A page that is to pass something on over each of its links (ipr:ar2, meguri).
  std::optional<IncrementalPageRank::Passing> NextPassing() {
    return by_returns_ ? returns_.NextPassing() : ranks_.NextPassing();
  }

  // It has received nothing yet, and is not fetched; with meguri: to the others it makes no
  // difference.
  bool is_new(UrlId url) const {
    return by_returns_ && !returns_.found(url) && !returns_.fetched(url);
  }
  bool fetched(UrlId url) const {
    return by_returns_ ? returns_.fetched(url) : ranks_.fetched(url);
  }
  double score(UrlId url) const { return by_returns_ ? returns_.score(url) : ranks_.score(url); }
  RankOf rank(UrlId url) const { return by_returns_ ? returns_.rank(url) : ranks_.rank(url); }
  std::size_t size() const { return ties_.size(); }
  // Sums over all URLs, and over the fetched ones; with meguri and many URLs as of a while ago.
  double score_known() const { return sums().known; }
  double score_fetched() const { return sums().fetched; }

  std::size_t memory_bytes() const;

  // Scores and who is fetched; not ties and boosts, which come back with the URLs.
  std::string SaveScores() const;
  // As if nothing was fetched or received.
  void ForgetScores();
  // meguri: who was to pass something on isn't, until he gets more.
  void DropPassings() { returns_.DropPassings(); }
  // After all URLs were added. False if they are not of this strategy and number of URLs, or fewer.
  [[nodiscard]] bool LoadScores(std::string_view bytes);

 private:
  struct Sums {
    double known = 0;
    double fetched = 0;
  };
  // With meguri a share changes scores of others, too: all are added up when it is worth it.
  const Sums& sums() const;
  Sums AddedUp() const;

  const Strategy strategy_;
  const bool by_returns_;
  IncrementalPageRank ranks_;
  ExpectedReturns returns_;
  std::vector<std::uint64_t> ties_;
  std::vector<float> boosts_;
  mutable Sums sums_;
  mutable std::size_t changes_ = 0;  // since they were added up
};

}  // namespace meguri
