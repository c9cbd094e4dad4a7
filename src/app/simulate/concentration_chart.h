// How concentrated PageRank is: the fewest pages that hold a share of it. A figure of two papers.
#pragma once

#include <string>

#include "graph/web_graph.h"
#include "report/report.h"

namespace meguri::app {

// `id` names the chart's files, `name` the graph.
report::Chart ConcentrationChart(const WebGraph& graph, std::string id, std::string name);

}  // namespace meguri::app
