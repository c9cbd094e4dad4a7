// The orders against plain ones: written from the rules alone, without queues, looking at every
// page at every step.
#include "sim/order/order_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "tests/sim/made_webs.h"
#include "tests/support/shared_data.h"

namespace meguri {
namespace {

class PlainCrawl {
 public:
  PlainCrawl(const OrderWeb& web, std::vector<PageId> seeds, OrderName order)
      : web_(web),
        seeds_(std::move(seeds)),
        order_(std::move(order)),
        scores_(web.size()),
        waiting_share_(web.size()),
        found_(web.size(), kUnknown),
        fetched_(web.size()) {}

  std::vector<PageId> Run() {
    if (order_.kind == OrderKind::kPageRank) scores_.assign(web_.size(), 0.15);
    for (const PageId seed : seeds_) {
      found_[seed] = next_++;
      if (order_.kind == OrderKind::kOpic) scores_[seed] = 1.0 / static_cast<double>(seeds_.size());
    }
    for (const PageId seed : seeds_)
      Fetch(seed);
    for (;;) {
      PageId best = kUnknown;
      for (PageId page = 0; page < web_.size(); ++page) {
        if (found_[page] == kUnknown || fetched_[page]) continue;
        if (best == kUnknown || IsBefore(page, best)) best = page;
      }
      if (best == kUnknown) return sequence_;
      Fetch(best);
    }
  }

 private:
  static constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();

  bool IsBefore(PageId a, PageId b) const {
    if (order_.kind == OrderKind::kOracle) return web_.ranks[a] < web_.ranks[b];
    if (order_.kind != OrderKind::kBreadthFirst && Rounded(scores_[a]) != Rounded(scores_[b]))
      return scores_[a] > scores_[b];
    if (order_.kind == OrderKind::kBacklinkCount && !web_.simplicity.empty() &&
        web_.simplicity[a] != web_.simplicity[b])
      return web_.simplicity[a] < web_.simplicity[b];
    return found_[a] < found_[b];
  }
  // Cash is spread by another sum in the real one: the last bits differ.
  double Rounded(double score) const {
    return order_.kind == OrderKind::kOpic ? std::round(score * 1e13) : score;
  }

  void Discover(PageId page, bool other_sites) {
    for (const PageId link : web_.graph.successors(page)) {
      const bool other = !web_.sites.empty() && web_.sites[link] != web_.sites[page];
      if (found_[link] == kUnknown && other == other_sites) found_[link] = next_++;
    }
  }

  void Fetch(PageId page) {
    sequence_.push_back(page);
    fetched_[page] = true;
    Discover(page, true);
    Discover(page, false);
    const auto links = web_.graph.successors(page);
    switch (order_.kind) {
      case OrderKind::kBacklinkCount:
        for (const PageId link : links)
          scores_[link] += 1;
        break;
      case OrderKind::kPageRank:
        if (sequence_.size() % std::max<std::size_t>(web_.size() / 100, 1) == 0) Sweep();
        break;
      case OrderKind::kOpic:
        Spend(page);
        break;
      case OrderKind::kIncrementalPageRank:
        Share(page);
        break;
      default:
        break;
    }
  }

  void Sweep() {
    std::vector<double> next(web_.size(), 0.15);
    for (PageId page = 0; page < web_.size(); ++page) {
      if (!fetched_[page]) continue;
      for (const PageId link : web_.graph.successors(page)) {
        next[link] +=
            0.85 * scores_[page] / static_cast<double>(web_.graph.successors(page).size());
      }
    }
    scores_ = next;
  }

  void Spend(PageId page) {
    const auto links = web_.graph.successors(page);
    const double share = scores_[page] / static_cast<double>(links.size() + 1);
    scores_[page] = 0;
    double spread = kept_ + share;
    for (const PageId link : links)
      (fetched_[link] ? spread : scores_[link]) += share;
    std::vector<PageId> frontier;
    for (PageId each = 0; each < web_.size(); ++each)
      if (found_[each] != kUnknown && !fetched_[each] && !IsSeed(each)) frontier.push_back(each);
    kept_ = frontier.empty() ? spread : 0;
    for (const PageId each : frontier)
      scores_[each] += spread / static_cast<double>(frontier.size());
  }
  bool IsSeed(PageId page) const { return std::ranges::find(seeds_, page) != seeds_.end(); }

