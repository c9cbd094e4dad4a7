#include "sim/order/order_experiment.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/mutex.h"
#include "sim/order/order_seeds.h"
#include "sim/order/parallel_runs.h"
#include "sim/order/score_accuracy.h"

namespace meguri {
namespace {

struct SeedSet {
  std::size_t number = 0;  // in the plan
  std::uint64_t draw = 0;
  std::vector<PageId> seeds;
};

// Sets that reach the same pages, and so share their web.
struct Group {
  std::vector<bool> reached;
  std::vector<SeedSet> sets;
};

Result<std::vector<Group>> GroupSeeds(const GraphOfSites& graph, const OrderPlan& plan) {
  SeedFinder finder(graph);
  std::vector<Group> groups;
  for (std::size_t number = 0; number < plan.seed_sets.size(); ++number) {
    const std::string& name = plan.seed_sets[number];
    const std::uint64_t draws = SeedFinder::IsDrawn(name) ? plan.repeats : 1;
    for (std::uint64_t draw = 0; draw < draws; ++draw) {
      SeedSet set{.number = number, .draw = draw, .seeds = {}};
      MEGURI_TRY(set.seeds, finder.Find(name, plan.seed, draw));
      std::vector<bool> reached = ReachedFrom(graph.graph, set.seeds);
      auto group = std::ranges::find(groups, reached, &Group::reached);
      if (group == groups.end()) group = groups.insert(group, {std::move(reached), {}});
      group->sets.push_back(std::move(set));
    }
  }
  return groups;
}

class GroupRuns {
 public:
  GroupRuns(const OrderWeb& web, const Group& group, const OrderPlan& plan, bool keep_sequences,
            OrderProgress& progress, const std::function<void(OrderResult)>& done)
      : web_(web),
        group_(group),
        plan_(plan),
        keep_sequences_(keep_sequences),
        progress_(progress),
        done_(done) {
    for (const double point : plan.points)
      points_.push_back(PagesAt(point, web.size()));
  }

  void Run() {
    RunParallel(plan_.threads, plan_.orders.size() * group_.sets.size(), progress_.stop,
                [this](std::size_t job) {
                  RunOne(job % plan_.orders.size(), group_.sets[job / plan_.orders.size()]);
                });
  }

 private:
  void RunOne(std::size_t order, const SeedSet& set) {
    std::vector<PageId> seeds;
    seeds.reserve(set.seeds.size());
    for (const PageId seed : set.seeds)
      seeds.push_back(web_.page(seed));
    RunOptions options{.fetched = &progress_.pages_fetched, .stop = &progress_.stop};
    options.score_points.resize(plan_.accuracy_points.size());
    std::ranges::transform(plan_.accuracy_points, options.score_points.begin(), [&](double point) {
      return std::max<std::size_t>(PagesAt(point, web_.size()), 1);
    });
    std::optional<OrderRun> run = RunOrder(web_, seeds, plan_.orders[order], options);
    if (!run) return;
    OrderResult result{.order = order,
                       .seed_set = set.number,
                       .draw = set.draw,
                       .seeds = set.seeds,
                       .pages = web_.size(),
                       .cpu_seconds = run->cpu_seconds,
                       .expansion_cpu_seconds = run->expansion_cpu_seconds,
                       .updates = run->updates};
    result.marks = JudgeOrder(web_, run->order, points_, plan_.soften);
    for (std::size_t i = 0; i < run->scores.size(); ++i) {
      result.accuracy.push_back(CompareScores(
          web_, std::span(run->order).first(options.score_points[i]), run->scores[i]));
    }
    if (keep_sequences_) {
      for (const PageId page : run->order)
        result.sequence.push_back(web_.originals[page]);
    }
    ++progress_.runs_done;
    const MutexLock lock(mutex_);
    done_(std::move(result));
  }

  const OrderWeb& web_;
  const Group& group_;
  const OrderPlan& plan_;
  const bool keep_sequences_;
  OrderProgress& progress_;
  const std::function<void(OrderResult)>& done_;
  std::vector<std::size_t> points_;
  Mutex mutex_;
};

}  // namespace

Status RunExperiment(const GraphOfSites& graph, const OrderPlan& plan, bool keep_sequences,
                     OrderProgress& progress, const std::function<void(OrderResult)>& done) {
  MEGURI_TRY(const std::vector<Group> groups, GroupSeeds(graph, plan));
  for (const Group& group : groups) {
    const auto pages = static_cast<std::uint64_t>(std::ranges::count(group.reached, true));
    progress.pages_in_all += pages * group.sets.size() * plan.orders.size();
  }
  for (const Group& group : groups) {
    if (progress.stop) break;
    const std::shared_ptr<const OrderWeb> web = ReachedWeb(graph, group.reached, plan.web);
    GroupRuns(*web, group, plan, keep_sequences, progress, done).Run();
  }
  return {};
}

}  // namespace meguri
