// Polite crawls against plain ones, written from the rules alone with maps and queues; and what the
// virtual servers see.
#include "sim/polite/polite_run.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "graph/graph_files.h"
#include "sim/order/order_seeds.h"
#include "tests/sim/made_webs.h"
#include "tests/support/shared_data.h"

namespace meguri {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// The algorithm's text: URLs are placed when they are found, in FIFO queues; what has no room is
// discarded and not marked; seeds that have none wait.
struct PlainPaper {
  std::vector<PageId> order;
  std::uint64_t discards = 0;
  std::uint64_t most_stored = 0;
  std::uint64_t steps = 0;
};

PlainPaper RunPlainPaper(const PoliteWeb& web, const std::vector<PageId>& seeds,
                         const PoliteSetup& setup) {
  const std::uint64_t queues = setup.paper.queues;
  const std::uint64_t slots = setup.paper.slots;
  std::map<std::uint64_t, std::uint64_t> n;
  std::map<std::uint64_t, std::deque<PageId>> q;
  std::set<PageId> seen;
  std::uint64_t t = 0;
  std::uint64_t stored = 0;
  PlainPaper plain;
  for (std::uint64_t r = 0; r < slots; ++r)
    n[r] = r % 2;
  const auto place = [&](PageId page) {
    const std::uint64_t r = web.servers.addresses[web.server[page]] % slots;
    if (n[r] >= t + queues) return false;
    if (n[r] <= t) {
      if (setup.paper.form == SlotForm::kMax) {
        n[r] = t + 1;
      } else {
        n[r] = (t + 1) % 2 == r % 2 ? t + 1 : t + 2;
      }
    }
    q[n[r] % queues].push_back(page);
    n[r] += 2;
    plain.most_stored = std::max(plain.most_stored, ++stored);
    return true;
  };
  std::deque<PageId> waiting(seeds.begin(), seeds.end());
  seen.insert(seeds.begin(), seeds.end());
  const auto place_seeds = [&] {
    std::deque<PageId> left;
    for (const PageId seed : waiting)
      if (!place(seed)) left.push_back(seed);
    waiting = left;
  };
  place_seeds();
  while (stored > 0 || !waiting.empty()) {
    ++t;
    const std::deque<PageId> taken = std::exchange(q[t % queues], {});
    stored -= taken.size();
    place_seeds();
    for (const PageId page : taken) {
      plain.order.push_back(page);
      for (const PageId link : web.web.graph.successors(page)) {
        if (seen.contains(link)) continue;
        if (place(link)) {
          seen.insert(link);
        } else {
          ++plain.discards;
        }
      }
    }
  }
  plain.steps = t;
  return plain;
}

// A crawl by the rules of late choice in steps: every URL that waits has a slot of its server or
// waits for one, and a slot takes the best that its server has.
std::vector<PageId> RunPlainLateBacklinks(const PoliteWeb& web, const std::vector<PageId>& seeds,
                                          const PoliteSetup& setup) {
  const std::uint64_t queues = setup.paper.queues;
  std::map<std::uint64_t, std::uint64_t> n;
  std::map<std::uint64_t, std::deque<std::uint32_t>> q;  // servers
  std::deque<std::uint32_t> aside;                       // servers
  std::map<PageId, std::uint64_t> links_to;
  std::map<PageId, std::uint64_t> found;
  std::set<PageId> waiting;
  std::set<PageId> begun;
  const std::set<PageId> is_seed(seeds.begin(), seeds.end());
  std::vector<PageId> order;
  std::uint64_t t = 0;
  const auto place = [&](std::uint32_t server) {
    const std::uint64_t r = web.servers.addresses[server] % setup.paper.slots;
    if (n[r] >= t + queues) return false;
    const std::uint64_t slot = std::max(n[r], t + 1);
    q[slot].push_back(server);
    n[r] = slot + 2;
    return true;
  };
  const auto offer = [&](PageId page) {
    waiting.insert(page);
    if (!place(web.server[page])) aside.push_back(web.server[page]);
  };
  const auto find = [&](PageId page) { found.emplace(page, found.size()); };
  for (const PageId seed : seeds) {
    find(seed);
    offer(seed);
  }
  while (!waiting.empty()) {
    const std::deque<std::uint32_t> taken = std::exchange(q[++t], {});
    for (const std::uint32_t server : std::exchange(aside, {}))
      if (!place(server)) aside.push_back(server);
    for (const std::uint32_t server : taken) {
      std::optional<PageId> best;
      const auto key = [&](PageId page) {
        return std::tuple(is_seed.contains(page) ? 0 : 1, -static_cast<double>(links_to[page]),
                          found[page]);
      };
      for (const PageId page : waiting)
        if (web.server[page] == server && (!best || key(page) < key(*best))) best = page;
      waiting.erase(*best);
      begun.insert(*best);
      order.push_back(*best);
      for (const PageId link : web.web.graph.successors(*best)) {
        find(link);
        ++links_to[link];
        if (!begun.contains(link) && !waiting.contains(link)) offer(link);
      }
    }
  }
  return order;
}

void ExpectKeptPromise(const PoliteRun& run, const PoliteSetup& setup) {
  EXPECT_EQ(run.breaches, 0U) << setup.Name() << ": " << run.first_breach;
  if (run.intervals.count() > 0) {
    EXPECT_GE(run.intervals.min(), static_cast<std::uint64_t>(setup.interval.count() / 1000));
  }
}

TEST(PoliteRunTest, PaperIsThePlainOneOnRandomWebs) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const GraphOfSites graph = RandomGraph(seed, 300, 6, seed % 2 == 0);
    const std::vector<PageId> originals = {7, 0, 31, 150, 222, 299};
    const auto reached = WebFrom(graph, originals);
    const Servers servers = FindServers(graph, {});
    const PoliteWeb web(graph, servers, *reached);
    std::vector<PageId> seeds;
    for (const PageId page : originals)
      seeds.push_back(reached->page(page));
    for (const SlotForm form : {SlotForm::kMax, SlotForm::kParity}) {
      for (const auto& [queues, slots] : {std::pair{3U, 1U}, {4U, 2U}, {5U, 7U}, {16U, 64U}}) {
        const PoliteSetup setup{.paper = {.queues = queues, .slots = slots, .form = form}};
        const auto run = RunPolite(web, seeds, setup);
        const PlainPaper plain = RunPlainPaper(web, seeds, setup);
        ASSERT_EQ(run->order, plain.order) << seed << ' ' << setup.Name();
        EXPECT_EQ(run->discards, plain.discards);
        EXPECT_EQ(run->most_placed, plain.most_stored);
        EXPECT_LE(run->most_placed, std::uint64_t{slots} * (queues / 2));
        EXPECT_EQ(run->steps, plain.steps);
        ExpectKeptPromise(*run, setup);
      }
    }
  }
}

