#include "order/expected_returns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>
#include <vector>

#include "base/random.h"

namespace meguri {
namespace {

// A web of lists; page i is on site i % sites, if it has any.
struct Lists {
  std::vector<std::vector<UrlId>> successors;
  std::uint32_t sites = 0;

  std::uint32_t site(UrlId page) const {
    return sites == 0 ? ExpectedReturns::kNoSite : page % sites;
  }
};

Lists RandomLists(std::uint64_t seed, UrlId pages, std::uint32_t sites) {
  Random random(seed);
  Lists web{std::vector<std::vector<UrlId>>(pages), sites};
  for (UrlId page = 0; page < pages; ++page) {
    std::set<UrlId> links;
    if (page + 1 < pages) links.insert(page + 1);  // all are reached from 0
    if (!random.Chance(0.2)) {
      for (std::uint64_t left = random.Uniform(8); left > 0; --left)
        links.insert(static_cast<UrlId>(random.Uniform(random.Uniform(pages) + 1)));
    }
    links.erase(page);
    web.successors[page].assign(links.begin(), links.end());
  }
  return web;
}

// A crawl that looks at every known URL for the next. Of what a page links to nothing is known when
// it arrives: it has to guess what will come back, as a shard of the live crawl.
class Crawl {
 public:
  // `passings`: so many pages pass on at most, with each that arrives.
  explicit Crawl(const Lists& web, int passings = 1000)
      : web_(web), passings_(passings), known_(web.successors.size(), false) {
    scores_.Resize(web.successors.size());
  }

  void AddSeed(UrlId seed) {
    known_[seed] = true;
    waiting_.insert(seed);
  }

  // `under_way`: so many pages are asked for before the first arrives.
  void Run(std::size_t pages, std::size_t under_way) {
    while (fetched_.size() < pages) {
      while (open_.size() < under_way && !waiting_.empty())
        Choose();
      if (open_.empty()) return;
      Arrive(open_.front());
      open_.pop_front();
    }
  }

  void CheckModel() const {
    std::vector<double> wanted(known_.size(), 0);
    for (UrlId page = 0; page < known_.size(); ++page) {
      const RankOf rank = scores_.rank(page);
      if (rank.fetched) {
        wanted[page] += 1;
        for (const UrlId link : web_.successors[page])
          wanted[link] += rank.PassedPerLink(ExpectedReturnsOptions().damping);
      }
      for (const RankOf::Gift& gift : rank.gives_back)
        wanted[gift.to] += gift.part * (1 + rank.score);
    }
    for (UrlId page = 0; page < known_.size(); ++page)
      EXPECT_NEAR(scores_.score(page), wanted[page], 1e-9 * (1 + wanted[page])) << page;
  }

  const std::vector<UrlId>& fetched() const { return fetched_; }
  ExpectedReturns& scores() { return scores_; }

 private:
  void Choose() {
    const UrlId best = *std::ranges::max_element(waiting_, {}, [&](UrlId url) {
      return std::pair(scores_.KeepsPlace(url) ? scores_.key(url) : scores_.key(url), -int(url));
    });
    waiting_.erase(best);
    scores_.Choose(best, true);
    open_.push_back(best);
  }

  void Arrive(UrlId page) {
    fetched_.push_back(page);
    const auto& links = web_.successors[page];
    if (const auto parent = scores_.Begin(page, web_.site(page), links.size()))
      scores_.PassFirst(*parent);
    const auto fresh = static_cast<double>(
        std::ranges::count_if(links, [&](UrlId link) { return !known_[link]; }));
    const double back = fresh * scores_.UsualBack(page, web_.site(page));
    scores_.Earn(links.size(), static_cast<std::size_t>(fresh));
    const double share = links.empty() ? 0 : scores_.Share(page, back, back);
    for (const UrlId link : links) {
      if (!known_[link]) {
        known_[link] = true;
        waiting_.insert(link);
        scores_.Found(link, page, web_.site(link), web_.site(link) != web_.site(page));
      }
      scores_.Receive(link, share);
    }
    for (int pages = 0; pages < passings_; ++pages) {
      const auto passing = scores_.NextPassing();
      if (!passing) return;
      for (const UrlId link : web_.successors[passing->page])
        scores_.Receive(link, passing->share);
    }
  }

