// `meguri graph stats GRAPH`: the figures of a graph.
#include "graph/graph_stats.h"

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

struct StatsFlags {
  std::string graph;
  bool json = false;
};

struct Figures {
  GraphStats stats;
  std::uint64_t hosts = 0;
  std::uint64_t components = 0;
  ComponentInfo largest;
};

double Share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

void PrintDegrees(std::string_view what, const DegreeStats& degrees, std::uint64_t pages) {
  fmt::print("{:<14}mean {:.2f}, median {}, 90 % {}, 99 % {}, 99.9 % {}, most {} (page {})\n", what,
             degrees.mean, degrees.median, degrees.p90, degrees.p99, degrees.p999, degrees.max,
             degrees.max_page);
  fmt::print("{:<14}{} pages have none, {:.1f} %\n", "", degrees.zeros,
             100 * Share(degrees.zeros, pages));
}

void Print(const StoredGraph& stored, const Figures& figures) {
  const GraphStats& stats = figures.stats;
  fmt::print("graph         {}, {}\n", stored.path, GraphFormName(stored.form));
  fmt::print("pages         {}\n", stats.pages);
  fmt::print("links         {}; {} to the page itself, {} repeated\n", stats.arcs, stats.self_links,
             stats.repeated_links);
  if (stored.urls.empty()) {
    fmt::print("hosts         unknown, there are no URLs\n");
  } else {
    fmt::print("hosts         {}\n", figures.hosts);
  }
  PrintDegrees("links of", stats.out, stats.pages);
  PrintDegrees("links to", stats.in, stats.pages);
  fmt::print("components    {}; the largest has {} pages, {:.1f} %, from page {} on\n",
             figures.components, figures.largest.size,
             100 * Share(figures.largest.size, stats.pages), figures.largest.lowest);
  if (!stored.bv) return;
  const BvCounts& counts = stored.bv->counts;
  fmt::print("stored        {:.3f} bits a link; {} copied, {} in intervals, {} residual\n",
             Share(stored.bv->bits, stats.arcs), counts.copied, counts.in_intervals,
             counts.residual);
}

Answer DegreesAsJson(const DegreeStats& degrees) {
  return {{"mean", degrees.mean},  {"median", degrees.median},    {"p90", degrees.p90},
          {"p99", degrees.p99},    {"p999", degrees.p999},        {"max", degrees.max},
          {"zero", degrees.zeros}, {"max_page", degrees.max_page}};
}

Answer AsJson(const StoredGraph& stored, const Figures& figures) {
  const GraphStats& stats = figures.stats;
  Answer answer{{"graph", stored.path},           {"form", GraphFormName(stored.form)},
                {"pages", stats.pages},           {"links", stats.arcs},
                {"self_links", stats.self_links}, {"repeated_links", stats.repeated_links}};
  answer["hosts"] = stored.urls.empty() ? Answer(nullptr) : Answer(figures.hosts);
  answer["out"] = DegreesAsJson(stats.out);
  answer["in"] = DegreesAsJson(stats.in);
  answer["components"] = figures.components;
  answer["largest_component"] = {{"pages", figures.largest.size},
                                 {"lowest_page", figures.largest.lowest}};
  if (stored.bv) {
    answer["bits_per_link"] = Share(stored.bv->bits, stats.arcs);
    answer["copied"] = stored.bv->counts.copied;
    answer["in_intervals"] = stored.bv->counts.in_intervals;
    answer["residual"] = stored.bv->counts.residual;
  }
  return answer;
}

Result<int> Run(const StatsFlags& flags) {
  RealFiles files;
  MEGURI_TRY(const StoredGraph stored, ReadGraph(files, flags.graph));
  Figures figures{.stats = StatsOf(stored.graph), .hosts = CountHosts(stored.urls)};
  const StrongComponents components = FindStrongComponents(stored.graph);
  figures.components = components.sizes.size();
  const auto largest = LargestComponents(components, 1);
  if (!largest.empty()) figures.largest = largest.front();
  if (flags.json) {
    PrintJson(AsJson(stored, figures));
  } else {
    Print(stored, figures);
  }
  return kExitYes;
}

}  // namespace

void AddGraphStats(Command& graph) {
  auto flags = std::make_shared<StatsFlags>();
  Command& command = graph.AddCommand("stats", "Figures of a graph: pages, links, components");
  command.SetFooter(std::string("\nExample: meguri graph stats cnr-2000.graph\n") +
                    kGraphFormsHelp +
                    "\n\"links of, 90 % 21\": nine pages of ten have no more than 21 links.");
  command.AddOption("GRAPH", flags->graph, "the graph").Required();
  command.AddFlag("--json", flags->json, "a line of JSON");
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