  // The spec's four cut-offs, each by itself.
  void Share(PageId page) {
    const CutOff& cut = order_.cut_off;
    struct Entry {
      PageId page;
      double share;
      std::uint32_t depth;
    };
    std::deque<Entry> open;
    std::uint64_t beyond = 0;
    scores_[page] += 1;
    const auto receive = [&](PageId to, double share, std::uint32_t depth) {
      const double before = scores_[to];
      const bool large = before == 0 || share / before >= cut.min_ratio;
      if (depth > 1 && !large) return;
      if (depth > 1) ++beyond;
      scores_[to] += share;
      const auto links = static_cast<double>(web_.graph.successors(to).size());
      if (!fetched_[to] || links == 0 || cut.max_depth == 1) return;
      if (cut.accumulated > 0) {
        waiting_share_[to] += share;
        const double against =
            cut.score_without_accumulated ? scores_[to] - waiting_share_[to] : scores_[to];
        if (waiting_share_[to] > cut.accumulated * against) open.push_back({to, 0, depth});
      } else if (large && depth < cut.max_depth) {
        open.push_back({to, share, depth});
      }
    };
    const auto links = web_.graph.successors(page);
    for (const PageId link : links)
      receive(link, cut.damping * scores_[page] / static_cast<double>(links.size()), 1);
    while (!open.empty() && beyond < cut.max_pages) {
      Entry entry = open.front();
      open.pop_front();
      if (cut.accumulated > 0) {
        entry.share = waiting_share_[entry.page];
        waiting_share_[entry.page] = 0;
        if (entry.share == 0) continue;
      }
      const auto on = web_.graph.successors(entry.page);
      for (const PageId link : on) {
        if (beyond >= cut.max_pages) break;
        receive(link, cut.damping * entry.share / static_cast<double>(on.size()), entry.depth + 1);
      }
    }
  }

  const OrderWeb& web_;
  const std::vector<PageId> seeds_;
  const OrderName order_;
  std::vector<double> scores_;
  std::vector<double> waiting_share_;
  std::vector<std::uint32_t> found_;
  std::vector<bool> fetched_;
  std::vector<PageId> sequence_;
  double kept_ = 0;
  std::uint32_t next_ = 0;
};

class OrderRunTest : public testing::TestWithParam<std::string> {};

TEST_P(OrderRunTest, IsThatOfAPlainCrawl) {
  const OrderName order = ParseOrder(GetParam()).value();
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const GraphOfSites graph = RandomGraph(seed, 400, 1 + seed % 7, seed % 3 != 0);
    std::vector<PageId> originals;
    for (PageId page = 0; page <= seed % 4; ++page)
      originals.push_back((page * 97 + 5) % 400);
    const auto web = WebFrom(graph, originals);
    std::vector<PageId> seeds;
    for (const PageId page : originals)
      seeds.push_back(web->page(page));
    const auto run = RunOrder(*web, seeds, order);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->order.size(), web->size());
    EXPECT_EQ(run->order, PlainCrawl(*web, seeds, order).Run()) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(All, OrderRunTest,
                         testing::Values("bf", "blc", "pr", "opic", "oracle", "ipr:dl1", "ipr:pl=8",
                                         "ipr:pl=1", "ipr:vr=1.5", "ipr:vr=0.2", "ipr:ar=29/30",
                                         "ipr:ar=1/2", "ipr:ar2", "ipr:dl1+damping=0.85",
                                         "ipr:depth=3+ratio=0.5+pages=100"),
                         [](const auto& param) {
                           std::string name = param.param;
                           std::ranges::replace_if(
                               name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

TEST(OrderRunsTest, TheBestFirstOfAllPagesIsOpt) {
  const GraphOfSites graph = RandomGraph(1, 300, 6, true);
  const auto web = WebFrom(graph, {7});
  const PageId seed = web->page(7);
  const auto run = RunOrder(*web, std::span(&seed, 1), ParseOrder("opt").value());
  ASSERT_TRUE(run);
  std::vector<PageId> want = web->by_rank;
  std::erase(want, seed);
  want.insert(want.begin(), seed);  // seeds come first
  EXPECT_EQ(run->order, want);
}

TEST(OrderRunsTest, CanBeStopped) {
  const GraphOfSites graph = RandomGraph(1, 300, 6, true);
  const auto web = WebFrom(graph, {7});
  const PageId seed = web->page(7);
  const std::atomic<bool> stop{true};
  EXPECT_FALSE(
      RunOrder(*web, std::span(&seed, 1), ParseOrder("bf").value(), {.stop = &stop}).has_value());
}

}  // namespace
}  // namespace meguri
