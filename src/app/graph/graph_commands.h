// The commands of `meguri graph`, one file each; app/commands.h says what a command does. The link
// graph of a crawl: app/crawl/graph_export.cc.
#pragma once

namespace meguri::app {

class Command;

void AddGraphStats(Command& graph);
void AddGraphConvert(Command& graph);
void AddGraphPageRank(Command& graph);
void AddGraphScc(Command& graph);
void AddGraphGenerate(Command& graph);
void AddGraphExport(Command& graph);

// What GRAPH and OUT can be, for --help.
inline constexpr const char* kGraphFormsHelp =
    "A graph is named by any of its files, or by their NAME: NAME.graph with NAME.properties\n"
    "(BVGraph, as LAW publishes), NAME.adj (line i: successors of page i), NAME.arcs or .txt "
    "(\"from\n"
    "to\" per line, as SNAP publishes) or NAME.mgraph; besides, NAME.urls. Text may be .gz or "
    ".zst.";

}  // namespace meguri::app