  const Lists& web_;
  const int passings_;
  ExpectedReturns scores_;
  std::vector<bool> known_;
  std::set<UrlId> waiting_;
  std::deque<UrlId> open_;
  std::vector<UrlId> fetched_;
};

TEST(ExpectedReturnsTest, EveryScoreIsThatOfTheModelAtAnyTime) {
  for (const std::uint32_t sites : {0U, 1U, 7U}) {
    for (const std::size_t under_way : {1U, 5U, 32U}) {
      const Lists web = RandomLists(sites + under_way, 500, sites);
      Crawl crawl(web);
      for (const UrlId seed : {0U, 3U, 100U})
        crawl.AddSeed(seed);
      for (const std::size_t pages : {1U, 2U, 10U, 100U, 499U, 500U}) {
        crawl.Run(pages, under_way);
        crawl.CheckModel();
      }
      EXPECT_EQ(std::set<UrlId>(crawl.fetched().begin(), crawl.fetched().end()).size(), 500U);
    }
  }
}

TEST(ExpectedReturnsTest, WhatComesBackIsPassedOnInAdvance) {
  // 0 -> 1, 2. Each returns C·rho·q to page 0, as no site is known: with q = 1 before any page was
  // seen to have links, and again after one that has.
  const Lists web{{{1, 2}, {}, {}}, 0};
  const ExpectedReturnsOptions options;
  Crawl crawl(web);
  crawl.AddSeed(0);
  crawl.Run(1, 1);
  const double back = options.damping * options.returned;
  // s = 1 + returns of two URLs with C·s/2 + 1 each.
  const double score = (1 + 2 * back) / (1 - options.damping * 2 * back / 2);
  EXPECT_NEAR(crawl.scores().score(0), score, 1e-6);
  EXPECT_NEAR(crawl.scores().score(1), options.damping * score / 2, 1e-6);
  EXPECT_NEAR(crawl.scores().rank(0).waiting, 0, 1e-6);
  // Once it is there and has no links, it gives nothing back.
  crawl.Run(2, 1);
  EXPECT_EQ(crawl.fetched().back(), 1U);
  EXPECT_LT(crawl.scores().score(0), score);
}

TEST(ExpectedReturnsTest, ScoresStayBoundedAlongAChain) {
  Lists web{std::vector<std::vector<UrlId>>(2000), 1};
  for (UrlId page = 0; page + 1 < 2000; ++page)
    web.successors[page] = {page + 1};
  Crawl crawl(web, 4);  // as many as the live crawl lets
  crawl.AddSeed(0);
  crawl.Run(2000, 1);
  for (UrlId page = 0; page < 2000; ++page)
    ASSERT_LT(crawl.scores().score(page), 10) << page;
}

TEST(ExpectedReturnsTest, WhatGoesRoundInRedirectsEnds) {
  ExpectedReturns scores;
  scores.Resize(3);
  scores.Begin(0, 0, 1);
  scores.Earn(1000, 1000);
  scores.Found(1, 0, 0, false);
  scores.Receive(1, scores.Share(0, 0, 0));
  double share = scores.Redirect(1);  // to 2, and that back to 1
  scores.Receive(2, share);
  share = scores.Redirect(2);
  scores.Receive(1, share);
  int laps = 0;
  while (const auto passing = scores.NextPassing()) {
    if (passing->page != 0) scores.Receive(3 - passing->page, passing->share);
    ASSERT_LT(++laps, 20);
  }
}

TEST(ExpectedReturnsTest, AllOfItComesBack) {
  const Lists web = RandomLists(5, 300, 3);
  Crawl crawl(web);
  crawl.AddSeed(0);
  crawl.Run(200, 4);
  std::string saved;
  crawl.scores().Save(saved);
  ExpectedReturns again;
  ASSERT_TRUE(again.Load(saved));
  std::string same;
  again.Save(same);
  EXPECT_EQ(same, saved);
  EXPECT_EQ(again.NextPassing(), crawl.scores().NextPassing());

  EXPECT_FALSE(again.Load(""));
  EXPECT_FALSE(again.Load(std::string_view(saved).substr(0, saved.size() - 1)));
  EXPECT_FALSE(again.Load(saved + "?"));
  // Garbage is refused, or can be lived with.
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = saved;
    damaged[random.Uniform(damaged.size())] = static_cast<char>(random.Next());
    ExpectedReturns from;
    if (!from.Load(damaged)) continue;
    for (UrlId url = 0; url < from.size(); ++url)
      from.Receive(url, 0.5);
    while (from.NextPassing()) {
    }
  }
}

}  // namespace
}  // namespace meguri
