// `meguri graph convert IN OUT`: the same graph in another form.
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

struct ConvertFlags {
  std::string in;
  std::string out;
  bool clean = false;
  bool no_urls = false;
  bool json = false;
  BvFlags bv;
};

Result<int> Run(const ConvertFlags& flags) {
  InterruptibleFiles files;
  MEGURI_TRY([[maybe_unused]] const GraphForm form, FormToWrite(flags.out));
  MEGURI_TRY(StoredGraph stored, ReadGraph(files, flags.in));
  MEGURI_TRY(const BvProperties settings,
             ApplyBvFlags(flags.bv, stored.bv ? stored.bv->properties : BvProperties()));
  const std::uint64_t before = stored.graph.arc_count();
  if (flags.clean) stored.graph = WithoutSelfAndRepeatedLinks(stored.graph);
  const std::uint64_t arcs = stored.graph.arc_count();
  Progress progress("wrote");
  MEGURI_TRY(const WrittenGraph written,
             WriteGraph(files, flags.out, stored.graph, flags.no_urls ? UrlList() : stored.urls,
                        settings, ShowPages(progress, stored.graph.page_count())));
  progress.Clear();
  if (flags.json) {
    Answer answer = WrittenAsJson(written, stored.graph.page_count(), arcs);
    answer["cleaned"] = before - arcs;
    PrintJson(answer);
    return kExitYes;
  }
  fmt::print("{} pages, {} links", stored.graph.page_count(), arcs - written.dropped);
  if (flags.clean) fmt::print("; {} to the page itself or repeated left out", before - arcs);
  fmt::print("\n{}\n", WrittenInWords(written, arcs));
  return kExitYes;
}

}  // namespace

void AddGraphConvert(Command& graph) {
  auto flags = std::make_shared<ConvertFlags>();
  Command& command = graph.AddCommand("convert", "Write a graph in another form");
  command.SetFooter(
      std::string(
          "\nExamples:\n"
          "  meguri graph convert cnr-2000.graph cnr.adj.gz         text that others read\n"
          "  meguri graph convert web-Google.txt.gz google.mgraph   small, and fast to read\n"
          "  meguri graph convert google.mgraph google.graph --window 10 --max-references 5\n") +
      kGraphFormsHelp +
      "\nOUT's ending says what is written: .graph (with .properties and .offsets), .mgraph, .adj "
      "or\n"
      ".arcs, the last two also with .gz or .zst. URLs go along. A BVGraph's links ascend and "
      "come\n"
      "once; the others keep order and repetitions. What is there under these names is replaced, "
      "when\n"
      "all is written.");
  command.AddOption("IN", flags->in, "a graph").Required();
  command.AddOption("OUT", flags->out, "the new file").Required();
  command.AddFlag("--clean", flags->clean, "leave out links to the page itself, and repeated ones");
  command.AddFlag("--no-urls", flags->no_urls, "leave out the URLs");
  command.AddFlag("--json", flags->json, "a line of JSON");
  AddBvFlags(command, flags->bv);
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
