// `meguri graph`: web graphs on disk.
#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/graph/graph_commands.h"

namespace meguri::app {

void AddGraphCommand(CLI::App& app, int& exit_code) {
  CLI::App* graph = app.add_subcommand(
      "graph", "Web graphs: figures, PageRank, components, other forms, new ones");
  graph->require_subcommand(1);
  graph->footer(
      "\nExamples:\n"
      "  meguri graph generate --pages 1000000 --seed 7 --out web.mgraph\n"
      "  meguri graph stats web.mgraph\n"
      "  meguri graph pagerank web.mgraph --top 20 --concentration 50,90\n"
      "  meguri graph convert web.mgraph web.graph           as a BVGraph\n"
      "  meguri graph export crawl-www.example.org -o example");
  AddGraphStats(*graph, exit_code);
  AddGraphPageRank(*graph, exit_code);
  AddGraphScc(*graph, exit_code);
  AddGraphConvert(*graph, exit_code);
  AddGraphGenerate(*graph, exit_code);
  AddGraphExport(*graph, exit_code);
}

}  // namespace meguri::app
