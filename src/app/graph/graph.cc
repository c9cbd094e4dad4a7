// `meguri graph`: web graphs on disk.

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/graph/graph_commands.h"

namespace meguri::app {

void AddGraphCommand(Command& app) {
  Command& graph =
      app.AddCommand("graph", "Web graphs: figures, PageRank, components, other forms, new ones");
  graph.SetFooter(
      "\nExamples:\n"
      "  meguri graph generate --pages 1000000 --seed 7 --out web.mgraph\n"
      "  meguri graph stats web.mgraph\n"
      "  meguri graph pagerank web.mgraph --top 20 --concentration 50,90\n"
      "  meguri graph convert web.mgraph web.graph           as a BVGraph\n"
      "  meguri graph export crawl-www.example.org -o example");
  AddGraphStats(graph);
  AddGraphPageRank(graph);
  AddGraphScc(graph);
  AddGraphConvert(graph);
  AddGraphGenerate(graph);
  AddGraphExport(graph);
}

}  // namespace meguri::app
