// The scores of the order `meguri`: by expected returns.
//
// Like Incremental PageRank's, on a model of the web that has also what isn't fetched yet:
//   - Returns. A waiting URL is no sink: most pages link back into the neighbourhood that announced
//     them. So it gives a part of its mass, its score and the 1 that it will have, back to the page
//     where it was found and to the first page of its site; and takes that back when it is fetched.
//   - Hindsight. When the crawl has doubled since a page was chosen, its score then and now are
//     compared. URLs that were found on a page whose other finds have grown more than is usual are
//     preferred by as much.
// How each does, and what was tried besides: docs/design/order.md.
//
// It keeps scores, not links and not the queue: whoever owns those calls it, as it would
// IncrementalPageRank. Of a page that has arrived:
//
//   if (auto parent = scores.Begin(page, site, links)) pass on TakePassing(*parent)
//   double back = …                                     // what Found() gave for each new link
//   double share = scores.Share(page, back, to come);
//   for (UrlId link : links) {
//     if (scores.Receive(link, share)) queue.Move(link);
//   }
//   scores.Earn(links, how many of them wait);
//   while (auto passing = scores.NextPassing()) …       // as IncrementalPageRank's
//
// Pages may arrive in another order than they were chosen in. An error has no links. The same
// events give the same scores. The cost of a page is its own links and, of others, `budget` times
// half of its own and those to what isn't fetched (Earn()); per link no look-up, no virtual call,
// no allocation but the arrays' growth. 40 bytes a known URL and 8 more a fetched page. Not
// thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "order/incremental_page_rank.h"

namespace meguri {

struct ExpectedReturnsOptions {
  double damping = 0.85;  // what is left of a score when it is passed on
  double returned = 0.5;  // of a waiting URL's mass
  double to_home = 0.35;  // of that, to its site's first page
  double passing = 0.3;   // of the last choice's score: what is passed on must be so much a link
  double budget = 1.5;    // links of others that may be touched, for each one that is earned
  std::uint32_t few = 4;  // a page with so few links passes on at once what a find takes back
  double usual = 20;      // pages' worth of usual growth, added to what is seen of finds
  double weight = 4;      // pages' worth of what sites usually are, added to what is seen
};

class ExpectedReturns {
 public:
  static constexpr UrlId kNone = std::numeric_limits<UrlId>::max();
  static constexpr std::uint32_t kNoSite = std::numeric_limits<std::uint32_t>::max();

  explicit ExpectedReturns(const ExpectedReturnsOptions& options = {}) : options_(options) {}

  // Makes room for URLs 0 … count - 1.
  void Resize(std::size_t count) {
    urls_.resize(count);
    finds_.resize(count);
  }
  std::size_t size() const { return urls_.size(); }

  double score(UrlId url) const { return urls_[url].score; }
  bool fetched(UrlId url) const { return urls_[url].state != State::kWaiting; }
  bool found(UrlId url) const { return urls_[url].found; }
  // Of a URL that is not fetched: by which it waits. Stays what it was until it is told that the
  // URL has a new place.
  float key(UrlId url) const { return urls_[url].key; }
  void Prefetch(UrlId url) const { __builtin_prefetch(&urls_[url], 1); }

  // A URL that nobody found (a seed) has no parent. Sites are small numbers; kNoSite: not known.
  // Gives what the URL will give back to the page it was found on, of each unit that it has.
  // REQUIRES: not found(url); `on` is a page that has begun, or kNone.
  double Found(UrlId url, UrlId on, std::uint32_t site, bool elsewhere) {
    Url& it = urls_[url];
    it.found = true;
    it.parent = on;
    it.elsewhere = elsewhere;
    if (on == kNone) return 0;
    it.home = HomeFor(on, site);
    const double to_home = it.home == kNone ? 0 : options_.to_home;
    const double back = BackOf(site, elsewhere);
    it.back.parent = static_cast<float>(back * (1 - to_home));
    it.back.home = static_cast<float>(back * to_home);
    Return(it, 1);
    return it.back.parent;
  }

  // The URL is the next to be fetched. `best`: as it has the best key, not for another reason.
  void Choose(UrlId url, bool best) {
    Url& it = urls_[url];
    if (best) sums_.pass_above = options_.passing * it.score;
    if (it.chosen) return;  // it is tried again
    it.chosen = true;
    chosen_.push_back({url, static_cast<float>(it.score)});
    LookBack();
  }
  // What a URL of the same site that is found on the page will give back to it, of each unit: as
  // Found() would say.
  double UsualBack(UrlId page, std::uint32_t site) {
    const bool has_home = HomeFor(page, site) != kNone;
    return BackOf(site, false) * (has_home ? 1 - options_.to_home : 1);
  }
  // Is its key as good as it was when it was given its place? If not, it has a new one.
  bool KeepsPlace(UrlId url) {
    Url& it = urls_[url];
    const float key = KeyOf(it);
    // Rounding may leave one that has nothing a little below 0.
    if (!(key < std::min(kNearly * it.key, it.key))) return true;
    it.key = key;
    return false;
  }

