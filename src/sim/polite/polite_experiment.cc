#include "sim/polite/polite_experiment.h"

#include <utility>

#include "base/mutex.h"
#include "sim/order/order_seeds.h"
#include "sim/order/parallel_runs.h"

namespace meguri {
namespace {

double Seconds(TimePoint at) { return std::chrono::duration<double>(at - TimePoint{}).count(); }

PoliteResult Judge(const PoliteWeb& web, const std::vector<double>& points, PoliteRun run) {
  PoliteResult result;
  double gathered = 0;
  std::size_t next = 0;
  const auto take_points = [&](std::size_t pages) {
    for (; next < points.size() && PagesAt(points[next], web.size()) == pages; ++next) {
      result.gathered.push_back(100 * gathered / web.web.page_rank_sum);
      result.stored.push_back(pages == 0 ? 0 : run.stored[pages - 1]);
      result.seconds.push_back(pages == 0 ? 0 : Seconds(run.begins[pages - 1]));
    }
  };
  take_points(0);
  for (std::size_t i = 0; i < run.order.size(); ++i) {
    gathered += web.web.page_rank[run.order[i]];
    take_points(i + 1);
  }
  result.pages = static_cast<double>(run.order.size());
  result.page_rank = 100 * gathered / web.web.page_rank_sum;
  run.begins = {};
  run.stored = {};
  result.run = std::move(run);
  return result;
}

}  // namespace

Result<PoliteFacts> RunPoliteExperiment(const GraphOfSites& graph, const PolitePlan& plan,
                                        bool keep_order, OrderProgress& progress,
                                        const std::function<void(PoliteResult)>& done) {
  for (const PoliteSetup& setup : plan.setups)
    MEGURI_CHECK_STATUS(CheckPaperScheduler(setup.paper));
  SeedFinder finder(graph);
  MEGURI_TRY(const std::vector<PageId> originals, finder.Find(plan.seeds, plan.seed, 0));
  const std::vector<bool> reached = ReachedFrom(graph.graph, originals);
  const auto pages = static_cast<std::uint64_t>(std::ranges::count(reached, true));
  progress.pages_in_all += pages * plan.setups.size();
  const Servers servers = FindServers(graph, plan.servers);
  const std::shared_ptr<const OrderWeb> reached_web = ReachedWeb(graph, reached, plan.web);
  const PoliteWeb web(graph, servers, *reached_web);
  std::vector<PageId> seeds;
  seeds.reserve(originals.size());
  for (const PageId seed : originals)
    seeds.push_back(reached_web->page(seed));
  Mutex mutex;
  RunParallel(plan.threads, plan.setups.size(), progress.stop, [&](std::size_t setup) {
    std::optional<PoliteRun> run =
        RunPolite(web, seeds, plan.setups[setup],
                  {.score_points = {}, .fetched = &progress.pages_fetched, .stop = &progress.stop});
    if (!run) return;
    // What it discards for good is not to be waited for.
    progress.pages_in_all -= pages - run->order.size();
    PoliteResult result = Judge(web, plan.points, *std::move(run));
    result.setup = setup;
    if (!keep_order) result.run.order = {};
    for (PageId& page : result.run.order)
      page = reached_web->originals[page];
    ++progress.runs_done;
    const MutexLock lock(mutex);
    done(std::move(result));
  });
  return PoliteFacts{.server_kind = servers.kind,
                     .servers = servers.count(),
                     .seeds = seeds.size(),
                     .reached = web.size()};
}

}  // namespace meguri
