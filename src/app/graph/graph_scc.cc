// `meguri graph scc GRAPH`: strongly connected components.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/graph/graph_commands.h"
#include "app/graph/graph_output.h"
#include "graph/strong_components.h"

namespace meguri::app {
namespace {

struct SccFlags {
  std::string graph;
  std::size_t top = 10;
  bool json = false;
};

Result<int> Run(const SccFlags& flags) {
  RealFiles files;
  MEGURI_TRY(const StoredGraph stored, ReadGraph(files, flags.graph));
  const StrongComponents components = FindStrongComponents(stored.graph);
  const auto largest = LargestComponents(components, flags.top);
  const std::size_t pages = stored.graph.page_count();
  if (flags.json) {
    Answer answer{{"graph", stored.path},
                  {"pages", pages},
                  {"components", components.sizes.size()},
                  {"largest", Answer::array()}};
    for (const ComponentInfo& info : largest) {
      answer["largest"].push_back({{"pages", info.size}, {"lowest_page", info.lowest}});
      if (!stored.urls.empty()) answer["largest"].back()["url"] = stored.urls.url(info.lowest);
    }
    PrintJson(answer);
    return kExitYes;
  }
  fmt::print("{} pages, {} strongly connected components\n", pages, components.sizes.size());
  fmt::print("{:>10} {:>7} {:>11}\n", "pages", "%", "lowest page");
  for (const ComponentInfo& info : largest) {
    const std::string url = ShownUrl(stored.urls, info.lowest);
    fmt::print("{:>10} {:>7.2f} {:>11}{}{}\n", info.size,
               100.0 * info.size / static_cast<double>(pages), info.lowest, url.empty() ? "" : "  ",
               url);
  }
  return kExitYes;
}

}  // namespace

void AddGraphScc(Command& graph) {
  auto flags = std::make_shared<SccFlags>();
  Command& command = graph.AddCommand(
      "scc", "Strongly connected components: pages that can all be reached from each other");
  command.SetFooter(
      std::string("\nExample: meguri graph scc cnr-2000.graph --top 5\n") + kGraphFormsHelp +
      "\nThe lowest page stands for its component: a crawl that begins there reaches it all. Of "
      "equally\nlarge ones that with the lower page comes first.");
  command.AddOption("GRAPH", flags->graph, "the graph").Required();
  command.AddOption("--top", flags->top, "how many of the largest are listed").ShowDefault();
  command.AddFlag("--json", flags->json, "a line of JSON");
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
