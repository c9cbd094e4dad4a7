// `meguri graph export DIR`: the link graph of a crawl, in the files that others read.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/crawl/crawl_folder_reader.h"
#include "app/graph/graph_commands.h"
#include "app/graph/graph_output.h"
#include "app/graph/interruptible_files.h"
#include "app/progress.h"
#include "graph/graph_files.h"
#include "url/fingerprint.h"

namespace meguri::app {
namespace {

struct ExportFlags {
  std::string directory;
  std::string output;
  bool all_links = false;
};

class GraphExport {
 public:
  GraphExport(CrawlStore& store, url::Fingerprinter fingerprints, bool all_links)
      : store_(store), fingerprints_(std::move(fingerprints)), all_links_(all_links) {}

  Status Read() {
    MEGURI_CHECK_STATUS(store_.ReplayUrls([&](const StoredUrl& url, std::uint64_t /*place*/) {
      const bool is_new =
          numbers_.try_emplace(url.fingerprint, static_cast<PageId>(numbers_.size())).second;
      if (is_new) urls_.Add(url.url);
    }));
    return ReadLinks();
  }
  const UrlList& urls() const { return urls_; }
  WebGraph TakeGraph() {
    std::vector<std::uint64_t> starts;
    starts.reserve(successors_.size() + 1);
    std::vector<PageId> all;
    all.reserve(arcs_);
    for (const auto& targets : successors_) {
      starts.push_back(all.size());
      all.insert(all.end(), targets.begin(), targets.end());
    }
    starts.push_back(all.size());
    successors_.clear();
    return {std::move(starts), std::move(all)};
  }

 private:
  Status ReadLinks() {
    successors_.resize(numbers_.size());
    Progress progress("read");
    std::uint64_t pages = 0;
    return store_.ReplayLinks(0, [&](const LoggedPage& page) {
      progress.Update(++pages, 0);
      const auto from = Find(page.url);
      if (!from) return;
      auto& targets = successors_[*from];
      arcs_ -= targets.size();  // it may come again, after another visit
      for (const LoggedLink& link : page.links) {
        if (!all_links_ && !link.scored) continue;
        const auto to = Find(link.url);
        if (to && *to != *from) targets.push_back(*to);
      }
      std::ranges::sort(targets);
      targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
      arcs_ += targets.size();
    });
  }
  std::optional<PageId> Find(const std::string& text) {
    if (!url_.Assign(text)) return std::nullopt;
    const auto found = numbers_.find(fingerprints_.Of(url_));
    if (found == numbers_.end()) return std::nullopt;
    return found->second;
  }

  CrawlStore& store_;
  url::Fingerprinter fingerprints_;
  const bool all_links_;
  std::unordered_map<std::uint64_t, PageId> numbers_;
  UrlList urls_;
  std::vector<std::vector<PageId>> successors_;
  std::uint64_t arcs_ = 0;
  url::Url url_;
};

Result<int> Run(const ExportFlags& flags) {
  RealFiles files;
  RealClock clock;
  const std::string output =
      FormToWrite(flags.output).has_value() ? flags.output : flags.output + ".adj";
  MEGURI_TRY(const auto store, OpenCrawlFolder(flags.directory, files, clock));
  MEGURI_TRY(url::Canonicalizer canonicalizer,
             url::Canonicalizer::Create(store->identity().canonical));
  GraphExport crawl(*store, url::Fingerprinter(store->identity().seed, std::move(canonicalizer)),
                    flags.all_links);
  MEGURI_CHECK_STATUS(crawl.Read());
  const WebGraph graph = crawl.TakeGraph();
  InterruptibleFiles new_files;
  MEGURI_TRY(const WrittenGraph written, WriteGraph(new_files, output, graph, crawl.urls()));
  fmt::print("{} URLs, {} links\n{}\n", graph.page_count(), graph.arc_count(),
             WrittenInWords(written, graph.arc_count()));
  return kExitYes;
}

}  // namespace

void AddGraphExport(Command& graph) {
  auto flags = std::make_shared<ExportFlags>();
  Command& command = graph.AddCommand("export", "The link graph of a crawl");
  command.SetFooter(
      "\nExamples:\n"
      "  meguri graph export crawl-www.example.org -o example           as text\n"
      "  meguri graph export crawl-www.example.org -o example.graph     as a BVGraph\n"
      "example.urls has a URL per line, numbered from 0; line i of example.adj has the numbers "
      "that\n"
      "URL i links to. Another ending gives another form, as in `meguri graph convert`. `meguri "
      "lab\n"
      "--graph example` serves it as a web again. Only links that carry score count: no images, "
      "no\n"
      "nofollow; of several to one page, one; none to the page itself.");
  command.AddOption("DIR", flags->directory, "the crawl's folder").Required();
  command
      .AddOption("-o,--output", flags->output,
                 "the files' name, with an ending (.mgraph, .graph, .adj.gz …) or without: .adj")
      .Type("FILE")
      .Required();
  command.AddFlag("--all-links", flags->all_links, "images, style sheets, nofollow links too");
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
