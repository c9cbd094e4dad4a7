#include "app/simulate/concentration_chart.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "graph/page_rank.h"

namespace meguri::app {

report::Chart ConcentrationChart(const WebGraph& graph, std::string id, std::string name) {
  std::vector<double> ranks = PageRank(graph, {.tolerance = 1e-9, .threads = 0}).ranks;
  std::ranges::sort(ranks, std::greater<>());
  const double sum = std::accumulate(ranks.begin(), ranks.end(), 0.0);
  report::Series series{.name = std::move(name)};
  double gathered = 0;
  const std::size_t step = std::max<std::size_t>(ranks.size() / 1000, 1);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    gathered += ranks[i];
    if (i % step != 0 && i > 1000 && i + 1 != ranks.size()) continue;
    series.x.push_back(100 * static_cast<double>(i + 1) / static_cast<double>(ranks.size()));
    series.y.push_back(100 * gathered / sum);
  }
  report::Chart chart{.id = std::move(id),
                      .title = "Where the PageRank is",
                      .note = "The fewest pages that hold a given share of all PageRank",
                      .series = {std::move(series)}};
  chart.x = {.label = "pages, the highest first", .log = true, .unit = "%"};
  chart.y = {.label = "PageRank", .min = 0, .max = 100, .unit = "%"};
  return chart;
}

}  // namespace meguri::app