TEST(PoliteRunTest, LateChoiceIsThePlainOneOnRandomWebs) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const GraphOfSites graph = RandomGraph(seed, 200, 6, false);
    const std::vector<PageId> seeds = {0, 3, 50};
    const auto reached = WebFrom(graph, seeds);
    Servers servers = FindServers(graph, {});
    servers.addresses.assign(7, 0);  // seven servers, some of one residue
    for (std::size_t i = 0; i < servers.addresses.size(); ++i)
      servers.addresses[i] = i;
    servers.downloads.assign(7, milliseconds(100));
    servers.domain_of.assign(7, 0);
    for (PageId page = 0; page < servers.of_page.size(); ++page)
      servers.of_page[page] = page * 31 % 7;
    const PoliteWeb web(graph, servers, *reached);
    std::vector<PageId> mapped;
    for (const PageId page : seeds)
      mapped.push_back(reached->page(page));
    for (const std::uint32_t slots : {1U, 5U, 16U}) {
      const PoliteSetup setup{.paper = {.queues = 5, .slots = slots},
                              .overflow = OverflowPolicy::kSpill,
                              .choice = Strategy::kBacklinkCount};
      const auto run = RunPolite(web, mapped, setup);
      ASSERT_EQ(run->order, RunPlainLateBacklinks(web, mapped, setup)) << seed << ' ' << slots;
      ExpectKeptPromise(*run, setup);
    }
  }
}