  // The page is there, with so many links to other URLs. If it gives another page: that one has to
  // pass on what it has, before this one shares out. REQUIRES: not fetched(page).
  std::optional<UrlId> Begin(UrlId page, std::uint32_t site, std::size_t links) {
    Url& me = urls_[page];
    Return(me, -(me.score + 1));
    sums_.kinds[me.elsewhere ? 1 : 0].Count(links > 0);
    if (site != kNoSite) {
      Site& mine = SiteAt(site);
      mine.seen.Count(links > 0);
      if (links > 0 && mine.home == kNone) mine.home = page;
    }
    me.state = State::kFetched;
    me.score += 1;
    me.waiting = 0;
    me.links = static_cast<std::uint32_t>(links);
    me.factor = 1;
    // Else scores would grow without end along a chain of pages with one link each.
    if (me.parent != kNone && urls_[me.parent].links <= options_.few) return me.parent;
    return std::nullopt;
  }

  // The page is there, and is nothing but a pointer to one other URL, which is to receive what this
  // returns: the whole score, without a 1. REQUIRES: not fetched(page).
  double Redirect(UrlId page) {
    Url& me = urls_[page];
    Return(me, -(me.score + 1));
    me.state = State::kRedirect;
    me.waiting = 0;
    me.links = 1;
    me.factor = 1;
    return me.score;
  }
  RankOf rank(UrlId url) const;

  // What each link is to receive. `back`: what the new ones among them will give back, of each unit
  // that they have; `to_come`: of that, the part of URLs that have not been Found() yet.
  // REQUIRES: the page has begun, and has links.
  double Share(UrlId page, double back, double to_come) {
    Url& me = urls_[page];
    const auto count = static_cast<double>(me.links);
    // Corrections that came without what they correct can leave it below 0.
    const double in_the_end =
        std::max(0.0, (me.score + to_come) / (1 - options_.damping * back / count));
    me.waiting = me.score - in_the_end;
    sums_.updates += me.links;
    return options_.damping * in_the_end / count;
  }

  // True if `url` isn't fetched: then it may have a new place in the queue.
  bool Receive(UrlId url, double share) {
    Url& it = urls_[url];
    if (it.state != State::kWaiting) {
      Take(url, share);
      return false;
    }
    it.score += share;
    it.key = KeyOf(it);
    Return(it, share);
    return true;
  }

  // For a page's links, and more for those that lead to what isn't fetched, others may pass on:
  // late in a crawl there is little left to choose.
  void Earn(std::size_t links, std::size_t waiting) {
    const double earned = static_cast<double>(links) / 2 + static_cast<double>(waiting) + 2;
    sums_.left = std::min(sums_.left + options_.budget * earned, kMostSaved);
  }

  using Passing = IncrementalPageRank::Passing;
  // A fetched page that is to pass something on over each of its links.
  std::optional<Passing> NextPassing() {
    while (sums_.left > 0 && !to_pass_.empty()) {
      const UrlId page = to_pass_.front();
      to_pass_.pop_front();
      urls_[page].queued = false;
      if (urls_[page].waiting != 0) return TakePassing(page);
    }
    return std::nullopt;
  }
  // The page is the next, whatever it has to pass on; unless it waits for that already.
  void PassFirst(UrlId page) {
    if (urls_[page].queued) return;
    urls_[page].queued = true;
    to_pass_.push_front(page);
  }
  // Nobody is to pass on what he has; until he gets more.
  void DropPassings() {
    for (const UrlId page : to_pass_)
      urls_[page].queued = false;
    to_pass_.clear();
  }
  // Who will be the next but `places`: for prefetching.
  std::optional<UrlId> InLine(std::size_t places) const {
    if (places >= to_pass_.size()) return std::nullopt;
    return to_pass_[places];
  }
  // REQUIRES: fetched(page), with links.
  Passing TakePassing(UrlId page) {
    Url& me = urls_[page];
    const double damping = me.state == State::kRedirect ? 1 : options_.damping;
    const double share = damping * me.waiting / static_cast<double>(me.links);
    me.waiting = 0;
    sums_.left -= static_cast<double>(me.links);
    sums_.updates += me.links;
    return {.page = page, .share = share, .depth = 1};
  }

  // Scores that were changed so far.
  std::uint64_t updates() const { return sums_.updates; }

  std::size_t memory_bytes() const {
    return urls_.capacity() * sizeof(Url) + finds_.capacity() * sizeof(Finds) +
           sites_.capacity() * sizeof(Site) + chosen_.capacity() * sizeof(Choice);
  }
  // All of it. The bytes are this machine's.
  void Save(std::string& out) const;
  // False if `bytes` are not Save()'s; then nothing has changed.
  [[nodiscard]] bool Load(std::string_view bytes);

 private:
  // How much worse than it seemed the best one may be: looking again costs more than that.
  static constexpr float kNearly = 0.98F;
  static constexpr double kMostSaved = 1000;  // links

