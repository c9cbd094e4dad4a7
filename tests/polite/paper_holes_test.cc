// What is wrong with the algorithm as published, shown on a model that follows it to the letter,
// and right in ours. The model is the paper's algorithms 1 to 3, each mending a switch.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "polite/paper_scheduler.h"

namespace meguri {
namespace {

struct Mended {
  bool line_8 = true;              // the text's parity, not the printed one
  bool takes_out = true;           // Next() empties the queue
  bool seeds_by_enqueue = true;    // seeds go through Enqueue()
  bool queued_is_seen = true;      // not only what was visited
  bool discarded_unmarked = true;  // a discarded URL may come back
};

// A page is "r.n": residue and number.
struct Page {
  std::uint32_t residue = 0;
  int number = 0;
  auto operator<=>(const Page&) const = default;
};

class Published {
 public:
  Published(std::uint64_t queues, std::uint64_t slots, const Mended& mended)
      : queues_(queues), mended_(mended), q_(queues), n_(slots) {
    for (std::uint64_t r = 0; r < slots; ++r)
      n_[r] = r & 1U;
  }

  bool Enqueue(const Page& page) {
    if (visited_.contains(page)) return false;
    if (mended_.queued_is_seen && queued_.contains(page)) return false;
    std::uint64_t& n = n_[page.residue];
    if (n >= t_ + queues_) {
      if (!mended_.discarded_unmarked) visited_.insert(page);
      return false;
    }
    if (n <= t_) n = t_ + 1 + (((t_ & 1U) ^ (n & 1U)) ^ (mended_.line_8 ? 1U : 0U));
    q_[n % queues_].push_back(page);
    queued_.insert(page);
    n += 2;
    return true;
  }

  std::vector<Page> Next() {
    ++t_;
    std::deque<Page>& queue = q_[t_ % queues_];
    std::vector<Page> handed(queue.begin(), queue.end());
    if (mended_.takes_out) queue.clear();
    return handed;
  }
  void Visit(const Page& page) { visited_.insert(page); }
  std::uint64_t step() const { return t_; }

 private:
  const std::uint64_t queues_;
  const Mended mended_;
  std::vector<std::deque<Page>> q_;
  std::vector<std::uint64_t> n_;
  std::set<Page> visited_;
  std::set<Page> queued_;
  std::uint64_t t_ = 0;
};

struct Seen {
  std::uint64_t least_gap = 1000;  // steps between two accesses to a residue
  std::map<Page, int> fetched;
};

// Seeds of one residue, then so many steps; every page links to `links`.
Seen CrawlSteps(Published scheduler, bool seeds_by_enqueue, const std::vector<Page>& seeds,
                const std::vector<Page>& links, int steps) {
  Seen seen;
  std::map<std::uint32_t, std::uint64_t> last;
  std::deque<Page> waiting(seeds.begin(), seeds.end());
  std::vector<Page> now;
  if (!seeds_by_enqueue) {
    now.assign(seeds.begin(), seeds.end());
    waiting.clear();
  }
  for (int i = 0; i <= steps; ++i) {
    for (const Page& page : now) {
      if (last.contains(page.residue))
        seen.least_gap = std::min(seen.least_gap, scheduler.step() - last[page.residue]);
      last[page.residue] = scheduler.step();
      ++seen.fetched[page];
      scheduler.Visit(page);
      for (const Page& link : links)
        scheduler.Enqueue(link);
    }
    while (!waiting.empty() && scheduler.Enqueue(waiting.front()))
      waiting.pop_front();
    now = scheduler.Next();
  }
  return seen;
}

TEST(PaperHolesTest, Hole1ThePrintedLine8HasTheOtherParityAndIsHarmless) {
  Published printed(5, 2, {.line_8 = false});
  Published mended(5, 2, {});
  printed.Enqueue({0, 1});
  mended.Enqueue({0, 1});
  EXPECT_EQ(printed.Next().size(), 1U);  // step 1, though residue 0 is even
  EXPECT_EQ(mended.Next().size(), 0U);
  EXPECT_EQ(mended.Next().size(), 1U);
  const std::vector<Page> seeds = {{0, 0}, {1, 0}};
  const std::vector<Page> links = {{0, 1}, {0, 2}, {0, 3}, {1, 1}, {1, 2}};
  EXPECT_GE(CrawlSteps(Published(5, 2, {.line_8 = false}), true, seeds, links, 40).least_gap, 2U);
}

TEST(PaperHolesTest, Hole2SeedsThatBypassEnqueueBreakThePromise) {
  const std::vector<Page> seeds = {{0, 0}, {0, 1}};
  EXPECT_EQ(CrawlSteps(Published(5, 2, {}), false, seeds, {}, 10).least_gap, 0U);
  const Seen mended = CrawlSteps(Published(5, 2, {}), true, seeds, {}, 10);
  EXPECT_EQ(mended.least_gap, 2U);
  EXPECT_EQ(mended.fetched.size(), 2U);
}

TEST(PaperHolesTest, Hole3WhatIsNotTakenOutComesRoundAgain) {
  const std::vector<Page> seeds = {{0, 0}};
  EXPECT_EQ(
      CrawlSteps(Published(5, 2, {.takes_out = false}), true, seeds, {}, 12).fetched.at({0, 0}), 3);
  EXPECT_EQ(CrawlSteps(Published(5, 2, {}), true, seeds, {}, 12).fetched.at({0, 0}), 1);
  PaperScheduler<int> ours({.queues = 5, .slots = 2});
  ours.Enqueue(0, 1);
  std::size_t handed = 0;
  for (int i = 0; i < 12; ++i)
    handed += ours.Next().size();
  EXPECT_EQ(handed, 1U);
}

TEST(PaperHolesTest, Hole4TwoQueuesPutAUrlIntoTheStepInHand) {
  Published two(2, 2, {});
  two.Next();
  two.Next();
  two.Enqueue({0, 0});  // even, as is t = 2: for step 4, which is this very queue
  EXPECT_EQ(two.Next().size(), 0U);
  two.Enqueue({0, 1});  // N = 6 ≥ 3 + 2: nothing fits beside it
  EXPECT_EQ(two.Next().size(), 1U);
  EXPECT_FALSE(CheckPaperScheduler({.queues = 2, .slots = 2}));
}

TEST(PaperHolesTest, Hole5VisitedMustIncludeQueued) {
  const std::vector<Page> seeds = {{0, 0}, {1, 0}};
  const std::vector<Page> links = {{0, 7}};
  const Seen published =
      CrawlSteps(Published(9, 2, {.queued_is_seen = false}), true, seeds, links, 20);
  EXPECT_GT(published.fetched.at({0, 7}), 1);
  EXPECT_EQ(CrawlSteps(Published(9, 2, {}), true, seeds, links, 20).fetched.at({0, 7}), 1);
}

TEST(PaperHolesTest, Hole5ADiscardedUrlThatIsMarkedNeverComesBack) {
  const std::vector<Page> seeds = {{0, 0}};
  const std::vector<Page> links = {{0, 1}, {0, 2}, {0, 3}};  // room for two at a time
  const Seen marked =
      CrawlSteps(Published(4, 2, {.discarded_unmarked = false}), true, seeds, links, 40);
  EXPECT_FALSE(marked.fetched.contains({0, 3}));
  EXPECT_TRUE(CrawlSteps(Published(4, 2, {}), true, seeds, links, 40).fetched.contains({0, 3}));
}

}  // namespace
}  // namespace meguri
