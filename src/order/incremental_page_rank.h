// Incremental PageRank: an approximate score of every known URL, brought up to date as pages
// arrive. A fetched page gets 1 on top of its score and shares it out equally over its links; how
// far a share then travels over pages that are fetched already is the cut-off's to say.
//
// It keeps scores, not links and not the queue: whoever owns those calls it.
//
//   double share = ranks.Fetch(page, links.size());
//   for (UrlId link : links) {
//     if (ranks.Receive(link, share, 1)) queue.Raise(link, ranks.score(link));
//   }
//   while (auto passing = ranks.NextPassing()) {          // never with kDirect
//     for (UrlId link : LinksOf(passing->page)) {
//       if (!ranks.may_receive()) break;
//       if (ranks.Receive(link, passing->share, passing->depth + 1)) queue.Raise(…);
//     }
//   }
//
// So a share may come from anywhere, also from another shard, and a crawl may stop between two
// passings and go on after the next page. Everything per link is inline: no virtual call, no
// allocation, no look-up, and one cache line. 16 bytes a URL, 24 with received-but-not-passed-on
// (AR).
// Not thread-safe: owned by one shard or one simulation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace meguri {

using UrlId = std::uint32_t;

// When a share is passed on. Conditions compose: all that are set must hold. The first hop, from
// the page just fetched to what it links to, always happens.
struct CutOff {
  std::uint32_t max_depth = std::numeric_limits<std::uint32_t>::max();  // hops; 1: DL1
  std::uint64_t max_pages = std::numeric_limits<std::uint64_t>::max();  // updated beyond hop 1 (PL)
  double min_share = 0;  // a share below this is not passed on
  double min_score = 0;  // to a page with a score below this nothing goes beyond hop 1
  double min_ratio = 0;  // share / receiver's score before it: at least this (VR)
  // AR: instead of each share by itself, what has come in since is passed on once it exceeds this
  // part of the score. 0: not in this way.
  double accumulated = 0;
  bool score_without_accumulated = false;  // the ratio's lower part: AR2
  double damping = 1;                      // what is left of a share when it is passed on

  bool operator==(const CutOff&) const = default;
};

namespace cut_off {
inline constexpr CutOff kDirect{.max_depth = 1};                   // DL1
inline constexpr CutOff kPages{.max_pages = 8};                    // PL
inline constexpr CutOff kRatio{.min_ratio = 1.5};                  // VR
inline constexpr CutOff kAccumulated{.accumulated = 29.0 / 30.0};  // AR: 30-fold
inline constexpr CutOff kAccumulated2{                             // AR2: about doubled
                                      .accumulated = 29.0 / 30.0,
                                      .score_without_accumulated = true,
                                      .damping = 0.85};
}  // namespace cut_off

// All that is known of a URL's rank.
struct RankOf {
  double score = 0;
  double waiting = 0;  // part of the score that was received and not passed on
  std::size_t links = 0;
  bool fetched = false;
  bool redirect = false;
  // `meguri`: of each unit of its score, and of the 1 that it will have, so much is given to that
  // URL of the same shard until it is fetched.
  struct Gift {
    UrlId to = 0;
    double part = 0;
  };
  std::array<Gift, 2> gives_back = {};

  // What each of its links has received.
  double PassedPerLink(double damping) const {
    if (links == 0) return 0;
    return (redirect ? 1 : damping) * (score - waiting) / static_cast<double>(links);
  }
};

class IncrementalPageRank {
 public:
  explicit IncrementalPageRank(const CutOff& cut_off) : cut_off_(cut_off) {}

  // Makes room for URLs 0 … count - 1; new ones have the score 0.
  void Resize(std::size_t count);
  std::size_t size() const { return urls_.size(); }

  double score(UrlId url) const { return urls_[url].score; }
  bool fetched(UrlId url) const { return urls_[url].degree != kNotFetched; }

  // When it was found, or whatever else the owner wants to have beside the score: four bytes that
  // cost nothing to look at where the score is looked at. kNoNote at first.
  static constexpr std::uint32_t kNoNote = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t note(UrlId url) const { return urls_[url].note; }
  void SetNote(UrlId url, std::uint32_t note) { urls_[url].note = note; }
  void Prefetch(UrlId url) const { __builtin_prefetch(&urls_[url], 1); }

  // The page is there, with so many links to other URLs; returns what each of them is to receive.
  // Passings of the page before that are still due are dropped, except with `accumulated`.
  // REQUIRES: not fetched(page).
  double Fetch(UrlId page, std::size_t links) {
    Url& fetched = urls_[page];
    fetched.degree = static_cast<std::uint32_t>(links);
    fetched.score += 1;
    updated_ = 0;
    if (!accumulates()) passings_.clear();
    return links == 0 ? 0 : cut_off_.damping * fetched.score / static_cast<double>(links);
  }

  // The page is there, and is nothing but a pointer to one other URL, which is to receive what this
  // returns: the whole score, without the 1. REQUIRES: not fetched(page).
  double Redirect(UrlId page) {
    urls_[page].degree = kRedirect;
    return urls_[page].score;
  }
  RankOf rank(UrlId url) const;

  // True if `url` isn't fetched and has a new score: it has a new place in the queue.
  // `depth`: hops from the page that was fetched; 1 for its own links, and for shares from other
  // shards.
  bool Receive(UrlId url, double share, std::uint32_t depth) {
    Url& to = urls_[url];
    const double before = to.score;
    if (depth > 1) {
      if (!GoesTo(before, share)) return false;
      ++updated_;
    }
    to.score = before + share;
    if (to.degree == kNotFetched) return true;
    if (cut_off_.max_depth > 1 && to.degree > 0) Remember(url, before, share, depth);
    return false;
  }

  // A fetched page that is to pass something on over each of its links.
  struct Passing {
    UrlId page = 0;
    double share = 0;         // for each link
    std::uint32_t depth = 0;  // of the page; its links are one hop further

    bool operator==(const Passing&) const = default;
  };
  std::optional<Passing> NextPassing();
  // False once `max_pages` have been updated: then even the rest of a page's links is left out.
  bool may_receive() const { return updated_ < cut_off_.max_pages; }

  std::uint64_t passings_waiting() const { return passings_.size(); }

  // What there is to be known of all URLs, but for passings: those are found anew. The bytes are
  // this machine's.
  void Save(std::string& out) const;
  // False if `bytes` are not Save()'s of the same cut-off; then nothing has changed.
  [[nodiscard]] bool Load(std::string_view bytes);

 private:
  static constexpr std::uint32_t kNotFetched = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t kRedirect = kNotFetched - 1;  // one link, and no damping

  struct Url {
    double score = 0;
    std::uint32_t degree = kNotFetched;  // links; or kRedirect, kNotFetched
    std::uint32_t note = kNoNote;
  };

  bool accumulates() const { return cut_off_.accumulated > 0; }

  // Beyond hop 1: is it worth updating?
  bool GoesTo(double score, double share) const {
    return share >= cut_off_.min_share && score >= cut_off_.min_score &&
           share >= cut_off_.min_ratio * score;
  }

  void Remember(UrlId page, double before, double share, std::uint32_t depth);

  CutOff cut_off_;
  std::uint64_t updated_ = 0;
  std::vector<Url> urls_;
  std::vector<double> waiting_;   // received and not passed on; with `accumulated` only
  std::deque<Passing> passings_;  // share: of the page, not yet of each link
};

}  // namespace meguri