// Everything else: each page once, all of them unless some are discarded, and the promise kept.
TEST(PoliteRunTest, EverySchedulerKeepsThePromise) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const GraphOfSites graph = RandomGraph(seed, 400, 8, true);
    const std::vector<PageId> originals = {0, 5};
    const auto reached = WebFrom(graph, originals);
    const Servers servers = FindServers(graph, {.download = milliseconds(700), .seed = seed});
    const PoliteWeb web(graph, servers, *reached);
    const std::vector<PageId> seeds = {reached->page(0), reached->page(5)};
    for (const SchedulerKind scheduler :
         {SchedulerKind::kPaper, SchedulerKind::kWheel, SchedulerKind::kIrlbot,
          SchedulerKind::kBreadthFirst, SchedulerKind::kOptimum}) {
      for (const UrlChoice choice :
           std::vector<UrlChoice>{std::nullopt, Strategy::kBreadthFirst, Strategy::kDirect,
                                  Strategy::kAccumulated2, Strategy::kMeguri}) {
        for (const OverflowPolicy overflow : {OverflowPolicy::kDiscard, OverflowPolicy::kSpill}) {
          for (const bool budgets : {false, true}) {
            const PoliteSetup setup{.scheduler = scheduler,
                                    .paper = {.queues = 6, .slots = 4},
                                    .overflow = overflow,
                                    .choice = choice,
                                    .budgets = budgets,
                                    .interval = milliseconds(300)};
            const auto run = RunPolite(web, seeds, setup);
            const std::set<PageId> distinct(run->order.begin(), run->order.end());
            EXPECT_EQ(distinct.size(), run->order.size()) << setup.Name();
            if (overflow == OverflowPolicy::kSpill || setup.is_order()) {
              EXPECT_EQ(run->order.size(), web.size()) << setup.Name();
              EXPECT_EQ(run->discards, 0U);
            }
            EXPECT_TRUE(distinct.contains(seeds[0]) && distinct.contains(seeds[1]));
            ExpectKeptPromise(*run, setup);
          }
        }
      }
    }
  }
}

TEST(PoliteRunTest, NoMoreConnectionsThanAllowedAndAllPagesAreFetched) {
  const GraphOfSites graph = RandomGraph(3, 500, 8, true);
  const auto reached = WebFrom(graph, {0});
  const Servers servers = FindServers(graph, {.download = seconds(2)});
  const PoliteWeb web(graph, servers, *reached);
  for (const Strategy choice :
       {Strategy::kBreadthFirst, Strategy::kAccumulated2, Strategy::kMeguri}) {
    for (const std::uint32_t connections : {1U, 2U, 4U}) {
      const PoliteSetup setup{.scheduler = SchedulerKind::kWheel,
                              .overflow = OverflowPolicy::kSpill,
                              .choice = choice,
                              .connections = connections};
      const auto run = RunPolite(web, std::vector<PageId>{reached->page(0)}, setup);
      EXPECT_EQ(run->order.size(), web.size()) << setup.Name();
      ExpectKeptPromise(*run, setup);
      std::uint32_t most = 0;
      for (std::size_t i = 0; i < run->order.size(); ++i) {
        std::uint32_t in_flight = 0;
        for (std::size_t j = 0; j <= i; ++j)
          in_flight += run->begins[j] + web.download(run->order[j]) > run->begins[i] ? 1 : 0;
        most = std::max(most, in_flight);
      }
      EXPECT_EQ(most, connections) << setup.Name();
    }
  }
}

// With one connection and no interval nothing but the order is left: that of the ordering lab.
TEST(PoliteRunTest, WithOneConnectionAndNoIntervalItIsBreadthFirst) {
  const GraphOfSites graph = RandomGraph(8, 400, 6, false);
  const auto reached = WebFrom(graph, {0});
  const Servers servers = FindServers(graph, {});
  const PoliteWeb web(graph, servers, *reached);
  const PoliteSetup setup{.scheduler = SchedulerKind::kWheel,
                          .overflow = OverflowPolicy::kSpill,
                          .choice = Strategy::kBreadthFirst,
                          .connections = 1,
                          .interval = seconds(0)};
  const std::vector<PageId> seeds = {reached->page(0)};
  const auto plain = RunOrder(*reached, seeds, {.kind = OrderKind::kBreadthFirst, .name = "bf"});
  EXPECT_EQ(RunPolite(web, seeds, setup)->order, plain->order);
}

TEST(PoliteRunTest, TheWheelIsExact) {
  // One server, three pages: each begins exactly the interval after the last one ended.
  StoredGraph stored;
  stored.graph = WebGraph({0, 1, 2, 2}, {1, 2});
  const GraphOfSites graph(std::move(stored));
  const auto reached = WebFrom(graph, {0});
  const Servers servers = FindServers(graph, {});
  ASSERT_EQ(servers.count(), 1U);
  const PoliteWeb web(graph, servers, *reached);
  const PoliteSetup setup{.scheduler = SchedulerKind::kWheel,
                          .overflow = OverflowPolicy::kSpill,
                          .interval = seconds(2)};
  const auto run = RunPolite(web, std::vector<PageId>{0}, setup);
  ASSERT_EQ(run->begins.size(), 3U);
  for (int i = 1; i < 3; ++i) {
    const Duration gap = run->begins[i] - run->begins[i - 1] - servers.downloads[0];
    EXPECT_GE(gap, seconds(2));
    EXPECT_LT(gap, seconds(2) + milliseconds(1));
  }
}

