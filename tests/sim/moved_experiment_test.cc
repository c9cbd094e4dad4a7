#include "sim/moved/moved_experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "tests/sim/plain_moved_search.h"
#include "tests/support/shared_data.h"

namespace meguri {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

MovedPlan PlanOf(const std::vector<std::string>& names, unsigned threads = 0) {
  MovedPlan plan;
  plan.threads = threads;
  for (const std::string& name : names)
    plan.methods.push_back(*ParseMovedMethod(name));
  return plan;
}

// The experiment on all the data, made once for all tests here; empty without the data.
class MovedExperimentTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const auto shared = testing_support::SharedPath("moved");
    if (!shared) return;
    folder_ = *shared;
    RealFiles files;
    MovedProgress progress;
    cases_ = *ReadMovedCases(files, folder_);
    results_ = *RunMovedExperiment(files, folder_, cases_,
                                   PlanOf({"paper", "directory", "bfs", "dfs"}), progress);
  }

  static std::vector<int> Percents(std::size_t method, bool with_preparation) {
    std::vector<int> percents;
    for (const int x : {10, 20, 50, 100, 200, 500, 1000}) {
      percents.push_back(
          static_cast<int>(100 * CaptureRate(results_, method, with_preparation, x) + 0.5));
    }
    return percents;
  }

  static std::string folder_;
  static MovedCases cases_;
  static std::vector<MovedResult> results_;
};
std::string MovedExperimentTest::folder_;
MovedCases MovedExperimentTest::cases_;
std::vector<MovedResult> MovedExperimentTest::results_;

TEST_F(MovedExperimentTest, CaptureRates) {
  MEGURI_NEED_SHARED("moved");
  ASSERT_THAT(results_, SizeIs(46 * 4));
  EXPECT_THAT(Percents(0, false), ElementsAre(37, 41, 52, 67, 74, 93, 100));
  EXPECT_THAT(Percents(0, true), ElementsAre(0, 0, 13, 28, 52, 80, 100));
  EXPECT_THAT(Percents(1, false), ElementsAre(11, 22, 41, 67, 80, 93, 100));
  EXPECT_THAT(Percents(1, true), Percents(1, false));  // needs none
  EXPECT_THAT(Percents(2, false), ElementsAre(2, 2, 4, 15, 35, 83, 89));
  EXPECT_THAT(Percents(3, false), ElementsAre(2, 7, 13, 17, 43, 67, 91));
}

plain_moved::Graph GraphOf(const std::string& stem) {
  RealFiles files;
  const auto snapshot = SiteSnapshot::Read(files, stem, {"a"}, /*with_html=*/false);
  const std::size_t host = std::string("http://a").size();
  plain_moved::Graph graph;
  for (std::size_t i = 0; i < (*snapshot)->paths().size(); ++i) {
    plain_moved::Links& links = graph[(*snapshot)->paths()[i]];
    for (const moved::SiteLink& link : (*snapshot)->Links(i).links)
      links.emplace_back(link.url.substr(host), link.anchor);
  }
  return graph;
}

// The last request was for it, or none was.
std::optional<int> CountOf(const std::vector<std::string>& requests, const MovedCase& wanted) {
  if (std::ranges::find(wanted.new_paths, requests.back()) == wanted.new_paths.end())
    return std::nullopt;
  return static_cast<int>(requests.size());
}

// Every case takes as many requests as by an implementation of its own.
TEST_F(MovedExperimentTest, AgreesWithAnotherImplementation) {
  MEGURI_NEED_SHARED("moved");
  std::string loaded;
  plain_moved::Graph before;
  plain_moved::Graph after;
  for (std::size_t i = 0; i < cases_.cases.size(); ++i) {
    const MovedCase& each = cases_.cases[i];
    const std::string& snap = cases_.snaps[each.snap].name;
    if (snap != std::exchange(loaded, snap)) {
      before = GraphOf(folder_ + "/" + snap + ".old");
      after = GraphOf(folder_ + "/" + snap + ".new");
    }
    SCOPED_TRACE(each.id);
    const plain_moved::PathFinder finder(before, each.old_path, each.root_old,
                                         plain_moved::Length(each.old_path));
    const auto search = [&] { return plain_moved::Searcher(after, each.old_path, each.new_paths); };
    const MovedResult* const of = &results_[4 * i];
    const std::string& root = each.root_new;
    EXPECT_EQ(of[0].preparation, static_cast<int>(finder.requests()));
    EXPECT_EQ(of[0].paths, finder.paths().size());
    EXPECT_EQ(of[0].requests, CountOf(search().Crawl(finder.paths(), root), each));
    EXPECT_EQ(of[1].requests, CountOf(search().Crawl({}, root), each));
    EXPECT_EQ(of[2].requests, CountOf(search().BreadthFirst(root), each));
    EXPECT_EQ(of[3].requests, CountOf(search().DepthFirst(root), each));
    EXPECT_EQ(of[1].preparation, 0);
  }
}

TEST_F(MovedExperimentTest, TheSameOnAnyNumberOfThreads) {
  MEGURI_NEED_SHARED("moved");
  MovedCases few = cases_;
  std::erase_if(few.cases, [&](const MovedCase& each) { return each.snap > 1; });
  RealFiles files;
  for (const unsigned threads : {1U, 5U}) {
    MovedProgress progress;
    const auto results = RunMovedExperiment(
        files, folder_, few, PlanOf({"paper", "directory", "bfs", "dfs"}, threads), progress);
    ASSERT_TRUE(results) << results.error().context;
    ASSERT_THAT(*results, SizeIs(4 * few.cases.size()));
    EXPECT_EQ(progress.searches_done, results->size());
    for (std::size_t i = 0; i < results->size(); ++i) {
      EXPECT_EQ((*results)[i].requests, results_[i].requests);
      EXPECT_EQ((*results)[i].preparation, results_[i].preparation);
      EXPECT_EQ((*results)[i].number, i / 4);
      EXPECT_EQ((*results)[i].method, i % 4);
    }
  }
}

TEST_F(MovedExperimentTest, MeguriIsWhateverThePlanSays) {
  MEGURI_NEED_SHARED("moved");
  MovedCases few = cases_;
  few.cases.resize(2);
  MovedPlan plan = PlanOf({"meguri"});
  plan.meguri_budget = 3;
  plan.meguri = [](const MovedQuestion& question, SnapshotSite& site) {
    site.Read(question.after.UrlOf(question.wanted.old_path));  // known to be dead: not counted
    site.Read(question.after.UrlOf("/"));
    site.Sitemap(1);
    site.Read(question.after.UrlOf(question.wanted.new_paths[0]));  // beyond the budget
  };
  RealFiles files;
  MovedProgress progress;
  const auto lost = RunMovedExperiment(files, folder_, few, plan, progress);
  ASSERT_TRUE(lost) << lost.error().context;
  EXPECT_EQ((*lost)[0].requests, std::nullopt);
  EXPECT_EQ((*lost)[0].made, 3);
  plan.meguri_budget = 4;
  EXPECT_EQ((*RunMovedExperiment(files, folder_, few, plan, progress))[1].requests, 4);
}

}  // namespace
}  // namespace meguri
