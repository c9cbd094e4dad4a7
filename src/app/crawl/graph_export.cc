// `meguri graph export DIR`: the link graph of a crawl, in the files that others read.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/commands.h"
#include "app/crawl/crawl_folder_reader.h"
#include "app/progress.h"
#include "url/fingerprint.h"

namespace meguri::app {
namespace {

struct ExportFlags {
  std::string directory;
  std::string output;
  bool all_links = false;
};

// Collects lines and writes them by the megabyte.
class LineFile {
 public:
  static Result<LineFile> Create(Files& files, const std::string& path) {
    MEGURI_TRY(auto file, files.OpenToWrite(path, OpenMode::kCreate));
    return LineFile(std::move(file));
  }
  Status Add(std::string_view line) {
    buffer_ += line;
    buffer_ += '\n';
    return buffer_.size() < kBytes ? Status() : Flush();
  }
  Status Finish() {
    MEGURI_CHECK_STATUS(Flush());
    return file_->Sync();
  }

 private:
  static constexpr std::size_t kBytes = std::size_t{1} << 20U;
  explicit LineFile(std::unique_ptr<WritableFile> file) : file_(std::move(file)) {}
  Status Flush() {
    Status written = file_->Append(buffer_);
    buffer_.clear();
    return written;
  }
  std::unique_ptr<WritableFile> file_;
  std::string buffer_;
};

class GraphExport {
 public:
  GraphExport(CrawlStore& store, url::Fingerprinter fingerprints, bool all_links)
      : store_(store), fingerprints_(std::move(fingerprints)), all_links_(all_links) {}

  Status Write(Files& files, const std::string& output) {
    MEGURI_TRY(LineFile urls, LineFile::Create(files, output + ".urls"));
    Status failed;
    MEGURI_CHECK_STATUS(store_.ReplayUrls([&](const StoredUrl& url, std::uint64_t /*place*/) {
      if (!failed) return;
      numbers_.try_emplace(url.fingerprint, static_cast<std::uint32_t>(numbers_.size()));
      failed = urls.Add(url.url);
    }));
    MEGURI_CHECK_STATUS(failed);
    MEGURI_CHECK_STATUS(urls.Finish());
    MEGURI_CHECK_STATUS(ReadLinks());
    MEGURI_TRY(LineFile arcs, LineFile::Create(files, output + ".adj"));
    std::string line;
    for (const auto& targets : successors_) {
      line.clear();
      for (const std::uint32_t target : targets)
        fmt::format_to(std::back_inserter(line), "{}{}", line.empty() ? "" : " ", target);
      MEGURI_CHECK_STATUS(arcs.Add(line));
    }
    return arcs.Finish();
  }
  std::size_t nodes() const { return numbers_.size(); }
  std::uint64_t arcs() const { return arcs_; }

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
  std::optional<std::uint32_t> Find(const std::string& text) {
    if (!url_.Assign(text)) return std::nullopt;
    const auto found = numbers_.find(fingerprints_.Of(url_));
    if (found == numbers_.end()) return std::nullopt;
    return found->second;
  }

  CrawlStore& store_;
  url::Fingerprinter fingerprints_;
  const bool all_links_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::vector<std::vector<std::uint32_t>> successors_;
  std::uint64_t arcs_ = 0;
  url::Url url_;
};

Result<int> Run(const ExportFlags& flags) {
  RealFiles files;
  RealClock clock;
  MEGURI_TRY(const auto store, OpenCrawlFolder(flags.directory, files, clock));
  MEGURI_TRY(url::Canonicalizer canonicalizer,
             url::Canonicalizer::Create(store->identity().canonical));
  GraphExport graph(*store, url::Fingerprinter(store->identity().seed, std::move(canonicalizer)),
                    flags.all_links);
  MEGURI_CHECK_STATUS(graph.Write(files, flags.output));
  fmt::print("{0}.urls and {0}.adj: {1} URLs, {2} links\n", flags.output, graph.nodes(),
             graph.arcs());
  return kExitYes;
}

}  // namespace

void AddGraphCommand(CLI::App& app, int& exit_code) {
  CLI::App* graph = app.add_subcommand("graph", "Web graphs: export that of a crawl");
  graph->require_subcommand(1);
  auto flags = std::make_shared<ExportFlags>();
  CLI::App* command =
      graph->add_subcommand("export", "The link graph of a crawl, as two text files");
  command->footer(
      "\nExample: meguri graph export crawl-www.example.org -o example\n"
      "example.urls has a URL per line, numbered from 0; line i of example.adj has the numbers "
      "that\n"
      "URL i links to. `meguri lab --graph example` serves it as a web again. Only links that "
      "carry\n"
      "score count: no images, no nofollow; of several to one page, one; none to the page itself.");
  command->add_option("DIR", flags->directory, "the crawl's folder")->required();
  command->add_option("-o,--output", flags->output, "the files' name, without .urls and .adj")
      ->required();
  command->add_flag("--all-links", flags->all_links, "images, style sheets, nofollow links too");
  command->callback(
      [flags, &exit_code] { exit_code = ExitCodeOf("meguri graph export", Run(*flags)); });
}

}  // namespace meguri::app