// Hole 6: without the barrier between steps the spacing alone doesn't keep the interval.
TEST(PoliteRunTest, Hole6TheWatchSeesStepsThatDontWaitForSlowServers) {
  IntervalWatch watch(1, seconds(1));
  PaperScheduler<int> scheduler({.queues = 5, .slots = 1});
  scheduler.Enqueue(0, 0);
  scheduler.Enqueue(0, 1);
  TimePoint now{};
  for (int step = 0; step < 4; ++step, now += seconds(1)) {
    for ([[maybe_unused]] const int item : scheduler.Next())
      watch.Arrive(0, now, seconds(5));
  }
  EXPECT_EQ(watch.requests(), 2U);
  EXPECT_EQ(watch.breaches(), 1U);
}

TEST(IntervalWatchTest, CountsWhatComesTooEarly) {
  IntervalWatch watch(2, seconds(1));
  watch.Arrive(0, TimePoint(seconds(0)), milliseconds(500));
  watch.Arrive(1, TimePoint(seconds(0)), milliseconds(500));
  watch.Arrive(0, TimePoint(milliseconds(1500)), milliseconds(500));  // just in time
  EXPECT_EQ(watch.breaches(), 0U);
  watch.Arrive(0, TimePoint(milliseconds(2999)), milliseconds(500));
  watch.Arrive(1, TimePoint(milliseconds(400)), milliseconds(500));  // while it is busy
  EXPECT_EQ(watch.breaches(), 2U);
  EXPECT_EQ(watch.first_breach(),
            "server 0 was asked 999000 µs after the end of its last access, not 1000000");
  EXPECT_EQ(watch.SmallestByServer().min(), 0U);
  EXPECT_EQ(watch.intervals().count(), 3U);
}

// A real graph, what some seeds of it reach, and its servers.
struct RealWeb {
  RealWeb(StoredGraph stored, const std::string& seed_set) : graph(std::move(stored)) {
    const auto originals = SeedFinder(graph).Find(seed_set, 1, 0).value();
    reached = ReachedWeb(graph, ReachedFrom(graph.graph, originals), {.tolerance = 1e-3});
    servers = FindServers(graph, {});
    for (const PageId page : originals)
      seeds.push_back(reached->page(page));
  }
  PoliteWeb web() const { return {graph, servers, *reached}; }

  GraphOfSites graph;
  std::shared_ptr<const OrderWeb> reached;
  Servers servers;
  std::vector<PageId> seeds;
};
// nullptr: it can't be read. `file`: of the graph, `ending`: of that.
std::unique_ptr<RealWeb> ReadRealWeb(const std::string& file, std::string_view ending,
                                     const std::string& seeds) {
  const auto path = testing_support::SharedPath("graphs/" + file + std::string(ending));
  RealFiles files;
  auto stored = ReadGraph(files, path->substr(0, path->size() - ending.size()));
  return stored ? std::make_unique<RealWeb>(*std::move(stored), seeds) : nullptr;
}

// Being asked for its best may lower it: the offer that was made is not taken then, and another
// must be.
TEST(PoliteRunTest, NoServerIsForgottenThoughItsBestSinksWhileItWaits) {
  MEGURI_NEED_SHARED("graphs/ku-2021.adj.gz");
  const auto real = ReadRealWeb("ku-2021", ".adj.gz", "scc:1");
  ASSERT_TRUE(real);
  const PoliteWeb web = real->web();
  const PoliteSetup setup{.scheduler = SchedulerKind::kWheel,
                          .overflow = OverflowPolicy::kSpill,
                          .choice = Strategy::kMeguri,
                          .connections = 4};
  EXPECT_EQ(RunPolite(web, real->seeds, setup)->order.size(), web.size());
}

// All that is fixed by the rules, on a real graph.
TEST(PoliteRunTest, PaperIsThePlainOneOnCnr2000) {
  MEGURI_NEED_SHARED("graphs/cnr-2000.graph");
  const auto real = ReadRealWeb("cnr-2000", ".graph", "scc:1024");
  ASSERT_TRUE(real);
  const PoliteWeb web = real->web();
  const std::vector<PageId>& seeds = real->seeds;
  for (const auto& [queues, slots] :
       {std::pair{64U, 1024U}, {256U, 1024U}, {1024U, 1024U}, {2048U, 2048U}}) {
    const PoliteSetup setup{.paper = {.queues = queues, .slots = slots}};
    const auto run = RunPolite(web, seeds, setup);
    const PlainPaper plain = RunPlainPaper(web, seeds, setup);
    EXPECT_EQ(run->order, plain.order);
    EXPECT_EQ(run->most_placed, plain.most_stored);
    EXPECT_EQ(run->steps, plain.steps);
    ExpectKeptPromise(*run, setup);
  }
}

}  // namespace
}  // namespace meguri
