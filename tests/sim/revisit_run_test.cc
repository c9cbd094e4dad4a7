// Simulated revisits: what is counted, against a count that is written from the rules alone, and
// the search for a budget.
#include "sim/revisit/revisit_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/random.h"
#include "sim/revisit/budget_search.h"
#include "sim/revisit/poisson_pages.h"
#include "sim/revisit/revisit_experiment.h"
#include "sim/revisit/revisit_replay.h"
#include "tests/sim/source_probe.h"
#include "tests/support/shared_data.h"

namespace meguri {
namespace {

using revisit::NoSite;
using revisit::Tuning;

constexpr std::string_view kHeader = "site\tpath\tt0\tend\tdt\tv\tsh\n";
constexpr std::int64_t kDay = 86'400;

Result<RevisitPages> Read(const std::string& lines) {
  MemFiles files;
  testing_support::WriteFile(files, "t.tsv", std::string(kHeader) + lines);
  return ReadRevisitPages(files, "t.tsv");
}

// Every day, at the same time.
struct Daily {
  struct Page {};
  using Site = NoSite;
  static constexpr bool kSiteClock = false;
  double First(Page&, Site&, const revisit::FirstVisit&, const Tuning& t) const {
    return t.stretch;
  }
  double Next(Page&, Site&, const revisit::Visit&, const Tuning& t) const { return t.stretch; }
  double Rate(const Page&) const { return 0; }
};

// The same on a clock of the site that runs `fast` times as fast once a change was seen.
struct DailyByClock : Daily {
  struct Site {
    bool changed = false;
  };
  static constexpr bool kSiteClock = true;
  double fast = 1;
  double First(Page&, Site&, const revisit::FirstVisit&, const Tuning& t) const {
    return t.stretch;
  }
  double Next(Page&, Site& site, const revisit::Visit& visit, const Tuning& t) const {
    site.changed |= visit.changed;
    return t.stretch;
  }
  double ClockSpeed(const Site& site) const { return site.changed ? fast : 1; }
};

struct Accesses : ReplayListener {
  void OnAccess(const RevisitPage& page, double interval, bool changed, bool captured) {
    auto& of = by_page[page.key];
    of.push_back((of.empty() ? page.begin : of.back()) + interval);
    (changed ? changes : others) += 1;
    captures += captured ? 1 : 0;
  }
  std::map<std::uint64_t, std::vector<double>> by_page;
  int changes = 0;
  int others = 0;
  int captures = 0;
};

template <class Policy>
RevisitCounts Replay(const RevisitPages& pages, const Policy& policy, Accesses& accesses,
                     bool ignore_trivial = false, double stretch = 1) {
  const ReplayOptions options{.tuning = {.stretch = stretch}, .ignore_trivial = ignore_trivial};
  return RevisitReplay(pages, policy, options, accesses).Run();
}

// Version at a moment, by looking at every event.
std::uint32_t VersionAt(const RevisitPages& pages, const RevisitPage& page, double time) {
  std::uint32_t version = page.initial;
  for (std::uint64_t i = page.first_event; i < page.last_event; ++i)
    if (pages.times[i] <= time) version = pages.versions[i];
  return version;
}

TEST(RevisitPagesTest, TheLast730DaysOnOneClock) {
  const std::int64_t end = 1000 * kDay;
  const auto line = [&](std::int64_t t0, const std::string& dt, const std::string& v) {
    return "s\tp\t" + std::to_string(t0) + "\t" + std::to_string(end) + "\t" + dt + "\t" + v +
           "\t-\n";
  };
  const auto read =
      Read(line(100 * kDay, std::to_string(200 * kDay), "-") +    // event on day 30
           line(500 * kDay, "", "-") +                            // born on day 230
           line(100 * kDay, std::to_string(100 * kDay), "1,0") +  // gone before
           line(100 * kDay, std::to_string(300 * kDay), "1,0") +  // lives 130 days
           line(100 * kDay, "86400,25920000,0", "1,2,1,2"));      // 1, 2 before, in a second
  ASSERT_TRUE(read) << read.error().context;
  ASSERT_EQ(read->pages.size(), 4U);
  EXPECT_EQ(read->times[0], 30);
  EXPECT_EQ(read->pages[0].begin, 0);
  EXPECT_EQ(read->pages[0].end, 730);
  EXPECT_EQ(read->pages[0].new_versions, 1U);
  EXPECT_DOUBLE_EQ(read->pages[0].rate, 1 / 730.0);
  EXPECT_EQ(read->pages[1].begin, 230);
  EXPECT_EQ(read->pages[1].new_versions, 0U);
  EXPECT_EQ(read->pages[2].end, 130);
  EXPECT_EQ(read->pages[2].new_versions, 0U);
  EXPECT_EQ(read->pages[3].new_versions, 1U);  // 1 again, which the crawl has not seen
  EXPECT_EQ(read->live_days, 730 + 500 + 130 + 730);
}

TEST(RevisitPagesTest, SaysWhatIsMissing) {
  MemFiles files;
  EXPECT_THAT(ReadRevisitPages(files, "none").error().context, testing::HasSubstr("none"));
  testing_support::WriteFile(files, "a/other.tsv", "");
  EXPECT_EQ(ReadRevisitPages(files, "a").error().context,
            "a: has neither traces.tsv.zst nor traces.tsv");
  testing_support::WriteFile(files, "t.tsv", "t0\tdt\tv\n5\t\t-\n");
  EXPECT_EQ(ReadRevisitPages(files, "t.tsv").error().context,
            "t.tsv:1: the header has no column site");
  EXPECT_EQ(Read("").error().context, "t.tsv: has no line of a page");
}

TEST(RevisitReplayTest, RevertsAndPassing404s) {
  RevisitPages pages;
  pages.sites = {"s"};
  // A; B on day 1.5; A on 3.5; absent on 5.5; C on 6.5; D and E between two accesses; A→F→A too.
  pages.Add({.key = 1, .begin = 0, .end = 10}, {{.time = 0, .version = 1},
                                                {.time = 1.5, .version = 2},
                                                {.time = 3.5, .version = 1},
                                                {.time = 5.5, .version = 0},
                                                {.time = 6.5, .version = 3},
                                                {.time = 7.2, .version = 4},
                                                {.time = 7.6, .version = 5},
                                                {.time = 8.2, .version = 6},
                                                {.time = 8.6, .version = 5}});
  Accesses accesses;
  const RevisitCounts counts = Replay(pages, Daily{}, accesses);
  EXPECT_EQ(pages.new_versions, 5U);  // B C D E F
  EXPECT_EQ(counts.accesses, 9U);     // none at the end
  EXPECT_EQ(counts.captured, 3U);     // B C E
  EXPECT_EQ(accesses.changes, 5);     // B, A again, absent, C, E
  EXPECT_DOUBLE_EQ(counts.delay_days, 0.5 + 0.5 + 0.4);
  // Not fresh: 1.5-2, 3.5-4, 5.5-6, 6.5-7, 7.2-8, 8.2-8.6.
  EXPECT_NEAR(counts.fresh_days, 10 - 4 * 0.5 - 0.8 - 0.4, 1e-12);
  EXPECT_DOUBLE_EQ(counts.shares, 0.6);
  EXPECT_EQ(counts.changing, 1U);
}

TEST(RevisitReplayTest, TrivialChangesAreKeptButDoNotCount) {
  RevisitPages pages;
  pages.sites = {"s"};
  const auto event = [](double time, std::uint64_t version, std::uint64_t simhash) {
    return RevisitPages::Event{time, version, simhash, true};
  };
  pages.Add({.key = 1, .begin = 0, .end = 6}, {event(0, 1, 0b0),
                                               event(0.5, 2, 0b111),
                                               event(1.5, 3, 0b1111),  // 4 from the first
                                               event(2.5, 4, 0b11),
                                               event(3.5, 5, 0b1),
                                               {.time = 4.5, .version = 6}});  // unknown: counts
  Accesses accesses;
  EXPECT_EQ(Replay(pages, Daily{}, accesses, true).captured, 5U);
  EXPECT_EQ(accesses.changes, 2);
  Accesses by_bytes;
  EXPECT_EQ(Replay(pages, Daily{}, by_bytes).captured, 5U);
  EXPECT_EQ(by_bytes.changes, 5);
}

TEST(RevisitReplayTest, NoSoonerThanAnHour) {
  RevisitPages pages;
  pages.sites = {"s"};
  pages.Add({.key = 1, .begin = 0, .end = 1.01}, {{.time = 0, .version = 1}});
  Accesses accesses;
  EXPECT_EQ(Replay(pages, Daily{}, accesses, false, 1e-6).accesses, 24U);
  Accesses by_clock;
  EXPECT_EQ(Replay(pages, DailyByClock{}, by_clock, false, 1e-6).accesses, 24U);
}

// A count from the rules alone agrees, for pages with reverts and absences.
TEST(RevisitReplayTest, AgreesWithASlowCount) {
  Random random(5);
  RevisitPages pages;
  pages.sites = {"s", "t"};
  for (std::uint64_t key = 0; key < 60; ++key) {
    std::vector<RevisitPages::Event> events = {{.time = 0, .version = 1}};
    while (events.back().time < 40 && events.size() < 60)
      events.push_back({.time = events.back().time + random.Exponential(0.1 + 10 * random.Double()),
                        .version = random.Uniform(6)});
    pages.Add({.site = static_cast<std::uint32_t>(key / 30),
               .key = key,
               .begin = 5 * random.Double(),
               .end = 30 + 10 * random.Double()},
              events);
  }
  Accesses accesses;
  const RevisitCounts counts = Replay(pages, Daily{}, accesses, false, 0.7);
  std::uint64_t captured = 0;
  double fresh = 0;
  constexpr double kStep = 0.001;
  for (const RevisitPage& page : pages.pages) {
    std::set<std::uint32_t> had = {0, page.initial};
    for (const double time : accesses.by_page[page.key])
      captured += had.insert(VersionAt(pages, page, time)).second ? 1 : 0;
    for (double time = page.begin + kStep / 2; time < page.end; time += kStep) {
      double last = page.begin;
      for (const double access : accesses.by_page[page.key])
        if (access <= time) last = access;
      if (VersionAt(pages, page, last) == VersionAt(pages, page, time)) fresh += kStep;
    }
  }
  EXPECT_EQ(counts.captured, captured);
  EXPECT_GT(captured, 100U);
  EXPECT_NEAR(counts.fresh_days, fresh, 0.002 * fresh);
  // A clock that runs as time does makes no difference.
  Accesses by_clock;
  const RevisitCounts same = Replay(pages, DailyByClock{}, by_clock, false, 0.7);
  EXPECT_EQ(same.accesses, counts.accesses);
  EXPECT_EQ(same.captured, counts.captured);
  EXPECT_NEAR(same.fresh_days, counts.fresh_days, 1e-6);
}

TEST(RevisitReplayTest, AFastClockBringsAllOfASiteForward) {
  RevisitPages pages;
  pages.sites = {"s"};
  pages.Add({.key = 1, .begin = 0, .end = 12},
            {{.time = 0, .version = 1}, {.time = 1.9, .version = 2}});
  pages.Add({.key = 2, .begin = 0.5, .end = 12}, {{.time = 0, .version = 1}});
  DailyByClock policy;
  policy.fast = 2;
  Accesses accesses;
  Replay(pages, policy, accesses, false, 2);
  // The change is seen on day 2; the other page, due on 2.5, comes a quarter of a day later.
  ASSERT_GE(accesses.by_page[1].size(), 2U);
  EXPECT_NEAR(accesses.by_page[1][0], 2, 1e-9);
  EXPECT_NEAR(accesses.by_page[1][1], 3, 1e-9);
  EXPECT_NEAR(accesses.by_page[2][0], 2.25, 1e-9);
  EXPECT_NEAR(accesses.by_page[2][1], 3.25, 1e-9);
}

TEST(BudgetSearchTest, FindsTheStretch) {
  int attempts = 0;
  const auto fit = FitBudget(1000, [&](double stretch) {
    ++attempts;
    return static_cast<std::uint64_t>(std::llround(5e6 / std::sqrt(stretch)));
  });
  EXPECT_TRUE(fit.fits);
  EXPECT_NEAR(fit.stretch / 25e6, 1, 0.02);
  EXPECT_LE(attempts, 12);
}

TEST(BudgetSearchTest, SaysWhenItCannotBeSpent) {
  EXPECT_FALSE(FitBudget(1000, [](double) { return 700; }).fits);
  EXPECT_FALSE(FitBudget(1000, [](double) { return 0; }).fits);
  // A jump over the budget: the nearer side.
  const auto fit = FitBudget(1000, [](double stretch) { return stretch < 7 ? 1100 : 950; });
  EXPECT_FALSE(fit.fits);
  EXPECT_GE(fit.stretch, 7);
}

class EveryPolicy : public testing::TestWithParam<std::string> {};

TEST_P(EveryPolicy, SpendsItsBudgetOnPoissonPages) {
  const RevisitPages pages = PoissonPages({0.5, 7, 60, 300}, 60, 1);
  const auto policy = revisit::ParsePolicy(GetParam());
  ASSERT_TRUE(policy);
  const std::atomic<bool> stop = false;
  const RevisitSetup setup{.policy = &*policy, .budget = 14};
  const auto got = RunRevisit(pages, setup, stop);
  ASSERT_TRUE(got);
  EXPECT_EQ(got->allowed, 240U * 730 / 14);
  EXPECT_TRUE(got->spent);
  EXPECT_NEAR(static_cast<double>(got->counts.accesses) / static_cast<double>(got->allowed), 1,
              0.01);
  EXPECT_GT(got->versions(pages), 0.02);
  EXPECT_LE(got->versions(pages), 1);
  EXPECT_GT(got->freshness(pages), 0.2);
  EXPECT_LE(got->freshness(pages), 1);
  EXPECT_EQ(RunRevisit(pages, setup, stop)->counts.captured, got->counts.captured);
}

INSTANTIATE_TEST_SUITE_P(Names, EveryPolicy, testing::ValuesIn(revisit::AllPolicies()),
                         [](const auto& test) {
                           return testing_support::CaseNameOf(test.index, test.param);
                         });

// What theory says of Poisson pages.
TEST(RevisitRunTest, KnownRatesAreBounds) {
  const RevisitPages pages = PoissonPages({1, 5, 20, 80, 300}, 200, 1);
  RevisitPlan plan{.policies = {}, .budgets = {10}, .threads = 2};
  for (const char* name : {"known", "cgm:known", "fixed", "meguri", "cgm", "paper"})
    plan.policies.push_back(*revisit::ParsePolicy(name));
  RevisitProgress progress;
  const auto results = RunRevisitExperiment(pages, plan, progress);
  ASSERT_EQ(results.size(), plan.policies.size());
  const RevisitMeasures& most = results[0].measures;
  const RevisitMeasures& freshest = results[1].measures;
  for (std::size_t i = 2; i < results.size(); ++i) {
    EXPECT_GT(most.versions(pages), results[i].measures.versions(pages)) << i;
    EXPECT_GT(freshest.freshness(pages), results[i].measures.freshness(pages)) << i;
  }
  // l/λ for all: each change is captured with probability (1 - e^-l)/l.
  EXPECT_NEAR(most.versions(pages), -std::expm1(-most.stretch) / most.stretch, 0.01);
}

TEST(RevisitRunTest, StopsWhenTold) {
  const RevisitPages pages = PoissonPages({1}, 10, 1);
  RevisitPlan plan{.policies = {*revisit::ParsePolicy("fixed")}, .budgets = {7}};
  RevisitProgress progress;
  progress.stop = true;
  EXPECT_TRUE(RunRevisitExperiment(pages, plan, progress).empty());
}

TEST(RevisitRunTest, RealTraces) {
  MEGURI_NEED_SHARED("traces/traces.tsv.zst");
  RealFiles files;
  const auto pages = ReadRevisitPages(files, *testing_support::SharedPath("traces"));
  ASSERT_TRUE(pages) << pages.error().context;
  EXPECT_EQ(pages->sites.size(), 16U);
  EXPECT_EQ(pages->pages.size(), 21'395U);
  EXPECT_EQ(pages->new_versions, 215'771U);
  EXPECT_NEAR(pages->live_days, 13'315'972.16, 0.01);
  const auto policy = revisit::ParsePolicy("paper");
  const std::atomic<bool> stop = false;
  const auto got = RunRevisit(*pages, {.policy = &*policy, .budget = 90}, stop);
  EXPECT_TRUE(got->spent);
  EXPECT_NEAR(got->versions(*pages), 0.27, 0.03);
  EXPECT_NEAR(got->freshness(*pages), 0.86, 0.03);
}

}  // namespace
}  // namespace meguri
