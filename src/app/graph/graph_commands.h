// The commands of `meguri graph`, one file each; app/commands.h says what a command does. The link
// graph of a crawl: app/crawl/graph_export.cc.
#pragma once

namespace CLI {
class App;
}

namespace meguri::app {

void AddGraphStats(CLI::App& graph, int& exit_code);
void AddGraphConvert(CLI::App& graph, int& exit_code);
void AddGraphPageRank(CLI::App& graph, int& exit_code);
void AddGraphScc(CLI::App& graph, int& exit_code);
void AddGraphGenerate(CLI::App& graph, int& exit_code);
void AddGraphExport(CLI::App& graph, int& exit_code);

// What GRAPH and OUT can be, for --help.
inline constexpr const char* kGraphFormsHelp =
    "A graph is named by any of its files, or by their NAME: NAME.graph with NAME.properties\n"
    "(BVGraph, as LAW publishes), NAME.adj (line i: successors of page i), NAME.arcs or .txt "
    "(\"from\n"
    "to\" per line, as SNAP publishes) or NAME.mgraph; besides, NAME.urls. Text may be .gz or "
    ".zst.";

}  // namespace meguri::app