  enum class State : std::uint8_t { kWaiting, kFetched, kRedirect };
  // Of each unit that it has: what it gives back.
  struct Back {
    float parent;
    float home;
  };
  // What a link touches: half a cache line. Of each pair the first is for URLs that are not
  // fetched, the second for those that are.
  struct alignas(32) Url {
    double score = 0;
    union {
      Back back{0, 0};
      double waiting;  // received and not passed on
    };
    UrlId parent = kNone;  // where it was found
    union {
      UrlId home = kNone;  // its site's first page, if that is not the parent
      std::uint32_t links;
    };
    union {
      float key = 0;
      float factor;  // how much better its finds are than is usual
    };
    State state = State::kWaiting;
    bool found : 1 = false;
    bool elsewhere : 1 = false;  // found on another site
    bool chosen : 1 = false;     // is in chosen_
    bool queued : 1 = false;     // is in to_pass_
  };
  // What becomes of the URLs that were found on a page: their scores, together.
  struct Finds {
    float chosen = 0;  // when they were
    float now = 0;     // in hindsight
  };
  struct Choice {
    UrlId url;
    float score;
  };
  // How many pages had links.
  struct Seen {
    float pages = 0;
    float with_links = 0;
    void Count(bool has_links) {
      pages += 1;
      with_links += has_links ? 1 : 0;
    }
  };
  struct Site {
    Seen seen;
    UrlId home = kNone;  // its first page with links
  };

  float KeyOf(const Url& url) const {
    const auto score = static_cast<float>(url.score);
    return url.parent == kNone ? score : score * urls_[url.parent].factor;
  }
  Site& SiteAt(std::uint32_t site) {
    if (site >= sites_.size()) sites_.resize(site + std::size_t{1});
    return sites_[site];
  }
  UrlId HomeFor(UrlId found_on, std::uint32_t site) {
    if (site == kNoSite) return kNone;
    const UrlId home = SiteAt(site).home;
    return home == found_on ? kNone : home;
  }
  // To parent and home together.
  double BackOf(std::uint32_t site, bool elsewhere) {
    const Seen& kind = sums_.kinds[elsewhere ? 1 : 0];
    double with_links = (kind.with_links + options_.weight) / (kind.pages + options_.weight);
    if (site != kNoSite) {
      const Seen& seen = SiteAt(site).seen;
      with_links =
          (seen.with_links + options_.weight * with_links) / (seen.pages + options_.weight);
    }
    return options_.damping * options_.returned * with_links;
  }

  // A fetched page gets something, and passes it on once it is enough.
  void Take(UrlId page, double mass) {
    Url& url = urls_[page];
    url.score += mass;
    url.waiting += mass;
    if (url.queued || url.links == 0 || std::abs(url.waiting) <= sums_.pass_above * url.links)
      return;
    // What goes round in a circle of redirects, undamped, must end.
    if (url.state == State::kRedirect && std::abs(url.waiting) <= options_.passing * url.score)
      return;
    url.queued = true;
    to_pass_.push_back(page);
  }
  void Return(const Url& url, double mass) {
    if (url.parent == kNone) return;
    Take(url.parent, url.back.parent * mass);
    if (url.home != kNone) Take(url.home, url.back.home * mass);
  }

  // The pages that were chosen when the crawl was half as long: how have they grown?
  void LookBack() {
    for (; sums_.looked_back < chosen_.size() / 2; ++sums_.looked_back) {
      const Choice& choice = chosen_[sums_.looked_back];
      const Url& then = urls_[choice.url];
      if (then.parent == kNone || then.state != State::kFetched) continue;
      const double now = then.score - 1;
      sums_.now += now;
      sums_.chosen += choice.score;
      sums_.seen += 1;
      if (!(sums_.chosen > 0 && sums_.now > 0)) continue;
      Finds& finds = finds_[then.parent];
      finds.now += static_cast<float>(now);
      finds.chosen += choice.score;
      const double growth = sums_.now / sums_.chosen;
      const double prior = options_.usual * sums_.chosen / sums_.seen;
      urls_[then.parent].factor =
          static_cast<float>((finds.now / growth + prior) / (finds.chosen + prior));
    }
  }

  // Of everything.
  struct Sums {
    std::array<Seen, 2> kinds;  // found on the same site, on another
    std::uint64_t looked_back = 0;
    double left = 0;        // links that may still be touched
    double pass_above = 0;  // of what each link gets
    double now = 0;         // of all that was looked back at: the scores now,
    double chosen = 0;      // those when they were chosen,
    double seen = 0;        // and how many
    std::uint64_t updates = 0;
  };

  ExpectedReturnsOptions options_;
  std::vector<Url> urls_;
  std::vector<Finds> finds_;  // by page
  std::vector<Site> sites_;
  std::vector<Choice> chosen_;
  std::deque<UrlId> to_pass_;
  Sums sums_;
};

}  // namespace meguri
