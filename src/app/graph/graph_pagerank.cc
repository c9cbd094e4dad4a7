// `meguri graph pagerank GRAPH`.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/graph/graph_commands.h"
#include "app/graph/graph_output.h"
#include "app/graph/interruptible_files.h"
#include "app/progress.h"
#include "base/append_number.h"
#include "base/whole_file.h"
#include "graph/files/packed_writer.h"
#include "graph/page_rank.h"

namespace meguri::app {
namespace {

struct PageRankFlags {
  std::string graph;
  PageRankOptions options{.threads = 0};
  std::size_t top = 10;
  std::string out;
  std::vector<double> concentration;  // in percent
  bool keep_self_links = false;
  bool json = false;
};

struct Ranking {
  PageRankResult result;
  double sum = 0;
  std::vector<PageId> top;
  std::vector<std::uint64_t> holders;  // for each concentration
};

std::vector<PageId> TopPages(const std::vector<double>& ranks, std::size_t count) {
  std::vector<PageId> pages(ranks.size());
  std::iota(pages.begin(), pages.end(), 0U);
  count = std::min(count, pages.size());
  std::partial_sort(
      pages.begin(), pages.begin() + static_cast<std::ptrdiff_t>(count), pages.end(),
      [&](PageId a, PageId b) { return ranks[a] != ranks[b] ? ranks[a] > ranks[b] : a < b; });
  pages.resize(count);
  return pages;
}

// A line a page: its number, its rank with all digits, its URL if there is one.
Status WriteRanks(Files& files, const std::string& path, const std::vector<double>& ranks,
                  const UrlList& urls) {
  MEGURI_TRY(WholeFile file, WholeFile::Create(files, path));
  PackedWriter out(file.out(), path);
  std::string line;
  for (PageId page = 0; page < ranks.size(); ++page) {
    line.clear();
    AppendNumber(page, line);
    fmt::format_to(std::back_inserter(line), "\t{}", ranks[page]);
    if (!urls.empty()) line.append("\t").append(urls.url(page));
    line += '\n';
    MEGURI_CHECK_STATUS(out.Append(line));
  }
  MEGURI_CHECK_STATUS(out.Finish());
  return file.Commit();
}

Ranking Rank(const WebGraph& graph, const PageRankFlags& flags) {
  Progress progress("rank:");
  PageRankOptions options = flags.options;
  options.progress = [&](std::uint32_t rounds, double change) {
    progress.Say(fmt::format("{} rounds, largest change {:.1e}", rounds, change));
  };
  Ranking ranking{.result = PageRank(graph, options)};
  const std::vector<double>& ranks = ranking.result.ranks;
  ranking.sum = std::accumulate(ranks.begin(), ranks.end(), 0.0);
  ranking.top = TopPages(ranks, flags.top);
  std::vector<double> shares;
  shares.reserve(flags.concentration.size());
  for (const double percent : flags.concentration)
    shares.push_back(percent / 100);
  ranking.holders = PagesThatHold(shares, ranks);
  return ranking;
}

void Print(const StoredGraph& stored, const WebGraph& graph, const PageRankFlags& flags,
           const Ranking& ranking) {
  const PageRankResult& result = ranking.result;
  fmt::print("pages         {}\n", graph.page_count());
  fmt::print("links         {}{}\n", graph.arc_count(),
             flags.keep_self_links ? "" : ", without those to the page itself and repeated ones");
  fmt::print("sum           {:.6f}\n", ranking.sum);
  fmt::print("rounds        {}; largest relative change in the last {:.1e}\n", result.rounds,
             result.residual);
  for (std::size_t i = 0; i < ranking.holders.size(); ++i) {
    fmt::print("{:<14}{} pages, {:.3f} %, hold {} % of it\n", i == 0 ? "concentration" : "",
               ranking.holders[i],
               100.0 * static_cast<double>(ranking.holders[i]) /
                   static_cast<double>(std::max<std::size_t>(graph.page_count(), 1)),
               flags.concentration[i]);
  }
  if (!ranking.top.empty()) fmt::print("{:>16} {:>11}\n", "PageRank", "page");
  for (const PageId page : ranking.top) {
    const std::string url = ShownUrl(stored.urls, page);
    fmt::print("{:>16.6f} {:>11}{}{}\n", result.ranks[page], page, url.empty() ? "" : "  ", url);
  }
}

Answer AsJson(const StoredGraph& stored, const WebGraph& graph, const PageRankFlags& flags,
              const Ranking& ranking) {
  const PageRankResult& result = ranking.result;
  Answer answer{{"graph", stored.path},
                {"pages", graph.page_count()},
                {"links", graph.arc_count()},
                {"sum", ranking.sum},
                {"rounds", result.rounds},
                {"residual", result.residual},
                {"concentration", Answer::array()},
                {"top", Answer::array()}};
  for (std::size_t i = 0; i < ranking.holders.size(); ++i) {
    answer["concentration"].push_back(
        {{"percent", flags.concentration[i]}, {"pages", ranking.holders[i]}});
  }
  for (const PageId page : ranking.top) {
    answer["top"].push_back({{"page", page}, {"rank", result.ranks[page]}});
    if (!stored.urls.empty()) answer["top"].back()["url"] = stored.urls.url(page);
  }
  return answer;
}

Result<int> Run(const PageRankFlags& flags) {
  InterruptibleFiles files;
  MEGURI_TRY(StoredGraph stored, ReadGraph(files, flags.graph));
  const WebGraph graph =
      flags.keep_self_links ? std::move(stored.graph) : WithoutSelfAndRepeatedLinks(stored.graph);
  stored.graph = WebGraph();
  const Ranking ranking = Rank(graph, flags);
  if (!flags.out.empty())
    MEGURI_CHECK_STATUS(WriteRanks(files, flags.out, ranking.result.ranks, stored.urls));
  if (flags.json) {
    PrintJson(AsJson(stored, graph, flags, ranking));
  } else {
    Print(stored, graph, flags, ranking);
  }
  return kExitYes;
}

}  // namespace

void AddGraphPageRank(Command& graph) {
  auto flags = std::make_shared<PageRankFlags>();
  PageRankOptions& options = flags->options;
  Command& command = graph.AddCommand("pagerank", "PageRank of each page");
  command.SetFooter(
      std::string("\nExamples:\n"
                  "  meguri graph pagerank cnr-2000.graph --top 20\n"
                  "  meguri graph pagerank web.mgraph --concentration 50,80,90,99\n"
                  "  meguri graph pagerank web.mgraph --out ranks.tsv.gz\n") +
      kGraphFormsHelp +
      "\nPR(a) = d + (1 - d) · Σ PR(p) / N(p) over the pages p that link to a, with N(p) links "
      "each;\n"
      "pages without links pass nothing on. Links to the page itself and repeated ones don't "
      "count.\n"
      "--concentration says how few pages hold so many percent of the sum. The result is the same\n"
      "with any number of threads.");
  command.AddOption("GRAPH", flags->graph, "the graph").Required();
  command.AddOption("--damping", options.d, "d, what a page has of itself")
      .Between(1e-6, 1.0)
      .ShowDefault();
  command.AddOption("--tolerance", options.tolerance, "stop when no page changes by more of itself")
      .Between(0.0, 1.0)
      .ShowDefault();
  command.AddOption("--max-rounds", options.max_rounds, "stop at the latest after so many")
      .Between(1U, 1'000'000U)
      .ShowDefault();
  command.AddOption("--threads", options.threads, "0: all that the machine has")
      .Between(0U, 1024U)
      .ShowDefault();
  command.AddOption("--top", flags->top, "how many of the highest are listed").ShowDefault();
  command.AddOption("--concentration", flags->concentration, "percent of the sum: 50,80,90,99")
      .Separator(',')
      .Between(0.0, 100.0)
      .Type("PERCENT,…");
  command.AddOption("-o,--out", flags->out, "page, rank and URL of all; .gz and .zst are packed")
      .Type("FILE");
  command.AddFlag("--keep-self-links", flags->keep_self_links,
                  "count links to the page itself and repeated ones");
  command.AddFlag("--json", flags->json, "a line of JSON");
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
