// `meguri graph generate`: a made-up web.
#include "graph/generate_graph.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/graph/bv_flags.h"
#include "app/graph/graph_commands.h"
#include "app/graph/graph_output.h"
#include "app/graph/interruptible_files.h"
#include "app/progress.h"

namespace meguri::app {
namespace {

struct GenerateFlags {
  GenerateOptions options;
  std::string out;
  bool no_urls = false;
  bool json = false;
  BvFlags bv;
};

Result<int> Run(const GenerateFlags& flags) {
  InterruptibleFiles files;
  MEGURI_TRY([[maybe_unused]] const GraphForm form, FormToWrite(flags.out));
  MEGURI_TRY(const BvProperties settings, ApplyBvFlags(flags.bv, {}));
  Progress progress("made");
  GenerateOptions options = flags.options;
  options.progress = ShowPages(progress, options.pages);
  MEGURI_TRY(const GeneratedGraph web, GenerateGraph(options));
  const UrlList urls = flags.no_urls ? UrlList() : MakeSiteUrls(web.site_starts);
  Progress writing("wrote");
  MEGURI_TRY(const WrittenGraph written, WriteGraph(files, flags.out, web.graph, urls, settings,
                                                    ShowPages(writing, options.pages)));
  progress.Clear();
  writing.Clear();
  const std::size_t sites = web.site_starts.size() - 1;
  const std::uint64_t arcs = web.graph.arc_count();
  if (flags.json) {
    Answer answer = WrittenAsJson(written, web.graph.page_count(), arcs);
    answer["sites"] = sites;
    answer["seed"] = options.seed;
    PrintJson(answer);
    return kExitYes;
  }
  fmt::print("{} pages of {} sites, {} links, {:.2f} a page\n{}\n", web.graph.page_count(), sites,
             arcs, static_cast<double>(arcs) / static_cast<double>(web.graph.page_count()),
             WrittenInWords(written, arcs));
  return kExitYes;
}

}  // namespace

void AddGraphGenerate(Command& graph) {
  auto flags = std::make_shared<GenerateFlags>();
  GenerateOptions& options = flags->options;
  Command& command = graph.AddCommand("generate", "Make up a web and write its graph");
  command.SetFooter(
      "\nExamples:\n"
      "  meguri graph generate --pages 100000 --seed 7 --out web.mgraph\n"
      "  meguri graph generate --pages 16500000 --links 15 --no-urls --out large.mgraph\n"
      "Sites of heavy-tailed sizes; most links stay within the site (home, section, menu, "
      "neighbours),\n"
      "the others go to popular sites most. All pages are reached from page 0. The same settings "
      "give\n"
      "the same graph, whatever the machine and the number of threads. OUT's ending says the form, "
      "as\n"
      "in `meguri graph convert`.");
  command.AddOption("--pages", options.pages, "1 to 2^32 - 2").ShowDefault();
  command.AddOption("--links", options.links, "of a page, on average").ShowDefault();
  command.AddOption("--sites", options.sites, "how many (0: one for a hundred pages)")
      .ShowDefault();
  command.AddOption("--seed", options.seed, "another seed, another web").ShowDefault();
  command.AddOption("--threads", options.threads, "0: all that the machine has")
      .Between(0U, 1024U)
      .ShowDefault();
  command.AddOption("-o,--out", flags->out, "the new file: NAME.mgraph, NAME.graph, NAME.adj.gz …")
      .Type("FILE")
      .Required();
  command.AddFlag("--no-urls", flags->no_urls, "without URLs; else http://s12.test/c3/1234");
  command.AddFlag("--json", flags->json, "a line of JSON");
  AddBvFlags(command, flags->bv);
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
