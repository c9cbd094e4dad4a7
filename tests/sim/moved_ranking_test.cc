// Of the pages that the search `meguri` reads on real sites, which one does it say is the page?
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <mutex>

#include "sim/moved/meguri_method.h"
#include "tests/support/sanitizers.h"
#include "tests/support/shared_data.h"

namespace meguri {
namespace {

#if defined(MEGURI_ASAN) || defined(MEGURI_TSAN)
constexpr std::size_t kCases = 10;  // those of one site: it is slow
#else
constexpr std::size_t kCases = 46;
#endif
constexpr int kBudget = 60;

struct Ranked {
  int read = 0;   // cases whose new page was read
  int first = 0;  // and was the likeliest
  int wrong = 0;  // another page was given as the answer
};

Ranked Rank(const std::string& folder, bool use_content) {
  RealFiles files;
  MovedCases cases = *ReadMovedCases(files, folder);
  cases.cases.resize(std::min(kCases, cases.cases.size()));
  Ranked ranked;
  std::mutex mutex;
  MovedPlan plan{.methods = {*ParseMovedMethod("meguri")}, .meguri_budget = kBudget};
  plan.meguri = [&](const MovedQuestion& question, SnapshotSite& site) {
    const moved::SearchResult result =
        SearchAsMeguri(question, site, kBudget, {.use_content = use_content});
    std::vector<std::string> accepted;
    for (const std::string& path : question.wanted.new_paths)
      accepted.push_back(question.after.UrlOf(path));
    const bool is_first = !result.candidates.empty() &&
                          std::ranges::find(accepted, result.candidates[0].url) != accepted.end();
    const std::lock_guard lock(mutex);
    if (site.RequestsUntil(accepted)) {
      ++ranked.read;
      ranked.first += is_first ? 1 : 0;
    }
    if (result.verdict == moved::Verdict::kFound && !is_first) ++ranked.wrong;
  };
  MovedProgress progress;
  const auto results = RunMovedExperiment(files, folder, cases, plan, progress);
  EXPECT_TRUE(results) << results.error().context;
  std::printf("%s: %d of %zu read, %d of them the likeliest; %d wrong answers\n",
              use_content ? "content" : "no content", ranked.read, cases.cases.size(), ranked.first,
              ranked.wrong);
  return ranked;
}

TEST(MovedRankingTest, TheRightPageIsTheLikeliest) {
  MEGURI_NEED_SHARED("moved/cases.json");
  const Ranked ranked = Rank(*testing_support::SharedPath("moved"), true);
  EXPECT_GE(10 * ranked.first, 9 * ranked.read);
  EXPECT_EQ(ranked.wrong, 0);
}

TEST(MovedRankingTest, AndMostlyWithoutItsContent) {
  MEGURI_NEED_SHARED("moved/cases.json");
  const Ranked ranked = Rank(*testing_support::SharedPath("moved"), false);
  EXPECT_GE(10 * ranked.first, 7 * ranked.read);
}

}  // namespace
}  // namespace meguri
